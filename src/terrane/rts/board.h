// What the systems of a tick work on: the rules, the ground, the state, and what is derived from
// the state (index by identity, paths, who stands near whom). Systems are free functions that take
// a Board; a Board decides nothing. Owner thread of the match.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/march_room.h"
#include "terrane/rts/opponent_room.h"
#include "terrane/rts/paths.h"
#include "terrane/rts/rules.h"
#include "terrane/rts/state.h"
#include "terrane/rts/unit_grid.h"
#include "terrane/snapshot/event_port.h"

namespace terrane::rts {

inline constexpr std::size_t k_no_index = static_cast<std::size_t>(-1);

struct Board {
  Board(const Rules& rules_in, const Battlefield& field_in)
      : rules(rules_in), field(field_in), paths(field_in) {}

  const Rules& rules;
  const Battlefield& field;
  State state;

  // Derived; rebuilt by refresh() after a load.
  Paths paths;
  UnitGrid grid;               // of the start of the tick; rebuilt after the walk
  std::vector<Word> index_of;  // [identity - k_first_unit_identity] -> index in core, k_none: dead
  std::vector<std::uint16_t> seen;  // [player][vision cell]: how many of its units see it
  snapshot::EventPort port{snapshot::Side::Match};

  // What this tick did; cleared at its start.
  std::vector<Word> died;    // identities, ascending when they are taken off
  bool orders_done = false;  // some order row is of kind 0: sweep_orders() has work

  // Room that systems reuse, so that a steady tick allocates nothing. Of no meaning between calls.
  struct Scratch {
    std::vector<std::size_t> units;              // an order's, board.cpp and orders.cpp
    std::vector<snapshot::OrderRow> orders;      // new rows of one order
    std::vector<snapshot::CorpseRow> corpses;    // of a tick
    std::vector<Word> record;                    // the event being run
    std::vector<std::uint64_t> begins;           // behaviour.cpp: who takes up which order
    std::vector<std::size_t> group;              // behaviour.cpp: those of one order
    std::vector<snapshot::ProjectileRow> shots;  // fight.cpp: let go in this tick
    std::vector<std::size_t> blows;              // fight.cpp: whose blow lands in this tick
    OpponentRoom opponents;                      // opponent.cpp: what a thought notes
    MarchRoom march;                             // march.cpp
  } scratch;

  std::size_t find(Word identity) const {
    const Word place = identity - snapshot::k_first_unit_identity;  // wraps to large for 0
    if (place >= index_of.size() || index_of[place] == k_none) return k_no_index;
    return index_of[place];
  }
  const UnitType& type_of(const CoreRow& row) const { return rules.types[row.type]; }
};

// Makes everything derived from board.state: after a load or at the start.
void refresh(Board& board);

// The cells that a building or node of the type covers with its middle at `place`.
CellRect footprint(const Battlefield& field, const UnitType& type, PointMm place);
inline PointMm place_of(const CoreRow& row) {
  return {row.world_x_mm, row.world_z_mm};
}
// Puts a row elsewhere: position, height and cell; it does not move there.
void put_at(const Battlefield& field, CoreRow& row, PointMm place);
// Whether its cells are closed to walkers: buildings and nodes, but not an open gate.
bool blocks_ground(const CoreRow& row);

// A new row at the end of core and minds, with health, radius, flags and facing of its type, and
// its place on the ground. Buildings and nodes block their cells; callers add their side rows.
// Returns its index. `owner` is a player or k_nature.
std::size_t add_unit(Board& board, Word type, Word owner, PointMm place);

// Marks it dead: it is not found any more from now on and is taken off, with all its side rows, by
// remove_dead() at the end of the tick, which leaves corpses. Never twice for one.
void kill(Board& board, std::size_t index, Word by);
void remove_dead(Board& board);
bool is_dead(const Board& board, std::size_t index);

// The one stream of the match: advances State::random.
std::uint64_t draw(Board& board);

}  // namespace terrane::rts
