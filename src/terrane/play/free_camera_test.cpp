#include "terrane/play/free_camera.h"

#include <doctest/doctest.h>

#include "field_world.h"
#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

TEST_CASE("a camera moves along its heading at its speed, whatever its pitch") {
  const tests::FieldWorld world;
  FreeCamera camera(world, {0, 10, 0}, 0, 1.0, CameraRules{5.0, 8.0, 0.5});
  CameraInput input;
  input.ahead = 1;
  input.elapsed_s = 0.1;
  camera.step(input);
  CHECK(camera.position().z == doctest::Approx(-0.5));
  CHECK(camera.position().y == doctest::Approx(10));
  input.fast = true;
  camera.step(input);
  CHECK(camera.position().z == doctest::Approx(-4.5));
  CHECK(camera.observer().velocity.z == doctest::Approx(-40));
}

TEST_CASE(
    "headings grow to the left: turning left by a quarter looks west, and right is then north") {
  const tests::FieldWorld world;
  FreeCamera camera(world, {0, 10, 0}, 0, 0, CameraRules{10.0, 8.0, 0.5});
  CameraInput input;
  input.turn_rad = base::k_pi / 2;
  input.right = 1;
  input.elapsed_s = 0.1;
  camera.step(input);
  CHECK(camera.observer().forward.x == doctest::Approx(-1));
  CHECK(camera.position().z == doctest::Approx(-1));
}

TEST_CASE("a diagonal wish is not faster than a straight one") {
  const tests::FieldWorld world;
  FreeCamera camera(world, {0, 10, 0}, 0, 0, CameraRules{10.0, 8.0, 0.5});
  CameraInput input;
  input.ahead = 1;
  input.right = 1;
  input.elapsed_s = 0.1;
  camera.step(input);
  CHECK(geo::length(camera.observer().velocity) == doctest::Approx(10));
}

TEST_CASE("the eye stays above the ground, the pitch short of the pole, a stall short of a leap") {
  const tests::FieldWorld world;
  FreeCamera camera(world, {0, 1, 0}, 0, 0, CameraRules{10.0, 8.0, 0.5});
  CameraInput input;
  input.up = -1;
  input.tilt_rad = 5;
  input.elapsed_s = 60;
  camera.step(input);
  CHECK(camera.height_above_ground_m() == doctest::Approx(0.5));
  CHECK(camera.pitch_rad() < base::k_pi / 2);
  input = {};
  input.ahead = 1;
  input.elapsed_s = 60;
  camera.step(input);
  CHECK(camera.position().z == doctest::Approx(-1.0));
}

}  // namespace
}  // namespace terrane::play
