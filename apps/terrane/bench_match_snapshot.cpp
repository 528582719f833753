#include <cstring>
#include <optional>

#include "bench_match.h"
#include "rivals/snapshot_rival.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/encode.h"
#include "terrane/snapshot/view.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Buffer;
using snapshot::CoreRow;
using snapshot::Source;
using snapshot::View;
using snapshot::Word;

constexpr std::uint32_t k_units = 5000;
constexpr Word k_battle_tick = 200;  // the armies have met
constexpr int k_rounds = 400;
constexpr int k_rival_rounds = 60;

void compare_with_memcpy(const Source& source, Figures& figures) {
  Buffer buffer;
  snapshot::encode(source, buffer);
  const std::vector<Word> from(buffer.words().begin(), buffer.words().end());
  std::vector<Word> to(from.size());
  volatile Word sink = 0;
  const Compared times = compare_by_turns(
      k_rounds,
      [&] {
        snapshot::encode(source, buffer);
        sink = buffer.words()[from.size() / 2];
      },
      [&] {
        std::memcpy(to.data(), from.data(), from.size() * sizeof(Word));
        sink = to[from.size() / 2];
      });
  figures.add_count("match_snapshot_bytes", from.size() * sizeof(Word));
  figures.add("match_encode_us", times.first_us);
  figures.add_at_most("match_encode_memcpy_ratio", times.ratio, 1.3);
}

// How many times as long a rival takes; nothing in a build without it.
Result<std::optional<double>> times_of_rival(const Source& source, const std::string& name,
                                             rivals::SnapshotRival* rival, Figures& figures) {
  if (rival == nullptr) return std::optional<double>();
  Buffer buffer;
  std::size_t bytes = 0;
  const Compared times = compare_by_turns(
      k_rival_rounds, [&] { bytes = rival->write(source); },
      [&] { snapshot::encode(source, buffer); });
  if (!rival->says(source)) {
    return Error{ErrorCode::BadData, name + " does not say the same", "bench match",
                 "the snapshot's every field"};
  }
  figures.add_count("match_" + name + "_bytes", bytes);
  return std::optional<double>(times.ratio);
}

Result<void> compare_with_rivals(const Source& source, Figures& figures) {
  const auto flatbuffers = TERRANE_TRY(
      times_of_rival(source, "flatbuffers", rivals::make_flatbuffers_rival().get(), figures));
  figures.add_at_least("match_encode_flatbuffers_ratio", flatbuffers, 10.0);
  const auto capnproto = TERRANE_TRY(
      times_of_rival(source, "capnproto", rivals::make_capnproto_rival(true).get(), figures));
  figures.add_at_least("match_encode_capnproto_ratio", capnproto, 3.0);
  // Left in its segments it is no buffer to hand over yet, so there is no bar
  // for it.
  const auto segments = TERRANE_TRY(times_of_rival(
      source, "capnproto_segments", rivals::make_capnproto_rival(false).get(), figures));
  if (segments) figures.add("match_encode_capnproto_segments_ratio", *segments);
  return {};
}

// What a renderer does first: how many of those alive are in a disc.
Word in_disc(std::int32_t x_mm, std::int32_t z_mm, std::int32_t health_256) {
  constexpr std::int64_t k_radius_mm = 60'000;
  const std::int64_t x = x_mm;
  const std::int64_t z = z_mm;
  return x * x + z * z < k_radius_mm * k_radius_mm && health_256 > 0 ? 1u : 0u;
}

Result<void> compare_reading(std::span<const CoreRow> core, std::span<const Word> words,
                             Figures& figures) {
  const View view = TERRANE_TRY(View::open(words));
  std::vector<std::int32_t> xs, zs, healths;
  for (const CoreRow& row : core) {
    xs.push_back(row.world_x_mm);
    zs.push_back(row.world_z_mm);
    healths.push_back(row.health_256);
  }
  volatile Word over_rows = 0;
  volatile Word over_columns = 0;
  const Compared times = compare_by_turns(
      k_rounds,
      [&] {
        Word total = 0;
        for (const auto row : view.core().each<CoreRow>()) {
          total += in_disc(row.get(&CoreRow::world_x_mm), row.get(&CoreRow::world_z_mm),
                           row.get(&CoreRow::health_256));
        }
        over_rows = total;
      },
      [&] {
        const std::int32_t* x = xs.data();
        const std::int32_t* z = zs.data();
        const std::int32_t* health = healths.data();
        Word total = 0;
        for (std::size_t row = 0; row < xs.size(); ++row)
          total += in_disc(x[row], z[row], health[row]);
        over_columns = total;
      });
  if (over_rows != over_columns) {
    return Error{ErrorCode::BadData, "the rows and the columns differ", "bench match", "one sum"};
  }
  figures.add("match_read_us", times.first_us);
  figures.add_at_most("match_read_columns_ratio", times.ratio, 1.5);
  return {};
}

// Bytes of one record that had room for all that any unit has, against rows in side tables for
// those that have it.
void count_wide(const Source& source, Figures& figures) {
  const auto beside = [](Word row_words) { return row_words - 1; };  // one identity is enough
  using namespace snapshot;
  const Word wide_words = k_row_words<CoreRow> + beside(k_row_words<ConstructionRow>) +
                          beside(k_row_words<ProductionRow>) + beside(k_row_words<ProjectileRow>) +
                          beside(k_row_words<ResourceRow>) + beside(k_row_words<EffectRow>) +
                          beside(k_row_words<OrderRow>) + beside(k_row_words<WildlifeRow>) +
                          beside(k_row_words<RallyRow>);
  const std::size_t wide_bytes = source.core.size() * wide_words * sizeof(Word);
  const std::size_t split_bytes = source.core.size_bytes() + source.construction.size_bytes() +
                                  source.production.size_bytes() + source.projectiles.size_bytes() +
                                  source.resources.size_bytes() + source.effects.size_bytes() +
                                  source.orders.size_bytes() + source.wildlife.size_bytes() +
                                  source.rally_points.size_bytes();
  figures.add_count("match_wide_record_bytes", wide_words * sizeof(Word));
  figures.add_count("match_core_record_bytes", sizeof(CoreRow));
  figures.add_count("match_wide_bytes", wide_bytes);
  figures.add_count("match_core_and_sides_bytes", split_bytes);
  figures.add("match_wide_ratio",
              static_cast<double>(wide_bytes) / static_cast<double>(split_bytes));
}

}  // namespace

Result<void> bench_snapshots(Figures& figures) {
  const BenchMatch bench = TERRANE_TRY(make_bench_match(k_units, 1));
  const std::unique_ptr<rts::Match> match = TERRANE_TRY(start_battle(bench));
  while (!match->over() && match->tick() < k_battle_tick) match->step();
  const Source source = match->state().source();
  figures.add_count("match_snapshot_rows", source.core.size());
  compare_with_memcpy(source, figures);
  TERRANE_TRY(compare_with_rivals(source, figures));
  Buffer buffer;
  snapshot::encode(source, buffer);
  TERRANE_TRY(compare_reading(source.core, buffer.words(), figures));
  count_wide(source, figures);
  return {};
}

}  // namespace terrane::app
