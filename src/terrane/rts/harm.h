// Under fight.h: what a blow is worth, what it does, and who gets the credit. Split from the
// aiming and the projectiles (fight.cpp). Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// Who is to be credited. A shot may land after its archer died, so the player stands beside it.
struct Blame {
  Word unit = 0;          // identity, 0 nobody
  Word owner = k_nature;  // player
};
// Of an identity that may have died since: then nature's.
Blame blame_of(const Board& board, Word unit);

// All that decides what a blow is worth, at the moment it was let go. It is the `kind` of a
// projectile's row and of Blow, ProjectileShot and ProjectileHit events: type in the lowest 16
// bits, then owner (4 bits), rank (8 bits) and statuses (4 bits).
struct Striker {
  Word type = 0;
  Word owner = 0;
  Word rank = 0;
  Word status = 0;
};
constexpr Word packed(const Striker& striker) {
  return striker.type | striker.owner << 16 | striker.rank << 20 | striker.status << 28;
}
constexpr Striker unpacked(Word kind) {
  return {kind & 0xffff, (kind >> 16) & 0xf, (kind >> 20) & 0xff, kind >> 28};
}
inline Striker striker_of(const CoreRow& row) {
  return {row.type, row.owner, row.rank, row.status};
}

// A blow with its upgrades, rank, statuses and spread, before armour. Draws when there is a spread.
std::int32_t blow_256(Board& board, const Striker& striker);

// A blow's harm after the armour of who is struck; it remembers who did it and alerts its player.
// Returns the health lost, 0 for one that is dead or inside something.
std::int32_t strike(Board& board, std::size_t at, std::int32_t damage_256, DamageKind kind,
                    const Blame& blame);

// Health lost whatever the armour. At 0 it falls: scores, experience, supply and its queue are seen
// to, then kill().
void lose_health(Board& board, std::size_t at, std::int32_t amount_256, const Blame& blame);

// Health keeps its share of the most it can have when that changes.
void rescale_health(Board& board, std::size_t index);

}  // namespace terrane::rts
