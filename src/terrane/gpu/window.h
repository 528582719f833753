// A window with a device, through GLFW, and its input as plain records. Knows nothing of what the
// keys mean. Owner thread: the main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/gpu/input.h"

namespace terrane::gpu {

struct WindowOptions {
  std::string title = "Terrane";
  int width = 1280;  // screen units; the framebuffer may have more pixels
  int height = 720;
  bool wait_for_display = true;  // present() waits for the display's refresh
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
  // Pixels of the picture in a screen unit.
  double scale() const;
  // Hides the pointer and reports endless movement.
  void capture_mouse(bool capture);
  void set_title(const std::string& title);
  // On the monitor that most of the window is on; back, it stands where it was.
  void set_fullscreen(bool fullscreen);
  bool is_fullscreen() const;
  // Shows what was drawn into device().surface().
  void present();

 private:
  Window();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::gpu
