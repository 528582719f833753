#include "terrane/city/districts.h"

#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

namespace palette = content::palette;

// What a style weighs where a district does not list it: of 14 single styles a listed one of
// weight 3 or more still leads, and a walk along any street meets a stranger now and then.
constexpr double k_other = 0.12;
constexpr double k_never = 0.0;

constexpr std::uint8_t cube(unsigned r, unsigned g, unsigned b) {
  return static_cast<std::uint8_t>(36 * r + 6 * g + b);
}

// Weights in the order of BuildingStyle: brownstone, georgian, victorian, prewar, loft, brick
// warehouse, setback, temple, clock, bronze, brutalist, ribbon, storage, home; supertall,
// colonnade, plaza.
constexpr std::array<DistrictTraits, k_district_count> k_districts = {{
    {"Brownstone Row",
     0.12,
     14,
     32,
     {4.0, 2.5, 2.5, 1.2, k_other, k_other, k_other, k_other, k_other, k_other, k_other, k_other,
      k_other, k_never, k_other, 1.0, 1.0},
     {palette::k_brownstone, palette::k_brick_red, palette::k_brick_brown, cube(3, 2, 1)}},
    {"Financial Canyon",
     0.5,
     60,
     130,
     {k_other, k_other, k_other, 0.8, k_other, k_other, 4.0, 2.0, 0.6, 1.0, 0.8, 0.8, k_other,
      k_never, 2.0, 2.5, 0.4},
     {palette::k_limestone, palette::k_sandstone, palette::k_concrete, palette::k_plaster_cream}},
    {"Cast-Iron Lofts",
     0.15,
     22,
     48,
     {0.4, k_other, 0.4, 0.8, 4.5, 2.5, k_other, k_other, k_other, k_other, k_other, 0.5, 0.8,
      k_never, 0.3, 1.0, 1.0},
     {palette::k_plaster_white, palette::k_plaster_cream, palette::k_brick_red,
      palette::k_concrete}},
    {"Civic Avenue",
     0.4,
     34,
     68,
     {k_other, 0.8, k_other, 1.2, k_other, k_other, 1.2, 2.5, 2.5, k_other, 1.0, 0.8, k_other,
      k_never, 0.4, 1.5, 2.5},
     {palette::k_limestone, palette::k_plaster_cream, palette::k_sandstone, palette::k_concrete}},
    {"Glass Midtown",
     0.55,
     70,
     140,
     {k_other, k_other, k_other, 0.6, k_other, k_other, 1.0, k_other, k_other, 4.0, 1.4, 2.5,
      k_other, k_never, 3.0, k_other, 1.2},
     {palette::k_concrete, palette::k_concrete_dark, palette::k_limestone, palette::k_metal_light}},
    {"Maple Heights",
     0.1,
     0,
     0,
     {0.3, 0.8, 0.8, k_other, k_other, k_other, k_other, k_other, k_other, k_other, k_other,
      k_other, k_other, 7.0, k_other, k_other, 1.0},
     {palette::k_plaster_white, palette::k_plaster_cream, cube(4, 4, 3), cube(3, 4, 4)}},
    {"West Side Warehouses",
     0.14,
     18,
     40,
     {k_other, k_other, k_other, 0.4, 1.2, 2.5, k_other, k_other, k_other, k_other, 0.6, 0.6, 4.5,
      k_never, k_other, k_other, 0.6},
     {palette::k_brick_brown, palette::k_brick_red, palette::k_concrete_dark,
      palette::k_sandstone}},
}};

}  // namespace

const DistrictTraits& traits_of(District district) {
  return k_districts[static_cast<unsigned>(district)];
}

BuildingStyle draw_style(District district, bool double_lot, double roll) {
  const auto& weights = traits_of(district).weights;
  const unsigned first = double_lot ? k_single_lot_style_count : 0;
  const unsigned last = double_lot ? k_building_style_count : k_single_lot_style_count;
  double total = 0;
  for (unsigned style = first; style < last; ++style) total += weights[style];
  double left = roll * total;
  unsigned drawn = first;
  for (unsigned style = first; style < last; ++style) {
    if (weights[style] <= 0) continue;
    drawn = style;
    left -= weights[style];
    if (left < 0) break;
  }
  return static_cast<BuildingStyle>(drawn);
}

}  // namespace terrane::city
