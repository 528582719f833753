// Orders: what a player may ask of units it owns, checked against what it may see, own and pay, and
// queued. An order is an event of plain words (snapshot/events.h) that runs at a stated tick; a bad
// one is refused with a reason in an OrderRefused event and changes nothing. How units carry orders
// out is behaviour.h's. Owner thread of the match.
#pragma once

#include <string_view>

#include "terrane/rts/board.h"
#include "terrane/snapshot/events.h"

namespace terrane::rts {

// Why an order was refused. Append only: replays and pages know the numbers.
enum class Refusal : Word {
  None = 0,
  NoUnits,   // the list is empty, or nobody in it is left
  Dead,      // a unit is dead or never was
  Foreign,   // a unit is another's
  CannotDo,  // its type does not do such things
  TargetDead,
  TargetUnseen,  // not seen by the player now (buildings: nor remembered)
  TargetWrong,   // a friend to attack, a foe to follow, a soldier to mine, …
  OutsideMap,
  NoWay,    // cannot be reached
  NoMeans,  // gold or wood
  NoSupply,
  SiteBlocked,  // something stands there, or the ground does not bear it, or it is unseen
  NotMade,      // the building does not train or research that, or the faction has it not
  Requires,     // another building must stand first
  QueueFull,
  AtMost,        // the upgrade's last level, one hero at a time
  NothingThere,  // nothing to cancel or unload, an empty control group
  Over,          // the match, or this player's part in it
  BadArgument,
};
std::string_view refusal_text(Refusal reason);

inline constexpr Word k_pending_ahead_ticks_max = 200;

// Puts a checked event among State::pending: by tick, then player, then as given.
void queue_pending(State& state, const snapshot::Event& event);
// Runs the records of State::pending that are due.
void apply_due(Board& board);

// Runs one event to the match now (an order, SetGroup, Surrender). Emits what it refuses.
void apply(Board& board, const snapshot::Event& event);

// Whether an order would be refused now, without giving it: for cursors and opponents.
// Paths keep what they work out, hence no const.
Refusal check(Board& board, const snapshot::Event& event);

// Whether a building of the type may stand with its middle at `place` for the player: ground,
// other footprints, units of nobody in the way that cannot step aside, and seen before. Snaps
// nothing: `place` must be as snap_site() gives it.
bool may_build(const Board& board, Word player, Word type, PointMm place);
// The nearest middle that puts the footprint on whole cells.
PointMm snap_site(const Battlefield& field, const UnitType& type, PointMm place);

// What a building or upgrade of that type would cost the player next.
Cost upgrade_cost(const Board& board, Word player, Word upgrade);

inline constexpr std::size_t k_orders_queued_max = 16;  // of one unit

// The order a unit carries out, or null. Valid until orders change. Rows of kind 0 are done with
// and go at the end of the tick.
const snapshot::OrderRow* current_order(const Board& board, Word identity);
// It is done with it: the next in its queue begins in the next tick. CoreRow::order becomes 0.
void finish_order(Board& board, std::size_t index);
// Drops all of its orders.
void clear_orders(Board& board, std::size_t index);
// At the end of a tick: takes finished rows out, numbers places again.
void sweep_orders(Board& board);

}  // namespace terrane::rts
