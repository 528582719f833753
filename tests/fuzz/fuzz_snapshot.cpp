// Snapshots and deltas from anywhere: whatever View::open() accepts is read whole, printed,
// compared and sent as a delta that gives the same words; whatever a delta or an event record says,
// nothing outside the bytes is read. The first byte chooses: 0 a snapshot, 1 a delta against the
// empty snapshot, 2 a delta against the snapshot in front of it, 3 event records.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "terrane/snapshot/blend.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/delta.h"
#include "terrane/snapshot/event_port.h"
#include "terrane/snapshot/frozen_reader_v1.h"
#include "terrane/snapshot/print.h"
#include "terrane/snapshot/view.h"

using namespace terrane::snapshot;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(std::span<const Word> a, std::span<const Word> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// A delta from `before` to `after` gives `after`.
void round_trip(const View& before, const View& after) {
  std::vector<std::uint8_t> bytes;
  if (!encode_delta(before, after, bytes).ok()) {
    require(before.version() > k_version || after.version() > k_version);
    return;
  }
  Buffer buffer;
  require(decode_delta(before, bytes, buffer).ok());
  require(same(std::as_const(buffer).words(), after.words()));
}

void use(const View& view) {
  to_text(view, 50);
  require(!first_difference(view, view).has_value());
  require(checksums(view) == checksums(view));
  for (Word row = 0; row < view.core().count(); ++row) {
    require(view.core().find(view.core().identity(row)) == row);
  }
  for (Word row = 0; row < view.table(Table::Vision).count(); ++row) {
    const auto sight = view.vision_row(row);
    if (!sight.ok()) continue;
    const VisionRow& head = sight.value().head();
    sight.value().at(static_cast<std::int32_t>(head.width_cells) - 1,
                     static_cast<std::int32_t>(head.height_cells) - 1);
  }
  Latest latest{view, view};
  std::int64_t sum = 0;
  Blend(latest, 12345).for_each([&](const Blended& unit) { sum += unit.x_mm; });
  frozen_v1::Reader old;
  require(old.open(view.words()));  // what today's reader takes, the first one took
  for (Word row = 0; row < old.count(); ++row) {
    require(old.unit(row).identity == view.core().identity(row));
  }
  round_trip(View(), view);
  round_trip(view, view);
}

void read_snapshot(std::span<const std::uint8_t> bytes) {
  Buffer buffer;
  if (!words_from_bytes(bytes, buffer).ok()) return;
  const auto view = View::open(std::as_const(buffer).words());
  if (view.ok()) use(view.value());
}

void read_delta(const View& baseline, std::span<const std::uint8_t> bytes) {
  Buffer buffer;
  if (!decode_delta(baseline, bytes, buffer).ok()) return;
  round_trip(baseline, View::open(std::as_const(buffer).words()).value());
}

// Two bytes: the words of the baseline.
void read_delta_behind_snapshot(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 2) return;
  const std::size_t size = 4 * (std::size_t{bytes[0]} | std::size_t{bytes[1]} << 8);
  if (bytes.size() - 2 < size) return;
  Buffer buffer;
  if (!words_from_bytes(bytes.subspan(2, size), buffer).ok()) return;
  const auto view = View::open(std::as_const(buffer).words());
  if (view.ok()) read_delta(view.value(), bytes.subspan(2 + size));
}

void read_events(std::span<const std::uint8_t> bytes) {
  Buffer buffer;
  if (!words_from_bytes(bytes.first(bytes.size() / 4 * 4), buffer).ok()) return;
  for (const Side side : {Side::Match, Side::Outside}) {
    EventPort port(side);
    if (!port.receive(std::as_const(buffer).words()).ok()) {
      // what came before the bad record was taken
    }
    require(port.outbox().empty());
    port.drain([](const Event& event) { require(!event.tagged); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::uint8_t> rest(data + 1, size - 1);
  switch (data[0] & 3) {
    case 0:
      read_snapshot(rest);
      break;
    case 1:
      read_delta(View(), rest);
      break;
    case 2:
      read_delta_behind_snapshot(rest);
      break;
    default:
      read_events(rest);
      break;
  }
  return 0;
}
