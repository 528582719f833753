// Animals: they graze around their home, flee from who comes near or attack it, and calm down.
// Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// Each animal every 16 ticks, staggered by identity; at once when hit.
void step_wildlife(Board& board);

}  // namespace terrane::rts
