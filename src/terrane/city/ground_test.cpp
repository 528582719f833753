#include "terrane/city/ground.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"

using namespace terrane;
using namespace terrane::city;

namespace {
PlanePoint hashed_place(std::uint64_t index, std::int64_t reach_mm) {
  const auto draw = [&](std::uint64_t salt) {
    return static_cast<std::int64_t>(base::draw_between(
        base::hash(index, salt), -static_cast<double>(reach_mm), static_cast<double>(reach_mm)));
  };
  return {draw(1), draw(2)};
}
}  // namespace

TEST_CASE("ground is never steeper than 15 %, near and far") {
  for (const std::uint64_t seed : {412u, 3u}) {
    const Ground ground(seed);
    for (std::uint64_t index = 0; index < 4000; ++index) {
      const PlanePoint place = hashed_place(index, index % 2 == 0 ? 5000000 : 10000000000000);
      const GroundSample here = ground.at(place);
      CHECK(std::sqrt(here.slope_x * here.slope_x + here.slope_z * here.slope_z) <=
            k_steepest_slope);
      // The stated slope is the real one: over 2 m, within what swells may bend and rounding.
      const std::int32_t east = ground.height_mm({place.x_mm + 2000, place.z_mm});
      const std::int32_t south = ground.height_mm({place.x_mm, place.z_mm + 2000});
      CHECK(std::fabs((east - here.height_mm) * 5e-4 - here.slope_x) < 0.005);
      CHECK(std::fabs((south - here.height_mm) * 5e-4 - here.slope_z) < 0.005);
    }
  }
}

TEST_CASE("ground far out is as smooth as at the origin") {
  const Ground ground(412);
  const std::int64_t far_mm = 10000000000000;
  std::int32_t before = ground.height_mm({far_mm, far_mm});
  for (std::int64_t step = 1; step < 2000; ++step) {
    const std::int32_t height = ground.height_mm({far_mm + step * 100, far_mm});
    CHECK(std::abs(height - before) <= 16);  // 15 % of 0.1 m, and rounding
    before = height;
  }
}
