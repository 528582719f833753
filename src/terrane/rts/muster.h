// How a match begins: mines, trees and animals where the battlefield has them, and each side's
// hall, houses, workers and army beside its start. Owner thread of the match.
#pragma once

#include <span>

#include "terrane/rts/board.h"

namespace terrane::rts {

struct PlayerSetup;

// Fills an empty state, with all its side rows, players and plans. `units` as in
// MatchSetup::units. The field was checked (check_battlefield).
void muster(Board& board, std::span<const PlayerSetup> players, Word units);

}  // namespace terrane::rts
