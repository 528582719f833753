// What stands along a street besides buildings: street trees, lamps, benches, hydrants, and what
// parks and fields have. Instances and a few paths; each segment places its own by hash.
// Source: article "Building a procedural city in WebGPU" (sidewalk furniture, park sides, open
// fields).
#pragma once

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// `garden`: no house stands here although the block has houses.
void furnish_side(PieceWriter& out, const Lattice& lattice, const EdgePlan& plan, unsigned segment,
                  Side side, bool garden);

// The hashed green of a tree's leaves.
std::uint8_t draw_leaf_colour(std::uint64_t key);

}  // namespace terrane::city
