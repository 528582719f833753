// Units inside buildings: in at the door, out again by order or when the building falls. Who is
// inside is Mind::inside with Activity::Inside; how many is Mind::load of the building. Workers in
// a mine are economy.h's. Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// False when the building is full; then nothing changed.
bool enter(Board& board, std::size_t unit, std::size_t building);
// Stands beside the building, on its side towards `towards`. Its orders stay.
void leave(Board& board, std::size_t unit, PointMm towards);
// Everybody leaves.
void turn_out(Board& board, std::size_t building);

}  // namespace terrane::rts
