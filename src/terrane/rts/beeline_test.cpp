#include "terrane/rts/beeline.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/sectors.h"
#include "terrane/rts/wavefront.h"

namespace terrane::rts {
namespace {

constexpr std::uint32_t k_side = Beelines::k_side;

// Boxes of closed and rough ground, none for the first seed.
struct Ground32 {
  Beelines::Lines open{};
  Beelines::Lines free{};

  explicit Ground32(std::uint64_t seed) {
    open.fill(~0u);
    free.fill(~0u);
    for (std::uint64_t box = 0; box < seed % 24; ++box) {
      const auto number = [&](std::uint64_t which, std::uint32_t past) {
        return base::draw_index(base::hash(seed, box, which), past);
      };
      const std::uint32_t x0 = number(1, k_side);
      const std::uint32_t z0 = number(2, k_side);
      const std::uint32_t wide = 1 + number(3, 7);
      const std::uint32_t deep = 1 + number(4, 7);
      const bool is_rough = number(5, 3) == 0;
      for (std::uint32_t z = z0; z < std::min(z0 + deep, k_side); ++z) {
        for (std::uint32_t x = x0; x < std::min(x0 + wide, k_side); ++x) {
          free[z] &= ~(1u << x);
          if (!is_rough) open[z] &= ~(1u << x);
        }
      }
    }
  }
  bool is_open(std::uint32_t x, std::uint32_t z) const { return (open[z] >> x & 1u) != 0; }
};

}  // namespace

TEST_CASE("a beeline leads exactly where a search finds no dearer way than over free ground") {
  std::uint32_t led = 0;
  std::uint32_t all = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Ground32 ground(seed);
    Beelines beelines;
    beelines.set(ground.open, ground.free);
    Wavefront wavefront(static_cast<std::int32_t>(k_side));
    for (std::uint32_t z = 0; z < k_side; ++z) {
      wavefront.set_open(0, static_cast<std::int32_t>(z), ground.open[z],
                         ground.open[z] & ~ground.free[z]);
    }
    wavefront.close_rows();
    const std::uint32_t from_x = base::draw_index(base::hash(seed, 101), k_side);
    const std::uint32_t from_z = base::draw_index(base::hash(seed, 102), k_side);
    if (!ground.is_open(from_x, from_z)) continue;
    const WaySeed start{0, static_cast<std::uint16_t>(from_z * k_side + from_x), k_way_here};
    wavefront.spread({&start, 1});
    const Cell from{static_cast<std::int32_t>(from_x), static_cast<std::int32_t>(from_z)};
    std::uint32_t wrong = 0;
    for (std::uint32_t z = 0; z < k_side; ++z) {
      for (std::uint32_t x = 0; x < k_side; ++x) {
        const Cell to{static_cast<std::int32_t>(x), static_cast<std::int32_t>(z)};
        if (to == from || !ground.is_open(x, z)) continue;
        const bool found = beelines.leads(from_x, from_z, x, z);
        const PathCost cost = wavefront.cost(static_cast<std::int32_t>(z * k_side + x));
        wrong += found != (cost == free_cost(from, to)) ? 1 : 0;
        led += found ? 1 : 0;
        ++all;
      }
    }
    REQUIRE_MESSAGE(wrong == 0, "seed ", seed);
  }
  CHECK(led * 10 > all);
  CHECK(led < all);
}

}  // namespace terrane::rts
