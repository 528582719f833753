// The building styles: each turns a lot and a footprint into parts of the kit. All draws come from
// the lot's key, so a lot looks the same however often and wherever it is built; ranges stand in
// one table (building_styles.cpp). Not where buildings stand (lots.h) nor how parts are made
// (wall_parts.h, roof_parts.h). Source: article "Building a procedural city in WebGPU".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"
#include "terrane/city/building_style.h"

namespace terrane::city {

// What a style may draw.
struct StyleRanges {
  unsigned storeys_low = 1;  // above the ground floor where `lobby_m` is one, else all
  unsigned storeys_high = 1;
  double storey_m = 3;         // a multiple of 0.1
  double lobby_m = 0;          // height of the ground floor, or of the plinth
  double setback_m = 0;        // of the front wall from the lot's front
  double own_walls_share = 1;  // how often walls take the style's colours, not the district's
  std::array<std::uint8_t, 4> walls{};  // palette
  std::array<std::uint8_t, 4> trims{};
};
const StyleRanges& ranges_of(BuildingStyle style);

// What every style draws first.
struct Design {
  std::uint64_t key = 0;
  StyleRanges ranges;
  unsigned storeys = 1;
  std::uint8_t wall = 0;  // palette
  std::uint8_t trim = 0;
  // A facade's hash: chosen windows in the low bits, the lot's own in the rest.
  std::uint8_t windows(std::uint8_t low_bits) const {
    return static_cast<std::uint8_t>((base::draw_index(base::hash(key, 90), 16) << 4) | low_bits);
  }
};
// The style's colours and storeys for a lot; a tower of the second row is as high as its district
// wants it.
Design design_of(const Lot& lot);

void build_brownstone(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_georgian_terrace(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_victorian_terrace(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_suburban_home(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_prewar_apartment(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_cast_iron_loft(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_brick_warehouse(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_storage_warehouse(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_limestone_setback(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_bronze_glass_tower(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_brutalist_tower(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_ribbon_office(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_art_deco_supertall(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_temple_bank(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_clock_tower(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_colonnade(BuildingKit& kit, const Ring& footprint, const Design& design);
void build_fountain_plaza(BuildingKit& kit, const Ring& footprint, const Design& design);

// One of a list, by hash.
template <std::size_t count>
std::uint8_t draw_palette(std::uint64_t key, const std::uint8_t (&choices)[count]) {
  return choices[base::draw_index(key, count)];
}

}  // namespace terrane::city
