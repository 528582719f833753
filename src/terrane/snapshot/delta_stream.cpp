#include <string>
#include <utility>

#include "terrane/snapshot/delta.h"

namespace terrane::snapshot {

void Baselines::keep(const View& view) {
  std::size_t at = next_;
  for (std::size_t other = 0; other < k_count; ++other) {  // a tick is kept once
    if (kept_[other].view.version() != 0 && kept_[other].view.tick() == view.tick()) at = other;
  }
  if (at == next_) next_ = (next_ + 1) % k_count;
  Kept& slot = kept_[at];
  slot.buffer.assign(view.words());
  auto copy = View::open(std::as_const(slot.buffer).words());
  TERRANE_ASSERT(copy.ok(), "an open view's words open again");
  slot.view = copy.value();
}

std::optional<View> Baselines::find(Word tick) const {
  for (const Kept& kept : kept_) {
    if (kept.view.version() != 0 && kept.view.tick() == tick) return kept.view;
  }
  return std::nullopt;
}

base::Result<void> DeltaSender::encode(const View& current, std::vector<std::uint8_t>& out) {
  View baseline;
  if (acknowledged_) {
    if (const auto found = sent_.find(*acknowledged_)) baseline = *found;
  }
  TERRANE_TRY(encode_delta(baseline, current, out));
  sent_.keep(current);
  return {};
}

void DeltaSender::acknowledge(Word tick) {
  if (!acknowledged_ || tick > *acknowledged_) acknowledged_ = tick;
}

base::Result<View> DeltaReceiver::decode(std::span<const std::uint8_t> bytes) {
  const DeltaHead head = TERRANE_TRY(read_delta_head(bytes));
  View baseline;
  if (!head.from_empty) {
    const auto found = received_.find(head.baseline_tick);
    if (!found) {
      return base::Error{base::ErrorCode::NotFound, "the delta's baseline is not here",
                         "tick " + std::to_string(head.tick),
                         "the snapshot of tick " + std::to_string(head.baseline_tick)};
    }
    baseline = *found;
  }
  TERRANE_TRY(decode_delta(baseline, bytes, scratch_));
  const View decoded = TERRANE_TRY(View::open(std::as_const(scratch_).words()));
  received_.keep(decoded);
  return *received_.find(decoded.tick());
}

}  // namespace terrane::snapshot
