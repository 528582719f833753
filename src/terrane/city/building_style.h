// The seventeen building styles by name: fourteen that fill a single lot, three that need a double
// one. Names only: how each is built is building_styles.h, where each stands block_frontage.h.
// Source: article "Building a procedural city in WebGPU" (SINGLE_LOT_STYLES, DOUBLE_LOT_STYLES).
#pragma once

#include <cstdint>

namespace terrane::city {

enum class BuildingStyle : std::uint8_t {
  Brownstone = 0,         // row house with a stoop, 3 to 5 storeys
  GeorgianTerrace = 1,    // flat brick front, white sashes, fanlight door, hipped slate roof
  VictorianTerrace = 2,   // bay window, steep gable, ornament
  PrewarApartment = 3,    // apartment house with a light court, water tank
  CastIronLoft = 4,       // arcades of columns and wide panes, fire escape
  BrickWarehouse = 5,     // arched loading doors, segmental windows, parapet sign
  LimestoneSetback = 6,   // tower in tiers
  TempleBank = 7,         // portico with columns and pediment
  ClockTower = 8,         // civic block with a tower and a clock
  BronzeGlassTower = 9,   // dark curtain wall over a plaza podium
  BrutalistTower = 10,    // concrete fins, 12 to 24 storeys of 3.6 m over a 4.6 m lobby
  RibbonOffice = 11,      // bands of windows, slab form
  StorageWarehouse = 12,  // blank walls, roller doors, loading dock
  SuburbanHome = 13,      // detached, pitched roof, porch, garage
  ArtDecoSupertall = 14,  // double lot: stepped shaft, crown and mast
  Colonnade = 15,         // double lot: long giant order
  FountainPlaza = 16,     // double lot: open square with a fountain before a low block
};
inline constexpr unsigned k_single_lot_style_count = 14;
inline constexpr unsigned k_building_style_count = 17;
inline constexpr bool is_double_lot_style(BuildingStyle style) {
  return static_cast<unsigned>(style) >= k_single_lot_style_count;
}

// snake_case, as the command line and reports write it.
const char* style_name(BuildingStyle style);

}  // namespace terrane::city
