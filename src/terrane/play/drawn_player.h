// A player whose orders are drawn by hash: it sends some of its own units somewhere now and then,
// mostly at the foe. It reads only snapshots and gives only orders, as a person would, so that
// replays, lockstep and soaks have a side that is no part of the simulation. It does not play well.
// Owner thread.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/rules.h"
#include "terrane/snapshot/view.h"

namespace terrane::play {

class DrawnPlayer {
 public:
  DrawnPlayer(std::uint64_t seed, snapshot::Word player) : seed_(seed), player_(player) {}

  // Appends the records of the orders it gives when it sees this snapshot; often none. They are
  // stamped with the next tick.
  void play(const rts::Rules& rules, const snapshot::View& view,
            std::vector<snapshot::Word>& records);

 private:
  std::uint64_t seed_;
  snapshot::Word player_;
  std::vector<snapshot::Word> units_;  // its own that move, in this snapshot
};

}  // namespace terrane::play
