// A window with a device, through GLFW, and its input as plain records. Knows nothing of what the
// keys mean. Owner thread: the main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"

namespace terrane::gpu {

struct WindowOptions {
  std::string title = "Terrane";
  int width = 1280;  // screen units; the framebuffer may have more pixels
  int height = 720;
  bool wait_for_display = true;  // present() waits for the display's refresh
};

enum class InputKind : std::uint8_t {
  Key,          // key, pressed
  MouseButton,  // button, pressed
  MouseMove,    // x, y: pixels moved since the last record, y down
  Wheel,        // y: notches, up is positive
  Resize,       // width, height: of the framebuffer in pixels
  Close,        // the user asks to close
};

// Keys by what is printed on them on a US keyboard: letters and digits are their upper-case ASCII.
enum class Key : std::uint16_t {
  Unknown = 0,
  Space = 32,
  Digit0 = 48,
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
  F1 = 300,
  F12 = 311,
};
constexpr Key key_of(char letter) {
  return static_cast<Key>(letter);
}

struct InputRecord {
  InputKind kind = InputKind::Key;
  Key key = Key::Unknown;
  int button = 0;  // 0 left, 1 right, 2 middle
  bool pressed = false;
  double x = 0;
  double y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

class Window {
 public:
  // ErrorCode::Unavailable "no display" when there is none.
  static base::Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  Device& device();
  // What happened since the last call, in order.
  std::vector<InputRecord> poll();
  // Pixels; also the size of device().surface().
  std::uint32_t width() const;
  std::uint32_t height() const;
  // Hides the pointer and reports endless movement.
  void capture_mouse(bool capture);
  void set_title(const std::string& title);
  // Shows what was drawn into device().surface().
  void present();

 private:
  Window();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::gpu
