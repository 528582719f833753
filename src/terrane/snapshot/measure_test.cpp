// Ratios printed from one run, never a verdict: `snapshot_tests -ts=measure --no-skip`.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "terrane/snapshot/blend.h"
#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/delta.h"
#include "terrane/snapshot/testing.h"

TEST_SUITE_BEGIN("measure");

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

constexpr Word k_units = 5000;
constexpr int k_rounds = 400;

// Best time in microseconds; what is compared takes turns, so that a busy machine hits both.
template <typename Work>
double microseconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::micro>(end - start).count();
}

template <typename First, typename Second>
void compare(const std::string& what, First&& first, Second&& second) {
  double best_first = 1e30;
  double best_second = 1e30;
  std::vector<double> ratios;
  for (int round = 0; round < k_rounds; ++round) {
    const double one = microseconds(first);
    const double two = microseconds(second);
    best_first = std::min(best_first, one);
    best_second = std::min(best_second, two);
    ratios.push_back(one / two);
  }
  std::sort(ratios.begin(), ratios.end());
  MESSAGE(what << ": best " << best_first << " us against " << best_second << " us, ratio "
               << best_first / best_second << ", median of ratios " << ratios[k_rounds / 2]);
}

}  // namespace

TEST_CASE("measure: encode of 5,000 units against memcpy of the same bytes" * doctest::skip()) {
  const SampleWorld world = testing::sample_world(k_units, 128);
  Buffer buffer;
  encode(world.source(), buffer);
  const std::vector<Word> from(buffer.words().begin(), buffer.words().end());
  std::vector<Word> to(from.size());
  volatile Word sink = 0;
  compare(
      "encode / memcpy",
      [&] {
        encode(world.source(), buffer);
        sink = buffer.words()[from.size() / 2];
      },
      [&] {
        std::memcpy(to.data(), from.data(), from.size() * sizeof(Word));
        sink = to[from.size() / 2];
      });
  MESSAGE("snapshot bytes: " << from.size() * sizeof(Word));
}

TEST_CASE("measure: three fields of every row against the same loop over columns" *
          doctest::skip()) {
  const SampleWorld world = testing::sample_world(k_units);
  const std::vector<Word> words = testing::encoded(world);
  const View view = View::open(words).value();
  std::vector<std::int32_t> xs, zs, healths;
  for (const CoreRow& unit : world.core) {
    xs.push_back(unit.world_x_mm);
    zs.push_back(unit.world_z_mm);
    healths.push_back(unit.health_256);
  }
  // A renderer's loop: how many of those alive are in a disc.
  const auto in_disc = [](std::int32_t x, std::int32_t z, std::int32_t health) {
    const std::int64_t dx = x - 5000000;
    const std::int64_t dz = z + 4000000;
    return dx * dx + dz * dz < 9000000000000ll && health > 0 ? 1u : 0u;
  };
  // The least that reads all three.
  const auto mix = [](std::int32_t x, std::int32_t z, std::int32_t health) {
    return (static_cast<Word>(x) ^ static_cast<Word>(z) * 3u) + static_cast<Word>(health);
  };
  const auto over_rows = [&view](const auto& use) {
    Word total = 0;
    for (const auto row : view.core().each<CoreRow>()) {
      total += use(row.get(&CoreRow::world_x_mm), row.get(&CoreRow::world_z_mm),
                   row.get(&CoreRow::health_256));
    }
    return total;
  };
  const auto over_columns = [&](const auto& use) {
    const std::int32_t* x = xs.data();
    const std::int32_t* z = zs.data();
    const std::int32_t* health = healths.data();
    Word total = 0;
    for (std::size_t row = 0; row < xs.size(); ++row) total += use(x[row], z[row], health[row]);
    return total;
  };
  REQUIRE(over_rows(in_disc) == over_columns(in_disc));
  REQUIRE(over_rows(mix) == over_columns(mix));
  volatile Word sink = 0;
  compare(
      "rows / columns, cull", [&] { sink = over_rows(in_disc); },
      [&] { sink = over_columns(in_disc); });
  compare(
      "rows / columns, sum", [&] { sink = over_rows(mix); }, [&] { sink = over_columns(mix); });
}

TEST_CASE("measure: open, checksum, blend and delta" * doctest::skip()) {
  SampleWorld world = testing::sample_world(k_units, 128);
  const std::vector<Word> words = testing::encoded(world);
  volatile std::uint64_t sink = 0;
  compare(
      "open / checksums of 5,000 units", [&] { sink = View::open(words).value().tick(); },
      [&] { sink = checksums(View::open(words).value()).total; });
  const Latest latest{View::open(words).value(), View::open(words).value()};
  compare(
      "blend / open of 5,000 units",
      [&] {
        std::uint64_t total = 0;
        Blend(latest, 30000).for_each([&](const Blended& unit) {
          total += static_cast<std::uint64_t>(unit.x_mm) + unit.facing_turn16;
        });
        sink = total;
      },
      [&] { sink = View::open(words).value().tick(); });
  base::RandomStream random(3);
  SampleWorld battle = testing::sample_world(400, 128);
  std::size_t bytes = 0;
  std::size_t unit_ticks = 0;
  std::vector<std::uint8_t> delta;
  std::vector<Word> before = testing::encoded(battle);
  for (int tick = 0; tick < 200; ++tick) {
    testing::step(battle, random);
    std::vector<Word> after = testing::encoded(battle);
    REQUIRE(encode_delta(View::open(before).value(), View::open(after).value(), delta).ok());
    bytes += delta.size();
    unit_ticks += battle.core.size();
    before = std::move(after);
  }
  const double per_unit = static_cast<double>(bytes) / static_cast<double>(unit_ticks);
  MESSAGE("delta of a random battle: " << per_unit << " bytes a unit and tick, "
                                       << per_unit * 400 * 20 << " bytes a second for 400 units");
}

}  // namespace terrane::snapshot

TEST_SUITE_END();
