// What a unit does within its order, tick by tick: walk there, look for foes on the way, chase,
// return to its post, hand over to the next order. It moves Mind::activity and calls send() and
// start_blow(); blows, loads and sites are fight.h's and economy.h's. Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// Takes up orders that begin in this tick and moves everybody's activity on. Units look round for
// foes every 8 ticks, staggered by identity (at once when hit); idle ones answer an attack and go
// back, holding ones strike only what is in range, stopped and moving ones do not look.
void step_behaviour(Board& board);

}  // namespace terrane::rts
