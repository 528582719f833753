#include "terrane/snapshot/exchange.h"

#include <utility>

namespace terrane::snapshot {
namespace {

// A newer snapshot moves in: what was current becomes the previous one.
void advance(Latest& latest, const View& view) {
  latest.previous = latest.ready() ? latest.current : view;
  latest.current = view;
}

}  // namespace

const Latest& SharedExchange::latest() {
  if (!handover_.fresh()) return latest_;
  // The older of the two goes back, so no view may show it from here on.
  if (latest_.ready()) latest_.previous = latest_.current;
  older_ = handover_.take(older_);
  auto view = View::open(std::as_const(buffers_[older_]).words());
  if (!view.ok()) {  // stays the one to give back next
    refused_ += 1;
    refusal_ = view.error();
    return latest_;
  }
  std::swap(older_, newer_);
  advance(latest_, view.value());
  return latest_;
}

bool BufferRing::push(Buffer& buffer) {
  const std::uint32_t pushed = pushed_.load(std::memory_order_relaxed);
  if (pushed - popped_.load(std::memory_order_acquire) == k_capacity) return false;
  slots_[pushed % k_capacity] = std::move(buffer);
  pushed_.store(pushed + 1, std::memory_order_release);
  return true;
}

bool BufferRing::pop(Buffer& buffer) {
  const std::uint32_t popped = popped_.load(std::memory_order_relaxed);
  if (pushed_.load(std::memory_order_acquire) == popped) return false;
  buffer = std::move(slots_[popped % k_capacity]);
  popped_.store(popped + 1, std::memory_order_release);
  return true;
}

PostedWriter::PostedWriter(BufferRing& posted, BufferRing& returned)
    : posted_(posted), returned_(returned) {
  for (std::uint32_t number = 0; number < k_posted_buffers; ++number) {
    Buffer buffer;
    returned_.push(buffer);
  }
}

Buffer* PostedWriter::begin() {
  if (!holds_writing_) holds_writing_ = returned_.pop(writing_);
  if (!holds_writing_) {
    skipped_ += 1;
    return nullptr;
  }
  return &writing_;
}

void PostedWriter::publish() {
  TERRANE_ASSERT(holds_writing_, "publish() follows a begin() that gave a buffer");
  const bool pushed = posted_.push(writing_);
  TERRANE_ASSERT(pushed, "fewer buffers circulate than a ring holds");
  holds_writing_ = !pushed;
}

const Latest& PostedReader::latest() {
  Buffer arrived;
  while (posted_.pop(arrived)) {
    auto view = View::open(std::as_const(arrived).words());
    if (!view.ok()) {
      refused_ += 1;
      refusal_ = view.error();
      returned_.push(arrived);
      continue;
    }
    if (holds_older_) returned_.push(older_);
    older_ = std::move(newer_);  // views point at the words, which a move leaves in place
    holds_older_ = holds_newer_;
    newer_ = std::move(arrived);
    holds_newer_ = true;
    advance(latest_, view.value());
  }
  return latest_;
}

}  // namespace terrane::snapshot
