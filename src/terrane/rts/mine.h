// Under economy.h: workers inside a mine. They keep the place where they went in, are not drawn,
// not hit and see nothing. Who is inside a tower or hall is garrison.h's. Owner thread of the
// match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

void go_into_mine(Board& board, std::size_t worker, Word mine);
// Stands where it went in, or beside the mine when nobody may stand there any more. Nothing for one
// that is in no mine.
void come_out_of_mine(Board& board, std::size_t worker);
// The mine has run dry: everybody inside comes out with what it carries and goes on with its order.
void call_out_of_mine(Board& board, Word mine);
// Counts who gathers at each node in this tick, and takes out of the mines who has another order.
void step_gatherers(Board& board);

}  // namespace terrane::rts
