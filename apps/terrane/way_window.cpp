#include "way_window.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "headless_scene.h"
#include "hud_overlay.h"
#include "terrane/fetch/file.h"
#include "terrane/render/picture.h"
#include "terrane/rts/rules.h"
#include "terrane/stream/clock.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr double k_title_interval_s = 0.5;
constexpr double k_loading_picture_s = 0.25;
constexpr gpu::Key k_key_fullscreen{static_cast<gpu::Key>(static_cast<int>(gpu::Key::F1) + 10)};

// Empty where the system names no such folder.
std::filesystem::path settings_path() {
  const char* folder = std::getenv("XDG_CONFIG_HOME");
  if (folder != nullptr && *folder == '/') {
    return std::filesystem::path(folder) / "terrane" / "settings.json";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return std::filesystem::path(home) / ".config" / "terrane" / "settings.json";
}

// A folder that cannot be written to is no reason to end otherwise than asked.
void store_settings(const play::Settings& settings) {
  const std::filesystem::path path = settings_path();
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  const auto written = fetch::write_file(path.string(), play::write_settings(settings));
  if (written.ok()) return;
  std::fprintf(stderr, "terrane: settings were not kept: %s\n",
               base::to_sentence(written.error()).c_str());
}

std::string free_picture_path() {
  for (unsigned number = 1;; ++number) {
    std::string path = "terrane-" + std::to_string(number) + ".png";
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return path;
  }
}

class Loop {
 public:
  Loop(gpu::Window& window, play::Way& way, const WayWindowOptions& options,
       play::Settings& settings)
      : window_(window), way_(way), options_(options), settings_(settings) {}

  Result<void> run() {
    overlay_ = TERRANE_TRY(HudOverlay::open(window_.scale(), settings_));
    window_.set_fullscreen(settings_.fullscreen);
    const double began_s = clock_.now_s();
    double last_s = began_s;
    for (;;) {
      const double now_s = clock_.now_s();
      const bool is_over = options_.seconds > 0 && now_s - began_s >= options_.seconds;
      if (closed_ || is_over || way_.take_end_wish()) return {};
      TERRANE_TRY(run_frame(now_s, now_s - last_s));
      last_s = now_s;
    }
  }

 private:
  Result<void> run_frame(double now_s, double elapsed_s) {
    std::vector<gpu::InputRecord> records = window_.poll();
    for (const gpu::InputRecord& record : records) {
      closed_ = closed_ || record.kind == gpu::InputKind::Close;
      const bool is_key = record.kind == gpu::InputKind::Key && record.pressed;
      if (is_key && record.key == k_key_fullscreen) {
        settings_.fullscreen = !settings_.fullscreen;
        window_.set_fullscreen(settings_.fullscreen);
      }
    }
    // While the pointer is the way's it cannot press the overlay's buttons.
    if (!way_.wants_pointer_lock()) overlay_->take(records);
    records.insert(records.end(), pressed_.begin(), pressed_.end());
    pressed_.clear();
    TERRANE_TRY(way_.step(records, elapsed_s, window_.width(), window_.height()));
    if (way_.wants_pointer_lock() != locked_) {
      locked_ = way_.wants_pointer_lock();
      window_.capture_mouse(locked_);
    }
    // Until the world stands, pictures are few, so that its pieces are taken over sooner.
    const bool is_due = way_.is_world_ready() || now_s - drawn_at_s_ >= k_loading_picture_s;
    if (!is_due) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return {};
    }
    drawn_at_s_ = now_s;
    // A minimised window has no picture to draw into.
    if (window_.width() > 0 && window_.height() > 0) {
      TERRANE_TRY(way_.draw(window_.device().surface()));
      way_.describe(hud_);
      pressed_ = overlay_->draw(hud_, window_.width(), window_.height(), elapsed_s);
      show_title(now_s);
      TERRANE_TRY(save_pictures());
    }
    window_.present();
    return {};
  }

  void show_title(double now_s) {
    if (now_s - titled_at_s_ < k_title_interval_s) return;
    titled_at_s_ = now_s;
    char way[160] = "";
    if (hud_.travel) {
      std::snprintf(way, sizeof(way), "  %.0f km/h", hud_.travel->speed_m_s * 3.6);
    } else if (hud_.command) {
      const std::uint32_t seconds = hud_.command->tick / rts::k_ticks_per_second;
      std::snprintf(way, sizeof(way), "  %u:%02u  %s", seconds / 60, seconds % 60,
                    hud_.command->outcome.c_str());
    }
    char title[400];
    std::snprintf(title, sizeof(title), "Terrane  %s%s  %.0f fps  %llu pieces  stream %.2f ms%s",
                  hud_.world.c_str(), way, hud_.streaming.frames_per_second,
                  static_cast<unsigned long long>(hud_.streaming.pieces), hud_.streaming.update_ms,
                  hud_.streaming.failures.empty() ? "" : "  (pieces are missing)");
    window_.set_title(title);
  }

  // The picture once more, without the HUD.
  Result<render::Picture> picture() {
    gpu::Device& device = window_.device();
    const gpu::Texture target =
        TERRANE_TRY(play::make_picture_target(device, window_.width(), window_.height()));
    const Result<void> drawn = way_.draw(target);
    Result<render::Picture> read =
        drawn.ok() ? render::read_picture(device, target) : Result<render::Picture>(drawn.error());
    device.destroy(target);
    return read;
  }

  Result<void> save_pictures() {
    if (way_.take_photo_wish()) {
      const std::string path = free_picture_path();
      const render::Picture photo = TERRANE_TRY(picture());
      TERRANE_TRY(write_png(photo, path));
      std::fprintf(stderr, "terrane: wrote %s\n", path.c_str());
    }
    if (options_.frames_folder.empty()) return {};
    char name[32];
    std::snprintf(name, sizeof(name), "/frame-%06u.png", frame_);
    frame_ += 1;
    const render::Picture frame = TERRANE_TRY(picture());
    return write_png(frame, options_.frames_folder + name);
  }

  gpu::Window& window_;
  play::Way& way_;
  const WayWindowOptions& options_;
  play::Settings& settings_;
  std::unique_ptr<HudOverlay> overlay_;
  stream::SteadyClock clock_;
  play::Hud hud_;
  std::vector<gpu::InputRecord> pressed_;
  bool locked_ = false;
  bool closed_ = false;
  double titled_at_s_ = -1;
  double drawn_at_s_ = -1;
  unsigned frame_ = 0;
};

}  // namespace

Result<std::unique_ptr<gpu::Window>> open_window(const std::string& title) {
  gpu::WindowOptions options;
  options.title = title;
  auto window = gpu::Window::open(options);
  if (window.ok() || window.error().code != base::ErrorCode::Unavailable) return window;
  base::Error error = window.error();
  error.expected = "a display, or a picture by `terrane render` without one";
  return error;
}

play::Settings load_settings() {
  constexpr std::uint64_t k_limit_bytes = 1 << 20;
  const std::filesystem::path path = settings_path();
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return {};
  std::vector<std::string> ignored;
  play::Settings settings;
  const auto text = fetch::read_file(path.string(), k_limit_bytes);
  if (text.ok()) {
    settings = play::read_settings(text.value(), ignored);
  } else {
    ignored.push_back(base::to_sentence(text.error()));
  }
  for (const std::string& sentence : ignored) {
    std::fprintf(stderr, "terrane: left out of %s: %s\n", path.c_str(), sentence.c_str());
  }
  return settings;
}

Result<void> run_way(gpu::Window& window, play::Way& way, const WayWindowOptions& options,
                     play::Settings settings) {
  const std::string before = play::write_settings(settings);
  Loop loop(window, way, options, settings);
  TERRANE_TRY(loop.run());
  if (play::write_settings(settings) != before) store_settings(settings);
  return {};
}

}  // namespace terrane::app
