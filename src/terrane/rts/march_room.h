// What march.cpp reuses from tick to tick, so that a steady tick allocates nothing. Of no meaning
// between calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrane/rts/crowd.h"
#include "terrane/rts/formation.h"

namespace terrane::rts {

struct MarchRoom {
  Crowd crowd;
  std::vector<std::uint32_t> index_of_body;  // core rows, ascending
  std::size_t plans_left = 0;                // in this tick
  std::vector<std::uint64_t> questions;      // about new ways in this tick, each once
  FormationRoom formation;
};

}  // namespace terrane::rts
