// What people do at a window or a page, as plain records in the order it happened. Knows nothing of
// what the keys mean (play/ does), and neither GLFW nor a browser.
#pragma once

#include <cstdint>

namespace terrane::gpu {

enum class InputKind : std::uint8_t {
  Key,          // key, pressed; a gamepad's buttons are keys too
  MouseButton,  // button, pressed; x, y: where, in pixels of the picture
  MouseMove,    // x, y: where; dx, dy: pixels moved since the last record, y down
  MouseLeave,   // the pointer left the picture
  Wheel,        // dy: notches, up is positive; x, y: where
  Axis,         // axis, value: a gamepad's stick or trigger, or a finger on the screen's
  Panel,        // action: a button of the HUD's panels was chosen (play/hud.h)
  Resize,       // width, height: of the picture in pixels
  FocusLost,    // nothing is held any more
  Close,        // the user asks to close
};

// Keys by what is printed on them on a US keyboard: letters and digits are their upper-case ASCII.
enum class Key : std::uint16_t {
  Unknown = 0,
  Space = 32,
  Digit0 = 48,
  Digit9 = 57,
  A = 65,
  Z = 90,
  Escape = 256,
  Enter,
  Tab,
  Left,
  Right,
  Up,
  Down,
  PageUp,
  PageDown,
  Shift,
  Control,
  Alt,
  Home,
  End,
  Delete,
  Backspace,
  Plus,
  Minus,
  F1 = 300,
  F12 = 311,
  // A gamepad's, by place as on the standard layout: A is the lowest of the four on the right.
  PadA = 320,
  PadB,
  PadX,
  PadY,
  PadLeftBumper,
  PadRightBumper,
  PadBack,
  PadStart,
  PadLeftStick,
  PadRightStick,
  PadUp,
  PadRight,
  PadDown,
  PadLeft,
};
constexpr Key key_of(char letter) {
  return static_cast<Key>(letter);
}

enum class PadAxis : std::uint8_t { LeftX, LeftY, RightX, RightY, LeftTrigger, RightTrigger };
inline constexpr unsigned k_pad_axis_count = 6;

struct InputRecord {
  InputKind kind = InputKind::Key;
  Key key = Key::Unknown;
  int button = 0;  // 0 left, 1 right, 2 middle
  bool pressed = false;
  PadAxis axis = PadAxis::LeftX;
  double value = 0;  // of an axis: -1 ... 1, right and down are positive; triggers 0 ... 1
  double x = 0;
  double y = 0;
  double dx = 0;
  double dy = 0;
  std::uint32_t action = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

}  // namespace terrane::gpu
