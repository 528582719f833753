// How the paved ground before buildings and along streets looks: a small set of pavings, one drawn
// by hash for a block side. Surfaces only; where they lie is segment.cpp and cross_street.cpp.
// Source: article "Building a procedural city in WebGPU" (plinths, paving by hash).
#pragma once

#include <cstdint>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

inline constexpr unsigned k_paving_look_count = 6;

// Base-layer paving of one of the looks.
Surface paving_surface(std::uint64_t key);
// That of a segment's sidewalks, the same along a block.
Surface sidewalk_surface(const EdgePlan& plan, unsigned segment);

}  // namespace terrane::city
