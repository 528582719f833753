// The row of frontage buildings of one block side, planned whole from its key alone, so that every
// segment can work it out and build only its own lot. Says which lot holds what; not where lots lie
// on the ground (lots.h). Source: article "Building a procedural city in WebGPU"
// (planBlockFrontage).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/districts.h"

namespace terrane::city {

inline constexpr unsigned k_frontage_lots = 4;  // of a block side, owned by segments 5, 9, 13, 17

struct FrontageLot {
  BuildingStyle style = BuildingStyle::Brownstone;
  std::uint8_t span = 1;  // 2: a double lot; 0: the second half of the one before
};

// `block_side_key` is hashed from seed, edge, block and side. A double lot begins at 0 or 2 only.
std::array<FrontageLot, k_frontage_lots> plan_block_frontage(std::uint64_t block_side_key,
                                                             District district);

}  // namespace terrane::city
