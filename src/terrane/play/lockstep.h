// Two processes that play one match: each runs the whole simulation, and only orders and checksums
// cross. An order given now runs at the same later tick on both sides (the input delay), a tick
// runs only when the peer has said what it orders for it, and the checksums of each tick are
// compared by subsystem. This is the protocol as bytes in and bytes out; a socket is the caller's.
// docs/formats/lockstep_v1.md. Owner thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/match.h"

namespace terrane::play {

// What both must agree on before the first tick.
struct LockstepTerms {
  std::uint64_t engine_digest = 0;
  std::uint64_t rules_digest = 0;
  std::uint64_t field_digest = 0;
  std::uint64_t state_checksum = 0;  // where they begin: the first tick, or a save
  snapshot::Word tick = 0;
  snapshot::Word input_delay = 0;  // ticks from an order to its running, 1 to 100
};

class Lockstep {
 public:
  // The host orders for player 0 and the joiner for the others; neither may for the other's. The
  // host's orders run before the joiner's where they are for one tick.
  Lockstep(const LockstepTerms& terms, bool is_host);

  // Bytes for the peer; the caller sends and clears them.
  std::vector<std::uint8_t>& outgoing() { return outgoing_; }
  // Bytes from the peer, cut anywhere. BadData for what is not this protocol or other terms than
  // ours; the match cannot go on after it.
  base::Result<void> receive(std::span<const std::uint8_t> bytes);
  bool greeted() const { return greeted_; }

  // Orders given here (records one behind the other) between `tick` and the next, to run
  // input_delay after it. Exactly once a tick, also when there are none.
  void close_tick(snapshot::Word tick, std::span<const snapshot::Word> records);
  // Whether the tick after `tick` may run: the peer has closed what it needs.
  bool may_run_after(snapshot::Word tick) const;
  // What to give the match before the tick after `tick`: records of both, the host's first. Drops
  // them here.
  std::vector<snapshot::Word> take_inputs(snapshot::Word tick);

  // Of a tick that was run here. Compared with the peer's when both are there.
  void add_checksums(snapshot::Word tick, const rts::StateChecksums& checksums);
  // The first tick that was not the same, with the subsystem; empty while all agree.
  const std::string& desync() const { return desync_; }
  // A name of the dump written here, for the peer to tell.
  void tell_dump(const std::string& name);
  const std::string& peer_dump() const { return peer_dump_; }
  // The last tick is over here; nothing follows.
  void say_bye();
  bool peer_is_done() const { return peer_done_; }

 private:
  enum Kind : std::uint8_t { Hello = 1, Inputs = 2, Sums = 3, Dump = 4, Bye = 5 };
  void send(Kind kind, std::span<const std::uint8_t> payload);
  base::Result<void> take(Kind kind, std::span<const std::uint8_t> payload);
  base::Result<void> take_hello(std::span<const std::uint8_t> payload);
  void compare(snapshot::Word tick);

  LockstepTerms terms_;
  bool is_host_;
  bool greeted_ = false;
  bool peer_done_ = false;
  snapshot::Word peer_closed_ = 0;  // the peer's orders are here for ticks up to this
  std::vector<std::uint8_t> outgoing_;
  std::vector<std::uint8_t> incoming_;
  std::map<snapshot::Word, std::vector<snapshot::Word>> ours_;  // by the tick they are given at
  std::map<snapshot::Word, std::vector<snapshot::Word>> theirs_;
  std::map<snapshot::Word, rts::StateChecksums> our_sums_;
  std::map<snapshot::Word, rts::StateChecksums> their_sums_;
  std::string desync_;
  std::string peer_dump_;
};

}  // namespace terrane::play
