// What stands on sidewalks and between houses: street trees, lamps, benches, hydrants, gardens and
// yard trees. Instances only; each segment places its own by hash. Parks, fields and water sides
// beyond the sidewalk are their own files.
// Source: article "Building a procedural city in WebGPU" (sidewalk furniture).
#pragma once

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// `garden`: no house stands here although the block has houses. `clear_sidewalk`: something else
// stands on the sidewalk here (a bridge's pier, a clock), so nothing of this does.
void furnish_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side, bool garden,
                  bool clear_sidewalk = false);

// The hashed green of a tree's leaves.
std::uint8_t draw_leaf_colour(std::uint64_t key);

}  // namespace terrane::city
