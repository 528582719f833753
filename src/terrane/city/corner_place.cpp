#include "terrane/city/corner_place.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/park_features.h"
#include "terrane/city/plinth.h"
#include "terrane/city/roadside.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

using content::InstanceKind;
using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr double k_cover_lift_m = 0.03;
constexpr double k_path_lift_m = 0.05;
constexpr double k_part_m = 7.0;  // what follows the swells is cut into parts no longer
constexpr double k_below_m = 0.3;
constexpr double k_path_m = 2.2;
constexpr double k_middle_m = 2.8;        // radius of what lies in the middle
constexpr double k_middle_room_m = 11.0;  // the plot's least width for a middle of its own
constexpr double k_path_room_m = 7.0;

LotPoint blend(LotPoint a, LotPoint b, double share) {
  return {a.a + (b.a - a.a) * share, a.d + (b.d - a.d) * share};
}

unsigned parts_of(double size_m) {
  return 1 + static_cast<unsigned>(size_m / k_part_m);
}

// A wall or hedge round a plot.
struct Border {
  double width_m = 0;
  double high_m = 0;  // above the sidewalks
  double gap_m = 0;   // half of the opening in the middle of the front
  Surface surface;
};

class PlaceBuilder {
 public:
  PlaceBuilder(PieceWriter& out, const CornerLot& site, std::uint64_t key)
      : out_(out),
        kit_(SolidKit::on_ground(out, site.lot.front, site.lot.inward, 0)),
        lot_(site.lot),
        key_(key),
        ring_(inset(site.footprint, 0.4)) {
    if (ring_.count == 0) return;
    middle_ = middle_of(ring_);
    room_m_ = narrowest_m(ring_);
  }

  void build(CornerPlace place) {
    if (ring_.count == 0) return;
    switch (place) {
      case CornerPlace::Lawn:
        return build_lawn();
      case CornerPlace::Square:
        return build_square();
      case CornerPlace::WalledGarden:
        return build_walled_garden();
      case CornerPlace::HedgeGarden:
        return build_hedge_garden();
    }
  }

 private:
  GroundCorner ground(LotPoint p, double lift_m) const {
    return {kit_.world(p.a, p.d), k_sidewalk_lift_m + lift_m, 236, 0, 0};
  }
  Vec3 spot(LotPoint p, double lift_m) const {
    return {p.a, kit_.ground_above_floor_m(p.a, p.d) + k_sidewalk_lift_m + lift_m, p.d};
  }
  PlanePoint world(LotPoint p) const { return kit_.world(p.a, p.d); }
  LotPoint front() const { return blend(ring_.points[0], ring_.points[1], 0.5); }

  // A sheet over a ring, in rings round its middle.
  void cover(const Ring& ring, double lift_m, const Surface& surface) {
    const LotPoint centre = middle_of(ring);
    double reach_m = 0;
    for (unsigned point = 0; point < ring.count; ++point) {
      reach_m = std::max(reach_m, size_of(minus(ring.points[point], centre)));
    }
    const unsigned rings = parts_of(reach_m);
    for (unsigned side = 0; side < ring.count; ++side) {
      const LotPoint p = ring.points[side];
      const LotPoint q = ring.points[(side + 1) % ring.count];
      const unsigned parts = parts_of(size_of(minus(q, p)));
      for (unsigned part = 0; part < parts; ++part) {
        const LotPoint from = blend(p, q, static_cast<double>(part) / parts);
        const LotPoint to = blend(p, q, static_cast<double>(part + 1) / parts);
        for (unsigned step = 0; step < rings; ++step) {
          const double inner = static_cast<double>(step) / rings;
          const double outer = static_cast<double>(step + 1) / rings;
          const GroundCorner a = ground(blend(centre, from, inner), lift_m);
          const GroundCorner b = ground(blend(centre, from, outer), lift_m);
          const GroundCorner c = ground(blend(centre, to, outer), lift_m);
          if (step == 0) {
            out_.ground_triangle(a, b, c, surface);
          } else {
            out_.ground_quad(a, b, c, ground(blend(centre, to, inner), lift_m), surface);
          }
        }
      }
    }
  }

  void cover_with(Material material, std::uint8_t colour) {
    cover(ring_, k_cover_lift_m,
          ground_surface(material, colour, content::k_ground_layer_land_cover));
  }

  // One stretch of a border, between shares of a side.
  void stretch(const Ring& inner, unsigned side, double from, double to, const Border& border,
               bool from_ends, bool to_ends) {
    const unsigned next = (side + 1) % ring_.count;
    const LotPoint way = minus(ring_.points[next], ring_.points[side]);
    const Vec3 facing{way.d, 0, -way.a};
    const unsigned parts = parts_of(size_of(way) * (to - from));
    for (unsigned part = 0; part < parts; ++part) {
      const double s0 = from + (to - from) * part / parts;
      const double s1 = from + (to - from) * (part + 1) / parts;
      const LotPoint out0 = blend(ring_.points[side], ring_.points[next], s0);
      const LotPoint out1 = blend(ring_.points[side], ring_.points[next], s1);
      const LotPoint in0 = blend(inner.points[side], inner.points[next], s0);
      const LotPoint in1 = blend(inner.points[side], inner.points[next], s1);
      const auto face = [&](LotPoint p, LotPoint q, Vec3 towards) {
        kit_.panel(spot(p, -k_below_m), spot(q, -k_below_m), spot(q, border.high_m),
                   spot(p, border.high_m), towards, border.surface);
      };
      face(out0, out1, facing);
      face(in0, in1, -facing);
      kit_.panel(spot(out0, border.high_m), spot(out1, border.high_m), spot(in1, border.high_m),
                 spot(in0, border.high_m), {0, 1, 0}, border.surface);
      const Vec3 along{way.a, 0, way.d};
      if (part == 0 && from_ends) face(out0, in0, -along);
      if (part + 1 == parts && to_ends) face(out1, in1, along);
    }
    collide(blend(ring_.points[side], ring_.points[next], from),
            blend(ring_.points[side], ring_.points[next], to), border);
  }

  void collide(LotPoint from, LotPoint to, const Border& border) {
    if (border.high_m < 0.4) return;
    const PlaneVector way = between(world(from), world(to));
    const double size_m = length(way);
    if (size_m < 0.1) return;
    const PlanePoint middle = moved(world(from), way * 0.5);
    SolidKit wall(out_, middle, way * (1.0 / size_m),
                  std::min(out_.ground_m(world(from)), out_.ground_m(world(to))));
    // The plot lies to the left of its sides.
    wall.collide({-border.width_m, 0, -size_m * 0.5},
                 {0, k_sidewalk_lift_m + border.high_m, size_m * 0.5});
  }

  void enclose(const Border& border) {
    const Ring inner = inset(ring_, border.width_m);
    if (inner.count != ring_.count) return;
    const double front_m = size_of(minus(ring_.points[1], ring_.points[0]));
    const double gap = std::min(0.5, border.gap_m / front_m);
    for (unsigned side = 0; side < ring_.count; ++side) {
      if (side > 0 || gap <= 0) {
        stretch(inner, side, 0, 1, border, false, false);
      } else if (gap < 0.48) {
        stretch(inner, side, 0, 0.5 - gap, border, false, true);
        stretch(inner, side, 0.5 + gap, 1, border, true, false);
      }
    }
  }

  // From the middle of the front to the middle of the plot.
  void path_to_middle(double until_m, const Surface& surface) {
    const LotPoint from = front();
    const LotPoint way = minus(middle_, from);
    const double size_m = size_of(way) - until_m;
    if (size_m < 1.0) return;
    const double unit = 1.0 / size_of(way);
    const LotPoint across{-way.d * unit * k_path_m * 0.5, way.a * unit * k_path_m * 0.5};
    const unsigned parts = parts_of(size_m);
    const auto at = [&](unsigned part, double side) {
      const double share = size_m * part / parts * unit;
      return ground(
          {from.a + way.a * share + across.a * side, from.d + way.d * share + across.d * side},
          k_path_lift_m);
    };
    for (unsigned part = 0; part < parts; ++part) {
      out_.ground_quad(at(part, -1), at(part + 1, -1), at(part + 1, 1), at(part, 1), surface);
    }
  }

  void tree(LotPoint place, double smallest, double largest, std::uint64_t key) {
    out_.instance(InstanceKind::BroadleafTree, world(place), k_sidewalk_lift_m,
                  base::draw_between(base::hash(key, 1), 0.0, 6.28),
                  base::draw_between(base::hash(key, 2), smallest, largest),
                  draw_leaf_colour(base::hash(key, 3)),
                  static_cast<std::uint16_t>(base::draw_index(base::hash(key, 4), 8)));
  }
  void bush(LotPoint place, std::uint64_t key) {
    out_.instance(InstanceKind::Bush, world(place), k_sidewalk_lift_m,
                  base::draw_between(base::hash(key, 1), 0.0, 6.28),
                  base::draw_between(base::hash(key, 2), 0.7, 1.1),
                  draw_leaf_colour(base::hash(key, 3)), 0);
  }
  // Looking towards a place.
  void bench(LotPoint place, LotPoint towards) {
    if (!out_.full_detail()) return;
    const PlaneVector way = between(world(place), world(towards));
    out_.instance(InstanceKind::Bench, world(place), k_sidewalk_lift_m,
                  geo::heading_of({way.x, 0, way.z}), 1.0, palette::k_bark, 0);
  }
  void lamp(LotPoint place) {
    if (out_.lod() == 2) return;
    const PlaneVector way = between(world(place), world(middle_));
    out_.instance(InstanceKind::StreetLamp, world(place), k_sidewalk_lift_m,
                  geo::heading_of({way.x, 0, way.z}), 0.62, palette::k_metal_dark, 0);
  }

  // Trees where the plot's back corners are, and between them where there is room.
  void plant_back(double inset_m, double smallest, double largest) {
    const Ring line = inset(ring_, inset_m);
    for (unsigned point = 2; point < line.count; ++point) {
      const std::uint64_t own = base::hash(key_, 21, point);
      tree(line.points[point], smallest, largest, own);
      const unsigned next = (point + 1) % line.count;
      const bool long_side = size_of(minus(line.points[next], line.points[point])) > 9.0;
      if (next < 2 || !long_side) continue;
      const LotPoint half = blend(line.points[point], line.points[next], 0.5);
      if (base::draw_chance(base::hash(own, 6), 0.6)) {
        tree(half, smallest, largest, base::hash(own, 7));
      } else {
        bush(half, base::hash(own, 8));
      }
    }
  }

  // Benches on both sides of the middle, across from the way in.
  void seats(double away_m) {
    const LotPoint way = minus(middle_, front());
    const double unit = away_m / size_of(way);
    for (const double turn : {-1.0, 1.0}) {
      const LotPoint place{middle_.a - way.d * unit * turn, middle_.d + way.a * unit * turn};
      if (holds(inset(ring_, 0.8), place)) bench(place, middle_);
    }
  }

  // Soil with flowers behind a low rim, or a monument.
  void ornament() {
    const bool monument = room_m_ > 13.0 && base::draw_chance(base::hash(key_, 31), 0.35);
    if (monument) return build_monument(out_, world(middle_), lot_.inward, base::hash(key_, 32));
    SolidKit kit = SolidKit::on_ground(out_, world(middle_), lot_.inward, k_sidewalk_lift_m);
    const Surface stone = solid_surface(Material::Stone, palette::k_sandstone);
    const Surface soil = solid_surface(Material::Soil, palette::k_soil);
    const unsigned sides = out_.full_detail() ? 12 : 6;
    kit.drum({0, -0.6, 0}, 1.75, 1.7, 1.0, sides, stone);
    kit.drum({0, 0.4, 0}, 1.5, 1.4, 0.06, sides, soil);
    kit.collide({-1.3, -0.6, -1.3}, {1.3, 0.5, 1.3});
    if (base::draw_chance(base::hash(key_, 33), 0.5)) {
      tree_in_bed();
    } else if (out_.lod() < 2) {
      flowers(kit);
    }
  }
  void tree_in_bed() {
    out_.instance(InstanceKind::BroadleafTree, world(middle_), k_sidewalk_lift_m + 0.4,
                  base::draw_between(base::hash(key_, 34), 0.0, 6.28),
                  base::draw_between(base::hash(key_, 35), 0.8, 1.05), palette::k_leaf_green,
                  static_cast<std::uint16_t>(base::draw_index(base::hash(key_, 36), 8)));
  }
  void flowers(SolidKit& kit) {
    constexpr std::uint8_t k_colours[] = {36 * 5 + 6 * 4 + 1, 36 * 4 + 6 * 2 + 4,
                                          36 * 5 + 6 * 5 + 4};
    const std::uint8_t colour = k_colours[base::draw_index(base::hash(key_, 37), 3)];
    for (unsigned flower = 0; flower < 10; ++flower) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * flower / 10.0);
      const double away_m = flower % 2 == 0 ? 1.05 : 0.5;
      kit.drum({turn.cos * away_m, 0.42, turn.sin * away_m}, 0.26, 0.1, 0.32, 4,
               solid_surface(Material::Foliage, flower % 2 == 0 ? colour : palette::k_leaf_green));
    }
  }

  void build_lawn() {
    cover_with(Material::Grass, palette::k_grass);
    Border edge{0.22, 0.12, k_path_m * 0.5, solid_surface(Material::Stone, palette::k_limestone)};
    if (out_.lod() < 2) enclose(edge);
    const Surface gravel =
        ground_surface(Material::Paving, palette::k_sand, content::k_ground_layer_path);
    if (room_m_ >= k_middle_room_m) {
      path_to_middle(k_middle_m * 0.9, gravel);
      cover(octagon(middle_, k_middle_m), k_path_lift_m, gravel);
      ornament();
      seats(k_middle_m + 0.3);
    } else if (room_m_ >= k_path_room_m) {
      path_to_middle(0, gravel);
      bench(middle_, front());
    }
    plant_back(2.6, 0.8, 1.2);
  }

  void build_square() {
    Surface paving = paving_surface(base::hash(key_, 41));
    paving.flags = content::k_ground_layer_land_cover;
    cover(ring_, k_cover_lift_m, paving);
    if (room_m_ >= k_middle_room_m) {
      ornament();
      seats(k_middle_m + 0.6);
    } else {
      bench(middle_, front());
    }
    // Trees in boxes along the back, bollards along the front.
    const Ring line = inset(ring_, 2.4);
    const Surface stone = solid_surface(Material::Stone, palette::k_concrete);
    for (unsigned point = 2; point < line.count; ++point) {
      const std::uint64_t own = base::hash(key_, 42, point);
      SolidKit box =
          SolidKit::on_ground(out_, world(line.points[point]), lot_.inward, k_sidewalk_lift_m);
      box.box({-0.9, -0.5, -0.9}, {0.9, 0.45, 0.9}, stone);
      box.collide({-0.9, -0.5, -0.9}, {0.9, 0.5, 0.9});
      tree(line.points[point], 0.7, 0.95, own);
      const unsigned next = (point + 1) % line.count;
      if (next >= 2) bench(blend(line.points[point], line.points[next], 0.5), middle_);
    }
    for (const unsigned point : {0u, 1u}) {
      if (line.count > 0) lamp(inset(ring_, 0.8).points[point]);
    }
    const double front_m = size_of(minus(ring_.points[1], ring_.points[0]));
    const unsigned bollards = 2 + static_cast<unsigned>(front_m / 2.2);
    for (unsigned bollard = 0; bollard < bollards && out_.full_detail(); ++bollard) {
      const double share = (bollard + 0.5) / bollards;
      out_.instance(InstanceKind::Bollard, world(blend(ring_.points[0], ring_.points[1], share)),
                    k_sidewalk_lift_m, 0.0, 1.0, palette::k_metal_dark, 0);
    }
  }

  // Piers beside an opening in the front, and two leaves of bars between them.
  void build_gate(const Border& wall) {
    const LotPoint way = minus(ring_.points[1], ring_.points[0]);
    SolidKit gate(out_, world(front()),
                  normalised(between(world(ring_.points[0]), world(ring_.points[1]))),
                  out_.ground_m(world(front())) + k_sidewalk_lift_m);
    if (size_of(way) < 2.0 * wall.gap_m + 1.0) return;
    const Surface cap = solid_surface(Material::Stone, palette::k_limestone);
    const Surface iron = solid_surface(Material::Metal, palette::k_metal_dark);
    for (const double side : {-1.0, 1.0}) {
      const double z = side * (wall.gap_m + 0.25);
      gate.box({-0.6, -0.6, z - 0.3}, {0.1, wall.high_m + 0.35, z + 0.3}, wall.surface);
      if (out_.lod() < 2) {
        gate.box({-0.68, wall.high_m + 0.35, z - 0.38}, {0.18, wall.high_m + 0.5, z + 0.38}, cap,
                 k_box_all);
      }
    }
    gate.collide({-0.3, -0.3, -wall.gap_m}, {-0.2, wall.high_m, wall.gap_m});
    if (out_.lod() == 2) return;
    const double pitch_m = out_.full_detail() ? 0.22 : 0.6;
    for (double z = -wall.gap_m + 0.05; z < wall.gap_m; z += pitch_m) {
      gate.box({-0.27, -0.1, z}, {-0.23, wall.high_m, z + 0.04}, iron);
    }
    for (const double y : {0.15, wall.high_m - 0.2}) {
      gate.box({-0.28, y, -wall.gap_m}, {-0.22, y + 0.08, wall.gap_m}, iron, k_box_all);
    }
  }

  void build_walled_garden() {
    cover_with(Material::Grass, palette::k_grass);
    const bool brick = base::draw_chance(base::hash(key_, 51), 0.6);
    Border wall{
        0.4, 1.75, 0.9,
        solid_surface(Material::Stone, brick ? palette::k_brick_red : palette::k_limestone)};
    enclose(wall);
    build_gate(wall);
    if (room_m_ >= k_path_room_m) {
      path_to_middle(0.2, ground_surface(Material::Paving, palette::k_paving_warm,
                                         content::k_ground_layer_path));
    }
    plant_back(3.0, 0.85, 1.25);
    for (unsigned plant = 0; plant < 5; ++plant) {
      const std::uint64_t own = base::hash(key_, 52, plant);
      const Ring line = inset(ring_, 1.4);
      if (line.count == 0) return;
      const unsigned side = 1 + base::draw_index(base::hash(own, 1), line.count - 1);
      bush(blend(line.points[side], line.points[(side + 1) % line.count],
                 base::draw_between(base::hash(own, 2), 0.15, 0.85)),
           own);
    }
  }

  void build_hedge_garden() {
    cover_with(Material::Grass, palette::k_grass);
    Border hedge{0.7, 0.95, 1.1, solid_surface(Material::Foliage, palette::k_leaf_dark)};
    enclose(hedge);
    const Surface gravel =
        ground_surface(Material::Paving, palette::k_sand, content::k_ground_layer_path);
    if (room_m_ >= k_middle_room_m) {
      path_to_middle(k_middle_m * 0.9, gravel);
      cover(octagon(middle_, k_middle_m), k_path_lift_m, gravel);
      ornament();
      seats(k_middle_m - 0.2);
    } else if (room_m_ >= k_path_room_m) {
      path_to_middle(0, gravel);
      bench(middle_, front());
    }
    plant_back(3.0, 0.75, 1.05);
  }

  PieceWriter& out_;
  SolidKit kit_;
  const Lot& lot_;
  std::uint64_t key_;
  Ring ring_;
  LotPoint middle_;
  double room_m_ = 0;
};

// By CornerPlace.
std::array<double, k_corner_place_count> weights_of(District district) {
  switch (district) {
    case District::MapleHeights:
      return {0.5, 0.0, 0.1, 0.4};
    case District::BrownstoneRow:
      return {0.3, 0.2, 0.3, 0.2};
    case District::CastIronLofts:
    case District::WestSideWarehouses:
      return {0.25, 0.45, 0.25, 0.05};
    default:
      return {0.3, 0.5, 0.05, 0.15};
  }
}

}  // namespace

const char* corner_place_name(CornerPlace place) {
  constexpr const char* k_names[] = {"lawn", "square", "walled garden", "hedge garden"};
  return k_names[static_cast<unsigned>(place)];
}

CornerPlace draw_corner_place(District district, std::uint64_t key) {
  const std::array<double, k_corner_place_count> weights = weights_of(district);
  double roll = base::draw_unit(key);
  for (unsigned place = 0; place + 1 < k_corner_place_count; ++place) {
    roll -= weights[place];
    if (roll < 0) return static_cast<CornerPlace>(place);
  }
  return CornerPlace::HedgeGarden;
}

void build_corner_place(PieceWriter& out, const CornerLot& site, CornerPlace place,
                        std::uint64_t key) {
  PlaceBuilder(out, site, key).build(place);
}

}  // namespace terrane::city
