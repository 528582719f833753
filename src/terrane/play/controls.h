// What is held down and what was done since the last frame, by action and not by key: which key
// means what is a table that people may change. Drive and walk; commanding a match has keys of its
// own (command_way.h). Owner thread.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "terrane/base/result.h"
#include "terrane/drive/input.h"
#include "terrane/drive/recording.h"
#include "terrane/gpu/input.h"
#include "terrane/play/free_camera.h"

namespace terrane::play {

enum class Action : std::uint8_t {
  Ahead,
  Back,
  Left,
  Right,
  TurnLeft,
  TurnRight,
  Jump,        // the handbrake of a car; the free camera rises
  Sink,        // the free camera
  Run,         // and the free camera is faster
  FreeCamera,  // there and back
  Camera,      // from inside the car or from behind it
  Photo,
};
inline constexpr unsigned k_action_count = 12;

// "ahead", "turn_left", ...: of settings.
const char* name_of(Action action);
// "W", "Space", "Up", "Pad A": of settings and the help.
std::string name_of(gpu::Key key);
// Unknown where no key is called so.
gpu::Key key_named(std::string_view name);

struct Bindings {
  // Two keys an action; Key::Unknown where there is none.
  std::array<std::array<gpu::Key, 2>, k_action_count> keys;
  Bindings();  // W A S D and the arrows
};

class Controls {
 public:
  explicit Controls(Bindings bindings = {}) : bindings_(bindings) {}
  void set_bindings(const Bindings& bindings) { bindings_ = bindings; }

  // `pointer_looks`: moving the pointer turns the head.
  void take(const gpu::InputRecord& record, bool pointer_looks);

  // Since it was last asked: radians to the left and upward.
  double take_turn_rad(double elapsed_s, bool arrows_turn);
  double take_tilt_rad(double elapsed_s);
  // True once for each press.
  bool take(Action action);
  bool take_click() { return std::exchange(clicked_, false); }
  bool take_escape() { return std::exchange(escaped_, false); }

  CameraInput camera_input(double elapsed_s);
  drive::Input ride_input(drive::Mover mover, double look_rad) const;

 private:
  bool held(Action action) const;
  double axis(Action positive, Action negative) const;
  double stick(gpu::PadAxis axis) const { return sticks_[static_cast<std::size_t>(axis)]; }

  Bindings bindings_;
  std::set<gpu::Key> held_;
  std::array<double, gpu::k_pad_axis_count> sticks_{};
  std::array<bool, k_action_count> pressed_{};
  double turn_rad_ = 0;
  double tilt_rad_ = 0;
  bool clicked_ = false;
  bool escaped_ = false;
};

}  // namespace terrane::play
