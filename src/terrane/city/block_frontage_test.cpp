#include "terrane/city/block_frontage.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "terrane/base/hash.h"

namespace terrane::city {

TEST_CASE("block frontage: a plan is a function of its key and district") {
  unsigned differing = 0;
  for (std::uint64_t key = 0; key < 200; ++key) {
    const std::uint64_t own = base::hash(5, key);
    const auto once = plan_block_frontage(own, District::CivicAvenue);
    const auto again = plan_block_frontage(own, District::CivicAvenue);
    const auto other = plan_block_frontage(base::hash(6, key), District::CivicAvenue);
    bool same = true;
    for (unsigned place = 0; place < k_frontage_lots; ++place) {
      CHECK(once[place].style == again[place].style);
      CHECK(once[place].span == again[place].span);
      same = same && once[place].style == other[place].style;
    }
    differing += same ? 0 : 1;
  }
  CHECK(differing > 150);
}

TEST_CASE("block frontage: doubles begin at even places, hold double styles and come by chance") {
  constexpr unsigned k_blocks = 50000;
  std::array<unsigned, k_building_style_count> seen{};
  for (unsigned index = 0; index < k_district_count; ++index) {
    const District district = static_cast<District>(index);
    unsigned doubles = 0;
    for (std::uint64_t key = 0; key < k_blocks; ++key) {
      const auto lots = plan_block_frontage(base::hash(41, index, key), district);
      for (unsigned place = 0; place < k_frontage_lots; ++place) {
        const FrontageLot& lot = lots[place];
        seen[static_cast<unsigned>(lot.style)] += 1;
        REQUIRE(is_double_lot_style(lot.style) == (lot.span != 1));
        if (lot.span == 2) {
          doubles += 1;
          REQUIRE(place % 2 == 0);
          REQUIRE(lots[place + 1].span == 0);
          REQUIRE(lots[place + 1].style == lot.style);
        }
        if (lot.span == 0) REQUIRE((place % 2 == 1 && lots[place - 1].span == 2));
      }
    }
    // Two places a block draw, each on its own: five standard deviations.
    const double chance = traits_of(district).double_lot_chance;
    const double expected = 2.0 * k_blocks * chance;
    INFO(traits_of(district).name);
    CHECK(std::fabs(doubles - expected) < 5.0 * std::sqrt(expected * (1 - chance)));
  }
  for (const unsigned count : seen) CHECK(count > 0);
}

}  // namespace terrane::city
