// A block side that is an open field: rows of a crop, standing wheat, mown stubble with stacks of
// hay, or a meadow. Worked out station by station (side_strip.h). Source: article "Building a
// procedural city in WebGPU" (pushOpenFieldSide).
#pragma once

#include "terrane/city/side_strip.h"

namespace terrane::city {

enum class FieldKind : std::uint8_t { Crops = 0, Wheat = 1, Stubble = 2, Meadow = 3 };
inline constexpr unsigned k_field_kind_count = 4;
const char* field_kind_name(FieldKind kind);
FieldKind draw_field_kind(std::uint64_t block_side_key);

// Everything from the frontage line to the side's end.
void build_field_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                      const SideBlock& block, FieldKind kind);

}  // namespace terrane::city
