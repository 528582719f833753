#include "terrane/render/sky_light.h"

#include <doctest/doctest.h>

#include <glm/geometric.hpp>

namespace terrane::render {
namespace {

TEST_CASE("the sun rises in the east, stands south at noon and sets in the west") {
  CHECK(sky_light_at(8).true_sun.x > 0.3f);
  CHECK(sky_light_at(12).true_sun.z > 0.3f);  // +z is south
  CHECK(sky_light_at(12).true_sun.y > sky_light_at(9).true_sun.y);
  CHECK(sky_light_at(17).true_sun.x < -0.3f);
  CHECK(sky_light_at(0).true_sun.y < 0.0f);
}

TEST_CASE("lamps burn at night and not by day") {
  CHECK(sky_light_at(12).lamps < 0.01f);
  CHECK(sky_light_at(23).lamps > 0.1f);
  CHECK(sky_light_at(12).night < 0.01f);
  CHECK(sky_light_at(1).night > 0.99f);
}

TEST_CASE("light changes without jumps through the day") {
  SkyLight before = sky_light_at(0);
  for (int minute = 1; minute <= 24 * 60; ++minute) {
    const SkyLight now = sky_light_at(minute / 60.0);
    INFO("minute " << minute);
    CHECK(glm::length(now.zenith - before.zenith) < 0.02f);
    CHECK(glm::length(now.horizon - before.horizon) < 0.04f);
    CHECK(glm::length(now.ambient_sky - before.ambient_sky) < 0.02f);
    CHECK(now.light_direction.y > -0.05f);
    before = now;
  }
}

TEST_CASE("hours wrap") {
  CHECK(glm::length(sky_light_at(26).true_sun - sky_light_at(2).true_sun) < 1e-5f);
  CHECK(glm::length(sky_light_at(-3).true_sun - sky_light_at(21).true_sun) < 1e-5f);
}

}  // namespace
}  // namespace terrane::render
