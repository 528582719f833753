#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "command.h"
#include "live_world.h"
#include "scene_drawer.h"
#include "terrane/gpu/window.h"
#include "terrane/play/follower.h"
#include "terrane/play/free_camera.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr double k_radians_per_pixel = 0.0025;
constexpr double k_title_interval_s = 0.5;
constexpr gpu::Key k_key_picture{static_cast<gpu::Key>(static_cast<int>(gpu::Key::F1) + 1)};

struct WindowArguments {
  std::string uri;
  std::string at;
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

  void capture(gpu::Window& window, bool capture) {
    captured_ = capture;
    window.capture_mouse(capture);
  }
  bool wants_close() const { return wants_close_; }
  bool take_picture_wish() { return std::exchange(wants_picture_, false); }

 private:
  void take_key(const gpu::InputRecord& record, gpu::Window& window) {
    if (record.pressed) {
      held_.insert(record.key);
    } else {
      held_.erase(record.key);
    }
    if (!record.pressed) return;
    if (record.key == k_key_picture) wants_picture_ = true;
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

class Session {
 public:
  Session(stream::Provider& provider, gpu::Window& window, SceneDrawer& drawer,
          play::FreeCamera& camera, LiveWorld& live)
      : provider_(provider), window_(window), drawer_(drawer), camera_(camera), live_(live) {}

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
    camera_.step(controls_.camera_input(elapsed_s));
    TERRANE_TRY(live_.update(camera_.observer()));
    SceneView view;
    view.position = camera_.position();
    view.heading_rad = camera_.heading_rad();
    view.pitch_rad = camera_.pitch_rad();
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
  play::FreeCamera& camera_;
  LiveWorld& live_;
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
  play::FreeCamera camera(provider, play::above_ground(provider, place, 1.7),
                          info.start_heading_rad, 0, arguments.rules);
  LiveWorld live(provider, drawer->page_sink(), arguments.streaming, workers);
  Session session(provider, *window, *drawer, camera, live);
  TERRANE_TRY(session.run(arguments.seconds));
  return k_exit_done;
}

void add_window_command(CLI::App& app, Action& chosen, const std::string& name,
                        const std::string& does, const std::string& world, double speed_m_per_s) {
  auto arguments = std::make_shared<WindowArguments>();
  arguments->rules.speed_m_per_s = speed_m_per_s;
  CLI::App* command = app.add_subcommand(name, does);
  add_world_argument(*command, arguments->uri, world);
  command->add_option("--at", arguments->at, "Where: LAT,LON or X,Z; default: the world's start")
      ->type_name("PLACE");
  command->add_option("--seconds", arguments->seconds, "Close after so long; 0: when asked to")
      ->type_name("S");
  add_streaming_options(*command, arguments->streaming);
  command->footer(
      "W A S D move, the mouse looks, Space and Control rise and sink, Shift is faster,\n"
      "F2 saves a picture, Escape gives the pointer back and then closes.\n"
      "Example: terrane " +
      name + " " + world);
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_window(*arguments); }; });
}

}  // namespace

void add_window_commands(CLI::App& app, Action& chosen) {
  add_window_command(app, chosen, "drive", "The window at a road of the city (free camera)",
                     "city:412", 15.0);
  add_window_command(app, chosen, "walk", "The window on a map (free camera)", "osm:", 3.0);
}

}  // namespace terrane::app
