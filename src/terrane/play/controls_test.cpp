#include "terrane/play/controls.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

gpu::InputRecord key(gpu::Key which, bool pressed) {
  gpu::InputRecord record;
  record.kind = gpu::InputKind::Key;
  record.key = which;
  record.pressed = pressed;
  return record;
}

gpu::InputRecord stick(gpu::PadAxis axis, double value) {
  gpu::InputRecord record;
  record.kind = gpu::InputKind::Axis;
  record.axis = axis;
  record.value = value;
  return record;
}

}  // namespace

TEST_CASE("every key has a name that finds it again, and each action a name of its own") {
  for (int code = 1; code <= static_cast<int>(gpu::Key::PadLeft); ++code) {
    const auto which = static_cast<gpu::Key>(code);
    const std::string name = name_of(which);
    if (!name.empty()) CHECK_MESSAGE(key_named(name) == which, name);
  }
  CHECK(key_named("") == gpu::Key::Unknown);
  CHECK(key_named("<script>") == gpu::Key::Unknown);
  for (unsigned one = 0; one < k_action_count; ++one) {
    for (unsigned other = 0; other < one; ++other) {
      CHECK(std::string(name_of(static_cast<Action>(one))) != name_of(static_cast<Action>(other)));
    }
  }
}

TEST_CASE("a car's keys, and what the same keys mean on foot") {
  Controls controls;
  controls.take(key(gpu::key_of('W'), true), true);
  controls.take(key(gpu::Key::Right, true), true);
  controls.take(key(gpu::Key::Space, true), true);
  drive::Input input = controls.ride_input(drive::Mover::Car, 0);
  CHECK(input.ahead == 127);
  CHECK(input.right == 127);
  CHECK(input.flags == drive::InputFlag::Handbrake);
  input = controls.ride_input(drive::Mover::Walker, base::k_pi / 2);
  CHECK(input.right == 0);  // the arrows turn the head
  CHECK(input.flags == drive::InputFlag::Jumps);
  CHECK(input.heading == 16384);
  CHECK(controls.take_turn_rad(0.5, true) < 0);
  controls.take(key(gpu::key_of('W'), false), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 0);
}

TEST_CASE("a key that is pressed at both ends of an axis, or twice, is no more than one") {
  Controls controls;
  controls.take(key(gpu::key_of('W'), true), true);
  controls.take(key(gpu::Key::Up, true), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 127);
  controls.take(key(gpu::key_of('S'), true), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 0);
}

TEST_CASE("nothing stays held when the window loses the focus") {
  Controls controls;
  controls.take(key(gpu::key_of('W'), true), true);
  controls.take(stick(gpu::PadAxis::LeftX, 1), true);
  gpu::InputRecord lost;
  lost.kind = gpu::InputKind::FocusLost;
  controls.take(lost, true);
  const drive::Input input = controls.ride_input(drive::Mover::Car, 0);
  CHECK(input.ahead == 0);
  CHECK(input.right == 0);
}

TEST_CASE("sticks rest near their middle, and nonsense from a driver is nothing") {
  Controls controls;
  controls.take(stick(gpu::PadAxis::LeftX, 0.05), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).right == 0);
  controls.take(stick(gpu::PadAxis::RightTrigger, 0.5), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 63);
  controls.take(stick(gpu::PadAxis::LeftX, std::numeric_limits<double>::quiet_NaN()), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).right == 0);
  controls.take(stick(gpu::PadAxis::LeftX, 40), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).right == 127);
}

TEST_CASE("the pointer turns the head only while it looks, and each movement counts once") {
  Controls controls;
  gpu::InputRecord move;
  move.kind = gpu::InputKind::MouseMove;
  move.dx = 100;
  move.dy = -40;
  controls.take(move, false);
  CHECK(controls.take_turn_rad(0.016, true) == doctest::Approx(0));
  controls.take(move, true);
  CHECK(controls.take_turn_rad(0.016, true) < 0);
  CHECK(controls.take_tilt_rad(0.016) > 0);
  CHECK(controls.take_turn_rad(0.016, true) == doctest::Approx(0));
}

TEST_CASE("a key can be given another meaning") {
  Bindings bindings;
  bindings.keys[static_cast<std::size_t>(Action::Ahead)] = {gpu::key_of('I'), gpu::Key::Unknown};
  Controls controls(bindings);
  controls.take(key(gpu::key_of('W'), true), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 0);
  controls.take(key(gpu::key_of('I'), true), true);
  CHECK(controls.ride_input(drive::Mover::Car, 0).ahead == 127);
  controls.take(key(gpu::key_of('F'), true), true);
  CHECK(controls.take(Action::FreeCamera));
  CHECK_FALSE(controls.take(Action::FreeCamera));
}

}  // namespace terrane::play
