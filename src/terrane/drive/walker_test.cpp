#include "terrane/drive/walker.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/drive/recording.h"
#include "terrane/drive/steps.h"
#include "terrane/drive/testing.h"

namespace terrane::drive {
namespace {

constexpr Input k_north{127, 0, 0, 0};
constexpr Input k_run_north{127, 0, InputFlag::Runs, 0};

Walker standing(const Surroundings& around) {
  Walker walker;
  walker.stand_at({0, 0}, around);
  return walker;
}

void run(Walker& walker, const Input& input, double seconds, const Surroundings& around) {
  for (int step = 0; step < seconds * k_steps_per_second; ++step) walker.step(input, around);
}

}  // namespace

TEST_CASE("it walks where it looks, at its pace, and stops") {
  testing::MadeGround ground;
  Walker walker = standing(ground);
  run(walker, k_north, 10, ground);
  CHECK(walker.state().z == doctest::Approx(-16).epsilon(0.02));
  CHECK(std::abs(walker.state().x) < 1e-9);
  run(walker, Input{0, 127, InputFlag::Runs, 16384}, 10,
      ground);  // facing west, to the right: north
  CHECK(walker.state().z == doctest::Approx(-66).epsilon(0.02));
  run(walker, Input{}, 1, ground);
  const double stood = walker.state().z;
  run(walker, Input{}, 5, ground);
  CHECK(walker.state().z == stood);
  CHECK(walker.eye_y() == doctest::Approx(1.7));
  walker = standing(ground);
  run(walker, Input{127, 127, 0, 0}, 10, ground);
  const double way =
      std::sqrt(walker.state().x * walker.state().x + walker.state().z * walker.state().z);
  CHECK_MESSAGE(way < 16.2, "it is faster across than along");
}

TEST_CASE("it climbs steps and stands on them; what is higher is a wall") {
  testing::MadeGround ground;
  for (int step = 0; step < 10; ++step) {  // a stair, 18 cm by 30 cm
    ground.boxes.push_back(testing::box(-2, 2, -10, -5 - 0.3 * step, 0.18 * (step + 1)));
  }
  Walker walker = standing(ground);
  run(walker, k_north, 5, ground);
  CHECK(walker.state().y == doctest::Approx(1.8));
  run(walker, k_north, 4, ground);  // over the far end it falls back to the ground
  CHECK(walker.state().y == doctest::Approx(0));
  ground.boxes = {testing::box(-20, 20, -5.2, -5, 0.9)};
  walker = standing(ground);
  run(walker, k_run_north, 5, ground);
  CHECK_MESSAGE(walker.state().z > -4.71, "it walks through a wall of 90 cm");
  CHECK(walker.state().z < -4.6);
}

TEST_CASE("along a wall it slides, out of corners it is not squeezed") {
  testing::MadeGround ground;
  ground.boxes.push_back(testing::box(-30, 30, -5.2, -5, 3));
  ground.boxes.push_back(testing::box(10, 10.2, -30, 30, 3));
  Walker walker = standing(ground);
  run(walker, Input{127, 127, InputFlag::Runs, 0}, 10, ground);
  CHECK_MESSAGE(walker.state().x > 9.6, "it sticks to the wall");
  CHECK(walker.state().x < 9.71);
  CHECK(walker.state().z > -4.71);
}

TEST_CASE("it passes under what is higher than its head") {
  testing::MadeGround ground;
  ground.boxes.push_back(testing::box(-30, 30, -6, -5, 6, 2.0));
  Walker walker = standing(ground);
  run(walker, k_north, 10, ground);
  CHECK(walker.state().z < -15);
  CHECK(walker.state().y == doctest::Approx(0));
}

TEST_CASE("it walks up a hill and not up a cliff, and never sinks into the ground") {
  testing::MadeGround ground;
  ground.height = [](Point point) { return point.z > -10 ? 0.0 : (-10 - point.z) * 0.7; };
  Walker walker = standing(ground);
  double deepest = 0;
  for (int step = 0; step < 20 * k_steps_per_second; ++step) {
    walker.step(k_north, ground);
    deepest =
        std::min(deepest, walker.state().y - ground.height({walker.state().x, walker.state().z}));
  }
  CHECK(walker.state().z < -25);
  CHECK(deepest >= 0);
  ground.height = [](Point point) { return point.z > -10 ? 0.0 : (-10 - point.z) * 3.0; };
  walker = standing(ground);
  run(walker, k_run_north, 20, ground);
  CHECK_MESSAGE(walker.state().y < 2, "it runs up a cliff");
  run(walker, Input{-127, 0, 0, 0}, 3, ground);
  CHECK_MESSAGE(walker.state().z > -8, "it cannot leave the foot of a cliff");
}

TEST_CASE("it jumps about half a metre and comes down where it is") {
  testing::MadeGround ground;
  Walker walker = standing(ground);
  double highest = 0;
  bool landed = false;
  walker.step(Input{0, 0, InputFlag::Jumps, 0}, ground);
  for (int step = 0; step < 2 * k_steps_per_second; ++step) {
    landed = walker.step(Input{}, ground).landed || landed;
    highest = std::max(highest, walker.state().y);
  }
  CHECK(highest > 0.4);
  CHECK(highest < 0.6);
  CHECK(landed);
  CHECK(walker.state().y == 0);
}

TEST_CASE("deep water turns it back, shallow water does not") {
  testing::MadeGround ground;
  ground.height = [](Point point) { return point.z > -5 ? 0.0 : (point.z + 5) * 0.2; };
  ground.water = -0.5;
  Walker walker = standing(ground);
  run(walker, k_run_north, 20, ground);
  const double depth = ground.water - walker.state().y;
  CHECK(depth > 0.3);
  CHECK(depth < 1.1);
  run(walker, Input{-127, 0, 0, 0}, 20, ground);
  CHECK(walker.state().z > 0);
}

TEST_CASE("who is set down inside a house stands beside it") {
  testing::MadeGround ground;
  ground.boxes.push_back(testing::box(-6, 4, -5, 5, 8));
  ground.boxes.push_back(testing::box(4, 9, -5, 5, 8));  // and the next one shares its wall
  Walker walker = standing(ground);
  for (const Box& box : ground.boxes) {
    const auto contact = touch_circle({walker.state().x, walker.state().z}, 0.29, box);
    CHECK_MESSAGE(!contact, "it stands in a wall");
  }
}

TEST_CASE("a walk comes out the same to the bit, on every machine, and waits without a change") {
  testing::MadeGround ground;
  ground.height = [](Point point) { return base::sin(point.x / 9) + base::sin(point.z / 7); };
  ground.boxes.push_back(testing::box(-20, 20, -12, -11, 5));
  Walker walker = standing(ground);
  for (int step = 0; step < 60 * k_steps_per_second; ++step) {
    const std::uint64_t draw = base::hash(7, step / 60);
    walker.step(Input{static_cast<std::int8_t>(draw % 4 == 0 ? -80 : 110),
                      static_cast<std::int8_t>(static_cast<int>(draw >> 8 & 0x7f) - 64),
                      static_cast<std::uint8_t>(draw >> 20 & (InputFlag::Runs | InputFlag::Jumps)),
                      static_cast<std::uint16_t>(draw >> 32)},
                ground);
  }
  CHECK(checksum(walker.state()) == 0x9b19de4e0877bbddull);
  const WalkerState before = walker.state();
  CHECK(walker.step(Input{127, 0, InputFlag::Waits, 0}, ground).waits);
  CHECK(walker.state() == before);
}

}  // namespace terrane::drive
