// A block side that is water: a canal below a quay with a lower towpath, a natural bank with reeds
// and a jetty, or a basin with bollards and boats. The water of a stretch lies at one level; walls
// and banks are as high as the sloping street makes them, and the stretch ends in walls. Worked out
// station by station (side_strip.h). Not the lake beyond the land.
// Source: article "Building a procedural city in WebGPU" (pushManhattanWaterFeatureSide).
#pragma once

#include "terrane/city/side_strip.h"

namespace terrane::city {

enum class WaterStyle : std::uint8_t { Canal = 0, Bank = 1, Basin = 2 };
inline constexpr unsigned k_water_style_count = 3;
const char* water_style_name(WaterStyle style);

// Everything from the frontage line to the side's end, at world height `water_level_m`, which is
// the same for the whole stretch and below all its ground.
void build_water_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                      const SideBlock& block, WaterStyle style, double water_level_m);

// A level for the segments `first` to `last`, the last included: below the lowest ground of their
// side.
double water_level_m(const EdgePlan& plan, const Ground& ground, unsigned first, unsigned last,
                     Side side);

}  // namespace terrane::city
