// A recorded match: what decides it, the orders that people gave, a checksum every 20 ticks and the
// whole state every 15 s, so that it can be played again, checked, and entered at any tick. The
// opponents' orders are not in it: they think again, and the checksums tell when they think
// otherwise. docs/formats/replay_v1.md. It reads and writes bytes, never files. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/match.h"

namespace terrane::rts {

inline constexpr Word k_replay_checksum_ticks = 20;
inline constexpr Word k_replay_keyframe_ticks = 15 * 20;

// What decides a match. The battlefield itself is not stored: it is made again from the world and
// compared by digest.
struct ReplayHead {
  std::uint64_t engine_digest = 0;
  std::uint64_t rules_digest = 0;
  std::uint64_t field_digest = 0;
  std::string world_uri;
  std::string area;  // as the command line had it, so that the same ground is made again
  MatchSetup setup;
};

class ReplayWriter {
 public:
  explicit ReplayWriter(const ReplayHead& head);

  // A record given at `tick`, before the tick after it runs.
  void add_input(Word tick, std::span<const Word> record);
  // Of ticks that are multiples of k_replay_checksum_ticks, and of the last.
  void add_checksums(Word tick, const StateChecksums& checksums);
  // Bytes of write_save() at multiples of k_replay_keyframe_ticks.
  void add_keyframe(Word tick, std::span<const std::uint8_t> save);
  // The whole file. Nothing may be added after it.
  std::vector<std::uint8_t> finish(Word tick);

 private:
  void add_chunk(Word kind, Word tick, std::span<const std::uint8_t> payload);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> payload_;
};

// A replay that was read and whose every chunk has the checksum it was written with. Borrows the
// bytes.
class Replay {
 public:
  // Bytes from anywhere: BadData or Incomplete for what is no replay, was cut or flipped, or is of
  // a later version.
  static base::Result<Replay> open(std::span<const std::uint8_t> bytes);

  const ReplayHead& head() const { return head_; }
  Word ticks() const { return ticks_; }
  std::size_t keyframes() const { return keyframes_.size(); }
  // The orders that were given at `tick`, as records one behind the other; empty when none were.
  std::span<const Word> inputs(Word tick) const;
  // Null when none was stored for the tick.
  const StateChecksums* checksums(Word tick) const;
  // The last keyframe at or before the tick, packed; empty when there is none.
  std::span<const std::uint8_t> keyframe(Word tick, Word& keyframe_tick) const;

 private:
  struct Input {
    Word tick = 0;
    std::vector<Word> records;
  };
  struct Sum {
    Word tick = 0;
    StateChecksums checksums;
  };
  struct Keyframe {
    Word tick = 0;
    std::span<const std::uint8_t> bytes;
  };
  base::Result<void> read_chunk(Word kind, Word tick, std::span<const std::uint8_t> payload);

  ReplayHead head_;
  Word ticks_ = 0;
  std::vector<Input> inputs_;  // each by tick
  std::vector<Sum> sums_;
  std::vector<Keyframe> keyframes_;
};

// Plays a replay: forwards tick by tick, or from any tick by way of the last keyframe before it.
// Borrows all three.
class ReplayPlayer {
 public:
  // BadData when the rules, the ground or the engine are others than it was recorded with.
  static base::Result<ReplayPlayer> open(const Replay& replay, const Rules& rules,
                                         const Battlefield& field, std::uint64_t engine_digest);

  Match& match() { return *match_; }
  // One tick. False at the end. After it, differs() compares with what was stored for the tick.
  bool step();
  // Stands at `tick` afterwards (at most ticks()). BadData for a keyframe that cannot be read.
  base::Result<void> seek(Word tick);
  // A sentence about the first subsystem that is not as recorded, empty when all is or nothing was
  // stored for this tick.
  std::string difference() const;

 private:
  ReplayPlayer(const Replay& replay, const Rules& rules, const Battlefield& field)
      : replay_(&replay), rules_(&rules), field_(&field) {}
  base::Result<void> start();

  const Replay* replay_;
  const Rules* rules_;
  const Battlefield* field_;
  std::unique_ptr<Match> match_;
};

}  // namespace terrane::rts
