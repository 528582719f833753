#include "terrane/city/water_craft.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/solid_kit.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
using geo::Vec3;
namespace palette = content::palette;

constexpr std::uint8_t k_hulls[] = {palette::k_metal_dark, palette::k_brick_red,
                                    palette::k_plaster_white, palette::k_glass_blue,
                                    palette::k_copper_green};
constexpr double k_draught_m = 0.35;

// A hull with a pointed bow: three stations of half-width, flaring upward, and a deck.
void build_hull(SolidKit& kit, double half_length_m, double half_beam_m, double freeboard_m,
                const Surface& hull, const Surface& deck) {
  struct Frame {
    double z;
    double wide;
    double low;
  };
  const Frame frames[4] = {{-half_length_m, half_beam_m * 0.8, half_beam_m * 0.62},
                           {-half_length_m * 0.4, half_beam_m, half_beam_m * 0.8},
                           {half_length_m * 0.4, half_beam_m * 0.92, half_beam_m * 0.7},
                           {half_length_m, 0.06, 0.03}};
  for (unsigned part = 0; part < 3; ++part) {
    const Frame& a = frames[part];
    const Frame& b = frames[part + 1];
    const double a_top = freeboard_m * (1.0 + 0.05 * part);
    const double b_top = freeboard_m * (1.05 + 0.12 * part);
    for (const double sign : {-1.0, 1.0}) {
      kit.panel({sign * a.low, -k_draught_m, a.z}, {sign * b.low, -k_draught_m, b.z},
                {sign * b.wide, b_top, b.z}, {sign * a.wide, a_top, a.z}, {sign, -0.2, 0.1}, hull);
    }
    kit.panel({-a.wide, a_top, a.z}, {a.wide, a_top, a.z}, {b.wide, b_top, b.z},
              {-b.wide, b_top, b.z}, {0, 1, 0}, deck);
  }
  const Frame& stern = frames[0];
  kit.panel({-stern.low, -k_draught_m, stern.z}, {stern.low, -k_draught_m, stern.z},
            {stern.wide, freeboard_m, stern.z}, {-stern.wide, freeboard_m, stern.z}, {0, 0, -1},
            hull);
}

}  // namespace

void build_barge(PieceWriter& out, PlanePoint place, PlaneVector forward, double water_level_m,
                 std::uint64_t key) {
  SolidKit kit(out, place, forward, water_level_m);
  const Surface hull = solid_surface(Material::Metal, k_hulls[base::draw_index(key, 5)]);
  const Surface wood = solid_surface(Material::Bark, palette::k_bark);
  const Surface cabin = solid_surface(Material::Plain, base::draw_chance(base::hash(key, 1), 0.5)
                                                           ? palette::k_plaster_cream
                                                           : palette::k_copper_green);
  const Surface dark = solid_surface(Material::Metal, palette::k_glass_blue);
  build_hull(kit, 6.4, 1.7, 0.75, hull, wood);
  kit.box({-1.25, 0.7, -5.0}, {1.25, 2.25, 2.2}, cabin);
  kit.box({-1.4, 2.25, -5.2}, {1.4, 2.35, 2.4}, hull, k_box_all);
  if (out.full_detail()) {
    for (unsigned window = 0; window < 4; ++window) {
      const double z = -4.2 + window * 1.7;
      for (const double sign : {-1.0, 1.0}) {
        const double x = sign * 1.27;
        kit.panel({x, 1.3, z}, {x, 1.3, z + 0.9}, {x, 1.9, z + 0.9}, {x, 1.9, z}, {sign, 0, 0},
                  dark);
      }
    }
    kit.box({-0.7, 2.35, -3.0}, {0.2, 2.6, -1.6}, wood);
    kit.drum({0.4, 2.35, 1.2}, 0.1, 0.1, 0.6, 6, dark);
    for (unsigned pot = 0; pot < 3; ++pot) {
      kit.drum({-0.9, 2.35, -0.6 + pot * 0.5}, 0.14, 0.2, 0.3, 5,
               solid_surface(Material::Foliage, palette::k_leaf_green));
    }
  }
}

void build_boat(PieceWriter& out, PlanePoint place, PlaneVector forward, double water_level_m,
                std::uint64_t key) {
  const bool turned = base::draw_chance(base::hash(key, 1), 0.5);
  SolidKit kit(out, place, turned ? -forward : forward, water_level_m);
  const Surface hull =
      solid_surface(Material::Plain, k_hulls[base::draw_index(base::hash(key, 2), 5)]);
  const Surface deck = solid_surface(Material::Bark, palette::k_sandstone);
  const Surface white = solid_surface(Material::Plain, palette::k_plaster_white);
  const double half_m = base::draw_between(base::hash(key, 3), 2.5, 3.6);
  build_hull(kit, half_m, half_m * 0.36, 0.7, hull, deck);
  const double kind = base::draw_unit(base::hash(key, 4));
  if (kind < 0.5) {
    // Mast, boom and furled sail.
    const double high_m = half_m * 2.2;
    const Surface metal = solid_surface(Material::Metal, palette::k_metal_light);
    kit.box({-0.05, 0.6, 0.25}, {0.05, high_m, 0.35}, metal);
    kit.box({-0.55, 0.65, -half_m * 0.45}, {0.55, 1.15, half_m * 0.3}, white);
    if (out.full_detail()) {
      kit.strut({0, 1.6, 0.3}, {0, 1.5, -half_m * 0.8}, 0.11, white);
      kit.strut({0, high_m - 0.1, 0.3}, {0, 0.85, half_m * 0.95}, 0.015, metal);
      kit.strut({0, high_m - 0.1, 0.3}, {0, 0.75, -half_m * 0.95}, 0.015, metal);
    }
  } else {
    kit.box({-0.62, 0.65, -half_m * 0.1}, {0.62, 1.65, half_m * 0.45}, white);
    kit.box({-0.7, 1.65, -half_m * 0.3}, {0.7, 1.73, half_m * 0.45}, hull, k_box_all);
    if (out.full_detail()) {
      const Surface glass = solid_surface(Material::Metal, palette::k_glass_blue);
      kit.panel({-0.5, 1.15, half_m * 0.455}, {0.5, 1.15, half_m * 0.455},
                {0.5, 1.58, half_m * 0.455}, {-0.5, 1.58, half_m * 0.455}, {0, 0, 1}, glass);
      kit.box({-0.15, 0.5, -half_m - 0.25}, {0.15, 1.2, -half_m + 0.05},
              solid_surface(Material::Metal, palette::k_metal_dark));
    }
  }
}

void build_jetty(const SideStrip& strip, double from_m, double to_m, double water_level_m) {
  PieceWriter& out = strip.out();
  SolidKit kit(out, strip.at(0.5, from_m), strip.outward(), water_level_m);
  const Surface wood = solid_surface(Material::Bark, palette::k_sandstone);
  const Surface dark = solid_surface(Material::Bark, palette::k_bark);
  const double size_m = to_m - from_m;
  const double deck_m = 0.62;
  kit.box({-0.9, deck_m - 0.14, -0.6}, {0.9, deck_m, size_m}, wood, k_box_all);
  kit.box({-2.0, deck_m - 0.14, size_m}, {2.0, deck_m, size_m + 1.8}, wood, k_box_all);
  if (!out.full_detail()) return;
  const unsigned posts = 2 + static_cast<unsigned>(size_m / 2.4);
  for (unsigned post = 0; post <= posts; ++post) {
    const double z = size_m * post / posts;
    for (const double x : {-0.98, 0.98}) {
      kit.box({x - 0.08, -1.2, z - 0.08}, {x + 0.08, deck_m + 0.35, z + 0.08}, dark);
    }
  }
  for (const double x : {-1.9, 1.9}) {
    kit.box({x - 0.09, -1.2, size_m + 1.6}, {x + 0.09, deck_m + 0.7, size_m + 1.78}, dark);
  }
}

void build_reeds(PieceWriter& out, PlanePoint place, double water_level_m, std::uint64_t key) {
  SolidKit kit(out, place, {0, -1}, water_level_m);
  const Surface leaf = solid_surface(Material::Foliage, base::draw_chance(base::hash(key, 1), 0.3)
                                                            ? palette::k_leaf_yellow
                                                            : palette::k_leaf_green);
  const unsigned blades = out.full_detail() ? 7 : 3;
  for (unsigned blade = 0; blade < blades; ++blade) {
    const std::uint64_t own = base::hash(key, 2, blade);
    const base::SinCos turn = base::sin_cos(base::draw_between(base::hash(own, 1), 0.0, 6.28));
    const double reach = base::draw_between(base::hash(own, 2), 0.0, 0.7);
    const double high = base::draw_between(base::hash(own, 3), 0.8, 1.7);
    const Vec3 foot{turn.cos * reach, -0.3, turn.sin * reach};
    const Vec3 wide{turn.sin * 0.09, 0, -turn.cos * 0.09};
    const Vec3 tip{foot.x + turn.cos * 0.25, high, foot.z + turn.sin * 0.25};
    kit.sheet(foot - wide, foot + wide, tip + wide * 0.3, tip - wide * 0.3, leaf);
  }
}

void build_stones(PieceWriter& out, PlanePoint place, double water_level_m, std::uint64_t key) {
  SolidKit kit(out, place, {0, -1}, water_level_m);
  const Surface stone = solid_surface(Material::Stone, palette::k_kerb);
  const unsigned stones = out.full_detail() ? 3 : 1;
  for (unsigned index = 0; index < stones; ++index) {
    const std::uint64_t own = base::hash(key, index);
    const double x = base::draw_between(base::hash(own, 1), -0.8, 0.8);
    const double z = base::draw_between(base::hash(own, 2), -0.8, 0.8);
    const double radius_m = base::draw_between(base::hash(own, 3), 0.25, 0.6);
    kit.drum({x, -0.5, z}, radius_m, radius_m * 0.55, 0.5 + radius_m * 0.5, 5, stone);
  }
}

}  // namespace terrane::city
