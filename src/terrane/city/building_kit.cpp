#include "terrane/city/building_kit.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

// Walls go this far below the lowest ground at their corners: base ground lies 0.4 m lower still.
constexpr double k_foot_margin_m = 0.8;
constexpr double k_buried_most_m = 1.3;
// Blank walls count their courses from here, so that the shader's dirt at a facade's foot, which
// they have no foot for, stays off them. A multiple of the shader's least storey, 2.2 m.
constexpr double k_blank_v_m = 6.6;
constexpr std::uint8_t k_soffit_light = 120;

constexpr content::OctahedralNormal k_up{0, 0};
constexpr content::OctahedralNormal k_down{127, 127};

// Baked light: the foot of a wall in a street sees little sky, 24 m up it sees it all.
std::uint8_t wall_light(double y) {
  return static_cast<std::uint8_t>(std::clamp(148.0 + y * 4.5, 148.0, 255.0));
}

std::int16_t to_cm16(double metres) {
  return static_cast<std::int16_t>(base::round_to_integer(std::clamp(metres, -320.0, 320.0) * 100));
}

bool has_windows(const Surface& surface) {
  return surface.material == content::Material::Facade &&
         surface.variant != static_cast<std::uint8_t>(content::FacadeStyle::Blank);
}

content::Vertex vertex_of(const Surface& surface, content::OctahedralNormal normal) {
  content::Vertex vertex;
  vertex.normal_u = normal.u;
  vertex.normal_v = normal.v;
  vertex.palette = surface.palette;
  vertex.material = surface.material;
  vertex.variant = surface.variant;
  vertex.half_width_dm = surface.half_width_dm;
  vertex.flags = surface.flags;
  return vertex;
}

content::Vertex placed(content::Vertex vertex, WallCorner corner, Level level) {
  vertex.x_mm = corner.x_mm;
  vertex.y_mm = level.y_mm;
  vertex.z_mm = corner.z_mm;
  vertex.occlusion = level.light;
  vertex.u_cm = corner.u_cm;
  vertex.v_cm = level.v_cm;
  return vertex;
}

}  // namespace

double bay_count(double width_m) {
  return std::max(1.0, std::floor(width_m / k_bay_m + 0.5));
}

Surface blank_wall(std::uint8_t palette) {
  return facade_surface(content::FacadeStyle::Blank, palette, 2.2, 0);
}

Surface facade_surface(content::FacadeStyle style, std::uint8_t palette, double storey_m,
                       std::uint8_t hash) {
  Surface surface;
  surface.material = content::Material::Facade;
  surface.palette = palette;
  surface.variant = static_cast<std::uint8_t>(style);
  surface.half_width_dm = static_cast<std::uint8_t>(base::round_to_integer(storey_m * 10.0));
  surface.flags = hash;
  return surface;
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

geo::Vec3 BuildingKit::at(LotPoint p, double y) const {
  const PlaneVector plane = place(p);
  return {plane.x, floor_m_ + y, plane.z};
}

WallCorner BuildingKit::corner(LotPoint p) const {
  const PlaneVector plane = place(p);
  return {base::to_mm32(plane.x), base::to_mm32(plane.z), 0};
}

WallCorner BuildingKit::corner(const Face& face, double x, double out) const {
  return {base::to_mm32(face.place.x + face.along_way.x * x + face.out_way.x * out),
          base::to_mm32(face.place.z + face.along_way.z * x + face.out_way.z * out), to_cm16(x)};
}

Level BuildingKit::level(double y) const {
  return {base::to_mm32(floor_m_ + y), to_cm16(y + k_blank_v_m), wall_light(y)};
}

Face BuildingKit::face(const Ring& ring, unsigned side) const {
  Face face;
  face.origin = ring.points[side];
  const LotPoint way = minus(ring.points[(side + 1) % ring.count], face.origin);
  face.width_m = size_of(way);
  face.along = {way.a / face.width_m, way.d / face.width_m};
  face.outward = {face.along.d, -face.along.a};
  face.place = place(face.origin);
  face.along_way = right_ * face.along.a + lot_.inward * face.along.d;
  face.out_way = right_ * face.outward.a + lot_.inward * face.outward.d;
  face.front = content::encode_octahedral({face.out_way.x, 0, face.out_way.z});
  face.back = content::encode_octahedral({-face.out_way.x, 0, -face.out_way.z});
  face.left = content::encode_octahedral({-face.along_way.x, 0, -face.along_way.z});
  face.right = content::encode_octahedral({face.along_way.x, 0, face.along_way.z});
  return face;
}

void BuildingKit::upright(WallCorner p, WallCorner q, Level low, Level high,
                          content::OctahedralNormal normal, const Surface& surface) {
  const content::Vertex vertex = vertex_of(surface, normal);
  out_.mesh().quad(placed(vertex, p, low), placed(vertex, q, low), placed(vertex, q, high),
                   placed(vertex, p, high));
}

void BuildingKit::flat(WallCorner a, WallCorner b, WallCorner c, WallCorner d, Level level, bool up,
                       const Surface& surface) {
  if (!up) level.light = k_soffit_light;
  const content::Vertex vertex = vertex_of(surface, up ? k_up : k_down);
  if (up) {
    out_.mesh().quad(placed(vertex, a, level), placed(vertex, b, level), placed(vertex, c, level),
                     placed(vertex, d, level));
  } else {
    out_.mesh().quad(placed(vertex, d, level), placed(vertex, c, level), placed(vertex, b, level),
                     placed(vertex, a, level));
  }
}

void BuildingKit::panel(const Face& face, Span x, Span y, double out, const Surface& surface) {
  WallCorner p = corner(face, x.low, out);
  WallCorner q = corner(face, x.high, out);
  Level low = level(y.low);
  Level high = level(y.high);
  if (has_windows(surface)) {
    p.u_cm = 0;
    q.u_cm = to_cm16(bay_count(x.size()) * k_bay_m);
    low.v_cm = 0;
    high.v_cm = to_cm16(y.size());
  }
  upright(p, q, low, high, face.front, surface);
}

void BuildingKit::slab(const Face& face, Span x, Span y, Span out, const Surface& surface,
                       unsigned faces) {
  const WallCorner a = corner(face, x.low, out.high);
  const WallCorner b = corner(face, x.high, out.high);
  const WallCorner c = corner(face, x.high, out.low);
  const WallCorner d = corner(face, x.low, out.low);
  const Level low = level(y.low);
  const Level high = level(y.high);
  if ((faces & k_slab_front) != 0) upright(a, b, low, high, face.front, surface);
  if ((faces & k_slab_right) != 0) upright(b, c, low, high, face.right, surface);
  if ((faces & k_slab_left) != 0) upright(d, a, low, high, face.left, surface);
  if ((faces & k_slab_back) != 0) upright(c, d, low, high, face.back, surface);
  if ((faces & k_slab_top) != 0) flat(a, b, c, d, high, true, surface);
  if ((faces & k_slab_bottom) != 0) flat(a, b, c, d, low, false, surface);
}

void BuildingKit::polygon(const Face& face, const FacePoint (&points)[4], const Surface& surface,
                          bool both) {
  LotPoint p[4];
  for (unsigned point = 0; point < 4; ++point) {
    const FacePoint& from = points[point];
    p[point] = {face.origin.a + face.along.a * from.x + face.outward.a * from.out,
                face.origin.d + face.along.d * from.x + face.outward.d * from.out};
  }
  sheet(p[0], points[0].y, p[1], points[1].y, p[2], points[2].y, p[3], points[3].y, surface, both);
}

void BuildingKit::walls(const Ring& ring, double y0, double y1, const Surface& surface) {
  for (unsigned side = 0; side < ring.count; ++side) {
    const Face plane = face(ring, side);
    panel(plane, {0, plane.width_m}, {y0, y1}, 0, surface);
  }
}

void BuildingKit::top(const Ring& ring, double y, const Surface& surface) {
  Level height = level(y);
  height.light = wall_light(y + 4.0);
  unsigned second = 1;
  for (; second + 1 < ring.count; second += 2) {
    const unsigned last = std::min(second + 2, ring.count - 1);
    flat(corner(ring.points[0]), corner(ring.points[second]), corner(ring.points[second + 1]),
         corner(ring.points[last]), height, true, surface);
  }
}

void BuildingKit::bottom(const Ring& ring, double y, const Surface& surface) {
  const Level height = level(y);
  for (unsigned second = 1; second + 1 < ring.count; second += 2) {
    const unsigned last = std::min(second + 2, ring.count - 1);
    flat(corner(ring.points[0]), corner(ring.points[second]), corner(ring.points[second + 1]),
         corner(ring.points[last]), height, false, surface);
  }
}

void BuildingKit::block(const Ring& ring, double y0, double y1, const Surface& surface,
                        bool soffit) {
  walls(ring, y0, y1, surface);
  top(ring, y1, surface);
  if (soffit) bottom(ring, y0, surface);
}

void BuildingKit::box(const Plot& plot, double y0, double y1, const Surface& surface, bool soffit) {
  block(ring_of(plot), y0, y1, surface, soffit);
}

void BuildingKit::frame(const Ring& outer, const Ring& inner, double y, bool up,
                        const Surface& surface) {
  Level height = level(y);
  if (up) height.light = wall_light(y + 4.0);
  for (unsigned side = 0; side < outer.count; ++side) {
    const unsigned next = (side + 1) % outer.count;
    flat(corner(outer.points[side]), corner(outer.points[next]), corner(inner.points[next]),
         corner(inner.points[side]), height, up, surface);
  }
}

void BuildingKit::band(const Ring& ring, double y0, double y1, double projection_m,
                       const Surface& surface) {
  const Ring wide = inset(ring, -projection_m);
  if (wide.count == 0) return;
  walls(wide, y0, y1, surface);
  frame(wide, ring, y1, true, surface);
  frame(wide, ring, y0, false, surface);
}

void BuildingKit::leaning(const Ring& lower, double y0, const Ring& upper, double y1,
                          const Surface& surface) {
  for (unsigned side = 0; side < lower.count; ++side) {
    const unsigned next = (side + 1) % lower.count;
    sheet(lower.points[side], y0, lower.points[next], y0, upper.points[next], y1,
          upper.points[side], y1, surface, false);
  }
}

void BuildingKit::hat(const Ring& ring, double y0, LotPoint tip, double y1,
                      const Surface& surface) {
  for (unsigned side = 0; side < ring.count; ++side) {
    const unsigned next = (side + 1) % ring.count;
    sheet(ring.points[side], y0, ring.points[next], y0, tip, y1, tip, y1, surface, false);
  }
}

void BuildingKit::sheet(LotPoint p0, double y0, LotPoint p1, double y1, LotPoint p2, double y2,
                        LotPoint p3, double y3, const Surface& surface, bool both) {
  const LotPoint points[4] = {p0, p1, p2, p3};
  const double heights[4] = {y0, y1, y2, y3};
  const geo::Vec3 normal = cross(at(p2, y2) - at(p0, y0), at(p3, y3) - at(p1, y1));
  WallCorner corners[4];
  Level levels[4];
  for (unsigned point = 0; point < 4; ++point) {
    corners[point] = corner(points[point]);
    levels[point] = level(heights[point]);
    // Blank walls show their courses on gables too: along is counted across the lot.
    corners[point].u_cm = to_cm16(points[point].a);
  }
  const auto emit = [&](geo::Vec3 towards, const unsigned(&order)[4]) {
    const content::Vertex vertex = vertex_of(surface, content::encode_octahedral(towards));
    out_.mesh().quad(placed(vertex, corners[order[0]], levels[order[0]]),
                     placed(vertex, corners[order[1]], levels[order[1]]),
                     placed(vertex, corners[order[2]], levels[order[2]]),
                     placed(vertex, corners[order[3]], levels[order[3]]));
  };
  emit(normal, {0, 1, 2, 3});
  if (both) emit(-normal, {0, 3, 2, 1});
}

void BuildingKit::shaft(LotPoint centre, double low_radius_m, double high_radius_m, double y0,
                        double y1, const Surface& surface) {
  const Ring lower = octagon(centre, low_radius_m);
  const Ring upper = octagon(centre, high_radius_m);
  const Level low = level(y0);
  const Level high = level(y1);
  content::Vertex foot[8];
  content::Vertex head[8];
  for (unsigned point = 0; point < 8; ++point) {
    const LotPoint p = lower.points[point];
    const PlaneVector out = right_ * (p.a - centre.a) + lot_.inward * (p.d - centre.d);
    const content::Vertex vertex =
        vertex_of(surface, content::encode_octahedral({out.x, 0, out.z}));
    foot[point] = placed(vertex, corner(p), low);
    head[point] = placed(vertex, corner(upper.points[point]), high);
  }
  for (unsigned point = 0; point < 8; ++point) {
    const unsigned next = (point + 1) % 8;
    out_.mesh().quad(foot[point], foot[next], head[next], head[point]);
  }
}

void BuildingKit::tree(LotPoint place, double scale, std::uint64_t key) {
  const PlanePoint world = moved(lot_.front, right_ * place.a + lot_.inward * place.d);
  out_.instance(content::InstanceKind::BroadleafTree, world, 0.15,
                base::draw_between(key, 0.0, 6.28), scale, content::palette::k_leaf_green,
                static_cast<std::uint16_t>(base::draw_index(base::hash(key, 1), 8)));
}

void BuildingKit::collide(const Ring& ring, double y1) {
  const Plot box = bounds_of(ring);
  // A footprint that is no rectangle gets the largest part of its bounding box that lies inside it.
  const LotPoint middle{box.middle_a(), box.middle_d()};
  LotPoint half{box.width_m() * 0.5, box.depth_m() * 0.5};
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
