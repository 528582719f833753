#include "terrane/city/street_end.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

// A frame whose floor is the highest ground across the end, and how far below it the lowest lies.
struct EndSite {
  SolidKit kit;
  double foot_m;
};

EndSite site_at(PieceWriter& out, PlanePoint place, PlaneVector forward, double half_width_m,
                double depth_m) {
  const PlaneVector right = right_of(forward);
  double high = -1e9;
  double low = 1e9;
  for (const double x : {-half_width_m, 0.0, half_width_m}) {
    for (const double z : {0.0, depth_m}) {
      const double ground = out.ground_m(moved(place, right * x + forward * z));
      high = std::max(high, ground);
      low = std::min(low, ground);
    }
  }
  return {SolidKit(out, place, forward, high + k_sidewalk_lift_m), low - high - 0.8};
}

void pyramid(SolidKit& kit, Vec3 low, Vec3 high, double top_m, const Surface& roof) {
  const Vec3 tip{(low.x + high.x) * 0.5, top_m, (low.z + high.z) * 0.5};
  const double y = high.y;
  const Vec3 p[4] = {
      {low.x, y, low.z}, {high.x, y, low.z}, {high.x, y, high.z}, {low.x, y, high.z}};
  const Vec3 facing[4] = {{0, 1, -1}, {1, 1, 0}, {0, 1, 1}, {-1, 1, 0}};
  for (unsigned side = 0; side < 4; ++side) {
    kit.triangle(p[side], p[(side + 1) % 4], tip, facing[side], roof);
  }
  kit.panel(p[0], p[1], p[2], p[3], {0, -1, 0}, roof);
}

void build_gate(PieceWriter& out, EndSite& site, double half_width_m, double half_road_m,
                std::uint64_t key) {
  SolidKit& kit = site.kit;
  const bool brick = base::draw_chance(base::hash(key, 1), 0.5);
  const Surface wall =
      solid_surface(Material::Stone, brick ? palette::k_brick_red : palette::k_limestone);
  const Surface trim = solid_surface(Material::Stone, palette::k_sandstone);
  const Surface iron = solid_surface(Material::Metal, palette::k_metal_dark);
  const double gate = std::min(half_road_m, half_width_m - 1.2);
  constexpr double k_wall_m = 2.9;
  for (const double sign : {-1.0, 1.0}) {
    const double x0 = std::min(sign * gate, sign * half_width_m);
    const double x1 = std::max(sign * gate, sign * half_width_m);
    kit.box({x0, site.foot_m, -0.3}, {x1, k_wall_m, 0.3}, wall);
    kit.collide({x0, site.foot_m, -0.3}, {x1, k_wall_m, 0.3});
    if (out.lod() < 2) {
      kit.box({x0, k_wall_m, -0.4}, {x1, k_wall_m + 0.18, 0.4}, trim, k_box_all);
      const double p0 = sign * gate - 0.5;
      kit.box({p0, site.foot_m, -0.55}, {p0 + 1.0, 3.7, 0.55}, wall);
      kit.box({p0 - 0.12, 3.7, -0.67}, {p0 + 1.12, 3.95, 0.67}, trim, k_box_all);
    }
    if (out.full_detail()) {
      kit.drum({sign * gate, 3.95, 0}, 0.32, 0.42, 0.35, 6, trim);
      kit.drum({sign * gate, 4.3, 0}, 0.42, 0.0, 0.5, 6, trim);
    }
  }
  // Closed leaves of iron; two rails where the bars are too thin to be seen.
  kit.collide({-gate, site.foot_m, -0.1}, {gate, 2.6, 0.1});
  if (out.lod() == 2) {
    for (const double y : {0.2, 2.2}) {
      kit.sheet({-gate, y, 0}, {gate, y, 0}, {gate, y + 0.25, 0}, {-gate, y + 0.25, 0}, iron);
    }
  } else {
    kit.box({-gate + 0.4, 0.1, -0.04}, {gate - 0.4, 0.2, 0.04}, iron, k_box_all);
    kit.box({-gate + 0.4, 1.3, -0.04}, {gate - 0.4, 1.38, 0.04}, iron, k_box_all);
    kit.box({-gate + 0.4, 2.3, -0.04}, {gate - 0.4, 2.4, 0.04}, iron, k_box_all);
    const double pitch = out.full_detail() ? 0.3 : 0.9;
    for (double x = -gate + 0.6; x < gate - 0.5; x += pitch) {
      kit.box({x - 0.025, -0.3, -0.025}, {x + 0.025, 2.7, 0.025}, iron);
    }
  }
  // The lodge behind the wall.
  const double side = base::draw_chance(base::hash(key, 2), 0.5) ? 1.0 : -1.0;
  const double a = side * (gate + 0.7);
  const double b = side * half_width_m;
  if (std::fabs(b - a) < 1.6) return;
  const Vec3 low{std::min(a, b), site.foot_m, 0.3};
  const Vec3 high{std::max(a, b), 3.8, 4.0};
  const Surface roof = solid_surface(Material::Roof, palette::k_roof_slate);
  kit.box(low, high, wall, k_box_ends | k_box_sides);
  pyramid(kit, low - Vec3{0.3, 0, 0.3}, high + Vec3{0.3, 0, 0.3}, 5.9, roof);
  kit.collide(low, high);
  if (!out.full_detail()) return;
  const Surface glass = solid_surface(Material::Metal, palette::k_glass_blue);
  kit.box({(a + b) * 0.5 - 0.25, 4.9, 2.6}, {(a + b) * 0.5 + 0.25, 6.4, 3.1}, wall);
  const double face = a - side * 0.02;
  kit.panel({face, 0, 1.6}, {face, 0, 2.5}, {face, 2.1, 2.5}, {face, 2.1, 1.6}, {-side, 0, 0},
            glass);
  kit.panel({face, 1.0, 2.9}, {face, 1.0, 3.6}, {face, 2.1, 3.6}, {face, 2.1, 2.9}, {-side, 0, 0},
            glass);
}

// Two leaves of painted wood across a passage, seen from `facing` (1 or -1 along z).
void build_doors(EndSite& site, double half_width_m, double high_m, double z, double facing,
                 bool full) {
  SolidKit& kit = site.kit;
  const double w = half_width_m;
  kit.panel({-w, site.foot_m, z}, {w, site.foot_m, z}, {w, high_m, z}, {-w, high_m, z},
            {0, 0, facing}, solid_surface(Material::Plain, palette::k_bark));
  if (!full) return;
  // The gap between the leaves, and bands of iron across them.
  const Surface iron = solid_surface(Material::Metal, palette::k_metal_dark);
  const double low_z = std::min(z, z + facing * 0.04);
  const double high_z = std::max(z, z + facing * 0.04);
  kit.box({-0.04, site.foot_m, low_z}, {0.04, high_m, high_z}, iron);
  for (const double y : {0.5, 2.7}) {
    kit.box({-w + 0.1, y, low_z}, {-0.12, y + 0.14, high_z}, iron, k_box_all);
    kit.box({0.12, y, low_z}, {w - 0.1, y + 0.14, high_z}, iron, k_box_all);
  }
}

void build_arch_house(PieceWriter& out, EndSite& site, double half_width_m, double half_road_m,
                      std::uint64_t key) {
  SolidKit& kit = site.kit;
  constexpr std::uint8_t k_walls[] = {palette::k_brick_red, palette::k_limestone,
                                      palette::k_plaster_ochre, palette::k_brownstone};
  Surface wall;
  wall.material = Material::Facade;
  wall.variant = static_cast<std::uint8_t>(content::FacadeStyle::Masonry);
  wall.palette = k_walls[base::draw_index(base::hash(key, 1), 4)];
  wall.half_width_dm = 34;
  wall.flags = static_cast<std::uint8_t>(base::draw_index(base::hash(key, 2), 256));
  Surface blank = wall;
  blank.variant = static_cast<std::uint8_t>(content::FacadeStyle::Blank);
  const Surface trim = solid_surface(Material::Stone, palette::k_limestone);
  const double gate = std::min(half_road_m, half_width_m - 1.4);
  constexpr double k_depth_m = 4.2;
  constexpr double k_lower_m = 5.4;
  const double top = k_lower_m + 3.4 * (2 + base::draw_index(base::hash(key, 3), 3));
  const double w = half_width_m;
  // Below: two flanks beside the passage. Above: the house, whole.
  for (const double sign : {-1.0, 1.0}) {
    const double x0 = std::min(sign * gate, sign * w);
    const double x1 = std::max(sign * gate, sign * w);
    kit.box({x0, site.foot_m, -0.2}, {x1, k_lower_m, k_depth_m}, blank, k_box_ends | k_box_sides);
    kit.collide({x0, site.foot_m, -0.2}, {x1, top, k_depth_m});
  }
  kit.collide({-gate, site.foot_m, 2.2}, {gate, k_lower_m, k_depth_m});
  for (const double z : {-0.2, k_depth_m}) {
    kit.panel({-w, k_lower_m, z}, {w, k_lower_m, z}, {w, top, z}, {-w, top, z},
              {0, 0, z < 0 ? -1.0 : 1.0}, wall);
  }
  for (const double x : {-w, w}) {
    kit.panel({x, k_lower_m, -0.2}, {x, k_lower_m, k_depth_m}, {x, top, k_depth_m}, {x, top, -0.2},
              {x, 0, 0}, blank);
  }
  kit.panel({-w, top, -0.2}, {w, top, -0.2}, {w, top, k_depth_m}, {-w, top, k_depth_m}, {0, 1, 0},
            solid_surface(Material::Roof, palette::k_roof_gravel));
  kit.panel({-gate, k_lower_m, -0.2}, {gate, k_lower_m, -0.2}, {gate, k_lower_m, k_depth_m},
            {-gate, k_lower_m, k_depth_m}, {0, -1, 0}, blank);
  // Closed doors deep in the passage.
  build_doors(site, gate, k_lower_m, 2.2, -1, out.full_detail());
  build_doors(site, gate, k_lower_m, k_depth_m - 0.1, 1, out.full_detail());
  if (out.lod() < 2) {
    kit.box({-w - 0.12, top - 0.1, -0.5}, {w + 0.12, top + 0.55, k_depth_m + 0.12}, trim,
            k_box_all);
    kit.box({-w, k_lower_m - 0.2, -0.34}, {w, k_lower_m + 0.12, -0.18}, trim, k_box_all);
  }
  // The spandrels of a round head, before the passage.
  const unsigned parts = out.full_detail() ? 5 : 3;
  for (const double sign : {-1.0, 1.0}) {
    for (unsigned part = 0; part < parts; ++part) {
      const auto rise = [&](unsigned step) {
        const double t = static_cast<double>(step) / parts;
        return k_lower_m - 1.6 * t * t;
      };
      const double x0 = sign * gate * part / parts;
      const double x1 = sign * gate * (part + 1) / parts;
      kit.panel({x0, rise(part), -0.15}, {x1, rise(part + 1), -0.15}, {x1, k_lower_m, -0.15},
                {x0, k_lower_m, -0.15}, {0, 0, -1}, trim);
    }
    if (out.lod() == 2) continue;
    const double jamb = sign * gate;
    kit.box({std::min(jamb, jamb - sign * 0.3), site.foot_m, -0.32},
            {std::max(jamb, jamb - sign * 0.3), k_lower_m - 1.4, -0.12}, trim);
  }
}

void build_square(PieceWriter& out, PlanePoint place, PlaneVector forward, double half_width_m,
                  double half_road_m, std::uint64_t key) {
  EndSite site = site_at(out, place, forward, half_width_m, 0.0);
  const Surface stone = solid_surface(Material::Stone, palette::k_limestone);
  SolidKit& kit = site.kit;
  // A wall at the back with a higher middle.
  kit.box({-half_width_m, site.foot_m, -0.25}, {half_width_m, 1.15, 0.25}, stone);
  kit.collide({-half_width_m, site.foot_m, -0.25}, {half_width_m, 1.2, 0.25});
  kit.box({-1.6, site.foot_m, -0.4}, {1.6, 2.6, 0.4}, stone);
  if (out.lod() < 2) kit.box({-1.8, 2.6, -0.5}, {1.8, 2.85, 0.5}, stone, k_box_all);
  const PlanePoint middle = moved(place, forward * -4.8);
  SolidKit planter = SolidKit::on_ground(out, middle, forward, k_sidewalk_lift_m);
  planter.drum({0, -0.5, 0}, 1.5, 1.4, 1.0, out.lod() == 0 ? 10 : 6, stone);
  planter.collide({-1.4, -0.5, -1.4}, {1.4, 0.5, 1.4});
  out.instance(content::InstanceKind::BroadleafTree, middle, k_sidewalk_lift_m + 0.45,
               base::draw_between(base::hash(key, 1), 0.0, 6.28),
               base::draw_between(base::hash(key, 2), 0.9, 1.15), palette::k_leaf_green,
               static_cast<std::uint16_t>(base::draw_index(base::hash(key, 3), 8)));
  if (!out.full_detail()) return;
  const PlaneVector right = right_of(forward);
  const unsigned bollards = 5;
  for (unsigned bollard = 0; bollard < bollards; ++bollard) {
    const double x = -half_road_m + 2.0 * half_road_m * (bollard + 0.5) / bollards;
    build_bollard(out, moved(place, forward * -8.0 + right * x));
  }
  for (const double sign : {-1.0, 1.0}) {
    const PlaneVector facing = right * -sign;
    out.instance(content::InstanceKind::Bench,
                 moved(place, forward * -4.8 + right * (sign * (half_width_m - 1.1))),
                 k_sidewalk_lift_m, geo::heading_of({facing.x, 0, facing.z}), 1.0, palette::k_bark,
                 0);
  }
}

}  // namespace

void build_bollard(PieceWriter& out, PlanePoint place) {
  if (!out.full_detail()) return;
  out.instance(content::InstanceKind::Bollard, place, k_sidewalk_lift_m, 0.0, 1.0,
               palette::k_metal_dark, 0);
}

void build_street_end(PieceWriter& out, PlanePoint place, PlaneVector forward, double half_width_m,
                      double half_road_m, StreetEnd end, std::uint64_t key) {
  if (end == StreetEnd::Square) {
    return build_square(out, place, forward, half_width_m, half_road_m, key);
  }
  EndSite site = site_at(out, place, forward, half_width_m, 4.2);
  if (end == StreetEnd::Gate) return build_gate(out, site, half_width_m, half_road_m, key);
  build_arch_house(out, site, half_width_m, half_road_m, key);
}

}  // namespace terrane::city
