// Carries snapshots from the thread that simulates to the one that draws. Two exchanges with one
// interface: shared (a triple buffer in common memory, one atomic byte) and posted (buffers move
// across and are handed back). A renderer sees a SnapshotSource and cannot tell which, nor on which
// thread the match runs: writer and reader may be one thread. The two mechanisms are the article's;
// its two buffers with a flip became a triple buffer because a reader that holds a buffer across
// two publishes would see it overwritten (handover.h has the proof).
//
// One writer thread calls the SnapshotSink, one reader thread the SnapshotSource. Neither ever
// blocks or, once its buffers have grown, allocates. A reader skips what it was too slow for.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "terrane/base/result.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/handover.h"
#include "terrane/snapshot/view.h"

namespace terrane::snapshot {

// The writer's end. begin, fill the buffer (encode), publish.
class SnapshotSink {
 public:
  virtual ~SnapshotSink() = default;
  // A buffer to fill, or null: every buffer is with the reader. Then this tick is not published
  // (`skipped` counts it); the next one carries the whole state again, so nothing is lost but a
  // step of the picture. What the buffer held before is of no meaning.
  virtual Buffer* begin() = 0;
  // Gives what begin() returned. Only after a begin() that gave a buffer.
  virtual void publish() = 0;
  virtual std::uint64_t skipped() const = 0;
};

// The last two snapshots. Before the first arrives both have version 0; after the first both are
// it.
struct Latest {
  View previous;
  View current;
  bool ready() const { return current.version() != 0; }
  Word previous_tick() const { return previous.tick(); }
  Word current_tick() const { return current.tick(); }
};

// The reader's end.
class SnapshotSource {
 public:
  virtual ~SnapshotSource() = default;
  // Takes what has arrived and returns the last two. The views live until the next call of
  // latest() and not longer. A snapshot that View::open() refuses is not shown: it is counted, and
  // `refusal` says why.
  virtual const Latest& latest() = 0;
  virtual std::uint64_t refused() const = 0;
  virtual const base::Error& refusal() const = 0;
};

// Common memory: threads, and WebAssembly with shared memory. The reader keeps the previous
// snapshot too, so there is a fourth buffer: a take gives back the older of its two.
class SharedExchange final : public SnapshotSink, public SnapshotSource {
 public:
  SharedExchange() = default;
  Buffer* begin() override { return &buffers_[writing_]; }
  void publish() override { writing_ = handover_.publish(writing_); }
  std::uint64_t skipped() const override { return 0; }

  const Latest& latest() override;
  std::uint64_t refused() const override { return refused_; }
  const base::Error& refusal() const override { return refusal_; }

 private:
  static constexpr std::uint8_t k_buffers = 4;
  std::array<Buffer, k_buffers> buffers_;
  Handover handover_{1};
  std::uint8_t writing_ = 0;  // writer's
  // The reader's:
  std::uint8_t older_ = 2;
  std::uint8_t newer_ = 3;
  Latest latest_;
  std::uint64_t refused_ = 0;
  base::Error refusal_;
};

// A bounded queue between one producer and one consumer thread that moves buffers. Never blocks.
class BufferRing {
 public:
  static constexpr std::uint32_t k_capacity = 8;  // a power of two
  // False, and nothing moved, when it is full.
  bool push(Buffer& buffer);
  // False when it is empty.
  bool pop(Buffer& buffer);

 private:
  std::array<Buffer, k_capacity> slots_;
  std::atomic<std::uint32_t> pushed_{0};
  std::atomic<std::uint32_t> popped_{0};
};

// Buffers that circulate in a posted exchange: one being filled, one on its way, two with the
// reader.
inline constexpr std::uint32_t k_posted_buffers = 4;
static_assert(k_posted_buffers <= BufferRing::k_capacity, "so that a push never fails");

// The posted exchange's writing end. It knows only its rings: what takes buffers out of `posted`
// and puts them back into `returned` may be the reading end itself or a browser's messages.
class PostedWriter final : public SnapshotSink {
 public:
  // Borrows the rings, and puts the buffers that will circulate into `returned`.
  PostedWriter(BufferRing& posted, BufferRing& returned);
  Buffer* begin() override;
  void publish() override;
  std::uint64_t skipped() const override { return skipped_; }

 private:
  BufferRing& posted_;
  BufferRing& returned_;
  Buffer writing_;
  bool holds_writing_ = false;
  std::uint64_t skipped_ = 0;
};

// The posted exchange's reading end.
class PostedReader final : public SnapshotSource {
 public:
  PostedReader(BufferRing& posted, BufferRing& returned) : posted_(posted), returned_(returned) {}
  const Latest& latest() override;
  std::uint64_t refused() const override { return refused_; }
  const base::Error& refusal() const override { return refusal_; }

 private:
  BufferRing& posted_;
  BufferRing& returned_;
  Buffer older_;
  Buffer newer_;
  bool holds_older_ = false;
  bool holds_newer_ = false;
  Latest latest_;
  std::uint64_t refused_ = 0;
  base::Error refusal_;
};

// Both ends and the rings between them, for two threads. Each buffer is with exactly one side.
class PostedExchange final : public SnapshotSink, public SnapshotSource {
 public:
  Buffer* begin() override { return writer_.begin(); }
  void publish() override { writer_.publish(); }
  std::uint64_t skipped() const override { return writer_.skipped(); }
  const Latest& latest() override { return reader_.latest(); }
  std::uint64_t refused() const override { return reader_.refused(); }
  const base::Error& refusal() const override { return reader_.refusal(); }

 private:
  BufferRing posted_;    // to the reader
  BufferRing returned_;  // to the writer
  PostedWriter writer_{posted_, returned_};
  PostedReader reader_{posted_, returned_};
};

}  // namespace terrane::snapshot
