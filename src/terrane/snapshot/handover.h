// The protocol of the triple buffer: who may touch which of a few buffers, decided by one atomic
// byte. It holds no buffer itself (exchange.h does), so that a test can step through it.
//
// Buffers are numbered 0, 1, 2 and so on. At any moment one is the writer's, one stands in the
// middle, and the rest are the reader's (one for a reader of the latest only, two for one that
// blends the last two). The byte holds the number in the middle and a bit: published since the
// reader last took.
//
// Proof that no buffer is ever written while it is read:
//  1. The numbers held by the writer, the middle and the reader are a partition of all numbers.
//     It is so at the start. The only two operations are publish (the writer's number and the
//     middle's change places) and take (one of the reader's numbers and the middle's change
//     places). Each is one atomic exchange of the byte, so each sees the partition and leaves one,
//     in whatever order they happen. The look at the bit before a take (`fresh`) changes nothing,
//     and only the reader clears the bit, so a bit once seen stays until that reader takes.
//  2. A thread touches only buffers whose numbers it holds. The one exception would be a reader
//     that keeps reading what it gave back: exchange.h gives out views of held buffers only and
//     says until when they live. Unlike with two buffers and a flip, the writer may publish any
//     number of times while the reader reads: it alternates between its own buffer and the middle.
//  3. Visibility: the exchanges are acquire and release. What a writer wrote before publish is seen
//     by the reader whose take reads that byte; what a reader read before take is done before the
//     writer that gets the buffer back by a later publish writes to it. Both operate on one atomic,
//     by read-modify-write only, so each later operation reads from a release sequence of the
//     other.
// Both are wait-free: one instruction, no loop. handover_test.cpp walks all interleavings.
#pragma once

#include <atomic>
#include <cstdint>

namespace terrane::snapshot {

class Handover {
 public:
  static constexpr std::uint8_t k_fresh_bit = 0x80;

  explicit Handover(std::uint8_t middle) : middle_(middle) {}

  // Writer: gives the buffer it has filled, gets the one to fill next.
  std::uint8_t publish(std::uint8_t filled) {
    const auto given = static_cast<std::uint8_t>(filled | k_fresh_bit);
    return number(middle_.exchange(given, std::memory_order_acq_rel));
  }
  // Reader: whether something was published since the last take.
  bool fresh() const { return (middle_.load(std::memory_order_relaxed) & k_fresh_bit) != 0; }
  // Reader, only after fresh() said so: gives a buffer it no longer reads, gets the newest.
  std::uint8_t take(std::uint8_t done) {
    return number(middle_.exchange(done, std::memory_order_acq_rel));
  }

  // The byte, for a test that steps through the protocol.
  std::uint8_t byte() const { return middle_.load(std::memory_order_relaxed); }

 private:
  static std::uint8_t number(std::uint8_t byte) {
    return static_cast<std::uint8_t>(byte & ~k_fresh_bit);
  }

  std::atomic<std::uint8_t> middle_;
};

}  // namespace terrane::snapshot
