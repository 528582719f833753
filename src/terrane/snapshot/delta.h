// A snapshot as its difference from an older one that the receiver has acknowledged, for
// spectators, lockstep dumps and files. Quake 3's scheme: rows are matched by identity, a changed
// row is a mask of its changed fields and their differences as zigzag numbers, and the first
// baseline is empty. Here numbers are nibbles (nibble.h), the mask has first what changes most, and
// a unit's place is predicted from its velocity as it is now, so that a unit costs nothing at rest
// and in steady motion, and its velocity alone when that changes. Not a general compressor. The
// bytes are described in docs/formats/snapshot_v3.md. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/view.h"

namespace terrane::snapshot {

// A snapshot and its checksum of 32 bits, so that it is counted once and not again as the baseline
// of the next. Without arguments the empty one. Counting takes longer than encoding: keep it.
struct Baseline {
  Baseline() : Baseline(View()) {}
  Baseline(const View& of);  // implicit, for who has a view alone
  View view;
  Word checksum = 0;
};

// Replaces `out`; its capacity is kept. BadData for a snapshot of a newer version than today's (it
// holds what a delta would lose).
base::Result<void> encode_delta(const Baseline& from, const Baseline& to,
                                std::vector<std::uint8_t>& out);

// What a delta says of itself before it is decoded.
struct DeltaHead {
  bool from_empty = false;  // the baseline is View()
  Word baseline_tick = 0;
  Word tick = 0;
};
base::Result<DeltaHead> read_delta_head(std::span<const std::uint8_t> bytes);

// Writes exactly the words that encode_delta() was given as `to`, and returns their view. Bytes
// from anywhere: refuses another baseline than the one it was encoded against (NotFound), cut bytes
// (Incomplete), and whatever does not give a valid snapshot with the stored checksum or is of
// another form (BadData, OutOfRange).
base::Result<Baseline> decode_delta(const Baseline& from, std::span<const std::uint8_t> bytes,
                                    Buffer& out);

// Copies of the last 32 snapshots, by tick. Owner thread.
class Baselines {
 public:
  static constexpr std::size_t k_count = 32;
  // Copies it; the oldest is forgotten when there are 32. Views of it from find() are dead then.
  void keep(const Baseline& snapshot);
  // The one of that tick, if it is still here.
  std::optional<Baseline> find(Word tick) const;

 private:
  struct Kept {
    Buffer buffer;
    Baseline snapshot;
  };
  std::array<Kept, k_count> kept_;
  std::size_t next_ = 0;
};

// The sending end: encodes each snapshot against the newest that the peer has acknowledged, or
// against the empty one when there is none or it is too old. Owner thread.
class DeltaSender {
 public:
  base::Result<void> encode(const View& current, std::vector<std::uint8_t>& out);
  // The peer has decoded that tick. Older than one already acknowledged: ignored.
  void acknowledge(Word tick);

 private:
  Baselines sent_;
  std::optional<Word> acknowledged_;
};

// The receiving end: decodes and keeps what it decoded, to be acknowledged by its tick. The view
// lives until 32 more were received. Owner thread.
class DeltaReceiver {
 public:
  base::Result<View> decode(std::span<const std::uint8_t> bytes);

 private:
  Baselines received_;
  Buffer scratch_;
};

}  // namespace terrane::snapshot
