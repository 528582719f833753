// A clock on a post on the sidewalk, with a face to either direction of the street.
// Source: article "Building a procedural city in WebGPU" (the clock at a block's segment 3).
#pragma once

#include <cstdint>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// In the middle of the segment, 1.1 m behind the kerb; the hour it stopped at comes from `key`.
void build_street_clock(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                        std::uint64_t key);

}  // namespace terrane::city
