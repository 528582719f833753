// Who sees what: per player, cells that are seen, were seen, or never were, counted up and down as
// units move; and what it remembers of buildings that fog has covered. Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

inline constexpr std::int32_t k_vision_cell_mm = 4000;
// Nobody sees further, whatever the rules say: Mind::seen_m is at most this.
inline constexpr Word k_seen_m_max = 64;

// The vision table's rows for a battlefield, all unseen.
void start_vision(Board& board);
// Makes Board::seen from where State::minds say that units are counted: after a load, when the
// table stands already. Rules and upgrades are not asked.
void count_sight(Board& board);

// Units whose vision cell changed move their circle; dead ones take it away; cells of State::vision
// follow; buildings that come into sight or go out of it are forgotten or remembered.
void step_vision(Board& board);
// Before a unit is taken off.
void drop_sight(Board& board, std::size_t index);

// Whether a player sees the place now. Nature sees everything.
bool sees(const Board& board, Word player, PointMm place);
bool has_seen(const Board& board, Word player, PointMm place);
// Its own, or in a seen cell and not inside anything.
bool sees_unit(const Board& board, Word player, std::size_t index);

}  // namespace terrane::rts
