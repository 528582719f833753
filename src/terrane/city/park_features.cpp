#include "terrane/city/park_features.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/solid_kit.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr double k_bed_lift_m = 0.04;
constexpr double k_court_lift_m = 0.035;
constexpr double k_line_lift_m = 0.06;

// The highest ground within a square, so that a level floor lies on all of it.
double level_floor_m(const PieceWriter& out, PlanePoint place, double half_m) {
  double high_m = out.ground_m(place);
  for (const double x : {-half_m, half_m}) {
    for (const double z : {-half_m, half_m}) {
      high_m = std::max(high_m, out.ground_m(moved(place, {x, z})));
    }
  }
  return high_m + k_sidewalk_lift_m;
}

}  // namespace

void build_monument(PieceWriter& out, PlanePoint place, PlaneVector forward, std::uint64_t key) {
  SolidKit kit(out, place, forward, level_floor_m(out, place, 2.2));
  const Surface stone = solid_surface(Material::Stone, base::draw_chance(base::hash(key, 81), 0.5)
                                                           ? palette::k_limestone
                                                           : palette::k_sandstone);
  const Surface bronze = solid_surface(Material::Metal, palette::k_copper_green);
  kit.box({-2.2, -1.2, -2.2}, {2.2, 0.22, 2.2}, stone);
  kit.box({-1.6, 0.22, -1.6}, {1.6, 0.5, 1.6}, stone);
  kit.box({-1.0, 0.5, -1.0}, {1.0, 2.3, 1.0}, stone);
  if (out.lod() < 2) kit.box({-1.15, 2.3, -1.15}, {1.15, 2.55, 1.15}, stone, k_box_all);
  kit.collide({-2.2, -1.2, -2.2}, {2.2, 2.6, 2.2});
  if (base::draw_chance(base::hash(key, 82), 0.5)) {
    kit.drum({0, 2.55, 0}, 0.75, 0.45, 6.0, 4, stone);
    kit.drum({0, 8.55, 0}, 0.45, 0.0, 0.9, 4, bronze);
    return;
  }
  // A standing figure: legs, coat, shoulders, head, a raised arm.
  kit.drum({0, 2.55, 0}, 0.42, 0.36, 1.0, 6, bronze);
  kit.drum({0, 3.55, 0}, 0.4, 0.48, 0.9, 6, bronze);
  kit.drum({0, 4.5, 0}, 0.2, 0.18, 0.45, 6, bronze);
  if (out.full_detail()) {
    kit.strut({0.4, 4.2, 0}, {0.85, 5.1, -0.35}, 0.1, bronze);
    kit.strut({-0.42, 4.3, 0}, {-0.55, 3.3, -0.2}, 0.11, bronze);
    kit.box({-0.6, 1.2, -1.03}, {0.6, 1.8, -0.98}, bronze);
  }
}

void build_bandstand(PieceWriter& out, PlanePoint place, PlaneVector forward, std::uint64_t key) {
  SolidKit kit(out, place, forward, level_floor_m(out, place, 3.0));
  const Surface stone = solid_surface(Material::Stone, palette::k_limestone);
  const Surface white = solid_surface(Material::Metal, palette::k_plaster_white);
  const Surface roof = solid_surface(Material::Roof, base::draw_chance(base::hash(key, 83), 0.6)
                                                         ? palette::k_copper_green
                                                         : palette::k_roof_slate);
  constexpr double k_radius_m = 3.6;
  kit.drum({0, -1.4, 0}, k_radius_m + 0.5, k_radius_m + 0.5, 1.4, 8, stone);
  kit.drum({0, 0, 0}, k_radius_m + 0.1, k_radius_m + 0.1, 0.6, 8, stone);
  kit.collide({-k_radius_m, -1.4, -k_radius_m}, {k_radius_m, 4.0, k_radius_m});
  constexpr double k_eaves_m = 3.7;
  if (out.lod() < 2) {
    for (unsigned column = 0; column < 8; ++column) {
      const base::SinCos turn = base::sin_cos(2.0 * base::k_pi * column / 8.0);
      const base::SinCos next = base::sin_cos(2.0 * base::k_pi * (column + 1) / 8.0);
      const Vec3 foot{turn.cos * 3.3, 0.6, turn.sin * 3.3};
      const Vec3 other{next.cos * 3.3, 0.6, next.sin * 3.3};
      kit.box(foot - Vec3{0.1, 0, 0.1}, foot + Vec3{0.1, k_eaves_m - 0.6, 0.1}, white,
              k_box_ends | k_box_sides);
      // The side that faces the street is the way in.
      if (out.full_detail() && column != 5) {
        kit.strut(foot + Vec3{0, 0.95, 0}, other + Vec3{0, 0.95, 0}, 0.05, white);
        kit.strut(foot + Vec3{0, 0.45, 0}, other + Vec3{0, 0.45, 0}, 0.03, white);
      }
      kit.panel(foot + Vec3{0, k_eaves_m - 1.0, 0}, other + Vec3{0, k_eaves_m - 1.0, 0},
                other + Vec3{0, k_eaves_m - 0.6, 0}, foot + Vec3{0, k_eaves_m - 0.6, 0},
                foot + other, white);
    }
    if (out.full_detail()) kit.box({-1.2, -0.3, -4.6}, {1.2, 0.3, -3.4}, stone);
  }
  // The eaves' underside, the roof and a lantern.
  for (unsigned part = 0; part < 8; ++part) {
    const base::SinCos a = base::sin_cos(2.0 * base::k_pi * part / 8.0);
    const base::SinCos b = base::sin_cos(2.0 * base::k_pi * ((part + 1) % 8) / 8.0);
    kit.triangle({0, k_eaves_m, 0}, {a.cos * 4.0, k_eaves_m, a.sin * 4.0},
                 {b.cos * 4.0, k_eaves_m, b.sin * 4.0}, {0, -1, 0}, white);
  }
  kit.drum({0, k_eaves_m, 0}, 4.0, 0.7, 1.7, 8, roof);
  kit.drum({0, k_eaves_m + 1.7, 0}, 0.5, 0.5, 0.5, 6, white);
  kit.drum({0, k_eaves_m + 2.2, 0}, 0.7, 0.0, 0.9, 6, roof);
}

void build_topiary(PieceWriter& out, PlanePoint place, std::uint64_t key) {
  SolidKit kit = SolidKit::on_ground(out, place, {0, -1}, k_sidewalk_lift_m);
  const Surface leaf = solid_surface(Material::Foliage, palette::k_leaf_dark);
  const unsigned sides = out.full_detail() ? 8 : 5;
  if (base::draw_chance(base::hash(key, 84), 0.6)) {
    kit.drum({0, -0.2, 0}, 0.85, 0.0, 2.9, sides, leaf);
    return;
  }
  kit.drum({0, -0.2, 0}, 0.12, 0.1, 0.9, 5, solid_surface(Material::Bark, palette::k_bark));
  kit.drum({0, 0.6, 0}, 0.45, 0.75, 0.5, sides, leaf);
  kit.drum({0, 1.1, 0}, 0.75, 0.4, 0.6, sides, leaf);
}

void build_swings(PieceWriter& out, PlanePoint place, PlaneVector forward) {
  SolidKit kit(out, place, forward, level_floor_m(out, place, 1.6) - 0.1);
  const Surface red = solid_surface(Material::Metal, palette::k_brick_red);
  const Surface dark = solid_surface(Material::Metal, palette::k_metal_dark);
  for (const double x : {-2.2, 2.2}) {
    kit.strut({x, -0.4, -1.2}, {x, 2.5, 0}, 0.06, red);
    kit.strut({x, -0.4, 1.2}, {x, 2.5, 0}, 0.06, red);
  }
  kit.strut({-2.3, 2.5, 0}, {2.3, 2.5, 0}, 0.06, red);
  if (!out.full_detail()) return;
  for (const double x : {-1.1, 1.1}) {
    const double z = x * 0.3;
    for (const double side : {-0.25, 0.25}) {
      kit.strut({x + side, 2.5, 0}, {x + side, 0.55, z}, 0.015, dark);
    }
    kit.box({x - 0.28, 0.5, z - 0.12}, {x + 0.28, 0.56, z + 0.12}, dark, k_box_all);
  }
}

void build_climbing_tower(PieceWriter& out, PlanePoint place, PlaneVector forward,
                          std::uint64_t key) {
  SolidKit kit(out, place, forward, level_floor_m(out, place, 1.6) - 0.1);
  const Surface wood = solid_surface(Material::Bark, palette::k_sandstone);
  const Surface roof = solid_surface(Material::Roof, base::draw_chance(base::hash(key, 85), 0.5)
                                                         ? palette::k_brick_red
                                                         : palette::k_glass_blue);
  const Surface slide = solid_surface(Material::Metal, palette::k_paint_yellow);
  for (const double x : {-0.9, 0.9}) {
    for (const double z : {-0.9, 0.9}) {
      kit.box({x - 0.08, -0.5, z - 0.08}, {x + 0.08, 2.9, z + 0.08}, wood,
              k_box_ends | k_box_sides);
    }
  }
  kit.box({-1.0, 1.4, -1.0}, {1.0, 1.52, 1.0}, wood, k_box_all);
  kit.drum({0, 2.85, 0}, 1.6, 0.0, 1.2, 4, roof);
  kit.collide({-1.0, 0, -1.0}, {1.0, 2.9, 1.0});
  // The slide goes along the street, the ladder stands on the other side.
  kit.sheet({1.0, 1.5, -0.35}, {3.6, 0.25, -0.35}, {3.6, 0.25, 0.35}, {1.0, 1.5, 0.35}, slide);
  if (!out.full_detail()) return;
  for (const double z : {-0.35, 0.35}) {
    kit.sheet({1.0, 1.5, z}, {3.6, 0.25, z}, {3.6, 0.5, z}, {1.0, 1.75, z}, slide);
    kit.strut({-1.6, -0.3, z}, {-1.0, 1.5, z}, 0.04, wood);
  }
  for (unsigned rung = 0; rung < 4; ++rung) {
    const double share = (rung + 0.7) / 4.5;
    const double x = -1.6 + 0.6 * share;
    kit.strut({x, -0.3 + 1.8 * share, -0.35}, {x, -0.3 + 1.8 * share, 0.35}, 0.03, wood);
  }
  for (const double z : {-0.9, 0.9}) {
    kit.strut({-0.9, 2.1, z}, {0.9, 2.1, z}, 0.05, wood);
    kit.strut({-0.9, 1.8, z}, {0.9, 1.8, z}, 0.04, wood);
  }
}

void build_roundabout(PieceWriter& out, PlanePoint place, PlaneVector forward) {
  SolidKit kit(out, place, forward, level_floor_m(out, place, 1.2) - 0.1);
  const Surface blue = solid_surface(Material::Metal, palette::k_glass_blue);
  const Surface light = solid_surface(Material::Metal, palette::k_metal_light);
  kit.drum({0, -0.4, 0}, 0.3, 0.3, 0.6, 6, light);
  kit.drum({0, 0.2, 0}, 1.4, 1.4, 0.14, 10, blue);
  if (!out.full_detail()) return;
  for (unsigned arm = 0; arm < 4; ++arm) {
    const base::SinCos turn = base::sin_cos(base::k_pi * 0.5 * arm);
    const Vec3 rim{turn.cos * 1.2, 0.34, turn.sin * 1.2};
    kit.strut(rim, rim + Vec3{0, 0.7, 0}, 0.03, light);
    kit.strut(rim + Vec3{0, 0.7, 0}, {0, 1.04, 0}, 0.03, light);
  }
}

void build_flower_bed(const SideStrip& strip, Pair offset_m, double width_m, std::uint64_t key) {
  PieceWriter& out = strip.out();
  strip.sheet(offset_m, width_m, k_bed_lift_m,
              ground_surface(Material::Soil, palette::k_soil, content::k_ground_layer_path));
  if (out.lod() == 2) return;
  // Bands of one colour each: cube colours of the palette that flowers have.
  constexpr std::uint8_t k_flowers[] = {36 * 4 + 6 * 0 + 1, 36 * 5 + 6 * 4 + 1, 36 * 4 + 6 * 2 + 4,
                                        36 * 5 + 6 * 5 + 4, 36 * 5 + 6 * 2 + 1, 36 * 2 + 6 * 1 + 4};
  const unsigned rows = out.full_detail() ? 4 : 2;
  for (unsigned row = 0; row < rows; ++row) {
    const std::uint8_t colour = k_flowers[base::draw_index(base::hash(key, row), 6)];
    const Surface flower = solid_surface(Material::Foliage, colour);
    const Surface leaf = solid_surface(Material::Foliage, palette::k_leaf_green);
    const double pitch_m = width_m / rows;
    const Pair from = offset_m + pitch_m * (row + 0.15);
    strip.bar(from, pitch_m * 0.7, -0.05, k_sidewalk_lift_m + 0.24, row % 2 == 1 ? leaf : flower);
    if (row % 2 == 1 || !out.full_detail()) continue;
    // Blossoms above the row.
    for (unsigned blossom = 0; blossom < 4; ++blossom) {
      const std::uint64_t own = base::hash(key, row, blossom);
      const double share = (blossom + base::draw_unit(own)) / 4.0;
      const PlanePoint place =
          strip.at(share, from.near + (from.far - from.near) * share + pitch_m * 0.35);
      SolidKit kit = SolidKit::on_ground(out, place, strip.along(), k_sidewalk_lift_m + 0.2);
      kit.drum({0, 0, 0}, 0.16, 0.05, 0.22, 4, flower);
    }
  }
}

void build_fence(const SideStrip& strip, Pair offset_m, double high_m, bool ends,
                 const Surface& surface) {
  PieceWriter& out = strip.out();
  const PlaneVector out_way = strip.outward();
  for (unsigned end = 0; end < 2; ++end) {
    if (offset_m.at(end) + 0.3 > strip.depth_m().at(end)) return;
  }
  strip.collide(strip.at(0, (offset_m.near + offset_m.far) * 0.5),
                strip.at(1, (offset_m.near + offset_m.far) * 0.5), 0.08, high_m);
  if (out.lod() == 2) return;
  strip.bar(offset_m, 0.06, k_sidewalk_lift_m + high_m - 0.08, k_sidewalk_lift_m + high_m, surface);
  if (!out.full_detail()) return;
  for (double y = 0.25; y < high_m - 0.3; y += 0.45) {
    strip.bar(offset_m, 0.03, k_sidewalk_lift_m + y, k_sidewalk_lift_m + y + 0.04, surface);
  }
  for (unsigned post = 0; post < (ends ? 3u : 2u); ++post) {
    const double share = post * 0.49;
    const double offset = offset_m.near + (offset_m.far - offset_m.near) * share + 0.03;
    SolidKit kit = SolidKit::on_ground(out, strip.at(share, offset), out_way, 0);
    kit.box({-0.04, -0.1, -0.04}, {0.04, k_sidewalk_lift_m + high_m + 0.05, 0.04}, surface);
  }
}

namespace {

// Rails on posts across the strip, a little inside one of its stations.
void fence_across(const SideStrip& strip, unsigned end, double from_m, double to_m, double high_m,
                  const Surface& surface) {
  PieceWriter& out = strip.out();
  const double share = end == 0 ? 0.03 : 0.97;
  strip.collide(strip.at(share, from_m), strip.at(share, to_m), 0.08, high_m);
  if (out.lod() == 2) return;
  SolidKit kit(out, strip.at(share, from_m), strip.outward(), 0);
  const unsigned bays = std::max(1u, static_cast<unsigned>((to_m - from_m) / 2.6));
  const unsigned step = out.full_detail() ? 1 : bays;
  const auto foot = [&](unsigned post) {
    const double z = (to_m - from_m) * post / bays;
    return Vec3{0, kit.ground_above_floor_m(0, z) + k_sidewalk_lift_m, z};
  };
  for (unsigned post = 0; post + step <= bays; post += step) {
    const Vec3 a = foot(post);
    const Vec3 b = foot(post + step);
    kit.strut(a + Vec3{0, high_m - 0.04, 0}, b + Vec3{0, high_m - 0.04, 0}, 0.04, surface);
    if (!out.full_detail()) continue;
    for (double y = 0.27; y < high_m - 0.3; y += 0.45) {
      kit.strut(a + Vec3{0, y, 0}, b + Vec3{0, y, 0}, 0.02, surface);
    }
    kit.box(a + Vec3{-0.04, -0.2, -0.04}, a + Vec3{0.04, high_m, 0.04}, surface,
            k_box_ends | k_box_sides);
  }
}

}  // namespace

void build_court(const SideStrip& strip, double from_m, unsigned part, unsigned parts,
                 std::uint64_t key) {
  PieceWriter& out = strip.out();
  constexpr double k_run_off_m = 0.7;
  constexpr double k_line_m = 0.08;
  const auto edge_of = [&](unsigned end) {
    const double front = strip.frontage_m().at(end) + from_m;
    const double room = strip.depth_m().at(end) - k_bank_width_m - front - 2.0;
    return std::clamp(room, 0.0, 15.0);
  };
  const Pair inner = strip.frontage_m() + from_m;
  const Pair width{edge_of(0), edge_of(1)};
  if (width.near < 6.0 || width.far < 6.0) return;
  const Pair outer{inner.near + width.near, inner.far + width.far};
  const bool clay = base::draw_chance(key, 0.5);
  const Surface colour =
      ground_surface(Material::Asphalt, clay ? palette::k_brick_red : palette::k_copper_green,
                     content::k_ground_layer_path);
  const Surface paint =
      ground_surface(Material::Paint, palette::k_paint_white, content::k_ground_layer_paint);
  // In two strips, so that the middle follows the ground.
  const Pair middle{(inner.near + outer.near) * 0.5, (inner.far + outer.far) * 0.5};
  const double lift_m = k_sidewalk_lift_m + k_court_lift_m;
  strip.ground(strip.on_ground(inner, lift_m), strip.on_ground(middle, lift_m), colour, 240, 240);
  strip.ground(strip.on_ground(middle, lift_m), strip.on_ground(outer, lift_m), colour, 240, 240);
  const Surface metal = solid_surface(Material::Metal, palette::k_metal_dark);
  build_fence(strip, inner + Pair(-0.3), 2.8, false, metal);
  build_fence(strip, outer + Pair(0.3), 2.8, false, metal);
  const bool first = part == 0;
  const bool last = part + 1 == parts;
  if (out.lod() < 2) {
    strip.sheet(inner + k_run_off_m, k_line_m, k_line_lift_m, paint);
    strip.sheet(outer + Pair(-k_run_off_m - k_line_m), k_line_m, k_line_lift_m, paint);
    // Lines across: the goal lines, and the one in the middle.
    const double in_m = k_run_off_m / strip.length_m();
    const double thick = k_line_m / strip.length_m();
    double share = -1;
    if (first) share = in_m;
    if (last) share = 1.0 - in_m - thick;
    if (part == parts / 2) share = 0;
    if (share >= 0) {
      const double from = std::max(inner.near, inner.far) + k_run_off_m;
      const double to = std::min(outer.near, outer.far) - k_run_off_m;
      for (unsigned piece = 0; piece < 2; ++piece) {
        const double a = from + (to - from) * piece * 0.5;
        const double b = from + (to - from) * (piece + 1) * 0.5;
        const auto corner = [&](double s, double offset) {
          return GroundCorner{strip.at(s, offset), k_sidewalk_lift_m + k_line_lift_m, 238, 0, 0};
        };
        const bool right = strip.side() == Side::Right;
        out.ground_quad(corner(share, a), right ? corner(share, b) : corner(share + thick, a),
                        corner(share + thick, b),
                        right ? corner(share + thick, a) : corner(share, b), paint);
      }
    }
  }
  if (!first && !last) return;
  fence_across(strip, first ? 0 : 1, std::max(inner.near, inner.far) - 0.3,
               std::min(outer.near, outer.far) + 0.3, 2.8, metal);
  // A hoop on its post.
  const double share = first ? 0.12 : 0.88;
  const double centre = (std::max(inner.near, inner.far) + std::min(outer.near, outer.far)) * 0.5;
  SolidKit kit = SolidKit::on_ground(out, strip.at(share, centre),
                                     first ? strip.along() : -strip.along(), k_sidewalk_lift_m);
  const Surface board = solid_surface(Material::Plain, palette::k_plaster_white);
  kit.box({-0.08, -0.2, -0.08}, {0.08, 3.4, 0.08}, metal);
  kit.strut({0, 3.2, 0}, {0, 3.3, 0.9}, 0.06, metal);
  kit.box({-0.9, 2.9, 0.9}, {0.9, 3.95, 0.95}, board, k_box_all);
  if (!out.full_detail()) return;
  const Surface hoop = solid_surface(Material::Metal, palette::k_paint_yellow);
  for (unsigned side = 0; side < 6; ++side) {
    const base::SinCos a = base::sin_cos(2.0 * base::k_pi * side / 6.0);
    const base::SinCos b = base::sin_cos(2.0 * base::k_pi * (side + 1) / 6.0);
    kit.strut({a.cos * 0.25, 3.05, 1.25 + a.sin * 0.25}, {b.cos * 0.25, 3.05, 1.25 + b.sin * 0.25},
              0.02, hoop);
  }
}

}  // namespace terrane::city
