// A match that is being commanded, kept as a replay while it goes on, wherever it runs: the orders
// of whoever commands, checksums, and the whole state every 15 s, for which nobody waits. It costs
// what the orders and about 50 kB a keyframe weigh. Owner thread: the drawing one's.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "terrane/play/match_host.h"
#include "terrane/rts/replay.h"

namespace terrane::play {

class CommandRecorder {
 public:
  // `area`: of the world, as rts::ReplayHead has it. The host gives checksums every
  // rts::k_replay_checksum_ticks.
  CommandRecorder(const MatchRecipe& recipe, const rts::Rules& rules, std::string area);

  // A record given before the tick after `tick` was asked for.
  void add_order(snapshot::Word tick, std::span<const snapshot::Word> record);
  // Before one more tick is asked for.
  void before_tick(MatchHost& host);
  // After ticks came.
  void after_ticks(MatchHost& host);
  // The replay up to now; recording goes on.
  std::vector<std::uint8_t> replay(snapshot::Word tick) const;

 private:
  // In the order in which a tick has them.
  enum class Kind : std::uint8_t { Checksums, Keyframe, Order };
  struct Part {
    snapshot::Word tick = 0;
    Kind kind = Kind::Order;
    rts::StateChecksums checksums;
    std::vector<std::uint8_t> save;
    std::vector<snapshot::Word> record;
  };
  void add(Part part);
  static void write(const Part& part, rts::ReplayWriter& writer);

  rts::ReplayWriter writer_;  // what can have nothing before it any more
  // A replay's ticks rise, and what a worker has done comes later than the orders for what it will.
  std::deque<Part> waiting_;  // by tick and kind
  snapshot::Word checked_tick_ = 0;
  std::deque<snapshot::Word> saves_;  // ticks of the keyframes that are on their way
};

}  // namespace terrane::play
