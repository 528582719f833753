#include "terrane/play/controls.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

using gpu::Key;
using gpu::key_of;

constexpr double k_radians_per_pixel = 0.0025;
constexpr double k_stick_rad_per_s = 2.2;
constexpr double k_arrow_rad_per_s = 1.4;
constexpr double k_stick_rest = 0.12;  // sticks never come back to exactly 0

struct ActionRow {
  Action action;
  const char* name;
  Key first;
  Key second;
};
constexpr ActionRow k_actions[k_action_count] = {
    {Action::Ahead, "ahead", key_of('W'), Key::Up},
    {Action::Back, "back", key_of('S'), Key::Down},
    {Action::Left, "left", key_of('A'), Key::Unknown},
    {Action::Right, "right", key_of('D'), Key::Unknown},
    {Action::TurnLeft, "turn_left", Key::Left, Key::Unknown},
    {Action::TurnRight, "turn_right", Key::Right, Key::Unknown},
    {Action::Jump, "jump", Key::Space, Key::PadA},
    {Action::Sink, "sink", Key::Control, Key::PadLeftBumper},
    {Action::Run, "run", Key::Shift, Key::PadB},
    {Action::FreeCamera, "free_camera", key_of('F'), Key::PadY},
    {Action::Camera, "camera", key_of('C'), Key::PadX},
    {Action::Photo, "photo", static_cast<Key>(static_cast<int>(Key::F1) + 1), Key::PadBack},
};

struct KeyRow {
  Key key;
  const char* name;
};
constexpr KeyRow k_key_names[] = {
    {Key::Space, "Space"},
    {Key::Escape, "Escape"},
    {Key::Enter, "Enter"},
    {Key::Tab, "Tab"},
    {Key::Left, "Left"},
    {Key::Right, "Right"},
    {Key::Up, "Up"},
    {Key::Down, "Down"},
    {Key::PageUp, "Page Up"},
    {Key::PageDown, "Page Down"},
    {Key::Shift, "Shift"},
    {Key::Control, "Control"},
    {Key::Alt, "Alt"},
    {Key::Home, "Home"},
    {Key::End, "End"},
    {Key::Delete, "Delete"},
    {Key::Backspace, "Backspace"},
    {Key::Plus, "Plus"},
    {Key::Minus, "Minus"},
    {Key::PadA, "Pad A"},
    {Key::PadB, "Pad B"},
    {Key::PadX, "Pad X"},
    {Key::PadY, "Pad Y"},
    {Key::PadLeftBumper, "Pad Left Bumper"},
    {Key::PadRightBumper, "Pad Right Bumper"},
    {Key::PadBack, "Pad Back"},
    {Key::PadStart, "Pad Start"},
    {Key::PadLeftStick, "Pad Left Stick"},
    {Key::PadRightStick, "Pad Right Stick"},
    {Key::PadUp, "Pad Up"},
    {Key::PadRight, "Pad Right"},
    {Key::PadDown, "Pad Down"},
    {Key::PadLeft, "Pad Left"},
};

std::int8_t to_127(double value) {
  return static_cast<std::int8_t>(std::clamp(value, -1.0, 1.0) * 127);
}

}  // namespace

const char* name_of(Action action) {
  return k_actions[static_cast<std::size_t>(action)].name;
}

std::string name_of(Key key) {
  for (const KeyRow& row : k_key_names) {
    if (row.key == key) return row.name;
  }
  const auto code = static_cast<int>(key);
  const bool is_letter = code >= static_cast<int>(Key::A) && code <= static_cast<int>(Key::Z);
  const bool is_digit =
      code >= static_cast<int>(Key::Digit0) && code <= static_cast<int>(Key::Digit9);
  if (is_letter || is_digit) return std::string(1, static_cast<char>(code));
  const auto first = static_cast<int>(Key::F1);
  if (code >= first && code <= static_cast<int>(Key::F12)) {
    return "F" + std::to_string(code - first + 1);
  }
  return "";
}

Key key_named(std::string_view name) {
  for (const KeyRow& row : k_key_names) {
    if (name == row.name) return row.key;
  }
  for (int code = static_cast<int>(Key::Space); code <= static_cast<int>(Key::F12); ++code) {
    const Key key = static_cast<Key>(code);
    if (!name.empty() && name_of(key) == name) return key;
  }
  return Key::Unknown;
}

Bindings::Bindings() {
  for (std::size_t row = 0; row < k_action_count; ++row) {
    keys[row] = {k_actions[row].first, k_actions[row].second};
  }
}

void Controls::take(const gpu::InputRecord& record, bool pointer_looks) {
  switch (record.kind) {
    case gpu::InputKind::Key:
      if (!record.pressed) {
        held_.erase(record.key);
        return;
      }
      held_.insert(record.key);
      if (record.key == Key::Escape) escaped_ = true;
      for (std::size_t row = 0; row < k_action_count; ++row) {
        for (const Key key : bindings_.keys[row]) {
          if (key != Key::Unknown && key == record.key) pressed_[row] = true;
        }
      }
      return;
    case gpu::InputKind::MouseButton:
      clicked_ = clicked_ || record.pressed;
      return;
    case gpu::InputKind::MouseMove:
      if (!pointer_looks) return;
      turn_rad_ -= record.dx * k_radians_per_pixel;
      tilt_rad_ -= record.dy * k_radians_per_pixel;
      return;
    case gpu::InputKind::Axis: {
      const bool is_stick = record.axis < gpu::PadAxis::LeftTrigger;
      const bool rests = is_stick && std::fabs(record.value) < k_stick_rest;
      sticks_[static_cast<std::size_t>(record.axis)] =
          rests || !std::isfinite(record.value) ? 0 : std::clamp(record.value, -1.0, 1.0);
      return;
    }
    case gpu::InputKind::FocusLost:
      held_.clear();
      sticks_.fill(0);
      return;
    default:
      return;
  }
}

bool Controls::held(Action action) const {
  for (const Key key : bindings_.keys[static_cast<std::size_t>(action)]) {
    if (key != Key::Unknown && held_.count(key) > 0) return true;
  }
  return false;
}

double Controls::axis(Action positive, Action negative) const {
  return (held(positive) ? 1.0 : 0.0) - (held(negative) ? 1.0 : 0.0);
}

bool Controls::take(Action action) {
  return std::exchange(pressed_[static_cast<std::size_t>(action)], false);
}

double Controls::take_turn_rad(double elapsed_s, bool arrows_turn) {
  double turn_rad = std::exchange(turn_rad_, 0);
  turn_rad -= stick(gpu::PadAxis::RightX) * k_stick_rad_per_s * elapsed_s;
  if (arrows_turn) {
    turn_rad += axis(Action::TurnLeft, Action::TurnRight) * k_arrow_rad_per_s * elapsed_s;
  }
  return turn_rad;
}

double Controls::take_tilt_rad(double elapsed_s) {
  return std::exchange(tilt_rad_, 0) - stick(gpu::PadAxis::RightY) * k_stick_rad_per_s * elapsed_s;
}

CameraInput Controls::camera_input(double elapsed_s) {
  CameraInput input;
  input.ahead = axis(Action::Ahead, Action::Back) - stick(gpu::PadAxis::LeftY);
  input.right = axis(Action::Right, Action::Left) + stick(gpu::PadAxis::LeftX);
  input.up = axis(Action::Jump, Action::Sink) + stick(gpu::PadAxis::RightTrigger) -
             stick(gpu::PadAxis::LeftTrigger);
  input.turn_rad = take_turn_rad(elapsed_s, true);
  input.tilt_rad = take_tilt_rad(elapsed_s);
  input.fast = held(Action::Run);
  input.elapsed_s = elapsed_s;
  return input;
}

drive::Input Controls::ride_input(drive::Mover mover, double look_rad) const {
  const bool is_car = mover == drive::Mover::Car;
  double ahead = axis(Action::Ahead, Action::Back);
  double right = axis(Action::Right, Action::Left) + stick(gpu::PadAxis::LeftX);
  if (is_car) {
    // In a car the arrows steer and the triggers are pedals; on foot the arrows turn the head.
    right += axis(Action::TurnRight, Action::TurnLeft);
    ahead += stick(gpu::PadAxis::RightTrigger) - stick(gpu::PadAxis::LeftTrigger);
  } else {
    ahead -= stick(gpu::PadAxis::LeftY);
  }
  drive::Input input;
  input.ahead = to_127(ahead);
  input.right = to_127(right);
  unsigned flags = 0;
  if (held(Action::Jump)) flags |= is_car ? drive::InputFlag::Handbrake : drive::InputFlag::Jumps;
  if (held(Action::Run) && !is_car) flags |= drive::InputFlag::Runs;
  input.flags = static_cast<std::uint8_t>(flags);
  const double turns = look_rad / (2 * base::k_pi);
  input.heading = static_cast<std::uint16_t>((turns - std::floor(turns)) * 65536);
  return input;
}

}  // namespace terrane::play
