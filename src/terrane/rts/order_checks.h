// Whether an order may be given: who of those asked may do it, and why the others not. Everything
// that orders.h refuses is decided here, and nothing is changed. Owner thread of the match.
#pragma once

#include <span>
#include <vector>

#include "terrane/rts/orders.h"

namespace terrane::rts {

// An order event that was read.
struct Ask {
  snapshot::EventKind kind = snapshot::EventKind::OrderMove;
  snapshot::OrderPayload payload;
  std::span<const Word> list;
};

struct Verdict {
  Refusal all = Refusal::None;   // why nobody acts
  Refusal some = Refusal::None;  // why the first of those who do not act does not
  Word unit = 0;                 // who that is, 0 none
  PointMm place;                 // the order's, snapped to a site or where a target was last seen
};

// `units` becomes those who act, ascending; of buildings that train or research, the one that does.
Verdict judge(Board& board, const Ask& ask, std::vector<std::size_t>& units);

// Whether events of this kind are orders for units.
bool is_order(snapshot::EventKind kind);
// Whether a building takes the order, at once, and has no row for it.
bool is_for_buildings(snapshot::EventKind kind);
// Whether the player still plays.
bool is_playing(const Board& board, Word player);
// Whether a finished building of the role stands.
bool has_finished(const Board& board, Word player, Role role);
// Places taken in a building's queue.
std::size_t queue_length(const Board& board, Word building);

}  // namespace terrane::rts
