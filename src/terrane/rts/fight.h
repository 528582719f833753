// Fighting: whom to strike, blows, projectiles, damage, statuses, experience and rank. Owner thread
// of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// Whether `by` may strike `at`: foes (or a wild animal), alive, not inside anything, seen by its
// player.
bool may_strike(const Board& board, std::size_t by, std::size_t at);
// Between the rims, mm; a building's rim is its footprint. Negative never.
std::int32_t gap_mm(const Board& board, std::size_t a, std::size_t b);
// Whether the weapon reaches now (range with upgrades, not nearer than its least range).
bool in_range(const Board& board, std::size_t by, std::size_t at);
// The foe to strike among those within `radius_mm` of it: who strikes it first, then soldiers and
// towers before workers before other buildings, the nearest, the lowest identity. k_no_index: none.
std::size_t find_foe(const Board& board, std::size_t by, std::int32_t radius_mm);

// Begins a blow at a foe in range when CoreRow::ready_tick allows: sets action_tick, Striking,
// the facing and the animation. False when it is not ready.
bool start_blow(Board& board, std::size_t by, std::size_t at);

// Health lost to a blow after armour, upgrades, rank and statuses; kills, and credits who did it.
void hurt(Board& board, std::size_t at, std::int32_t damage_256, DamageKind kind, Word by);

// Blows whose action_tick is now take effect (a melee blow lands if the foe is still within reach
// and a half, a shot is let go); projectiles whose end_tick is now land, with splash. Towers and
// garrisoned towers strike on their own.
void step_fights(Board& board);

// Statuses: burn and poison hurt once a second, ends are taken off, heroes inspire those near them.
void step_statuses(Board& board);
void give_status(Board& board, std::size_t at, Word status, std::int32_t ticks, Word source);

// A type's numbers with its player's upgrades, its rank and its statuses.
std::int32_t speed_mm_per_tick(const Board& board, std::size_t index);
std::int32_t range_mm(const Board& board, std::size_t index);
std::int32_t sight_mm(const Board& board, std::size_t index);
std::int32_t health_max_256(const Board& board, const CoreRow& row);
// Of its player for a stat and role, percent or points.
std::int32_t upgrade_sum(const Board& board, Word player, Role role, Stat stat);

}  // namespace terrane::rts
