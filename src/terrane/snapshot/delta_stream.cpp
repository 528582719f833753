#include <string>
#include <utility>

#include "terrane/snapshot/delta.h"

namespace terrane::snapshot {

void Baselines::keep(const Baseline& snapshot) {
  std::size_t at = next_;
  for (std::size_t other = 0; other < k_count; ++other) {  // a tick is kept once
    const View& kept = kept_[other].snapshot.view;
    if (kept.version() != 0 && kept.tick() == snapshot.view.tick()) at = other;
  }
  if (at == next_) next_ = (next_ + 1) % k_count;
  Kept& slot = kept_[at];
  slot.buffer.assign(snapshot.view.words());
  auto copy = View::open(std::as_const(slot.buffer).words());
  TERRANE_ASSERT(copy.ok(), "an open view's words open again");
  slot.snapshot.view = copy.value();
  slot.snapshot.checksum = snapshot.checksum;
}

std::optional<Baseline> Baselines::find(Word tick) const {
  for (const Kept& kept : kept_) {
    if (kept.snapshot.view.version() != 0 && kept.snapshot.view.tick() == tick) {
      return kept.snapshot;
    }
  }
  return std::nullopt;
}

base::Result<void> DeltaSender::encode(const View& current, std::vector<std::uint8_t>& out) {
  Baseline baseline;
  if (acknowledged_) {
    if (const auto found = sent_.find(*acknowledged_)) baseline = *found;
  }
  const Baseline next(current);
  TERRANE_TRY(encode_delta(baseline, next, out));
  sent_.keep(next);
  return {};
}

void DeltaSender::acknowledge(Word tick) {
  if (!acknowledged_ || tick > *acknowledged_) acknowledged_ = tick;
}

base::Result<View> DeltaReceiver::decode(std::span<const std::uint8_t> bytes) {
  const DeltaHead head = TERRANE_TRY(read_delta_head(bytes));
  Baseline baseline;
  if (!head.from_empty) {
    const auto found = received_.find(head.baseline_tick);
    if (!found) {
      return base::Error{base::ErrorCode::NotFound, "the delta's baseline is not here",
                         "tick " + std::to_string(head.tick),
                         "the snapshot of tick " + std::to_string(head.baseline_tick)};
    }
    baseline = *found;
  }
  const Baseline decoded = TERRANE_TRY(decode_delta(baseline, bytes, scratch_));
  received_.keep(decoded);
  return received_.find(decoded.view.tick())->view;
}

}  // namespace terrane::snapshot
