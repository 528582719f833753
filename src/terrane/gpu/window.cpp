#include "terrane/gpu/window.h"

#include <GLFW/glfw3.h>

#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "terrane/gpu/backend.h"

namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

Key key_from_glfw(int key) {
  if (key == GLFW_KEY_SPACE || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) ||
      (key >= GLFW_KEY_A && key <= GLFW_KEY_Z)) {
    return static_cast<Key>(key);
  }
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) {
    return static_cast<Key>(static_cast<int>(Key::F1) + key - GLFW_KEY_F1);
  }
  switch (key) {
    case GLFW_KEY_ESCAPE:
      return Key::Escape;
    case GLFW_KEY_ENTER:
      return Key::Enter;
    case GLFW_KEY_TAB:
      return Key::Tab;
    case GLFW_KEY_LEFT:
      return Key::Left;
    case GLFW_KEY_RIGHT:
      return Key::Right;
    case GLFW_KEY_UP:
      return Key::Up;
    case GLFW_KEY_DOWN:
      return Key::Down;
    case GLFW_KEY_PAGE_UP:
      return Key::PageUp;
    case GLFW_KEY_PAGE_DOWN:
      return Key::PageDown;
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
      return Key::Shift;
    case GLFW_KEY_LEFT_CONTROL:
    case GLFW_KEY_RIGHT_CONTROL:
      return Key::Control;
    case GLFW_KEY_LEFT_ALT:
    case GLFW_KEY_RIGHT_ALT:
      return Key::Alt;
    case GLFW_KEY_HOME:
      return Key::Home;
    case GLFW_KEY_END:
      return Key::End;
    case GLFW_KEY_DELETE:
      return Key::Delete;
    case GLFW_KEY_BACKSPACE:
      return Key::Backspace;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      return Key::Plus;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return Key::Minus;
    default:
      return Key::Unknown;
  }
}

// GLFW's buttons in the order of Key::PadA and on; its guide button is left out.
constexpr int k_pad_buttons[] = {GLFW_GAMEPAD_BUTTON_A,           GLFW_GAMEPAD_BUTTON_B,
                                 GLFW_GAMEPAD_BUTTON_X,           GLFW_GAMEPAD_BUTTON_Y,
                                 GLFW_GAMEPAD_BUTTON_LEFT_BUMPER, GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER,
                                 GLFW_GAMEPAD_BUTTON_BACK,        GLFW_GAMEPAD_BUTTON_START,
                                 GLFW_GAMEPAD_BUTTON_LEFT_THUMB,  GLFW_GAMEPAD_BUTTON_RIGHT_THUMB,
                                 GLFW_GAMEPAD_BUTTON_DPAD_UP,     GLFW_GAMEPAD_BUTTON_DPAD_RIGHT,
                                 GLFW_GAMEPAD_BUTTON_DPAD_DOWN,   GLFW_GAMEPAD_BUTTON_DPAD_LEFT};
constexpr int k_pad_axes[k_pad_axis_count] = {
    GLFW_GAMEPAD_AXIS_LEFT_X,  GLFW_GAMEPAD_AXIS_LEFT_Y,       GLFW_GAMEPAD_AXIS_RIGHT_X,
    GLFW_GAMEPAD_AXIS_RIGHT_Y, GLFW_GAMEPAD_AXIS_LEFT_TRIGGER, GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER};

// The monitor that shows a point of the desktop, else the first; null where there is none.
GLFWmonitor* monitor_under(int x, int y) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int at = 0; at < count; ++at) {
    int left = 0;
    int top = 0;
    glfwGetMonitorPos(monitors[at], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[at]);
    if (x >= left && x < left + mode->width && y >= top && y < top + mode->height) {
      return monitors[at];
    }
  }
  return count > 0 ? monitors[0] : nullptr;
}

// Of no gamepad: nothing pressed, sticks in the middle, triggers let go.
GLFWgamepadstate resting_pad() {
  GLFWgamepadstate state = {};
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = -1;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = -1;
  return state;
}

}  // namespace

struct Window::State {
  GLFWwindow* window = nullptr;
  bool initialised = false;
  std::unique_ptr<Device> device;
  std::vector<InputRecord> records;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool mouse_known = false;
  double mouse_x = 0;  // pixels of the picture
  double mouse_y = 0;
  std::array<int, 4> windowed{};         // x, y, width, height before it went full screen
  GLFWgamepadstate pad = resting_pad();  // as it was last told

  static State& of(GLFWwindow* window) {
    return *static_cast<State*>(glfwGetWindowUserPointer(window));
  }
  void resize(int new_width, int new_height);
  void listen();
  void move_mouse(double x, double y);
  void ask_gamepad();
};

void Window::State::resize(int new_width, int new_height) {
  width = static_cast<std::uint32_t>(new_width);
  height = static_cast<std::uint32_t>(new_height);
  device->set_surface_size(width, height);
}

void Window::State::listen() {
  glfwSetWindowUserPointer(window, this);
  glfwSetKeyCallback(window, [](GLFWwindow* from, int key, int, int action, int) {
    if (action == GLFW_REPEAT) return;
    InputRecord record;
    record.kind = InputKind::Key;
    record.key = key_from_glfw(key);
    record.pressed = action == GLFW_PRESS;
    of(from).records.push_back(record);
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* from, int button, int action, int) {
    InputRecord record;
    record.kind = InputKind::MouseButton;
    record.button = button;
    record.pressed = action == GLFW_PRESS;
    record.x = of(from).mouse_x;
    record.y = of(from).mouse_y;
    of(from).records.push_back(record);
  });
  glfwSetCursorPosCallback(window,
                           [](GLFWwindow* from, double x, double y) { of(from).move_mouse(x, y); });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* from, int entered) {
    if (entered == GLFW_TRUE) return;
    InputRecord record;
    record.kind = InputKind::MouseLeave;
    of(from).records.push_back(record);
  });
  glfwSetScrollCallback(window, [](GLFWwindow* from, double, double y) {
    InputRecord record;
    record.kind = InputKind::Wheel;
    record.x = of(from).mouse_x;
    record.y = of(from).mouse_y;
    record.dy = y;
    of(from).records.push_back(record);
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* from, int focused) {
    if (focused == GLFW_TRUE) return;
    InputRecord record;
    record.kind = InputKind::FocusLost;
    of(from).records.push_back(record);
  });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* from, int new_width, int new_height) {
    State& state = of(from);
    state.resize(new_width, new_height);
    InputRecord record;
    record.kind = InputKind::Resize;
    record.width = state.width;
    record.height = state.height;
    state.records.push_back(record);
  });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* from) {
    InputRecord record;
    record.kind = InputKind::Close;
    of(from).records.push_back(record);
  });
}

// GLFW counts in screen units, of which a picture may have several pixels each.
void Window::State::move_mouse(double x, double y) {
  int window_width = 0;
  int window_height = 0;
  glfwGetWindowSize(window, &window_width, &window_height);
  if (window_width > 0 && window_height > 0) {
    x *= static_cast<double>(width) / window_width;
    y *= static_cast<double>(height) / window_height;
  }
  InputRecord record;
  record.kind = InputKind::MouseMove;
  record.x = x;
  record.y = y;
  record.dx = mouse_known ? x - mouse_x : 0;
  record.dy = mouse_known ? y - mouse_y : 0;
  mouse_known = true;
  mouse_x = x;
  mouse_y = y;
  records.push_back(record);
}

// GLFW has no events for gamepads: what changed since the last frame is told. One that was pulled
// out lets go of everything.
void Window::State::ask_gamepad() {
  GLFWgamepadstate now = resting_pad();
  for (int stick = GLFW_JOYSTICK_1; stick <= GLFW_JOYSTICK_LAST; ++stick) {
    if (glfwGetGamepadState(stick, &now) == GLFW_TRUE) break;
  }
  for (std::size_t index = 0; index < std::size(k_pad_buttons); ++index) {
    const int button = k_pad_buttons[index];
    if (now.buttons[button] == pad.buttons[button]) continue;
    InputRecord record;
    record.kind = InputKind::Key;
    record.key = static_cast<Key>(static_cast<std::size_t>(Key::PadA) + index);
    record.pressed = now.buttons[button] == GLFW_PRESS;
    records.push_back(record);
  }
  for (std::size_t index = 0; index < k_pad_axis_count; ++index) {
    const auto axis = static_cast<PadAxis>(index);
    const bool is_trigger = axis >= PadAxis::LeftTrigger;
    const auto value_of = [&](const GLFWgamepadstate& state) {
      const double value = state.axes[k_pad_axes[index]];
      return is_trigger ? (value + 1) / 2 : value;
    };
    InputRecord record;
    record.kind = InputKind::Axis;
    record.axis = axis;
    record.value = value_of(now);
    const double before = value_of(pad);
    if (record.value < before || record.value > before) records.push_back(record);
  }
  pad = now;
}

Window::Window() : state_(std::make_unique<State>()) {}

Window::~Window() {
  state_->device.reset();
  if (state_->window != nullptr) glfwDestroyWindow(state_->window);
  if (state_->initialised) glfwTerminate();
}

base::Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  std::unique_ptr<Window> opened(new Window());
  State& state = *opened->state_;
  const auto no_display = [](const char* where) {
    return Error{ErrorCode::Unavailable, "no display", where,
                 "an X11 or Wayland display; `terrane render` draws without one"};
  };
  // Asked first, since libwayland writes to standard error where there is none to connect to.
  const char* x11 = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  const bool has_wayland = wayland != nullptr && *wayland != 0;
  if (!has_wayland && (x11 == nullptr || *x11 == 0)) {
    return no_display("neither DISPLAY nor WAYLAND_DISPLAY is set");
  }
#ifdef GLFW_PLATFORM_X11  // GLFW 3.4 and later choose at run time
  if (!has_wayland) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  if (glfwInit() != GLFW_TRUE) return no_display("GLFW");
  state.initialised = true;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  state.window =
      glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  if (state.window == nullptr) {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_ANY_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_FALSE);
    state.window =
        glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  }
  if (state.window == nullptr) return no_display("the window's OpenGL context");
  glfwMakeContextCurrent(state.window);
  glfwSwapInterval(options.wait_for_display ? 1 : 0);
  auto backend = make_gl_backend();
  if (!backend) return std::move(backend).error();
  state.device = std::make_unique<Device>(std::move(backend).value());
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(state.window, &width, &height);
  state.resize(width, height);
  state.listen();
  return opened;
}

Device& Window::device() {
  return *state_->device;
}
std::uint32_t Window::width() const {
  return state_->width;
}
std::uint32_t Window::height() const {
  return state_->height;
}

double Window::scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(state_->window, &x, &y);
  return static_cast<double>(x);
}

std::vector<InputRecord> Window::poll() {
  glfwPollEvents();
  state_->ask_gamepad();
  return std::exchange(state_->records, {});
}

void Window::capture_mouse(bool capture) {
  glfwSetInputMode(state_->window, GLFW_CURSOR,
                   capture ? GLFW_CURSOR_DISABLED : GLFW_CURSOR_NORMAL);
  state_->mouse_known = false;
}

void Window::set_title(const std::string& title) {
  glfwSetWindowTitle(state_->window, title.c_str());
}

bool Window::is_fullscreen() const {
  return glfwGetWindowMonitor(state_->window) != nullptr;
}

void Window::set_fullscreen(bool fullscreen) {
  State& state = *state_;
  if (fullscreen == is_fullscreen()) return;
  if (!fullscreen) {
    glfwSetWindowMonitor(state.window, nullptr, state.windowed[0], state.windowed[1],
                         state.windowed[2], state.windowed[3], GLFW_DONT_CARE);
    return;
  }
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  glfwGetWindowPos(state.window, &x, &y);
  glfwGetWindowSize(state.window, &width, &height);
  GLFWmonitor* monitor = monitor_under(x + width / 2, y + height / 2);
  if (monitor == nullptr) return;  // none is connected
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  state.windowed = {x, y, width, height};
  glfwSetWindowMonitor(state.window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::present() {
  glfwSwapBuffers(state_->window);
}

}  // namespace terrane::gpu
