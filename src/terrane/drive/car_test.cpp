#include "terrane/drive/car.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/drive/recording.h"
#include "terrane/drive/steps.h"
#include "terrane/drive/testing.h"

namespace terrane::drive {
namespace {

constexpr Input k_full_throttle{127, 0, 0, 0};
constexpr Input k_full_brake{-127, 0, 0, 0};
constexpr Input k_nothing{};

Car standing(const Surroundings& around, double heading_rad = 0) {
  Car car;
  car.stand_at({0, 0}, heading_rad, around);
  return car;
}

void run(Car& car, const Input& input, double seconds, const Surroundings& around) {
  for (int step = 0; step < seconds * k_steps_per_second; ++step) car.step(input, around);
}

bool is_inside(const Car& car, const Box& box) {
  const base::SinCos turn = base::sin_cos(car.state().heading_rad);
  const Rectangle body{{car.state().x, car.state().z},
                       -turn.sin,
                       -turn.cos,
                       car.rules().half_length_m,
                       car.rules().half_width_m};
  const auto contact = touch_rectangle(body, box);
  return contact && contact->depth_m > 1e-3;
}

}  // namespace

TEST_CASE("a car that is let stand stays where it stands") {
  testing::MadeGround ground;
  Car car = standing(ground, 1.0);
  run(car, k_nothing, 20, ground);
  CHECK(std::abs(car.state().x) < 1e-3);
  CHECK(std::abs(car.state().z) < 1e-3);
  CHECK(std::abs(car.state().y) < 0.01);
  CHECK(std::abs(car.state().pitch_rad) < 0.01);
}

TEST_CASE("it reaches 100 km/h and stops from it in what such a car needs, on a straight line") {
  testing::MadeGround ground;
  Car car = standing(ground);
  double seconds = 0;
  while (car.state().ahead_m_s < 100 / 3.6 && seconds < 60) {
    car.step(k_full_throttle, ground);
    seconds += k_step_s;
  }
  CHECK_MESSAGE(seconds > 5, seconds);
  CHECK_MESSAGE(seconds < 14, seconds);
  CHECK(std::abs(car.state().x) < 1e-6);
  const double braked_from_m = car.state().z;
  double stopping = 0;
  while (car.state().ahead_m_s > 0 && stopping < 60) {
    car.step(k_full_brake, ground);
    stopping += k_step_s;
  }
  const double way_m = braked_from_m - car.state().z;
  CHECK_MESSAGE(way_m > 35, way_m);
  CHECK_MESSAGE(way_m < 65, way_m);
  run(car, k_nothing, 2, ground);
  CHECK_MESSAGE(std::abs(car.state().ahead_m_s) < 0.05, "it stands and yet rolls");
  run(car, k_full_brake, 20, ground);
  CHECK_MESSAGE(car.state().ahead_m_s < -3, "the brake does not become the reverse gear");
  CHECK(car.state().ahead_m_s > -10);
}

TEST_CASE("at a walking pace it turns about the circle that its wheels point at") {
  testing::MadeGround ground;
  Car car = standing(ground);
  double west = 0;
  double east = 0;
  for (int step = 0; step < 60 * k_steps_per_second; ++step) {
    const bool slow = car.state().ahead_m_s < 2.0;
    car.step(Input{static_cast<std::int8_t>(slow ? 40 : 0), -127, 0, 0}, ground);
    if (step < 15 * k_steps_per_second) continue;
    west = std::min(west, car.state().x);
    east = std::max(east, car.state().x);
  }
  const double diameter_m =
      2 * car.rules().wheel_base_m /
      (base::sin(car.rules().steer_rad_max) / base::cos(car.rules().steer_rad_max));
  CHECK_MESSAGE(west < 0, "steering to the left turns it right");
  CHECK(std::abs((east - west) - diameter_m) < 1.0);
}

TEST_CASE("at speed it turns only as sharply as its tyres hold, and the handbrake lets them go") {
  testing::MadeGround ground;
  Car car = standing(ground);
  run(car, k_full_throttle, 9, ground);
  double most_m_s2 = 0;
  for (int step = 0; step < 3 * k_steps_per_second; ++step) {
    car.step(Input{60, 127, 0, 0}, ground);
    if (step > k_steps_per_second) {
      most_m_s2 = std::max(most_m_s2, std::abs(car.state().ahead_m_s * car.state().turn_rad_s));
    }
  }
  CHECK(most_m_s2 > 5);
  CHECK_MESSAGE(most_m_s2 < 13, most_m_s2);
  double slid = 0;
  for (int step = 0; step < 2 * k_steps_per_second; ++step) {
    car.step(Input{0, 127, InputFlag::Handbrake, 0}, ground);
    slid = std::max(slid, std::abs(car.state().right_m_s));
  }
  CHECK_MESSAGE(slid > 2, "the handbrake does not make it slide: " << slid);
  run(car, k_nothing, 30, ground);
  CHECK_MESSAGE(car.speed_m_s() < 1, "it never comes to rest");
}

TEST_CASE("it follows hills, leans with them and holds on a slope with its brake") {
  testing::MadeGround ground;
  ground.height = [](Point point) { return 6 * base::sin(point.z / 25); };  // up to 24 %
  Car car = standing(ground);
  double worst_m = 0;
  double most_pitch = 0;
  for (int step = 0; step < 40 * k_steps_per_second; ++step) {
    car.step(Input{static_cast<std::int8_t>(car.state().ahead_m_s < 12 ? 127 : 0), 0, 0, 0},
             ground);
    const double under = ground.height({car.state().x, car.state().z});
    worst_m = std::max(worst_m, std::abs(car.state().y - under));
    most_pitch = std::max(most_pitch, car.state().pitch_rad);
  }
  CHECK_MESSAGE(car.state().z < -250, "it does not get over the hills");
  CHECK_MESSAGE(worst_m < 0.35, worst_m);
  CHECK(most_pitch > 0.12);
  CHECK(most_pitch < 0.4);
  ground.height = [](Point point) { return -point.z * 0.15; };
  car.stand_at({0, 0}, 0, ground);
  const CarState before = car.state();
  run(car, Input{0, 0, InputFlag::Handbrake, 0}, 10, ground);
  CHECK_MESSAGE(std::abs(car.state().z - before.z) < 0.3, "the handbrake does not hold");
  run(car, k_nothing, 3, ground);
  CHECK_MESSAGE(car.state().z > 2, "it does not roll down");
}

TEST_CASE("over an edge it flies, comes down and drives on") {
  testing::MadeGround ground;
  ground.height = [](Point point) {
    return point.z < -200 ? 0.0 : (point.z < -180 ? (-180 - point.z) * -0.2 + 2 + 2 : 4.0);
  };
  Car car = standing(ground);
  unsigned fewest = 4;
  double lowest = 10;
  for (int step = 0; step < 20 * k_steps_per_second; ++step) {
    const CarReport report = car.step(k_full_throttle, ground);
    fewest = std::min(fewest, report.wheels_down);
    lowest = std::min(lowest, car.state().y - ground.height({car.state().x, car.state().z}));
    REQUIRE(std::isfinite(car.state().y));
  }
  CHECK_MESSAGE(fewest == 0, "it never leaves the ground");
  CHECK_MESSAGE(lowest > -0.5, "it goes through the ground: " << lowest);
  run(car, k_full_brake, 1, ground);
  CHECK(std::abs(car.state().y) < 0.2);
}

TEST_CASE("walls stop it or turn it, at any speed and from any side, and it is never inside one") {
  testing::MadeGround ground;
  ground.boxes.push_back(testing::box(-60, 60, -60.3, -60, 3));  // thin walls all round
  ground.boxes.push_back(testing::box(-60, 60, 60, 60.3, 3));
  ground.boxes.push_back(testing::box(-60.3, -60, -60, 60, 3));
  ground.boxes.push_back(testing::box(60, 60.3, -60, 60, 3));
  ground.boxes.push_back(testing::box(-12, -8, -12, -8, 3));      // and a post
  ground.boxes.push_back(testing::box(-60, 60, -0.2, 0.2, 0.2));  // a kerb: driven over
  int bumps = 0;
  for (std::uint64_t round = 0; round < 30; ++round) {
    Car car;
    car.stand_at({20, 20}, static_cast<double>(round) * 0.7, ground);
    CarState state = car.state();
    state.ahead_m_s = static_cast<double>(round) * 2.2;
    car.set_state(state);
    for (int step = 0; step < 12 * k_steps_per_second; ++step) {
      const std::uint64_t draw = base::hash(round, step / 40);
      const Input input{static_cast<std::int8_t>(draw % 3 == 0 ? -127 : 127),
                        static_cast<std::int8_t>(static_cast<int>(draw >> 8 & 0xff) - 128), 0, 0};
      bumps += car.step(input, ground).bumped ? 1 : 0;
      for (std::size_t box = 0; box < 5; ++box) {
        REQUIRE_MESSAGE(!is_inside(car, ground.boxes[box]),
                        "inside box " << box << " in round " << round << ", step " << step);
      }
      REQUIRE_MESSAGE(std::abs(car.state().x) < 60, "it went through a wall");
      REQUIRE_MESSAGE(std::abs(car.state().z) < 60, "it went through a wall");
    }
  }
  CHECK(bumps > 50);
}

TEST_CASE("along a wall it scrapes on, into a wall it stops") {
  testing::MadeGround ground;
  ground.boxes.push_back(testing::box(4, 4.3, -500, 500, 3));
  Car car = standing(ground, -0.12);
  CarState state = car.state();
  state.ahead_m_s = 20;
  car.set_state(state);
  run(car, Input{40, 0, 0, 0}, 4, ground);
  CHECK_MESSAGE(car.state().z < -50, "a touch of the wall stops it");
  ground.boxes[0] = testing::box(-50, 50, -30.3, -30, 3);
  car.stand_at({0, 0}, 0, ground);
  state = car.state();
  state.ahead_m_s = 25;
  car.set_state(state);
  run(car, k_nothing, 3, ground);
  CHECK(std::abs(car.state().ahead_m_s) < 5);
  CHECK(car.state().z > -30);
}

TEST_CASE("the shore pushes it back out of the lake") {
  testing::MadeGround ground;
  ground.height = [](Point point) { return std::max(-8.0, std::min(0.0, (point.z + 60) * 0.2)); };
  ground.water = -1;
  for (const double speed : {5.0, 20.0, 40.0}) {
    Car car = standing(ground);
    CarState state = car.state();
    state.ahead_m_s = speed;
    car.set_state(state);
    bool afloat = false;
    for (int step = 0; step < 40 * k_steps_per_second; ++step) {
      const Input input = step < 10 * k_steps_per_second ? k_full_throttle : k_nothing;
      afloat = car.step(input, ground).afloat || afloat;
    }
    CHECK(afloat);
    const double water_under = ground.water - ground.height({car.state().x, car.state().z});
    CHECK_MESSAGE(water_under < 0.5, "left in the lake at " << speed << " m/s");
  }
}

TEST_CASE("while it waits for ground not a bit of it changes") {
  testing::MadeGround ground;
  Car car = standing(ground);
  run(car, Input{127, 30, 0, 0}, 3, ground);
  const CarState before = car.state();
  for (int step = 0; step < 100; ++step) {
    CHECK(car.step(Input{127, 30, InputFlag::Waits, 0}, ground).waits);
  }
  CHECK(car.state() == before);
}

TEST_CASE("a drive comes out the same to the bit, on every machine") {
  testing::MadeGround ground;
  ground.height = [](Point point) {
    return 2 * base::sin(point.x / 40) + 3 * base::sin(point.z / 60);
  };
  ground.boxes.push_back(testing::box(-40, 40, -90, -80, 5));
  Car car = standing(ground, 0.3);
  for (int step = 0; step < 60 * k_steps_per_second; ++step) {
    const std::uint64_t draw = base::hash(7, step / 60);
    car.step(Input{static_cast<std::int8_t>(draw % 4 == 0 ? -80 : 110),
                   static_cast<std::int8_t>(static_cast<int>(draw >> 8 & 0x7f) - 64),
                   static_cast<std::uint8_t>(draw % 11 == 0 ? InputFlag::Handbrake : 0), 0},
             ground);
  }
  CHECK(car.state().x != 0);
  CHECK(checksum(car.state()) == 0x25cf68a22fae9d18ull);
}

}  // namespace terrane::drive
