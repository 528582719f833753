// Who has won. A side is beaten, whatever soldiers it has left, when no building of it stands but
// walls and gates, or when it can make nothing any more: no building that makes a unit or could pay
// for one, and no worker with a hall, a site of such a building or the means for one; or when it
// was without a finished building that makes units for Rules::homeless_ticks (it is warned until
// then); or when it surrenders or leaves. The last one left wins. At the last tick the score
// decides, and an equal one is a draw. Owner thread of the match.
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
