#include "terrane/render/instance_meshes.h"

#include <cmath>

#include "terrane/base/assert.h"
#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"

namespace terrane::render {
namespace {

using content::InstanceKind;
using content::Material;
using content::Vertex;
using geo::Vec3;
namespace palette = content::palette;

constexpr std::uint8_t k_own_colour = 0;
constexpr std::uint8_t k_instance_tint = 1;

Vertex look(Material material, std::uint8_t colour, double occlusion = 1.0,
            std::uint8_t variant = k_own_colour) {
  Vertex vertex;
  vertex.material = material;
  vertex.palette = colour;
  vertex.variant = variant;
  const double clamped = occlusion < 0 ? 0 : occlusion > 1 ? 1 : occlusion;
  vertex.occlusion = static_cast<std::uint8_t>(clamped * 255.0);
  return vertex;
}

class MeshBuilder {
 public:
  // One mesh of all pages: it lies in a buffer of its own, not in the pool, and only 16-bit indices
  // bound it.
  content::MeshPage take() {
    content::MeshPage whole;
    for (const content::MeshPage& page : pages_) {
      const std::size_t first = whole.vertices.size();
      TERRANE_ASSERT(first + page.vertices.size() <= 65536,
                     "an instance's mesh has 16-bit indices");
      whole.vertices.insert(whole.vertices.end(), page.vertices.begin(), page.vertices.end());
      for (const std::uint16_t index : page.indices) {
        whole.indices.push_back(static_cast<std::uint16_t>(first + index));
      }
      whole.bounds.include(page.bounds);
    }
    return whole;
  }

  // A tapered tube of flat-shaded-free sides, from `from` to `to`.
  void tube(Vec3 from, Vec3 to, double from_radius, double to_radius, unsigned sides,
            const Vertex& like) {
    const Vec3 axis = geo::normalised(to - from);
    const Vec3 helper = std::fabs(axis.y) > 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = geo::normalised(geo::cross(helper, axis));
    const Vec3 along = geo::cross(axis, across);
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;
    for (unsigned side = 0; side < sides; ++side) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * side / sides);
      const Vec3 out = across * turn.cos + along * turn.sin;
      vertices.push_back(content::make_vertex(from + out * from_radius, out, like));
      vertices.push_back(content::make_vertex(to + out * to_radius, out, like));
      const std::uint32_t a = side * 2;
      const std::uint32_t b = (side + 1) % sides * 2;
      indices.insert(indices.end(), {a, b, b + 1, a, b + 1, a + 1});
    }
    writer_.mesh(vertices, indices);
  }

  // An upright box between two corners.
  void box(Vec3 low, Vec3 high, const Vertex& like) {
    const auto corner = [&](int x, int y, int z) {
      return Vec3{x != 0 ? high.x : low.x, y != 0 ? high.y : low.y, z != 0 ? high.z : low.z};
    };
    const auto side = [&](Vec3 normal, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
      writer_.quad(content::make_vertex(a, normal, like), content::make_vertex(b, normal, like),
                   content::make_vertex(c, normal, like), content::make_vertex(d, normal, like));
    };
    side({0, 1, 0}, corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(0, 1, 0));
    side({0, -1, 0}, corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1));
    side({0, 0, 1}, corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1));
    side({0, 0, -1}, corner(1, 0, 0), corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0));
    side({1, 0, 0}, corner(1, 0, 1), corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1));
    side({-1, 0, 0}, corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1), corner(0, 1, 0));
  }

  // A square of leaves around `middle`, spanned by two unit vectors, shaded as if facing `normal`.
  void card(Vec3 middle, Vec3 right, Vec3 up, double half_m, Vec3 normal, Vertex like,
            std::uint64_t key) {
    like.flags = static_cast<std::uint8_t>(base::draw_index(key, 256));
    const auto corner = [&](int u, int v) {
      Vertex vertex =
          content::make_vertex(middle + right * (half_m * u) + up * (half_m * v), normal, like);
      vertex.u_cm = static_cast<std::int16_t>(u * 100);
      vertex.v_cm = static_cast<std::int16_t>(v * 100);
      return vertex;
    };
    writer_.quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
  }

 private:
  std::vector<content::MeshPage> pages_;
  content::MeshWriter writer_{pages_};
};

Vec3 draw_direction(std::uint64_t key) {
  const double y = base::draw_between(base::hash(key, 1), -1.0, 1.0);
  const base::SinCos turn =
      base::sin_cos(base::draw_between(base::hash(key, 2), 0, 2 * base::k_pi));
  const double radius = std::sqrt(1.0 - y * y);
  return {radius * turn.cos, y, radius * turn.sin};
}

// Cards on the shell of a blob; `centre` is the crown's middle, which shading and occlusion follow.
void add_blob(MeshBuilder& mesh, Vec3 middle, double radius_m, unsigned cards, double card_half_m,
              Vec3 centre, Vec3 crown_half, std::uint8_t colour, std::uint64_t seed) {
  for (unsigned index = 0; index < cards; ++index) {
    const std::uint64_t key = base::hash(seed, index);
    const Vec3 out = draw_direction(base::hash(key, 3));
    const double shell = base::draw_between(base::hash(key, 4), 0.55, 1.0);
    const Vec3 at = middle + out * (radius_m * shell);
    const Vec3 tilt = geo::normalised(out + draw_direction(base::hash(key, 5)) * 0.7);
    const Vec3 helper = std::fabs(tilt.y) > 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = geo::normalised(geo::cross(helper, tilt));
    const Vec3 along = geo::cross(tilt, across);
    const base::SinCos spin = base::sin_cos(base::draw_between(base::hash(key, 6), 0, base::k_pi));
    const Vec3 right = across * spin.cos + along * spin.sin;
    const Vec3 up = along * spin.cos - across * spin.sin;
    const Vec3 from_centre{(at.x - centre.x) / crown_half.x, (at.y - centre.y) / crown_half.y,
                           (at.z - centre.z) / crown_half.z};
    const double depth = geo::length(from_centre);
    const Vec3 normal = geo::normalised(from_centre + out * 0.5 + Vec3{0, 0.15, 0});
    const double open = 0.30 + 0.42 * depth + 0.30 * from_centre.y;
    const double half = card_half_m * base::draw_between(base::hash(key, 7), 0.8, 1.2);
    mesh.card(at, right, up, half, normal, look(Material::Foliage, colour, open, k_instance_tint),
              key);
  }
}

content::MeshPage broadleaf(unsigned level) {
  MeshBuilder mesh;
  const Vertex bark = look(Material::Bark, palette::k_bark, 0.75);
  const Vec3 fork{0.05, 2.5, -0.04};
  const Vec3 centre{0, 5.1, 0};
  const Vec3 crown_half{2.5, 2.5, 2.5};
  mesh.tube({0, -0.2, 0}, fork, 0.17, 0.12, level == 0 ? 7 : 4, bark);
  const unsigned blobs = 9;
  for (unsigned index = 0; index < blobs; ++index) {
    const std::uint64_t key = base::hash(0xb20adULL, index);
    const base::SinCos turn =
        base::sin_cos(2.399963 * index + base::draw_between(base::hash(key, 1), -0.3, 0.3));
    const double part = (index + 0.5) / blobs;
    const double out = 1.55 * std::sqrt(1.0 - (2 * part - 0.95) * (2 * part - 0.95) * 0.85);
    const Vec3 middle{turn.cos * out, 3.6 + 3.2 * part, turn.sin * out};
    if (level == 0) mesh.tube(fork, middle, 0.075, 0.02, 4, bark);
    add_blob(mesh, middle, base::draw_between(base::hash(key, 2), 0.95, 1.25), level == 0 ? 21 : 6,
             level == 0 ? 0.46 : 0.86, centre, crown_half, palette::k_leaf_green, key);
  }
  return mesh.take();
}

content::MeshPage conifer(unsigned level) {
  MeshBuilder mesh;
  mesh.tube({0, -0.2, 0}, {0, 8.6, 0}, 0.16, 0.02, level == 0 ? 6 : 4,
            look(Material::Bark, palette::k_bark, 0.6));
  const unsigned whorls = level == 0 ? 15 : 8;
  for (unsigned whorl = 0; whorl < whorls; ++whorl) {
    const double part = static_cast<double>(whorl) / whorls;
    const double reach = 2.0 * (1.0 - part) + 0.25;
    const unsigned arms = level == 0 ? 13 - whorl / 2 : 6;
    for (unsigned arm = 0; arm < arms; ++arm) {
      const std::uint64_t key = base::hash(0xc0f1fULL, whorl, arm);
      const double angle = 2 * base::k_pi * arm / arms + 0.7 * whorl +
                           base::draw_between(base::hash(key, 1), -0.2, 0.2);
      const base::SinCos turn = base::sin_cos(angle);
      const Vec3 out{turn.cos, 0, turn.sin};
      const Vec3 droop = geo::normalised(out + Vec3{0, -0.38, 0});
      const double half = reach * 0.52;
      const Vec3 at = Vec3{0, 1.15 + 7.9 * part, 0} + droop * (reach * 0.52);
      const Vec3 side =
          geo::normalised(geo::cross(droop, Vec3{0, 1, 0}) +
                          Vec3{0, base::draw_between(base::hash(key, 2), -0.5, 0.5), 0});
      const Vec3 normal = geo::normalised(out + Vec3{0, 0.7, 0});
      mesh.card(at, droop, side, half, normal,
                look(Material::Foliage, palette::k_leaf_dark, 0.5 + 0.5 * part, k_instance_tint),
                key);
    }
  }
  return mesh.take();
}

content::MeshPage bush(unsigned level) {
  MeshBuilder mesh;
  const Vec3 half{0.8, 0.7, 0.8};
  for (unsigned index = 0; index < 3; ++index) {
    const base::SinCos turn = base::sin_cos(2.1 * index);
    add_blob(mesh, {0.35 * turn.cos, 0.42, 0.35 * turn.sin}, 0.42, level == 0 ? 22 : 7,
             level == 0 ? 0.24 : 0.42, {0, 0.3, 0}, half, palette::k_leaf_green,
             base::hash(0xb05bULL, index));
  }
  return mesh.take();
}

content::MeshPage street_lamp(unsigned level) {
  MeshBuilder mesh;
  const Vertex metal = look(Material::Metal, palette::k_metal_dark);
  const unsigned sides = level == 0 ? 8 : 4;
  mesh.tube({0, -0.1, 0}, {0, 0.9, 0}, 0.11, 0.09, sides, metal);
  mesh.tube({0, 0.9, 0}, {0, 6.6, 0}, 0.065, 0.05, sides, metal);
  mesh.tube({0, 6.5, 0}, {0, 6.95, -0.75}, 0.045, 0.04, sides, metal);
  mesh.tube({0, 6.95, -0.75}, {0, 7.0, -1.35}, 0.04, 0.035, sides, metal);
  mesh.box({-0.13, 6.93, -1.95}, {0.13, 7.07, -1.25}, metal);
  mesh.box({-0.10, 6.89, -1.90}, {0.10, 6.93, -1.32}, look(Material::Lamp, palette::k_lamp_warm));
  return mesh.take();
}

content::MeshPage bench(unsigned level) {
  MeshBuilder mesh;
  const Vertex wood = look(Material::Bark, palette::k_brick_brown, 0.9);
  const Vertex metal = look(Material::Metal, palette::k_metal_dark, 0.8);
  for (int side = -1; side <= 1; side += 2) {
    mesh.box({0.7 * side - 0.03, 0, -0.22}, {0.7 * side + 0.03, 0.42, 0.22}, metal);
    mesh.box({0.7 * side - 0.03, 0.42, 0.17}, {0.7 * side + 0.03, 0.85, 0.22}, metal);
  }
  const int slats = level == 0 ? 4 : 1;
  const double wide = 0.44 / slats;
  for (int slat = 0; slat < slats; ++slat) {
    const double z = -0.24 + wide * slat;
    mesh.box({-0.85, 0.42, z}, {0.85, 0.46, z + wide * 0.82}, wood);
  }
  mesh.box({-0.85, 0.56, 0.18}, {0.85, 0.66, 0.21}, wood);
  mesh.box({-0.85, 0.72, 0.18}, {0.85, 0.84, 0.21}, wood);
  return mesh.take();
}

content::MeshPage hydrant(unsigned level) {
  MeshBuilder mesh;
  const unsigned sides = level == 0 ? 10 : 5;
  const Vertex red =
      look(Material::Metal, content::nearest_cube_colour({190, 40, 30}), 0.95, k_instance_tint);
  mesh.tube({0, 0, 0}, {0, 0.08, 0}, 0.17, 0.17, sides, red);
  mesh.tube({0, 0.08, 0}, {0, 0.55, 0}, 0.11, 0.11, sides, red);
  mesh.tube({0, 0.55, 0}, {0, 0.60, 0}, 0.14, 0.14, sides, red);
  mesh.tube({0, 0.60, 0}, {0, 0.74, 0}, 0.12, 0.03, sides, red);
  mesh.tube({-0.19, 0.42, 0}, {0.19, 0.42, 0}, 0.055, 0.055, sides, red);
  mesh.tube({0, 0.38, 0}, {0, 0.38, -0.18}, 0.07, 0.07, sides, red);
  return mesh.take();
}

content::MeshPage street_sign(unsigned level) {
  MeshBuilder mesh;
  const Vertex metal = look(Material::Metal, palette::k_metal_dark);
  const Vertex board = look(Material::Plain, content::nearest_cube_colour({20, 90, 60}), 0.95);
  mesh.tube({0, -0.1, 0}, {0, 3.1, 0}, 0.04, 0.035, level == 0 ? 8 : 4, metal);
  mesh.box({0.04, 2.55, -0.015}, {0.84, 2.77, 0.015}, board);
  mesh.box({-0.015, 2.82, 0.04}, {0.015, 3.04, 0.84}, board);
  return mesh.take();
}

content::MeshPage bollard(unsigned level) {
  MeshBuilder mesh;
  const unsigned sides = level == 0 ? 8 : 4;
  const Vertex iron = look(Material::Metal, palette::k_metal_dark, 0.9);
  mesh.tube({0, -0.05, 0}, {0, 0.78, 0}, 0.09, 0.07, sides, iron);
  mesh.tube({0, 0.78, 0}, {0, 0.92, 0}, 0.1, 0.03, sides, iron);
  return mesh.take();
}

}  // namespace

content::MeshPage instance_mesh(InstanceKind kind, unsigned level) {
  switch (kind) {
    case InstanceKind::BroadleafTree:
      return broadleaf(level);
    case InstanceKind::ConiferTree:
      return conifer(level);
    case InstanceKind::StreetLamp:
      return street_lamp(level);
    case InstanceKind::Bench:
      return bench(level);
    case InstanceKind::Hydrant:
      return hydrant(level);
    case InstanceKind::StreetSign:
      return street_sign(level);
    case InstanceKind::Bollard:
      return bollard(level);
    case InstanceKind::Bush:
      break;
  }
  return bush(level);
}

std::vector<content::MeshPage> instance_meshes_on_worker() {
  std::vector<content::MeshPage> meshes;
  for (unsigned kind = 0; kind < content::k_instance_kind_count; ++kind) {
    for (unsigned level = 0; level < k_instance_level_count; ++level) {
      meshes.push_back(instance_mesh(static_cast<InstanceKind>(kind), level));
    }
  }
  return meshes;
}

double far_level_share(InstanceKind kind) {
  switch (kind) {
    case InstanceKind::BroadleafTree:
    case InstanceKind::ConiferTree:
      return 0.13;
    case InstanceKind::StreetLamp:
      return 0.15;
    case InstanceKind::Bench:
    case InstanceKind::Hydrant:
    case InstanceKind::StreetSign:
    case InstanceKind::Bollard:
    case InstanceKind::Bush:
      break;
  }
  return 0.05;
}

double end_share(InstanceKind kind) {
  switch (kind) {
    case InstanceKind::BroadleafTree:
    case InstanceKind::ConiferTree:
      return 1.0;
    case InstanceKind::StreetLamp:
      return 0.6;
    case InstanceKind::Bush:
      return 0.4;
    case InstanceKind::Bench:
    case InstanceKind::Hydrant:
    case InstanceKind::StreetSign:
    case InstanceKind::Bollard:
      break;
  }
  return 0.15;
}

}  // namespace terrane::render
