// The building styles: each turns a lot and a footprint into parts of the kit. All draws come from
// the lot's key, so a lot looks the same however often and wherever it is built.
// Not where buildings stand (lots.h) nor how parts are made (building_kit.h).
// Source: article "Building a procedural city in WebGPU" (styles built from one kit).
#pragma once

#include <cstddef>
#include <cstdint>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"

namespace terrane::city {

void build_walk_up(BuildingKit& kit, const Ring& footprint);
void build_apartment(BuildingKit& kit, const Ring& footprint);
void build_loft(BuildingKit& kit, const Ring& footprint);
void build_setback_tower(BuildingKit& kit, const Ring& footprint);
void build_glass_tower(BuildingKit& kit, const Ring& footprint);
void build_ribbon_office(BuildingKit& kit, const Ring& footprint);

// Tanks, plant and stair heads on a roof; nothing at lower detail.
void furnish_roof(BuildingKit& kit, const Ring& roof, double y, std::uint64_t key, bool tank);

// How many storeys of a range; denser places draw higher ones, the backdrop row higher still.
unsigned draw_storeys(const Lot& lot, std::uint64_t key, unsigned low, unsigned high);

inline Surface plain(content::Material material, std::uint8_t palette) {
  Surface surface;
  surface.material = material;
  surface.palette = palette;
  return surface;
}

// One of a list, by hash.
template <std::size_t count>
std::uint8_t draw_palette(std::uint64_t key, const std::uint8_t (&choices)[count]) {
  return choices[base::draw_index(key, count)];
}

}  // namespace terrane::city
