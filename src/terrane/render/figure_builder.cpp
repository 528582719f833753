#include "terrane/render/figure_builder.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/assert.h"
#include "terrane/base/trig.h"
#include "terrane/content/mesh_writer.h"

namespace terrane::render {

using content::Vertex;
using geo::Vec3;

content::MeshPage FigureBuilder::take() const {
  content::MeshPage page;
  page.vertices = vertices_;
  page.indices = indices_;
  for (const Vertex& one : page.vertices) page.bounds.include(one.x_mm, one.y_mm, one.z_mm);
  return page;
}

void FigureBuilder::stand(Vec3 at, double yaw_rad, double scale) {
  const base::SinCos turn = base::sin_cos(yaw_rad);
  at_ = at;
  cos_ = turn.cos;
  sin_ = turn.sin;
  scale_ = scale;
}

void FigureBuilder::begin_part(FigurePart part, Vec3 pivot) {
  part_ = part;
  pivot_ = placed(pivot);
}

Vec3 FigureBuilder::turned(Vec3 v) const {
  return {cos_ * v.x + sin_ * v.z, v.y, cos_ * v.z - sin_ * v.x};
}

Vec3 FigureBuilder::placed(Vec3 point) const {
  return at_ + turned(point) * scale_;
}

Vertex FigureBuilder::vertex(Vec3 point, Vec3 normal, const FigureLook& look) const {
  Vertex like;
  like.material = look.material;
  like.palette = look.colour;
  like.variant = static_cast<std::uint8_t>(look.tint);
  like.occlusion = static_cast<std::uint8_t>(std::clamp(look.occlusion, 0.0, 1.0) * 255.0);
  like.half_width_dm = static_cast<std::uint8_t>(part_);
  like.flags = static_cast<std::uint8_t>(std::clamp(std::fabs(pivot_.x) * 100.0, 0.0, 255.0));
  like.u_cm = static_cast<std::int16_t>(std::lround(pivot_.y * 100.0));
  like.v_cm = static_cast<std::int16_t>(std::lround(pivot_.z * 100.0));
  return content::make_vertex(placed(point), turned(normal), like);
}

void FigureBuilder::add(const std::vector<Vertex>& vertices, const std::vector<unsigned>& indices) {
  const std::size_t first = vertices_.size();
  TERRANE_ASSERT(first + vertices.size() <= 65536, "a figure's mesh has 16-bit indices");
  vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
  for (const unsigned index : indices) {
    indices_.push_back(static_cast<std::uint16_t>(first + index));
  }
}

void FigureBuilder::triangle(Vec3 a, Vec3 b, Vec3 c, const FigureLook& look) {
  const Vec3 across = geo::cross(b - a, c - a);
  if (geo::length(across) < 1e-9) return;
  const Vec3 normal = geo::normalised(across);
  add({vertex(a, normal, look), vertex(b, normal, look), vertex(c, normal, look)}, {0, 1, 2});
}

void FigureBuilder::quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, const FigureLook& look) {
  const Vec3 across = geo::cross(c - a, d - b);
  if (geo::length(across) < 1e-9) return;
  const Vec3 normal = geo::normalised(across);
  add({vertex(a, normal, look), vertex(b, normal, look), vertex(c, normal, look),
       vertex(d, normal, look)},
      {0, 1, 2, 0, 2, 3});
}

void FigureBuilder::cloth(Vec3 a, Vec3 b, Vec3 c, Vec3 d, const FigureLook& look) {
  quad(a, b, c, d, look);
  quad(d, c, b, a, look);
}

void FigureBuilder::box(Vec3 low, Vec3 high, const FigureLook& look) {
  const Vec3 half = (high - low) * 0.5;
  block(low.x + half.x, low.z + half.z, low.y, high.y, half.x, half.z, half.x, half.z, look);
}

void FigureBuilder::block(double x, double z, double low_y, double high_y, double low_half_x,
                          double low_half_z, double high_half_x, double high_half_z,
                          const FigureLook& look) {
  const auto corner = [&](int right, int up, int back) {
    const double half_x = up != 0 ? high_half_x : low_half_x;
    const double half_z = up != 0 ? high_half_z : low_half_z;
    return Vec3{x + (right != 0 ? half_x : -half_x), up != 0 ? high_y : low_y,
                z + (back != 0 ? half_z : -half_z)};
  };
  FigureLook below = look;
  below.occlusion *= 0.5;
  quad(corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(0, 1, 0), look);
  if (low_y > 0.02) quad(corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1), below);
  quad(corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1), look);
  quad(corner(1, 0, 0), corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0), look);
  quad(corner(1, 0, 1), corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), look);
  quad(corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1), corner(0, 1, 0), look);
}

void FigureBuilder::beam(Vec3 from, Vec3 to, double half, double flat, const FigureLook& look,
                         Vec3 hint) {
  const Vec3 axis = geo::normalised(to - from);
  if (std::fabs(geo::dot(axis, hint)) > 0.95) hint = Vec3{0, 0, 1};
  const Vec3 across = geo::normalised(geo::cross(axis, hint)) * half;
  const Vec3 thick = geo::normalised(geo::cross(axis, across)) * flat;
  const Vec3 a = from - across - thick;
  const Vec3 b = from + across - thick;
  const Vec3 c = from + across + thick;
  const Vec3 d = from - across + thick;
  const Vec3 along = to - from;
  quad(d, c, b, a, look);
  quad(a + along, b + along, c + along, d + along, look);
  quad(a, b, b + along, a + along, look);
  quad(b, c, c + along, b + along, look);
  quad(c, d, d + along, c + along, look);
  quad(d, a, a + along, d + along, look);
}

void FigureBuilder::tube(Vec3 from, Vec3 to, double from_radius, double to_radius, unsigned sides,
                         const FigureLook& look) {
  if (!is_near()) sides = std::max(4u, sides / 2);
  const Vec3 axis = geo::normalised(to - from);
  const Vec3 helper = std::fabs(axis.y) > 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 across = geo::normalised(geo::cross(helper, axis));
  const Vec3 along = geo::cross(axis, across);
  // A cone's sides look up along it.
  const double slope = (from_radius - to_radius) / std::max(geo::length(to - from), 1e-6);
  std::vector<Vertex> vertices;
  std::vector<unsigned> indices;
  for (unsigned side = 0; side < sides; ++side) {
    const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * side / sides);
    const Vec3 out = across * turn.cos + along * turn.sin;
    const Vec3 normal = geo::normalised(out + axis * slope);
    vertices.push_back(vertex(from + out * from_radius, normal, look));
    vertices.push_back(vertex(to + out * to_radius, normal, look));
    vertices.push_back(vertex(from + out * from_radius, axis * -1.0, look));
    vertices.push_back(vertex(to + out * to_radius, axis, look));
    const unsigned a = side * 4;
    const unsigned b = (side + 1) % sides * 4;
    indices.insert(indices.end(), {a, b, b + 1, a, b + 1, a + 1});
  }
  for (unsigned side = 1; side + 1 < sides; ++side) {
    const unsigned a = side * 4;
    if (from_radius > 0.01) indices.insert(indices.end(), {2u, a + 6, a + 2});
    if (to_radius > 0.01) indices.insert(indices.end(), {3u, a + 3, a + 7});
  }
  add(vertices, indices);
}

void FigureBuilder::ball(Vec3 middle, Vec3 radii, const FigureLook& look) {
  const unsigned sides = is_near() ? 8 : 5;
  const unsigned rings = is_near() ? 5 : 3;
  std::vector<Vertex> vertices;
  std::vector<unsigned> indices;
  for (unsigned ring = 0; ring <= rings; ++ring) {
    const base::SinCos down = base::sin_cos(base::k_pi * ring / rings);
    for (unsigned side = 0; side < sides; ++side) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * side / sides);
      const Vec3 out{down.sin * turn.cos, down.cos, down.sin * turn.sin};
      const Vec3 normal = geo::normalised({out.x / radii.x, out.y / radii.y, out.z / radii.z});
      vertices.push_back(
          vertex(middle + Vec3{out.x * radii.x, out.y * radii.y, out.z * radii.z}, normal, look));
      if (ring == rings) continue;
      const unsigned a = ring * sides + side;
      const unsigned b = ring * sides + (side + 1) % sides;
      if (ring > 0) indices.insert(indices.end(), {a, b, b + sides});
      if (ring + 1 < rings) indices.insert(indices.end(), {a, b + sides, a + sides});
    }
  }
  add(vertices, indices);
}

void FigureBuilder::gable(Vec3 low, Vec3 high, bool ridge_along_x, const FigureLook& roof,
                          const FigureLook& wall, double gable_inset) {
  const double middle_x = 0.5 * (low.x + high.x);
  const double middle_z = 0.5 * (low.z + high.z);
  // Corners as seen with the ridge along z; turned when it runs along x.
  const auto at = [&](double along, double across, double y) {
    return ridge_along_x ? Vec3{along, y, across} : Vec3{across, y, along};
  };
  const double from = ridge_along_x ? low.x : low.z;
  const double to = ridge_along_x ? high.x : high.z;
  const double left = ridge_along_x ? low.z : low.x;
  const double right = ridge_along_x ? high.z : high.x;
  const double ridge = ridge_along_x ? middle_z : middle_x;
  const double thick = 0.09 * (high.y - low.y);
  const auto face = [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d, const FigureLook& look) {
    ridge_along_x ? quad(d, c, b, a, look) : quad(a, b, c, d, look);
  };
  for (int side = 0; side < 2; ++side) {
    const double eave = side == 0 ? right : left;
    const Vec3 a = at(to, eave, low.y);
    const Vec3 b = at(from, eave, low.y);
    const Vec3 c = at(from, ridge, high.y);
    const Vec3 d = at(to, ridge, high.y);
    const Vec3 down{0, -thick, 0};
    if (side == 0) {
      face(a, b, c, d, roof);
      face(d + down, c + down, b + down, a + down, wall);
      face(a + down, b + down, b, a, wall);
      face(a + down, a, d, d + down, wall);
      face(b, b + down, c + down, c, wall);
    } else {
      face(d, c, b, a, roof);
      face(a + down, b + down, c + down, d + down, wall);
      face(a, b, b + down, a + down, wall);
      face(d + down, d, a, a + down, wall);
      face(c, c + down, b + down, b, wall);
    }
  }
  // The gables' walls stand a little within.
  const double inner_left = left + 0.12 * (right - left);
  const double inner_right = right - 0.12 * (right - left);
  const double foot = low.y + 0.24 * (high.y - low.y) - thick;
  const double tip = high.y - thick;
  const auto end = [&](double place, bool far_end) {
    const Vec3 a = at(place, inner_left, foot);
    const Vec3 b = at(place, inner_right, foot);
    const Vec3 c = at(place, ridge, tip);
    far_end != ridge_along_x ? triangle(a, b, c, wall) : triangle(b, a, c, wall);
  };
  end(to - gable_inset, true);
  end(from + gable_inset, false);
}

void FigureBuilder::pyramid(Vec3 low, Vec3 high, const FigureLook& roof) {
  const double x = 0.5 * (low.x + high.x);
  const double z = 0.5 * (low.z + high.z);
  block(x, z, low.y, high.y, 0.5 * (high.x - low.x), 0.5 * (high.z - low.z), 0.001, 0.001, roof);
}

}  // namespace terrane::render
