// A planted fault: one bit of a match's state turned over, so that shadow mode, lockstep and replay
// checks can be seen to find it. Owner thread of the match.
#pragma once

#include "terrane/rts/state.h"

namespace terrane::play {

// Turns the lowest bit of one number over: which unit and which field follow from the tick, drawn
// and undrawn fields alike; never one whose change could lead outside an array. Does nothing in a
// world without mobile units.
void flip_one_bit(rts::State& state);

}  // namespace terrane::play
