#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "command.h"
#include "live_world.h"
#include "report.h"
#include "scene_drawer.h"
#include "terrane/base/trig.h"
#include "terrane/drive/recording.h"
#include "terrane/fetch/file.h"
#include "terrane/gpu/window.h"
#include "terrane/play/follower.h"
#include "terrane/play/free_camera.h"
#include "terrane/play/ride.h"
#include "terrane/play/road_pilot.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr double k_radians_per_pixel = 0.0025;
constexpr double k_title_interval_s = 0.5;
constexpr double k_tilt_rad_max = 1.5;
constexpr double k_autopilot_m_s = 12;
constexpr gpu::Key k_key_picture{static_cast<gpu::Key>(static_cast<int>(gpu::Key::F1) + 1)};

struct WindowArguments {
  drive::Mover mover = drive::Mover::Car;
  std::string uri;
  std::string at;
  std::string record_path;
  bool autopilot = false;
  bool free = false;
  double seconds = 0;  // 0: until it is closed
  StreamingArguments streaming;
  play::CameraRules rules;
};

// What is held down and what happened since the last frame.
class Controls {
 public:
  void take(const gpu::InputRecord& record, gpu::Window& window) {
    switch (record.kind) {
      case gpu::InputKind::Key:
        take_key(record, window);
        break;
      case gpu::InputKind::MouseButton:
        if (record.pressed) capture(window, true);
        break;
      case gpu::InputKind::MouseMove:
        if (captured_) {
          turn_rad_ -= record.x * k_radians_per_pixel;
          tilt_rad_ -= record.y * k_radians_per_pixel;
        }
        break;
      case gpu::InputKind::Close:
        wants_close_ = true;
        break;
      default:
        break;
    }
  }

  play::CameraInput camera_input(double elapsed_s) {
    using gpu::key_of;
    play::CameraInput input;
    input.ahead = axis(key_of('W'), key_of('S')) + axis(gpu::Key::Up, gpu::Key::Down);
    input.right = axis(key_of('D'), key_of('A'));
    input.up = axis(gpu::Key::Space, gpu::Key::Control) + axis(key_of('E'), key_of('Q'));
    input.turn_rad = turn_rad_ + axis(gpu::Key::Left, gpu::Key::Right) * elapsed_s;
    input.tilt_rad = tilt_rad_;
    input.fast = held_.count(gpu::Key::Shift) > 0;
    input.elapsed_s = elapsed_s;
    turn_rad_ = 0;
    tilt_rad_ = 0;
    return input;
  }

  // Of the look since it was last taken: a walker's turns and tilts, a driver's only tilts.
  double take_turn_rad(double elapsed_s) {
    return std::exchange(turn_rad_, 0) + axis(gpu::Key::Left, gpu::Key::Right) * elapsed_s;
  }
  double take_tilt_rad() { return std::exchange(tilt_rad_, 0); }

  drive::Input ride_input(drive::Mover mover, double look_rad) {
    using gpu::key_of;
    const bool is_car = mover == drive::Mover::Car;
    // In a car the arrows steer, on foot they turn the head.
    const double right =
        axis(key_of('D'), key_of('A')) + (is_car ? axis(gpu::Key::Right, gpu::Key::Left) : 0.0);
    const double ahead = axis(key_of('W'), key_of('S')) + axis(gpu::Key::Up, gpu::Key::Down);
    drive::Input input;
    input.ahead = static_cast<std::int8_t>(std::clamp(ahead, -1.0, 1.0) * 127);
    input.right = static_cast<std::int8_t>(std::clamp(right, -1.0, 1.0) * 127);
    unsigned flags = 0;
    if (held_.count(gpu::Key::Space) > 0) {
      flags |= is_car ? drive::InputFlag::Handbrake : drive::InputFlag::Jumps;
    }
    if (held_.count(gpu::Key::Shift) > 0 && !is_car) flags |= drive::InputFlag::Runs;
    input.flags = static_cast<std::uint8_t>(flags);
    const double turns = look_rad / (2 * base::k_pi);
    input.heading = static_cast<std::uint16_t>((turns - std::floor(turns)) * 65536);
    return input;
  }

  void capture(gpu::Window& window, bool capture) {
    captured_ = capture;
    window.capture_mouse(capture);
  }
  bool wants_close() const { return wants_close_; }
  bool take_picture_wish() { return std::exchange(wants_picture_, false); }
  bool take_free_wish() { return std::exchange(wants_free_, false); }

 private:
  void take_key(const gpu::InputRecord& record, gpu::Window& window) {
    if (record.pressed) {
      held_.insert(record.key);
    } else {
      held_.erase(record.key);
    }
    if (!record.pressed) return;
    if (record.key == k_key_picture) wants_picture_ = true;
    if (record.key == gpu::key_of('F')) wants_free_ = true;
    if (record.key != gpu::Key::Escape) return;
    // The first Escape gives the pointer back, the second closes.
    if (captured_) {
      capture(window, false);
    } else {
      wants_close_ = true;
    }
  }

  double axis(gpu::Key positive, gpu::Key negative) const {
    return static_cast<double>(held_.count(positive)) - static_cast<double>(held_.count(negative));
  }

  std::set<gpu::Key> held_;
  double turn_rad_ = 0;
  double tilt_rad_ = 0;
  bool captured_ = false;
  bool wants_close_ = false;
  bool wants_picture_ = false;
  bool wants_free_ = false;
};

std::string free_picture_path() {
  for (unsigned number = 1;; ++number) {
    std::string path = "terrane-" + std::to_string(number) + ".png";
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return path;
  }
}

std::string title_of(const stream::WorldInfo& info, const LiveWorld& live,
                     const render::FrameReport& frame, double frames_per_second) {
  const stream::StreamerReport& report = live.streamer().report();
  char text[256];
  std::snprintf(text, sizeof(text),
                "Terrane  %s  %.0f fps  %zu pieces  %.1f M triangles  stream %.2f ms%s",
                info.uri.c_str(), frames_per_second, report.resident,
                static_cast<double>(frame.triangles) * 1e-6, live.update_ms(),
                report.failed_pieces > 0 ? "  (pieces are missing)" : "");
  return text;
}

// The eight winds as headings grow: to the left.
const char* wind_of(double heading_rad) {
  constexpr const char* k_winds[] = {"N", "NW", "W", "SW", "S", "SE", "E", "NE"};
  const double turns = heading_rad / (2 * base::k_pi);
  return k_winds[static_cast<unsigned>((turns - std::floor(turns)) * 8 + 0.5) % 8];
}

class Session {
 public:
  Session(stream::Provider& provider, gpu::Window& window, SceneDrawer& drawer, play::Ride& ride,
          LiveWorld& live, const WindowArguments& arguments)
      : provider_(provider),
        window_(window),
        drawer_(drawer),
        ride_(ride),
        live_(live),
        arguments_(arguments),
        look_rad_(ride.heading_rad()) {
    if (arguments.free) toggle_free();
    if (arguments.autopilot) {
      pilot_ = std::make_unique<play::RoadPilot>(provider, ride, k_autopilot_m_s, 0);
    }
  }

  Result<void> run(double seconds) {
    const double began_s = clock_.now_s();
    double last_s = began_s;
    titled_at_s_ = began_s;
    controls_.capture(window_, true);
    while (!controls_.wants_close()) {
      const double now_s = clock_.now_s();
      if (seconds > 0 && now_s - began_s >= seconds) break;
      TERRANE_TRY(run_frame(now_s, now_s - last_s));
      last_s = now_s;
    }
    return {};
  }

 private:
  Result<void> run_frame(double now_s, double elapsed_s) {
    for (const gpu::InputRecord& record : window_.poll()) controls_.take(record, window_);
    if (controls_.take_free_wish()) toggle_free();
    SceneView view;
    if (camera_) {
      camera_->step(controls_.camera_input(elapsed_s));
      TERRANE_TRY(live_.update(camera_->observer()));
      view.position = camera_->position();
      view.heading_rad = camera_->heading_rad();
      view.pitch_rad = camera_->pitch_rad();
    } else {
      TERRANE_TRY(ride_frame(elapsed_s, view));
    }
    if (!live_.streamer().report().first_world_ready) view.caption = "building the world ...";
    // A minimised window has no picture to draw into.
    if (window_.width() > 0 && window_.height() > 0) {
      const auto frame = TERRANE_TRY(drawer_.draw(provider_, live_.streamer(), view));
      show_title(now_s, frame);
      if (controls_.take_picture_wish()) TERRANE_TRY(save_picture(view));
    }
    window_.present();
    return {};
  }

  Result<void> ride_frame(double elapsed_s, SceneView& view) {
    look_rad_ += controls_.take_turn_rad(elapsed_s);
    tilt_rad_ = std::clamp(tilt_rad_ + controls_.take_tilt_rad(), -k_tilt_rad_max, k_tilt_rad_max);
    const bool is_car = ride_.mover() == drive::Mover::Car;
    TERRANE_TRY(live_.update(ride_.observer()));
    ride_.meet(live_.streamer());
    drive::Input wish = controls_.ride_input(ride_.mover(), look_rad_);
    if (pilot_ != nullptr && wish.ahead == 0 && wish.right == 0) wish = pilot_->ask(ride_);
    const play::RideReport report =
        ride_.advance(wish, static_cast<std::int64_t>(elapsed_s * 1e6 + 0.5));
    const play::Ride::Eye eye = ride_.eye();
    view.position = eye.position;
    view.heading_rad = eye.heading_rad;
    view.pitch_rad = (is_car ? eye.pitch_rad : 0) + tilt_rad_;
    char text[160];
    std::snprintf(text, sizeof(text), "%.0f km/h   %s%s%s", ride_.speed_m_s() * 3.6,
                  wind_of(eye.heading_rad), report.waits ? "\nwaiting for the ground ahead" : "",
                  report.turned_back ? (is_car ? "\nthe lake" : "\ntoo steep, or too deep") : "");
    view.caption = text;
    return {};
  }

  // Free, it starts from the eye; back, the car or the walker is where it was left.
  void toggle_free() {
    if (camera_) {
      camera_.reset();
      return;
    }
    const play::Ride::Eye eye = ride_.eye();
    camera_.emplace(provider_, eye.position, eye.heading_rad, 0, arguments_.rules);
  }

  void show_title(double now_s, const render::FrameReport& frame) {
    frames_since_title_ += 1;
    const double since_s = now_s - titled_at_s_;
    if (since_s < k_title_interval_s) return;
    window_.set_title(title_of(provider_.info(), live_, frame, frames_since_title_ / since_s));
    titled_at_s_ = now_s;
    frames_since_title_ = 0;
  }

  Result<void> save_picture(const SceneView& view) {
    const auto picture = TERRANE_TRY(
        drawer_.draw_picture(provider_, live_.streamer(), view, window_.width(), window_.height()));
    const std::string path = free_picture_path();
    TERRANE_TRY(write_png(picture, path));
    std::fprintf(stderr, "terrane: wrote %s\n", path.c_str());
    return {};
  }

  stream::Provider& provider_;
  gpu::Window& window_;
  SceneDrawer& drawer_;
  play::Ride& ride_;
  LiveWorld& live_;
  const WindowArguments& arguments_;
  std::unique_ptr<play::RoadPilot> pilot_;
  std::optional<play::FreeCamera> camera_;  // while it is free
  double look_rad_;
  double tilt_rad_ = 0;
  stream::SteadyClock clock_;
  Controls controls_;
  double titled_at_s_ = 0;
  int frames_since_title_ = 0;
};

Result<std::unique_ptr<gpu::Window>> open_window(const std::string& title) {
  gpu::WindowOptions options;
  options.title = title;
  auto window = gpu::Window::open(options);
  if (window.ok() || window.error().code != base::ErrorCode::Unavailable) return window;
  base::Error error = window.error();
  error.expected = "a display, or a picture by `terrane render` without one";
  return error;
}

Result<int> run_window(const WindowArguments& arguments) {
  TERRANE_TRY(check_range(arguments.seconds, 0, 86400, "--seconds"));
  if (!arguments.record_path.empty()) TERRANE_TRY(check_made_file(arguments.record_path, ""));
  TERRANE_TRY(check_streaming(arguments.streaming));
  const unsigned workers = TERRANE_TRY(parse_workers(arguments.streaming.workers));
  // First, since a world may take a while to open only to find no display.
  const std::unique_ptr<gpu::Window> window = TERRANE_TRY(open_window("Terrane " + arguments.uri));
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(arguments.uri));
  stream::Provider& provider = *opened.provider;
  const stream::WorldInfo& info = provider.info();
  geo::Vec3 place = info.start.origin;
  if (!arguments.at.empty()) place = TERRANE_TRY(parse_place(arguments.at, "--at", info));

  const auto drawer =
      TERRANE_TRY(SceneDrawer::open_on(window->device(), arguments.streaming.pool_pages));
  play::RoadStart start{place, info.start_heading_rad};
  if (arguments.mover == drive::Mover::Car) {
    start = play::start_on_road(provider, place, start.heading_rad, 0);
  }
  play::Ride ride(provider, arguments.mover, start.position, start.heading_rad);
  LiveWorld live(provider, drawer->page_sink(), arguments.streaming, workers);
  Session session(provider, *window, *drawer, ride, live, arguments);
  TERRANE_TRY(session.run(arguments.seconds));
  if (!arguments.record_path.empty()) {
    TERRANE_TRY(fetch::write_file(arguments.record_path, drive::write_recording(ride.recording())));
  }
  return k_exit_done;
}

void add_window_command(CLI::App& app, Action& chosen, const std::string& name,
                        const std::string& does, const std::string& world, drive::Mover mover,
                        const std::string& keys) {
  const double speed_m_per_s = mover == drive::Mover::Car ? 15.0 : 3.0;
  auto arguments = std::make_shared<WindowArguments>();
  arguments->mover = mover;
  arguments->rules.speed_m_per_s = speed_m_per_s;
  CLI::App* command = app.add_subcommand(name, does);
  add_world_argument(*command, arguments->uri, world);
  command->add_option("--at", arguments->at, "Where: LAT,LON or X,Z; default: the world's start")
      ->type_name("PLACE");
  command->add_option("--seconds", arguments->seconds, "Close after so long; 0: when asked to")
      ->type_name("S");
  command->add_flag("--free", arguments->free, "Starts with the free camera (key F)");
  command->add_flag("--autopilot", arguments->autopilot,
                    "Follows the roads while nobody asks for anything");
  refuse_empty(*command
                    ->add_option("--record", arguments->record_path,
                                 "Writes what was asked for, for `terrane replay`")
                    ->type_name("F"));
  add_streaming_options(*command, arguments->streaming);
  command->footer(keys +
                  "F changes to the free camera and back (there Space and Control rise and sink,\n"
                  "Shift is faster), F2 saves a picture, Escape gives the pointer back and then\n"
                  "closes.\nExample: terrane " +
                  name + " " + world);
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_window(*arguments); }; });
}

}  // namespace

void add_window_commands(CLI::App& app, Action& chosen) {
  add_window_command(app, chosen, "drive", "The window, in a car on a road of the city", "city:412",
                     drive::Mover::Car,
                     "W and S drive, brake and reverse, A and D steer, Space is the handbrake.\n");
  add_window_command(app, chosen, "walk", "The window, on foot on a map",
                     "osm:", drive::Mover::Walker,
                     "W A S D walk, the mouse looks, Shift runs, Space jumps.\n");
}

}  // namespace terrane::app
