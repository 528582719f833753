#include "terrane/city/solid_kit.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

using geo::Vec3;

constexpr double k_two_pi = 2.0 * base::k_pi;

}  // namespace

Surface solid_surface(content::Material material, std::uint8_t palette) {
  Surface surface;
  surface.material = material;
  surface.palette = palette;
  return surface;
}

content::Vertex solid_vertex(Vec3 place, content::OctahedralNormal normal, const Surface& surface,
                             std::uint8_t light) {
  content::Vertex vertex;
  vertex.x_mm = base::to_mm32(place.x);
  vertex.y_mm = base::to_mm32(place.y);
  vertex.z_mm = base::to_mm32(place.z);
  vertex.normal_u = normal.u;
  vertex.normal_v = normal.v;
  vertex.palette = surface.palette;
  vertex.material = surface.material;
  vertex.variant = surface.variant;
  vertex.occlusion = light;
  vertex.half_width_dm = surface.half_width_dm;
  vertex.flags = surface.flags;
  return vertex;
}

SolidKit::SolidKit(PieceWriter& out, PlanePoint place, PlaneVector forward, double floor_m)
    : out_(out),
      place_(place),
      origin_(out.local(place)),
      forward_(forward),
      right_(right_of(forward)),
      floor_m_(floor_m) {}

SolidKit SolidKit::on_ground(PieceWriter& out, PlanePoint place, PlaneVector forward,
                             double lift_m) {
  return {out, place, forward, out.ground_m(place) + lift_m};
}

PlanePoint SolidKit::world(double x, double z) const {
  return moved(place_, right_ * x + forward_ * z);
}

double SolidKit::ground_above_floor_m(double x, double z) const {
  return out_.ground_m(world(x, z)) - floor_m_;
}

std::uint8_t SolidKit::light_at(double y) {
  return static_cast<std::uint8_t>(std::clamp(178.0 + y * 22.0, 150.0, 244.0));
}

void SolidKit::panel(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 facing, const Surface& surface) {
  const Vec3 p[4] = {placed(a), placed(b), placed(c), placed(d)};
  const double heights[4] = {a.y, b.y, c.y, d.y};
  const Vec3 towards = {right_.x * facing.x + forward_.x * facing.z, facing.y,
                        right_.z * facing.x + forward_.z * facing.z};
  Vec3 normal = cross(p[2] - p[0], p[3] - p[1]);
  const bool turned = dot(normal, towards) < 0;
  if (turned) normal = -normal;
  const content::OctahedralNormal encoded = content::encode_octahedral(normal);
  content::Vertex vertices[4];
  for (unsigned corner = 0; corner < 4; ++corner) {
    const unsigned from = turned ? 3 - corner : corner;
    vertices[corner] = solid_vertex(p[from], encoded, surface, light_at(heights[from]));
    if (surface.material == content::Material::Facade) {
      // Facades count along and up from their first corner.
      const double along = std::sqrt((p[from].x - p[0].x) * (p[from].x - p[0].x) +
                                     (p[from].z - p[0].z) * (p[from].z - p[0].z));
      vertices[corner].u_cm = static_cast<std::int16_t>(base::round_to_integer(along * 100.0));
      vertices[corner].v_cm =
          static_cast<std::int16_t>(base::round_to_integer((heights[from] - a.y) * 100.0));
    }
  }
  out_.mesh().quad(vertices[0], vertices[1], vertices[2], vertices[3]);
}

void SolidKit::sheet(Vec3 a, Vec3 b, Vec3 c, Vec3 d, const Surface& surface) {
  const Vec3 normal = cross(c - a, d - b);
  panel(a, b, c, d, normal, surface);
  panel(a, b, c, d, -normal, surface);
}

void SolidKit::triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 facing, const Surface& surface) {
  panel(a, b, c, c, facing, surface);
}

void SolidKit::box(Vec3 low, Vec3 high, const Surface& surface, unsigned faces) {
  const Vec3 p[8] = {{low.x, low.y, low.z},    {high.x, low.y, low.z}, {high.x, low.y, high.z},
                     {low.x, low.y, high.z},   {low.x, high.y, low.z}, {high.x, high.y, low.z},
                     {high.x, high.y, high.z}, {low.x, high.y, high.z}};
  if ((faces & k_box_ends) != 0) {
    panel(p[0], p[1], p[5], p[4], {0, 0, -1}, surface);
    panel(p[2], p[3], p[7], p[6], {0, 0, 1}, surface);
  }
  if ((faces & k_box_sides) != 0) {
    panel(p[1], p[2], p[6], p[5], {1, 0, 0}, surface);
    panel(p[3], p[0], p[4], p[7], {-1, 0, 0}, surface);
  }
  if ((faces & k_box_top) != 0) panel(p[4], p[5], p[6], p[7], {0, 1, 0}, surface);
  if ((faces & k_box_bottom) != 0) panel(p[0], p[1], p[2], p[3], {0, -1, 0}, surface);
}

void SolidKit::strut(Vec3 from, Vec3 to, double half_m, const Surface& surface) {
  const Vec3 way = normalised(to - from);
  const Vec3 helper = std::fabs(way.y) > 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalised(cross(way, helper)) * half_m;
  const Vec3 v = normalised(cross(way, u)) * half_m;
  const Vec3 ring[4] = {u + v, v - u, -u - v, u - v};
  for (unsigned side = 0; side < 4; ++side) {
    const Vec3 p = ring[side];
    const Vec3 q = ring[(side + 1) % 4];
    panel(from + p, from + q, to + q, to + p, p + q, surface);
  }
}

void SolidKit::drum(Vec3 foot, double radius_m, double top_radius_m, double height_m,
                    unsigned sides, const Surface& surface) {
  const Vec3 up{0, height_m, 0};
  const Vec3 top = foot + up;
  base::SinCos was = base::sin_cos(0);
  for (unsigned side = 0; side < sides; ++side) {
    const base::SinCos is = base::sin_cos(k_two_pi * ((side + 1) % sides) / sides);
    const Vec3 p{was.cos, 0, was.sin};
    const Vec3 q{is.cos, 0, is.sin};
    panel(foot + p * radius_m, foot + q * radius_m, top + q * top_radius_m, top + p * top_radius_m,
          p + q + Vec3{0, radius_m > top_radius_m ? 0.1 : 0, 0}, surface);
    if (top_radius_m > 0) {
      triangle(top, top + p * top_radius_m, top + q * top_radius_m, {0, 1, 0}, surface);
    }
    was = is;
  }
}

void SolidKit::disc(Vec3 centre, double radius_m, double sign, unsigned sides,
                    const Surface& surface) {
  Vec3 before{radius_m, 0, 0};
  for (unsigned side = 0; side < sides; ++side) {
    const base::SinCos angle = base::sin_cos(k_two_pi * ((side + 1) % sides) / sides);
    const Vec3 next{radius_m * angle.cos, radius_m * angle.sin, 0};
    triangle(centre, centre + before, centre + next, {0, 0, sign}, surface);
    before = next;
  }
}

void SolidKit::collide(Vec3 low, Vec3 high) {
  const Vec3 centre = placed((low + high) * 0.5);
  content::Collider collider;
  collider.x_mm = base::to_mm32(centre.x);
  collider.y_mm = base::to_mm32(floor_m_ + low.y);
  collider.z_mm = base::to_mm32(centre.z);
  collider.half_along_mm = base::to_mm32((high.z - low.z) * 0.5);
  collider.half_across_mm = base::to_mm32((high.x - low.x) * 0.5);
  collider.height_mm = base::to_mm32(high.y - low.y);
  collider.heading_turn16 = base::to_turn16(geo::heading_of({forward_.x, 0, forward_.z}));
  out_.content().colliders.push_back(collider);
}

}  // namespace terrane::city
