#include "terrane/rts/unit_grid.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/testing.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

std::vector<snapshot::CoreRow> scattered(const Battlefield& field, std::uint64_t seed,
                                         std::size_t count) {
  std::vector<snapshot::CoreRow> core(count);
  for (std::size_t at = 0; at < count; ++at) {
    const auto place = [&](std::uint64_t which, std::int32_t origin, std::int32_t cells) {
      // Some stand outside.
      return origin - 3000 +
             static_cast<std::int32_t>(
                 base::draw_index(base::hash(seed, at, which),
                                  static_cast<std::uint32_t>(cells * k_cell_mm + 6000)));
    };
    core[at].world_x_mm = place(1, field.origin_x_mm, field.width_cells);
    core[at].world_z_mm = place(2, field.origin_z_mm, field.height_cells);
  }
  return core;
}

}  // namespace

TEST_CASE("everybody within a circle is found once, whoever stands outside the field too") {
  const Battlefield field = testing::open_field(97, 2);
  UnitGrid grid;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<snapshot::CoreRow> core = scattered(field, seed, seed * 40);
    grid.rebuild(field, core);
    for (std::uint64_t question = 0; question < 40; ++question) {
      const std::vector<snapshot::CoreRow> asked = scattered(field, base::hash(seed, question), 1);
      const PointMm place{asked[0].world_x_mm, asked[0].world_z_mm};
      const auto radius = static_cast<std::int32_t>(base::draw_index(question, 12'000));
      std::vector<std::uint32_t> times(core.size(), 0);
      grid.for_each_near(place, radius, [&](std::uint32_t index) { ++times[index]; });
      std::uint32_t wrong = 0;
      for (std::size_t at = 0; at < core.size(); ++at) {
        const bool is_near =
            distance_between(place, {core[at].world_x_mm, core[at].world_z_mm}) <= radius;
        wrong += times[at] > 1 || (is_near && times[at] == 0) ? 1 : 0;
      }
      CHECK_MESSAGE(wrong == 0, "seed ", seed, " question ", question);
    }
  }
}

TEST_CASE("answers come row by row of buckets, in each by index") {
  const Battlefield field = testing::open_field(96, 2);
  UnitGrid grid;
  const std::vector<snapshot::CoreRow> core = scattered(field, 5, 500);
  grid.rebuild(field, core);
  std::vector<std::uint32_t> order;
  grid.for_each_near({0, 0}, 200'000, [&](std::uint32_t index) { order.push_back(index); });
  REQUIRE(order.size() == core.size());
  const auto bucket = [&](std::uint32_t index) {
    const auto place = [&](std::int32_t mm, std::int32_t origin, std::int32_t cells) {
      const std::int32_t at = std::max(mm - origin, 0) / UnitGrid::k_bucket_mm;
      return std::min(at, cells * k_cell_mm / UnitGrid::k_bucket_mm - 1);
    };
    return std::make_pair(place(core[index].world_z_mm, field.origin_z_mm, field.height_cells),
                          place(core[index].world_x_mm, field.origin_x_mm, field.width_cells));
  };
  for (std::size_t at = 1; at < order.size(); ++at) {
    const auto before = std::make_pair(bucket(order[at - 1]), order[at - 1]);
    CHECK(before < std::make_pair(bucket(order[at]), order[at]));
  }
}

}  // namespace terrane::rts
