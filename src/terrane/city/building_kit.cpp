#include "terrane/city/building_kit.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

// Walls go this far below the lowest ground at their corners: base ground lies 0.4 m lower still.
constexpr double k_foot_margin_m = 0.8;
constexpr double k_buried_most_m = 1.3;

// Baked light: the foot of a wall in a street sees little sky, 24 m up it sees it all.
std::uint8_t wall_light(double y) {
  return static_cast<std::uint8_t>(std::clamp(148.0 + y * 4.5, 148.0, 255.0));
}

std::int16_t to_cm16(double metres) {
  return static_cast<std::int16_t>(base::round_to_integer(std::clamp(metres, -300.0, 300.0) * 100));
}

// Windows repeat along a wall at these distances (metres; render/shaders/facade.frag draws them).
double window_spacing_m(const Surface& facade) {
  switch (static_cast<content::FacadeStyle>(facade.variant)) {
    case content::FacadeStyle::Masonry:
      return 2.1 + 0.4 * (facade.flags & 3u) / 3.0;
    case content::FacadeStyle::Curtain:
      return 1.5;
    case content::FacadeStyle::Ribbon:
      return 1.6;
    case content::FacadeStyle::Residential:
      return 3.3;
    case content::FacadeStyle::Shopfront:
      return 4.2;
    case content::FacadeStyle::Industrial:
      return 4.6;
    case content::FacadeStyle::Blank:
      return 1.0;
  }
  return 1.0;
}

// The length of a wall in its facade's frame: stretched to a whole number of windows, so that none
// is cut at a corner.
double facade_length_m(double width_m, const Surface& surface) {
  if (surface.material != content::Material::Facade) return width_m;
  const double spacing_m = window_spacing_m(surface);
  return std::max(1.0, std::floor(width_m / spacing_m + 0.5)) * spacing_m;
}

double cross_of(LotPoint a, LotPoint b) {
  return a.a * b.d - a.d * b.a;
}
LotPoint minus(LotPoint a, LotPoint b) {
  return {a.a - b.a, a.d - b.d};
}
double size_of(LotPoint a) {
  return std::sqrt(a.a * a.a + a.d * a.d);
}

// A side of a ring moved inward, as a point on it and its direction.
struct Line {
  LotPoint point;
  LotPoint direction;
};

Line moved_side(const Ring& ring, unsigned side, double distance_m) {
  const LotPoint p = ring.points[side];
  const LotPoint way = minus(ring.points[(side + 1) % ring.count], p);
  const double size = size_of(way);
  const LotPoint unit{way.a / size, way.d / size};
  // Counter-clockwise with a to the right and d up the page: inside is to the left.
  return {{p.a - unit.d * distance_m, p.d + unit.a * distance_m}, unit};
}

content::Vertex vertex_of(geo::Vec3 p, content::OctahedralNormal normal, const Surface& surface,
                          std::uint8_t occlusion, std::int16_t u_cm, std::int16_t v_cm) {
  content::Vertex vertex;
  vertex.x_mm = base::to_mm32(p.x);
  vertex.y_mm = base::to_mm32(p.y);
  vertex.z_mm = base::to_mm32(p.z);
  vertex.normal_u = normal.u;
  vertex.normal_v = normal.v;
  vertex.palette = surface.palette;
  vertex.material = surface.material;
  vertex.variant = surface.variant;
  vertex.occlusion = occlusion;
  vertex.u_cm = u_cm;
  vertex.v_cm = v_cm;
  vertex.half_width_dm = surface.half_width_dm;
  vertex.flags = surface.flags;
  return vertex;
}

}  // namespace

Ring rectangle(double a0, double a1, double d0, double d1) {
  Ring ring;
  ring.count = 4;
  ring.points[0] = {a0, d0};
  ring.points[1] = {a1, d0};
  ring.points[2] = {a1, d1};
  ring.points[3] = {a0, d1};
  return ring;
}

Ring chamfered(const Ring& ring, double cut_m) {
  const LotPoint low = ring.points[0];
  const LotPoint high = ring.points[2];
  Ring cut;
  cut.count = 6;
  cut.points[0] = {low.a + cut_m, low.d};
  cut.points[1] = {high.a - cut_m, low.d};
  cut.points[2] = {high.a, low.d + cut_m};
  cut.points[3] = {high.a, high.d};
  cut.points[4] = {low.a, high.d};
  cut.points[5] = {low.a, low.d + cut_m};
  return cut;
}

Ring inset(const Ring& ring, double distance_m) {
  return inset(ring, distance_m, distance_m);
}

Ring inset(const Ring& ring, double front_m, double others_m) {
  Ring result;
  result.count = ring.count;
  for (unsigned corner = 0; corner < ring.count; ++corner) {
    const unsigned before = (corner + ring.count - 1) % ring.count;
    const Line a = moved_side(ring, before, before == 0 ? front_m : others_m);
    const Line b = moved_side(ring, corner, corner == 0 ? front_m : others_m);
    const double denominator = cross_of(a.direction, b.direction);
    if (std::fabs(denominator) < 1e-6) return {};
    const double t = cross_of(minus(b.point, a.point), b.direction) / denominator;
    result.points[corner] = {a.point.a + a.direction.a * t, a.point.d + a.direction.d * t};
  }
  // A side that turned round means that the ring was narrower than the inset.
  for (unsigned side = 0; side < ring.count; ++side) {
    const unsigned next = (side + 1) % ring.count;
    const LotPoint was = minus(ring.points[next], ring.points[side]);
    const LotPoint is = minus(result.points[next], result.points[side]);
    if (was.a * is.a + was.d * is.d <= 0) return {};
  }
  return result;
}

double narrowest_m(const Ring& ring) {
  double narrowest = 1e9;
  for (unsigned side = 0; side < ring.count; ++side) {
    const Line line = moved_side(ring, side, 0);
    double widest = 0;
    for (unsigned point = 0; point < ring.count; ++point) {
      widest = std::max(widest, cross_of(line.direction, minus(ring.points[point], line.point)));
    }
    narrowest = std::min(narrowest, widest);
  }
  return ring.count == 0 ? 0 : narrowest;
}

LotPoint middle_of(const Ring& ring) {
  LotPoint sum;
  for (unsigned point = 0; point < ring.count; ++point) {
    sum.a += ring.points[point].a;
    sum.d += ring.points[point].d;
  }
  return {sum.a / ring.count, sum.d / ring.count};
}

BuildingKit::BuildingKit(PieceWriter& out, const Lot& lot, const Ring& footprint)
    : out_(out), lot_(lot), front_(out.local(lot.front)), right_(right_of(lot.inward)) {
  double low = 1e9;
  double high = -1e9;
  double front_high = -1e9;
  for (unsigned point = 0; point < footprint.count; ++point) {
    const LotPoint p = footprint.points[point];
    const double height = out.ground_m(moved(lot.front, right_ * p.a + lot.inward * p.d));
    low = std::min(low, height);
    high = std::max(high, height);
    if (point < 2) front_high = std::max(front_high, height);
  }
  // Level with the street, unless the land behind rises so far that too much would be buried.
  floor_m_ = std::max(front_high + 0.2, high - k_buried_most_m);
  foot_y_ = low - floor_m_ - k_foot_margin_m;
}

Surface BuildingKit::facade(content::FacadeStyle style, std::uint8_t palette, double storey_m,
                            std::uint64_t key) {
  Surface surface;
  surface.material = content::Material::Facade;
  surface.palette = palette;
  surface.variant = static_cast<std::uint8_t>(style);
  surface.half_width_dm = static_cast<std::uint8_t>(base::round_to_integer(storey_m * 10.0));
  surface.flags = static_cast<std::uint8_t>(base::draw_index(key, 256));
  return surface;
}

void BuildingKit::wall(LotPoint p, LotPoint q, double y0, double y1, const Surface& surface) {
  const LotPoint way = minus(q, p);
  const double width = size_of(way);
  const PlaneVector out = right_ * (way.d / width) - lot_.inward * (way.a / width);
  const content::OctahedralNormal normal = content::encode_octahedral({out.x, 0, out.z});
  const std::uint8_t low = wall_light(y0);
  const std::uint8_t high = wall_light(y1);
  const std::int16_t u = to_cm16(facade_length_m(width, surface));
  const std::int16_t v = to_cm16(y1 - y0);
  out_.mesh().quad(vertex_of(at(p, y0), normal, surface, low, 0, 0),
                   vertex_of(at(q, y0), normal, surface, low, u, 0),
                   vertex_of(at(q, y1), normal, surface, high, u, v),
                   vertex_of(at(p, y1), normal, surface, high, 0, v));
}

void BuildingKit::walls(const Ring& ring, double y0, double y1, const Surface& surface) {
  for (unsigned side = 0; side < ring.count; ++side) {
    wall(ring.points[side], ring.points[(side + 1) % ring.count], y0, y1, surface);
  }
}

void BuildingKit::front_wall(const Ring& ring, double y0, double y1, const Surface& surface) {
  wall(ring.points[0], ring.points[1], y0, y1, surface);
}

void BuildingKit::top(const Ring& ring, double y, const Surface& surface) {
  const content::OctahedralNormal up = content::encode_octahedral({0, 1, 0});
  const auto corner = [&](unsigned point) {
    return vertex_of(at(ring.points[point], y), up, surface, wall_light(y + 4.0), 0, 0);
  };
  unsigned second = 1;
  for (; second + 2 < ring.count; second += 2) {
    out_.mesh().quad(corner(0), corner(second), corner(second + 1), corner(second + 2));
  }
  if (second + 1 < ring.count) out_.mesh().triangle(corner(0), corner(second), corner(second + 1));
}

void BuildingKit::block(const Ring& ring, double y0, double y1, const Surface& surface,
                        bool soffit) {
  walls(ring, y0, y1, surface);
  top(ring, y1, surface);
  if (!soffit) return;
  const content::OctahedralNormal down = content::encode_octahedral({0, -1, 0});
  const auto corner = [&](unsigned point) {
    return vertex_of(at(ring.points[point], y0), down, surface, 120, 0, 0);
  };
  for (unsigned second = 1; second + 1 < ring.count; ++second) {
    out_.mesh().triangle(corner(0), corner(second + 1), corner(second));
  }
}

void BuildingKit::frame(const Ring& outer, const Ring& inner, double y, bool up, std::uint8_t light,
                        const Surface& surface) {
  const content::OctahedralNormal normal = content::encode_octahedral({0, up ? 1.0 : -1.0, 0});
  for (unsigned side = 0; side < outer.count; ++side) {
    const unsigned next = (side + 1) % outer.count;
    const auto corner = [&](LotPoint p) {
      return vertex_of(at(p, y), normal, surface, light, 0, 0);
    };
    const content::Vertex a = corner(outer.points[side]);
    const content::Vertex b = corner(outer.points[next]);
    const content::Vertex c = corner(inner.points[next]);
    const content::Vertex d = corner(inner.points[side]);
    if (up) {
      out_.mesh().quad(a, b, c, d);
    } else {
      out_.mesh().quad(d, c, b, a);
    }
  }
}

void BuildingKit::band(const Ring& ring, double y0, double y1, double projection_m,
                       const Surface& surface) {
  const Ring wide = inset(ring, -projection_m);
  if (wide.count == 0) return;
  walls(wide, y0, y1, surface);
  frame(wide, ring, y1, true, wall_light(y1 + 4.0), surface);
  frame(wide, ring, y0, false, 120, surface);
}

void BuildingKit::parapet_roof(const Ring& ring, double y, double parapet_m, const Surface& roof,
                               const Surface& parapet) {
  constexpr double k_thickness_m = 0.35;
  const Ring inner = full_detail() ? inset(ring, k_thickness_m) : Ring{};
  if (inner.count == 0) {
    top(ring, y, roof);
    return;
  }
  walls(ring, y, y + parapet_m, parapet);
  top(inner, y, roof);
  for (unsigned side = 0; side < ring.count; ++side) {
    const unsigned next = (side + 1) % ring.count;
    wall(inner.points[next], inner.points[side], y, y + parapet_m, parapet);
  }
  frame(ring, inner, y + parapet_m, true, 255, parapet);
}

void BuildingKit::piers(const Ring& ring, double y0, double y1, const Surface& facade,
                        unsigned windows, double width_m, double relief_m, const Surface& surface) {
  for (unsigned side = 0; side < ring.count; ++side) {
    const LotPoint p = ring.points[side];
    const LotPoint way = minus(ring.points[(side + 1) % ring.count], p);
    const double size = size_of(way);
    const double spacing_m = window_spacing_m(facade);
    const double columns = facade_length_m(size, facade) / spacing_m;
    if (columns < windows) continue;
    const LotPoint unit{way.a / size, way.d / size};
    const LotPoint out{unit.d * relief_m, -unit.a * relief_m};
    const double half = width_m * 0.5;
    for (double column = 0; column < columns + windows - 0.5; column += windows) {
      const double place = size * std::min(1.0, column / columns);
      const double centre = std::clamp(place, half, size - half);
      const LotPoint left{p.a + unit.a * (centre - half), p.d + unit.d * (centre - half)};
      const LotPoint right{p.a + unit.a * (centre + half), p.d + unit.d * (centre + half)};
      const LotPoint left_out{left.a + out.a, left.d + out.d};
      const LotPoint right_out{right.a + out.a, right.d + out.d};
      wall(left, left_out, y0, y1, surface);
      wall(left_out, right_out, y0, y1, surface);
      wall(right_out, right, y0, y1, surface);
      sheet(left_out, y1, right_out, y1, right, y1, left, y1, surface, false);
    }
  }
}

void BuildingKit::box(double a0, double a1, double d0, double d1, double y0, double y1,
                      const Surface& surface) {
  block(rectangle(a0, a1, d0, d1), y0, y1, surface);
}

void BuildingKit::drum(LotPoint centre, double radius_m, double y0, double y1, double hat_m,
                       const Surface& side, const Surface& hat) {
  constexpr double k_diagonal = 0.70710678118654752;
  constexpr LotPoint k_eighths[8] = {
      {1, 0},  {k_diagonal, k_diagonal},   {0, 1},  {-k_diagonal, k_diagonal},
      {-1, 0}, {-k_diagonal, -k_diagonal}, {0, -1}, {k_diagonal, -k_diagonal}};
  Ring ring;
  ring.count = 8;
  for (unsigned point = 0; point < 8; ++point) {
    ring.points[point] = {centre.a + k_eighths[point].a * radius_m,
                          centre.d + k_eighths[point].d * radius_m};
  }
  walls(ring, y0, y1, side);
  if (hat_m <= 0) {
    top(ring, y1, hat);
    return;
  }
  const geo::Vec3 tip = at(centre, y1 + hat_m);
  for (unsigned point = 0; point < 8; ++point) {
    const geo::Vec3 p = at(ring.points[point], y1);
    const geo::Vec3 q = at(ring.points[(point + 1) % 8], y1);
    const content::OctahedralNormal normal =
        content::encode_octahedral(content::triangle_normal(p, q, tip));
    out_.mesh().triangle(vertex_of(p, normal, hat, 255, 0, 0), vertex_of(q, normal, hat, 255, 0, 0),
                         vertex_of(tip, normal, hat, 255, 0, 0));
  }
}

void BuildingKit::sheet(LotPoint p0, double y0, LotPoint p1, double y1, LotPoint p2, double y2,
                        LotPoint p3, double y3, const Surface& surface, bool both) {
  const geo::Vec3 corners[4] = {at(p0, y0), at(p1, y1), at(p2, y2), at(p3, y3)};
  const geo::Vec3 out = cross(corners[2] - corners[0], corners[3] - corners[1]);
  const double heights[4] = {y0, y1, y2, y3};
  const auto emit = [&](geo::Vec3 normal, const unsigned(&order)[4]) {
    const content::OctahedralNormal encoded = content::encode_octahedral(normal);
    content::Vertex vertices[4];
    for (unsigned corner = 0; corner < 4; ++corner) {
      vertices[corner] = vertex_of(corners[order[corner]], encoded, surface,
                                   wall_light(heights[order[corner]]), 0, 0);
    }
    out_.mesh().quad(vertices[0], vertices[1], vertices[2], vertices[3]);
  };
  emit(out, {0, 1, 2, 3});
  if (both) emit(-out, {0, 3, 2, 1});
}

void BuildingKit::tree(LotPoint place, double scale, std::uint64_t key) {
  const PlanePoint world = moved(lot_.front, right_ * place.a + lot_.inward * place.d);
  out_.instance(content::InstanceKind::BroadleafTree, world, 0.15,
                base::draw_between(key, 0.0, 6.28), scale, content::palette::k_leaf_green,
                static_cast<std::uint16_t>(base::draw_index(base::hash(key, 1), 8)));
}

namespace {

bool holds(const Ring& ring, LotPoint point) {
  for (unsigned side = 0; side < ring.count; ++side) {
    const LotPoint p = ring.points[side];
    const LotPoint way = minus(ring.points[(side + 1) % ring.count], p);
    if (cross_of(way, minus(point, p)) < -1e-3 * size_of(way)) return false;
  }
  return true;
}

}  // namespace

void BuildingKit::collide(const Ring& ring, double y1) {
  LotPoint low{1e9, 1e9};
  LotPoint high{-1e9, -1e9};
  for (unsigned point = 0; point < ring.count; ++point) {
    low = {std::min(low.a, ring.points[point].a), std::min(low.d, ring.points[point].d)};
    high = {std::max(high.a, ring.points[point].a), std::max(high.d, ring.points[point].d)};
  }
  // A footprint that is no rectangle gets the largest part of its bounding box that lies inside it.
  const LotPoint middle{(low.a + high.a) * 0.5, (low.d + high.d) * 0.5};
  LotPoint half{(high.a - low.a) * 0.5, (high.d - low.d) * 0.5};
  for (unsigned shrink = 0; shrink < 40; ++shrink) {
    if (holds(ring, {middle.a - half.a, middle.d - half.d}) &&
        holds(ring, {middle.a + half.a, middle.d - half.d}) &&
        holds(ring, {middle.a + half.a, middle.d + half.d}) &&
        holds(ring, {middle.a - half.a, middle.d + half.d})) {
      break;
    }
    half = {half.a * 0.95, half.d * 0.95};
  }
  const geo::Vec3 centre = at(middle, foot_y_);
  content::Collider collider;
  collider.x_mm = base::to_mm32(centre.x);
  collider.y_mm = base::to_mm32(centre.y);
  collider.z_mm = base::to_mm32(centre.z);
  collider.half_along_mm = base::to_mm32(half.d);
  collider.half_across_mm = base::to_mm32(half.a);
  collider.height_mm = base::to_mm32(y1 - foot_y_);
  collider.heading_turn16 = base::to_turn16(geo::heading_of({lot_.inward.x, 0, lot_.inward.z}));
  out_.content().colliders.push_back(collider);
}

Ring footprint_of(const Lot& lot) {
  return rectangle(-lot.half_width_m, lot.half_width_m, 0, lot.depth_m);
}

}  // namespace terrane::city
