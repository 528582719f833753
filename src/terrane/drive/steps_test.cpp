#include "terrane/drive/steps.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>

namespace terrane::drive {

TEST_CASE("as many steps are run at any number of frames a second") {
  for (const std::int64_t frames : {24, 30, 60, 75, 90, 120, 144, 240}) {
    FixedSteps steps;
    std::int64_t run = 0;
    std::int64_t spent_us = 0;
    for (std::int64_t frame = 1; frame <= frames * 10; ++frame) {
      const std::int64_t now_us = frame * 1'000'000 / frames;
      run += steps.advance(now_us - spent_us);
      spent_us = now_us;
      CHECK(steps.between() >= 0);
      CHECK(steps.between() < 1);
    }
    CHECK_MESSAGE(run == 10 * k_steps_per_second, "at " << frames << " frames a second");
  }
}

TEST_CASE("a machine that slept makes the world wait, and time never runs backwards") {
  FixedSteps steps;
  CHECK(steps.advance(60'000'000) == k_steps_per_second / 4);
  CHECK(steps.advance(-5) == 0);
  CHECK(steps.advance(0) == 0);
}

}  // namespace terrane::drive
