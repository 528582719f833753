// The seven districts: which styles stand along a street, how often lots are doubled, how high its
// backdrop towers rise, and its colours. A district belongs to a street, not to an area.
// Source: article "Building a procedural city in WebGPU" (city_districts.js).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/building_style.h"

namespace terrane::city {

enum class District : std::uint8_t {
  BrownstoneRow = 0,
  FinancialCanyon = 1,
  CastIronLofts = 2,
  CivicAvenue = 3,  // the default
  GlassMidtown = 4,
  MapleHeights = 5,
  WestSideWarehouses = 6,
};
inline constexpr unsigned k_district_count = 7;

struct DistrictTraits {
  const char* name;  // as on a map
  double double_lot_chance;
  double backdrop_low_m;  // both 0: no backdrop towers
  double backdrop_high_m;
  // By BuildingStyle, singles and doubles apart; what a district does not list has its small other
  // weight, except the suburban home, which stands only where listed.
  std::array<double, k_building_style_count> weights;
  // Colours (content/palette.h) that walls are drawn from.
  std::array<std::uint8_t, 4> walls;
};

const DistrictTraits& traits_of(District district);
// One of the styles of a single or a double lot, by weight; `roll` in [0, 1).
BuildingStyle draw_style(District district, bool double_lot, double roll);

}  // namespace terrane::city
