// A block side that is a park: a landscape park with a winding path, a formal garden with hedges,
// beds and a pavilion, or a playground with a ball court. Worked out station by station
// (side_strip.h), so that paths, hedges and courts run on across segments. Not a corner's pocket
// park. Source: article "Building a procedural city in WebGPU" (pushManhattanParkBlock).
#pragma once

#include "terrane/city/side_strip.h"

namespace terrane::city {

enum class ParkTheme : std::uint8_t { Landscape = 0, Formal = 1, Playground = 2 };
inline constexpr unsigned k_park_theme_count = 3;
const char* park_theme_name(ParkTheme theme);

// Everything from the frontage line to the side's end.
void build_park_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                     const SideBlock& block, ParkTheme theme);

}  // namespace terrane::city
