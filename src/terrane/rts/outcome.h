// Who has won. A side is beaten when it has neither a building that makes units nor a worker with
// the means for one nor a soldier, or when it surrenders or leaves; the last one left wins. At the
// last tick the score decides, and an equal one is a draw. Owner thread of the match.
#pragma once

#include <string_view>

#include "terrane/rts/board.h"

namespace terrane::rts {

enum class Ending : Word { None = 0, Destruction = 1, Surrender = 2, Time = 3, AllGone = 4 };
std::string_view ending_text(Ending ending);

// Once a second, and at once after a surrender.
void step_outcome(Board& board);
void surrender(Board& board, Word player, bool left);
// What stands, weighed by cost, and what was gathered.
std::uint64_t score(const Board& board, Word player);

}  // namespace terrane::rts
