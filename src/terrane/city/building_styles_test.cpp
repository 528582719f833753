#include "terrane/city/building_styles.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "terrane/base/quantise.h"
#include "terrane/city/ground.h"
#include "terrane/content/octahedral.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_seed = 412;

Lot lot_of(BuildingStyle style, std::uint64_t key) {
  Lot lot;
  lot.style = style;
  lot.district = static_cast<District>(key % k_district_count);
  lot.key = base::hash(key, static_cast<unsigned>(style));
  lot.front = {static_cast<std::int64_t>(key) * 31000, static_cast<std::int64_t>(key) * 17000};
  lot.inward = {0.6, -0.8};
  lot.wide = is_double_lot_style(style);
  lot.half_width_m = lot.wide ? 15.4 : 7.3;
  lot.depth_m = lot.wide ? 18.0 : 16.0;
  lot.density = base::draw_unit(base::hash(key, 3));
  return lot;
}

content::Content built(const Lot& lot, std::uint8_t lod, const Ring& footprint) {
  const Ground ground(k_seed);
  content::Content content;
  PieceWriter out(content, frame_corner(lot.front), ground, lod);
  build_building(out, lot, footprint);
  out.finish();
  return content;
}
content::Content built(const Lot& lot, std::uint8_t lod) {
  return built(lot, lod, footprint_of(lot));
}

// A triangle in the lot's frame (x: a, y: height above the world's zero, z: d), front face towards
// its normal.
struct Triangle {
  geo::Vec3 p[3];
  unsigned look = 0;  // material and colour
};

std::vector<Triangle> triangles_of(const content::Content& content, const Lot& lot) {
  const PlanePoint corner = frame_corner(lot.front);
  const PlaneVector front = between(corner, lot.front);
  const PlaneVector right = right_of(lot.inward);
  std::vector<Triangle> triangles;
  for (const content::MeshPage& page : content.mesh_pages) {
    for (std::size_t index = 0; index + 2 < page.indices.size(); index += 3) {
      Triangle triangle;
      for (unsigned point = 0; point < 3; ++point) {
        const content::Vertex& v = page.vertices[page.indices[index + point]];
        const PlaneVector at = PlaneVector{base::from_mm(v.x_mm), base::from_mm(v.z_mm)} - front;
        triangle.look = (static_cast<unsigned>(v.material) << 8) | v.palette;
        triangle.p[point] = {dot(at, right), base::from_mm(v.y_mm), dot(at, lot.inward)};
      }
      triangles.push_back(triangle);
    }
  }
  return triangles;
}

struct Box {
  geo::Vec3 low{1e9, 1e9, 1e9};
  geo::Vec3 high{-1e9, -1e9, -1e9};
};

Box box_of(const std::vector<Triangle>& triangles) {
  Box box;
  for (const Triangle& triangle : triangles) {
    for (const geo::Vec3& p : triangle.p) {
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
    }
  }
  return box;
}

BuildingStyle style_at(unsigned index) {
  return static_cast<BuildingStyle>(index);
}

std::string name_of(unsigned index) {
  return style_name(style_at(index));
}

// The front silhouette on square cells, the lot's width across 32 of them (and a margin of two on
// both sides for what stands out), from the ground up.
constexpr unsigned k_lot_cells = 32;
constexpr unsigned k_columns = k_lot_cells + 4;
constexpr unsigned k_rows = 420;
using Silhouette = std::vector<float>;  // k_rows * k_columns, share of keys that cover a cell

void add_silhouette(Silhouette& sum, const std::vector<Triangle>& triangles, const Lot& lot,
                    float weight) {
  const double cell_m = 2.0 * lot.half_width_m / k_lot_cells;
  // From the street's level, so that foundations on a slope are not part of the shape.
  const Ground ground(k_seed);
  const double foot = base::from_mm(ground.height_mm(lot.front));
  std::vector<bool> hit(k_rows * k_columns, false);
  for (const Triangle& t : triangles) {
    double x[3];
    double y[3];
    for (unsigned point = 0; point < 3; ++point) {
      x[point] = t.p[point].x / cell_m + k_columns * 0.5;
      y[point] = (t.p[point].y - foot) / cell_m;
    }
    const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (std::fabs(area) < 1e-9) continue;
    const int row0 = std::max(0, static_cast<int>(std::floor(std::min({y[0], y[1], y[2]}))));
    const int row1 = std::min(static_cast<int>(k_rows) - 1,
                              static_cast<int>(std::floor(std::max({y[0], y[1], y[2]}))));
    const int column0 = std::max(0, static_cast<int>(std::floor(std::min({x[0], x[1], x[2]}))));
    const int column1 = std::min(static_cast<int>(k_columns) - 1,
                                 static_cast<int>(std::floor(std::max({x[0], x[1], x[2]}))));
    for (int row = row0; row <= row1; ++row) {
      for (int column = column0; column <= column1; ++column) {
        const double px = column + 0.5;
        const double py = row + 0.5;
        bool inside = true;
        for (unsigned side = 0; side < 3; ++side) {
          const unsigned next = (side + 1) % 3;
          const double cross =
              (x[next] - x[side]) * (py - y[side]) - (y[next] - y[side]) * (px - x[side]);
          inside = inside && cross * area >= 0;
        }
        if (inside)
          hit[static_cast<unsigned>(row) * k_columns + static_cast<unsigned>(column)] = true;
      }
    }
  }
  for (std::size_t cell = 0; cell < hit.size(); ++cell) sum[cell] += hit[cell] ? weight : 0.0f;
}

// The share of the two shapes together that they do not have in common: 0 equal, 1 disjoint.
double difference(const Silhouette& a, const Silhouette& b) {
  double apart = 0;
  double together = 0;
  for (std::size_t cell = 0; cell < a.size(); ++cell) {
    apart += std::fabs(static_cast<double>(a[cell]) - static_cast<double>(b[cell]));
    together += static_cast<double>(std::max(a[cell], b[cell]));
  }
  return together > 0 ? apart / together : 0;
}

}  // namespace

TEST_CASE("styles: the front silhouettes of the seventeen differ pairwise") {
  // A lot of 14.6 m has cells of 0.46 m. The bound is an eighth of the joint area: more than the
  // eye needs to tell two outlines apart, and more than one style's own keys differ in the mean
  // when they are split in two halves, which is checked beside it.
  constexpr double k_bound = 0.125;
  constexpr unsigned k_keys = 12;
  std::vector<Silhouette> shapes;
  double own_worst = 0;
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    Silhouette halves[2];
    for (unsigned half = 0; half < 2; ++half) {
      halves[half].assign(k_rows * k_columns, 0.0f);
      for (std::uint64_t key = 0; key < k_keys; ++key) {
        Lot lot = lot_of(style_at(index), 2 * key + half);
        lot.density = (static_cast<double>(key) + 0.5) / k_keys;
        add_silhouette(halves[half], triangles_of(built(lot, 0), lot), lot, 1.0f / k_keys);
      }
    }
    own_worst = std::max(own_worst, difference(halves[0], halves[1]));
    Silhouette mean(k_rows * k_columns, 0.0f);
    for (std::size_t cell = 0; cell < mean.size(); ++cell) {
      mean[cell] = (halves[0][cell] + halves[1][cell]) * 0.5f;
    }
    shapes.push_back(mean);
  }
  MESSAGE("largest difference between two halves of one style's keys: " << own_worst);
  double closest = 1;
  for (unsigned a = 0; a < shapes.size(); ++a) {
    for (unsigned b = a + 1; b < shapes.size(); ++b) {
      const double apart = difference(shapes[a], shapes[b]);
      closest = std::min(closest, apart);
      if (apart < 0.2) {
        MESSAGE(name_of(a) << " " << name_of(b) << " " << apart);
      }
      INFO(name_of(a) << " and " << name_of(b));
      CHECK(apart > k_bound);
    }
  }
  MESSAGE("closest pair of styles: " << closest);
  CHECK(own_worst < k_bound);
}

namespace {

struct Sight {
  bool met = false;
  bool front = false;
  geo::Vec3 place;
};

// The first surface that an eye meets on the way to a place and beyond.
Sight look(const std::vector<Triangle>& triangles, geo::Vec3 eye, geo::Vec3 forward) {
  double nearest = 1e9;
  Sight sight;
  for (const Triangle& t : triangles) {
    const geo::Vec3 e1 = t.p[1] - t.p[0];
    const geo::Vec3 e2 = t.p[2] - t.p[0];
    const geo::Vec3 q = cross(forward, e2);
    const double det = dot(e1, q);
    if (std::fabs(det) < 1e-12) continue;
    const geo::Vec3 s = eye - t.p[0];
    const double u = dot(s, q) / det;
    if (u < 0 || u > 1) continue;
    const geo::Vec3 r = cross(s, e1);
    const double v = dot(forward, r) / det;
    if (v < 0 || u + v > 1) continue;
    const double distance = dot(e2, r) / det;
    if (distance < 0) continue;
    // The lot's frame (right, up, inward) is left-handed: a front turns the other way.
    const bool front = dot(cross(e1, e2), forward) > 0;
    // Sheets that are seen from both sides lie in one plane: the side towards the eye wins.
    if (distance < nearest - 1e-6 || (distance < nearest + 1e-6 && front)) {
      nearest = distance;
      sight = {true, front, eye + forward * distance};
    }
  }
  return sight;
}

std::string text_of(geo::Vec3 p) {
  return "(" + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + ") ";
}

}  // namespace

TEST_CASE("styles: no line of sight ends on the back of a surface") {
  // Rays from outside towards the building: the first surface met must face the eye. A hole, an
  // open end or a face turned inside out shows as a back.
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    for (const std::uint8_t lod : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
      unsigned rays = 0;
      unsigned backs = 0;
      std::string where;
      for (std::uint64_t key = 1; key <= 2; ++key) {
        const Lot lot = lot_of(style_at(index), key);
        const std::vector<Triangle> triangles = triangles_of(built(lot, lod), lot);
        const Box box = box_of(triangles);
        const geo::Vec3 size = box.high - box.low;
        const double street_y = base::from_mm(Ground(k_seed).height_mm(lot.front));
        for (std::uint64_t ray = 0; ray < 500; ++ray) {
          const std::uint64_t own = base::hash(key, index, ray);
          const auto draw = [&](unsigned salt) { return base::draw_unit(base::hash(own, salt)); };
          const geo::Vec3 target{box.low.x + size.x * draw(1),
                                 street_y + 0.6 + (box.high.y - street_y - 0.6) * draw(2),
                                 box.low.z + size.z * draw(3)};
          // From every side and above, and every other time from the street.
          geo::Vec3 eye{target.x + 400.0 * (draw(4) - 0.5), target.y + 200.0 * draw(5),
                        target.z + 400.0 * (draw(6) - 0.5)};
          if (ray % 2 == 0) {
            eye = {30.0 * (draw(4) - 0.5), street_y + 1.7, -1.5 - 25.0 * draw(6)};
          }
          const Sight sight = look(triangles, eye, geo::normalised(target - eye));
          if (!sight.met) continue;
          rays += 1;
          if (sight.front) continue;
          backs += 1;
          if (where.size() < 300) where += text_of(sight.place - geo::Vec3{0, street_y, 0});
        }
      }
      INFO(name_of(index) << " at level " << int{lod} << ": " << backs << " of " << rays
                          << " rays, at " << where);
      CHECK(rays > 100);
      CHECK(backs * 200 <= rays);  // half a per cent: grazing hits on edges
    }
  }
}

namespace {

// A triangle on the plane that it shares with another, shrunk so that touching edges do not count.
struct FlatTriangle {
  double x[3];
  double y[3];
};

FlatTriangle flattened(const Triangle& t, geo::Vec3 u, geo::Vec3 v) {
  const geo::Vec3 centre = (t.p[0] + t.p[1] + t.p[2]) * (1.0 / 3.0);
  FlatTriangle flat{};
  for (unsigned point = 0; point < 3; ++point) {
    const geo::Vec3 way = centre - t.p[point];
    const geo::Vec3 p = t.p[point] + way * std::min(0.5, 0.02 / std::max(1e-9, geo::length(way)));
    flat.x[point] = dot(p, u);
    flat.y[point] = dot(p, v);
  }
  return flat;
}

bool apart_along(const FlatTriangle& a, const FlatTriangle& b) {
  for (unsigned side = 0; side < 3; ++side) {
    const unsigned next = (side + 1) % 3;
    const unsigned other = (side + 2) % 3;
    const double nx = a.y[side] - a.y[next];
    const double ny = a.x[next] - a.x[side];
    const auto height = [&](double x, double y) {
      return (x - a.x[side]) * nx + (y - a.y[side]) * ny;
    };
    const double own = height(a.x[other], a.y[other]) > 0 ? 1.0 : -1.0;
    bool outside = true;
    for (unsigned point = 0; point < 3; ++point) {
      outside = outside && own * height(b.x[point], b.y[point]) <= 0;
    }
    if (outside) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("styles: no two surfaces of different looks share a plane where both are seen") {
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    unsigned fights = 0;
    std::string where;
    for (std::uint64_t key = 1; key <= 3; ++key) {
      const Lot lot = lot_of(style_at(index), key);
      const std::vector<Triangle> triangles = triangles_of(built(lot, 0), lot);
      const double street_y = base::from_mm(Ground(k_seed).height_mm(lot.front));
      std::vector<geo::Vec3> normals;
      for (const Triangle& t : triangles) {
        normals.push_back(geo::normalised(cross(t.p[1] - t.p[0], t.p[2] - t.p[0])));
      }
      for (std::size_t a = 0; a < triangles.size(); ++a) {
        const geo::Vec3 n = normals[a];
        const geo::Vec3 u = geo::normalised(
            cross(n, std::fabs(n.y) > 0.9 ? geo::Vec3{1, 0, 0} : geo::Vec3{0, 1, 0}));
        const geo::Vec3 v = cross(n, u);
        for (std::size_t b = a + 1; b < triangles.size(); ++b) {
          if (triangles[a].look == triangles[b].look) continue;
          if (dot(n, normals[b]) < 0.9999) continue;
          if (std::fabs(dot(n, triangles[b].p[0] - triangles[a].p[0])) > 0.015) continue;
          const FlatTriangle first = flattened(triangles[a], u, v);
          const FlatTriangle second = flattened(triangles[b], u, v);
          if (apart_along(first, second) || apart_along(second, first)) continue;
          const geo::Vec3 at =
              (triangles[b].p[0] + triangles[b].p[1] + triangles[b].p[2]) * (1.0 / 3.0);
          // What lies behind something else fights unseen. The frame is left-handed: -n looks out.
          const Sight sight = look(triangles, at - n * 30.0, n);
          if (!sight.met || geo::length(sight.place - at) > 0.05) continue;
          fights += 1;
          if (where.size() < 400) where += text_of(at - geo::Vec3{0, street_y, 0});
        }
      }
    }
    INFO(name_of(index) << ": " << fights << " pairs, at " << where);
    CHECK(fights == 0);
  }
}

TEST_CASE("styles: buildings stay on their lot but for what may hang over the pavement") {
  constexpr double k_overhang_m = 1.2;
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    for (std::uint64_t key = 0; key < 12; ++key) {
      Lot lot = lot_of(style_at(index), key);
      // Narrow and shallow lots too: the least that the lot plan gives.
      if (key % 4 == 1) lot.half_width_m = 3.6;
      if (key % 4 == 2) lot.depth_m = 7.0;
      for (const std::uint8_t lod : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
        const content::Content content = built(lot, lod);
        const Box box = box_of(triangles_of(content, lot));
        INFO(name_of(index) << " key " << key << " level " << int{lod});
        CHECK(box.low.x >= -lot.half_width_m - k_overhang_m - 0.002);
        CHECK(box.high.x <= lot.half_width_m + k_overhang_m + 0.002);
        CHECK(box.low.z >= -k_overhang_m - 0.002);
        CHECK(box.high.z <= lot.depth_m + k_overhang_m + 0.002);
        // What stands on the lot reaches into the ground everywhere.
        const Ground ground(k_seed);
        CHECK(box.low.y < base::from_mm(ground.height_mm(lot.front)) - 0.4);
        for (const content::Collider& collider : content.colliders) {
          CHECK(collider.half_across_mm <= base::to_mm32(lot.half_width_m) + 2);
          CHECK(collider.half_along_mm * 2 <= base::to_mm32(lot.depth_m) + 2);
          CHECK(collider.height_mm > 0);
        }
        CHECK(!content.colliders.empty());
      }
    }
  }
}

TEST_CASE("styles: corner lots of five points hold every style") {
  Ring kite;
  kite.count = 5;
  kite.points[0] = {-2.1, 0};
  kite.points[1] = {2.1, 0};
  kite.points[2] = {11.0, 9.5};
  kite.points[3] = {0.4, 20.0};
  kite.points[4] = {-10.5, 9.0};
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    const Lot lot = lot_of(style_at(index), 5);
    const std::vector<Triangle> triangles = triangles_of(built(lot, 0, kite), lot);
    const Ring reach = inset(kite, -1.75);  // an overhang of 1.2 m, in a corner's diagonal
    unsigned outside = 0;
    for (const Triangle& triangle : triangles) {
      for (const geo::Vec3& p : triangle.p) {
        if (!holds(reach, {p.x, p.z})) outside += 1;
      }
    }
    INFO(name_of(index));
    CHECK(triangles.size() > 300);
    CHECK(outside == 0);
  }
}

TEST_CASE("styles: each level has fewer vertices and keeps the outline") {
  constexpr unsigned k_keys = 24;
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    std::vector<std::size_t> counts[3];
    double worst[3] = {0, 0, 0};
    for (std::uint64_t key = 0; key < k_keys; ++key) {
      const Lot lot = lot_of(style_at(index), key);
      Silhouette full(k_rows * k_columns, 0.0f);
      for (std::uint8_t lod = 0; lod < 3; ++lod) {
        const content::Content content = built(lot, lod);
        counts[lod].push_back(content.vertex_count());
        Silhouette shape(k_rows * k_columns, 0.0f);
        add_silhouette(shape, triangles_of(content, lot), lot, 1.0f);
        if (lod == 0) full = shape;
        worst[lod] = std::max(worst[lod], difference(full, shape));
      }
    }
    std::size_t median[3];
    for (unsigned lod = 0; lod < 3; ++lod) {
      std::sort(counts[lod].begin(), counts[lod].end());
      median[lod] = counts[lod][k_keys / 2];
    }
    INFO(name_of(index) << ": " << median[0] << ", " << median[1] << ", " << median[2]
                        << " vertices, outline apart by " << worst[1] << " and " << worst[2]);
    CHECK(median[0] >= 1500);
    CHECK(counts[0].back() <= (style_at(index) == BuildingStyle::ArtDecoSupertall ? 8000u : 5200u));
    CHECK(median[1] <= 450);
    CHECK(median[2] >= 30);
    // A colonnade has its columns even from afar.
    CHECK(median[2] <= (style_at(index) == BuildingStyle::Colonnade ? 240u : 165u));
    CHECK(worst[1] < 0.13);
    CHECK(worst[2] < 0.17);
  }
}

TEST_CASE("styles: a building is a function of its lot alone, and colliders of no level") {
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    const Lot lot = lot_of(style_at(index), 9);
    CHECK(content::digest(built(lot, 0)) == content::digest(built(lot, 0)));
    // Neighbouring lots of one style differ: by storeys, colours or shape.
    std::vector<std::uint64_t> digests;
    for (std::uint64_t step = 0; step < 12; ++step) {
      Lot other = lot;
      other.key += step;
      digests.push_back(content::digest(built(other, 0)));
    }
    std::sort(digests.begin(), digests.end());
    const auto distinct = std::unique(digests.begin(), digests.end()) - digests.begin();
    INFO(name_of(index) << ": " << distinct << " different of 12");
    CHECK(distinct >= 8);
    const content::Content full = built(lot, 0);
    for (const std::uint8_t lod : {std::uint8_t{1}, std::uint8_t{2}}) {
      const content::Content less = built(lot, lod);
      REQUIRE(less.colliders.size() == full.colliders.size());
      for (std::size_t box = 0; box < full.colliders.size(); ++box) {
        CHECK(less.colliders[box].height_mm == full.colliders[box].height_mm);
        CHECK(less.colliders[box].x_mm == full.colliders[box].x_mm);
      }
    }
  }
}

TEST_CASE("styles: storeys keep to the table, towers of the second row to their district") {
  const StyleRanges& brutalist = ranges_of(BuildingStyle::BrutalistTower);
  CHECK(brutalist.storeys_low == 12);
  CHECK(brutalist.storeys_high == 24);
  CHECK(brutalist.storey_m == doctest::Approx(3.6));
  CHECK(brutalist.lobby_m == doctest::Approx(4.6));
  for (unsigned index = 0; index < k_building_style_count; ++index) {
    const StyleRanges& ranges = ranges_of(style_at(index));
    // Facades hold a storey's height in whole decimetres.
    CHECK(std::fabs(ranges.storey_m * 10.0 - std::floor(ranges.storey_m * 10.0 + 0.5)) < 1e-9);
    unsigned lowest = 1000;
    unsigned highest = 0;
    for (std::uint64_t key = 0; key < 400; ++key) {
      Lot lot = lot_of(style_at(index), key);
      lot.density = key % 2 == 0 ? 0.0 : 1.0;
      const Design design = design_of(lot);
      lowest = std::min(lowest, design.storeys);
      highest = std::max(highest, design.storeys);
      lot.backdrop = true;
      const DistrictTraits& traits = traits_of(lot.district);
      if (traits.backdrop_high_m <= 0) continue;
      const double height_m = design_of(lot).storeys * ranges.storey_m + ranges.lobby_m;
      INFO(name_of(index) << " in " << traits.name << ": " << height_m);
      CHECK(height_m >= std::min(traits.backdrop_low_m, 3 * ranges.storey_m) - ranges.storey_m);
      CHECK(height_m <= std::max(traits.backdrop_high_m, 3 * ranges.storey_m + ranges.lobby_m) +
                            ranges.storey_m);
    }
    INFO(name_of(index));
    CHECK(lowest >= ranges.storeys_low);
    CHECK(lowest <= ranges.storeys_low + (ranges.storeys_high - ranges.storeys_low) / 4 + 1);
    CHECK(highest <= ranges.storeys_high);
    CHECK(highest + (ranges.storeys_high - ranges.storeys_low) / 4 + 1 >= ranges.storeys_high);
  }
}

}  // namespace terrane::city
