#include "terrane/city/side_strip.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/roadside.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_side.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

using content::InstanceKind;
using geo::Vec3;

constexpr unsigned k_ground_strips = 7;  // of at most 9 m: the swells bend less than 1 cm in that
constexpr double k_skirt_m = 0.6;
constexpr double k_skirt_lean = 0.1;  // metres out a metre down

Vec3 local_of(const PieceWriter& out, PlanePoint point, std::int32_t y_mm) {
  const PlaneVector place = out.local(point);
  return {place.x, base::from_mm(y_mm), place.z};
}

}  // namespace

PlaneVector heading_vector(double heading_rad) {
  const base::SinCos turn = base::sin_cos(heading_rad);
  return {-turn.sin, -turn.cos};
}

std::uint64_t SideBlock::station_key(unsigned end) const {
  return base::hash(key, 17, in_block + end);
}

SideStrip::SideStrip(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side)
    : out_(out), plan_(plan), segment_(segment), side_(side) {
  const auto& depths = plan.depth_m[static_cast<unsigned>(side)];
  depth_m_ = {depths[segment], depths[segment + 1]};
  kerb_m_ = {plan.half_width_m[segment], plan.half_width_m[segment + 1]};
  frontage_m_ = {std::min(depth_m_.near, kerb_m_.near + k_building_line_m),
                 std::min(depth_m_.far, kerb_m_.far + k_building_line_m)};
  along_ = normalised(plan.curve.node_m(segment + 1) - plan.curve.node_m(segment));
  outward_ = side == Side::Left ? left_of(along_) : right_of(along_);
}

double SideStrip::shallowest_m() const {
  return std::min(depth_m_.near, depth_m_.far);
}

double SideStrip::widest_frontage_m() const {
  return std::max(frontage_m_.near, frontage_m_.far);
}

PlanePoint SideStrip::at(double share, double offset_m) const {
  const PlanePoint near = plan_.beside(segment_, side_, offset_m);
  const PlanePoint far = plan_.beside(segment_ + 1, side_, offset_m);
  return moved(near, between(near, far) * share);
}

double SideStrip::heading_along_rad() const {
  return geo::heading_of({along_.x, 0, along_.z});
}

double SideStrip::heading_to_road_rad() const {
  return geo::heading_of({-outward_.x, 0, -outward_.z});
}

Rail SideStrip::on_ground(Pair offset_m, Pair lift_m) const {
  Rail rail;
  for (unsigned end = 0; end < 2; ++end) {
    const double offset = std::min(offset_m.at(end), depth_m_.at(end));
    rail.points[end] = plan_.beside(segment_ + end, side_, offset);
    rail.y_mm[end] = out_.ground().height_mm(rail.points[end]) + base::to_mm32(lift_m.at(end));
  }
  return rail;
}

Rail SideStrip::at_height(Pair offset_m, Pair height_m) const {
  Rail rail;
  for (unsigned end = 0; end < 2; ++end) {
    const double offset = std::min(offset_m.at(end), depth_m_.at(end));
    rail.points[end] = plan_.beside(segment_ + end, side_, offset);
    rail.y_mm[end] = base::to_mm32(height_m.at(end));
  }
  return rail;
}

Rail SideStrip::line(SideLine line) const {
  Rail rail;
  for (unsigned end = 0; end < 2; ++end) {
    const SideSection section = side_section(plan_, segment_ + end, side_);
    const unsigned index = static_cast<unsigned>(line);
    rail.points[end] = section.points[index];
    rail.y_mm[end] =
        out_.ground().height_mm(rail.points[end]) + base::to_mm32(section.lifts_m[index]);
  }
  return rail;
}

void SideStrip::ground(const Rail& inner, const Rail& outer, const Surface& surface,
                       std::uint8_t inner_light, std::uint8_t outer_light) const {
  content::Vertex vertices[4];
  const auto put = [&](unsigned slot, const Rail& rail, unsigned end, std::uint8_t light) {
    vertices[slot] = out_.ground_vertex({rail.points[end], 0, light, 0, 0}, surface);
    vertices[slot].y_mm = rail.y_mm[end];
  };
  const bool right = side_ == Side::Right;
  put(0, inner, 0, inner_light);
  put(right ? 1 : 3, outer, 0, outer_light);
  put(2, outer, 1, outer_light);
  put(right ? 3 : 1, inner, 1, inner_light);
  out_.mesh().quad(vertices[0], vertices[1], vertices[2], vertices[3]);
}

void SideStrip::sheet(Pair offset_m, double width_m, double lift_m, const Surface& surface) const {
  ground(on_ground(offset_m, k_sidewalk_lift_m + lift_m),
         on_ground(offset_m + width_m, k_sidewalk_lift_m + lift_m), surface, 238, 238);
}

content::Vertex SideStrip::vertex_of(PlanePoint point, std::int32_t y_mm,
                                     content::OctahedralNormal normal, const Surface& surface,
                                     std::uint8_t light) const {
  content::Vertex vertex = solid_vertex({0, 0, 0}, normal, surface, light);
  vertex.x_mm = static_cast<std::int32_t>(point.x_mm - out_.origin().x_mm);
  vertex.y_mm = y_mm;
  vertex.z_mm = static_cast<std::int32_t>(point.z_mm - out_.origin().z_mm);
  return vertex;
}

void SideStrip::face(const Rail& a, const Rail& b, const Surface& surface, std::uint8_t a_light,
                     std::uint8_t b_light) const {
  const Vec3 near_a = local_of(out_, a.points[0], a.y_mm[0]);
  const Vec3 far_a = local_of(out_, a.points[1], a.y_mm[1]);
  const Vec3 near_b = local_of(out_, b.points[0], b.y_mm[0]);
  const Vec3 far_b = local_of(out_, b.points[1], b.y_mm[1]);
  Vec3 normal = cross(far_b - near_a, far_a - near_b);
  if (side_ == Side::Left) normal = -normal;
  const content::OctahedralNormal encoded = content::encode_octahedral(normal);
  const auto corner = [&](const Rail& rail, unsigned end, std::uint8_t light) {
    return vertex_of(rail.points[end], rail.y_mm[end], encoded, surface, light);
  };
  if (side_ == Side::Right) {
    out_.mesh().quad(corner(a, 0, a_light), corner(b, 0, b_light), corner(b, 1, b_light),
                     corner(a, 1, a_light));
  } else {
    out_.mesh().quad(corner(a, 0, a_light), corner(a, 1, a_light), corner(b, 1, b_light),
                     corner(b, 0, b_light));
  }
}

void SideStrip::bar(Pair offset_m, double width_m, double low_m, double high_m,
                    const Surface& surface) const {
  for (unsigned end = 0; end < 2; ++end) {
    if (offset_m.at(end) + width_m > depth_m_.at(end) - 0.1) return;
  }
  const Rail feet[2] = {on_ground(offset_m, low_m), on_ground(offset_m + width_m, low_m)};
  const Rail tops[2] = {on_ground(offset_m, high_m), on_ground(offset_m + width_m, high_m)};
  face(feet[0], tops[0], surface, 190, 232);
  face(tops[0], tops[1], surface, 240, 240);
  face(tops[1], feet[1], surface, 232, 190);
  if (low_m > 0.25) face(feet[1], feet[0], surface, 150, 150);
  end_face(0, offset_m.near, offset_m.near + width_m, low_m, high_m, surface);
  end_face(1, offset_m.far, offset_m.far + width_m, low_m, high_m, surface);
}

void SideStrip::end_face(unsigned end, double from_m, double to_m, double low_m, double high_m,
                         const Surface& surface) const {
  const PlaneVector facing = end == 0 ? -along_ : along_;
  const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
  const auto corner = [&](double offset_m, double lift_m, std::uint8_t light) {
    const double within_m = std::min(offset_m, depth_m_.at(end));
    const PlanePoint point = plan_.beside(segment_ + end, side_, within_m);
    return vertex_of(point, out_.ground().height_mm(point) + base::to_mm32(lift_m), normal, surface,
                     light);
  };
  const content::Vertex low_in = corner(from_m, low_m, 190);
  const content::Vertex low_out = corner(to_m, low_m, 190);
  const content::Vertex high_in = corner(from_m, high_m, 232);
  const content::Vertex high_out = corner(to_m, high_m, 232);
  if ((end == 0) == (side_ == Side::Right)) {
    out_.mesh().quad(low_in, low_out, high_out, high_in);
  } else {
    out_.mesh().quad(low_out, low_in, high_in, high_out);
  }
}

void SideStrip::cross_bar(unsigned end, double from_m, double to_m, double width_m, double low_m,
                          double high_m, const Surface& surface) const {
  const double last_m = std::min(to_m, depth_m_.at(end) - 0.6);
  if (last_m < from_m + 0.3) return;
  const PlanePoint from = plan_.beside(segment_ + end, side_, from_m);
  const PlanePoint to = plan_.beside(segment_ + end, side_, last_m);
  const PlaneVector way = normalised(between(from, to));
  const PlaneVector inside = end == 0 ? along_ : -along_;
  SolidKit kit(out_, from, way, 0);
  // In pieces that follow the swells.
  const unsigned parts = 1 + static_cast<unsigned>((last_m - from_m) / 9.0);
  // Local x is right of the way out; the bar lies on the segment's side of the station.
  const double x0 = dot(right_of(way), inside) > 0 ? 0.0 : -width_m;
  const double x1 = x0 + width_m;
  const double size_m = last_m - from_m;
  for (unsigned part = 0; part < parts; ++part) {
    const double z0 = size_m * part / parts;
    const double z1 = size_m * (part + 1) / parts;
    const auto spot = [&](double x, double z, double lift_m) {
      return Vec3{x, kit.ground_above_floor_m(x, z) + lift_m, z};
    };
    const Vec3 low[4] = {spot(x0, z0, low_m), spot(x1, z0, low_m), spot(x1, z1, low_m),
                         spot(x0, z1, low_m)};
    Vec3 high[4];
    for (unsigned corner = 0; corner < 4; ++corner) {
      high[corner] = low[corner] + Vec3{0, high_m - low_m, 0};
    }
    kit.panel(low[1], low[2], high[2], high[1], {1, 0, 0}, surface);
    kit.panel(low[3], low[0], high[0], high[3], {-1, 0, 0}, surface);
    kit.panel(high[0], high[1], high[2], high[3], {0, 1, 0}, surface);
    if (part == 0) kit.panel(low[0], low[1], high[1], high[0], {0, 0, -1}, surface);
    if (part + 1 == parts) kit.panel(low[2], low[3], high[3], high[2], {0, 0, 1}, surface);
  }
}

std::vector<Rail> SideStrip::ground_rails() const {
  std::vector<Rail> rails{line(SideLine::Frontage)};
  for (unsigned strip = 1; strip <= k_ground_strips; ++strip) {
    const double share = static_cast<double>(strip) / k_ground_strips;
    const auto offset_m = [&](unsigned end) {
      const double from_m = frontage_m_.at(end);
      const double to_m = std::max(from_m, depth_m_.at(end) - k_bank_width_m);
      return from_m + (to_m - from_m) * share;
    };
    rails.push_back(on_ground({offset_m(0), offset_m(1)}, k_sidewalk_lift_m));
  }
  rails.push_back(line(SideLine::Outer));
  return rails;
}

void SideStrip::whole_ground(const Surface& surface, std::uint8_t light) const {
  const std::vector<Rail> rails = ground_rails();
  for (std::size_t rail = 0; rail + 1 < rails.size(); ++rail) {
    ground(rails[rail], rails[rail + 1], surface, light, light);
  }
}

void SideStrip::skirt(unsigned end, std::span<const RailEnd> edge, const Surface& surface) const {
  const PlaneVector facing = end == 0 ? -along_ : along_;
  const content::OctahedralNormal normal = content::encode_octahedral({facing.x, 0, facing.z});
  const auto upright = [&](const RailEnd& of, double drop_m) {
    // Its foot lies under the neighbour, so that two skirts cross and leave no slot.
    const PlanePoint point = moved(of.point, facing * (drop_m * k_skirt_lean));
    return vertex_of(point, of.y_mm - base::to_mm32(drop_m), normal, surface, 190);
  };
  for (std::size_t index = 0; index + 1 < edge.size(); ++index) {
    if (edge[index].point == edge[index + 1].point) continue;
    const content::Vertex low_in = upright(edge[index], k_skirt_m);
    const content::Vertex low_out = upright(edge[index + 1], k_skirt_m);
    const content::Vertex high_out = upright(edge[index + 1], 0);
    const content::Vertex high_in = upright(edge[index], 0);
    if ((end == 0) == (side_ == Side::Right)) {
      out_.mesh().quad(low_in, low_out, high_out, high_in);
    } else {
      out_.mesh().quad(low_out, low_in, high_in, high_out);
    }
  }
}

void SideStrip::skirt(unsigned end, const Surface& surface) const {
  std::vector<RailEnd> edge;
  for (const Rail& rail : ground_rails()) edge.push_back(rail.end(end));
  skirt(end, edge, surface);
}

void SideStrip::lines_skirt(unsigned end, const Surface& surface) const {
  std::vector<RailEnd> edge;
  for (SideLine of = SideLine::KerbBack;; of = next_line(of)) {
    edge.push_back(line(of).end(end));
    if (of == SideLine::Outer) break;
  }
  skirt(end, edge, surface);
}

void SideStrip::tree(PlanePoint place, double smallest, double largest, std::uint64_t key) const {
  const bool conifer = base::draw_chance(base::hash(key, 1), 0.08);
  out_.instance(conifer ? InstanceKind::ConiferTree : InstanceKind::BroadleafTree, place,
                k_sidewalk_lift_m, base::draw_between(base::hash(key, 2), 0.0, 6.28),
                base::draw_between(base::hash(key, 3), smallest, largest),
                draw_leaf_colour(base::hash(key, 4)),
                static_cast<std::uint16_t>(base::draw_index(base::hash(key, 5), 8)));
}

void SideStrip::bush(PlanePoint place, double smallest, double largest, std::uint64_t key) const {
  out_.instance(InstanceKind::Bush, place, k_sidewalk_lift_m,
                base::draw_between(base::hash(key, 6), 0.0, 6.28),
                base::draw_between(base::hash(key, 3), smallest, largest),
                draw_leaf_colour(base::hash(key, 4)), 0);
}

void SideStrip::collide(PlanePoint from, PlanePoint to, double half_width_m,
                        double height_m) const {
  const PlaneVector way = between(from, to);
  const PlanePoint middle = moved(from, way * 0.5);
  const double size = length(way);
  SolidKit kit(out_, middle, size > 0.01 ? way * (1.0 / size) : along_,
               std::min(out_.ground_m(from), out_.ground_m(to)));
  const double half_along_m = size > 0.01 ? size * 0.5 : half_width_m;
  kit.collide({-half_width_m, 0, -half_along_m}, {half_width_m, height_m, half_along_m});
}

}  // namespace terrane::city
