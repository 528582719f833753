// What the match would say to an order, asked where it is drawn: a board of the rules' own
// (rts/board.h), filled from snapshots, never stepped, so that a ghost, a button and their reasons
// come from the very checks that the match makes and from no copy of them. It shares nothing with
// the match and gives nothing to it. What a snapshot lacks (how many sit in a tower) it does not
// know. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/rts/board.h"
#include "terrane/rts/orders.h"
#include "terrane/snapshot/view.h"

namespace terrane::play {

class MatchMirror {
 public:
  // Borrows both.
  MatchMirror(const rts::Rules& rules, const rts::Battlefield& field);
  MatchMirror(const MatchMirror&) = delete;
  MatchMirror& operator=(const MatchMirror&) = delete;

  // Stands at the snapshot's tick afterwards; nothing to do when it does already. Copies rows,
  // allocates nothing once its tables have grown. The first time it measures the field's ways,
  // which takes as long as a match's start.
  void follow(const snapshot::View& view);

  // Whether the match would refuse it now, and why.
  rts::Refusal ask(snapshot::EventKind kind, const snapshot::OrderPayload& order,
                   std::span<const snapshot::Word> units);
  const rts::Board& board() const { return board_; }

 private:
  struct Standing {
    snapshot::Word identity = 0;
    rts::CellRect cells;
  };
  void follow_ground();
  void follow_loads();

  rts::Board board_;
  bool follows_ = false;
  std::vector<Standing> standing_;  // what blocks the ground, by identity
  std::vector<Standing> next_;
  std::vector<snapshot::Word> record_;
};

}  // namespace terrane::play
