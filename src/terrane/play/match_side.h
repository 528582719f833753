// A match that runs somewhere: on the calling thread or in a worker, told what to do by words and
// answering by words. Nothing else crosses: orders in, snapshots through an exchange, events and a
// short record of each tick out. It does nothing unless told to: the caller paces it, so a worker
// needs no clock. Two implementations: inline and thread; WebAssembly without shared memory has
// only the first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/play/match_world.h"
#include "terrane/snapshot/exchange.h"

namespace terrane::play {

// The engine that a match runs in: sides with another refuse to play together.
std::uint64_t match_engine_digest();

struct TickRecord {
  snapshot::Word tick = 0;
  bool over = false;
  double step_ms = 0;      // the tick itself
  double encode_us = 0;    // of its snapshot
  double published_s = 0;  // when it was handed over, on the clock of match_clock_s()
  std::optional<rts::StateChecksums> checksums;
};
double match_clock_s();

struct SideOptions {
  snapshot::Word checksum_every = 0;  // ticks; 0: never
  bool posted = false;  // the exchange: shared memory, or buffers that are moved and handed back
  double tick_at_least_s = 0;  // a tick takes at least so long where it runs, to see who waits
};

// All calls on the owner thread.
class MatchSide {
 public:
  virtual ~MatchSide() = default;
  // Tagged records (snapshot/event_port.h) to the match, before the next tick.
  virtual void give(const std::vector<snapshot::Word>& records) = 0;
  // One more tick.
  virtual void run_tick() = 0;
  // Flips one bit of the state after the tick: a planted fault for shadow mode to find.
  virtual void plant(snapshot::Word tick) = 0;
  // Waits for the record of the next tick asked for and not yet taken; none when it does not come
  // in time. Records come in order, none is left out.
  virtual std::optional<TickRecord> wait_tick(double patience_s) = 0;
  // Tagged records that the match has let out since the last call, Ready or Failed first.
  virtual std::vector<snapshot::Word> take_events() = 0;
  virtual snapshot::SnapshotSource& snapshots() = 0;
  // The whole state after the ticks asked for so far. Incomplete when it does not come in time.
  virtual base::Result<std::vector<std::uint8_t>> save(double patience_s) = 0;
  // The same without waiting: saves come in the order in which they were begun, and all that were
  // begun are to be taken before save() is called.
  virtual void begin_save() = 0;
  virtual std::optional<std::vector<std::uint8_t>> take_save() = 0;
};

// On the calling thread. Fails as MatchWorld::open().
base::Result<std::unique_ptr<MatchSide>> make_inline_side(MatchRecipe recipe,
                                                          const SideOptions& options);

// In a thread of its own, which opens its world there: success is its Ready event, a failure its
// Failed event. Null where there are no threads.
std::unique_ptr<MatchSide> make_thread_side(MatchRecipe recipe, const SideOptions& options);

}  // namespace terrane::play
