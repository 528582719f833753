#include "way_window.h"

#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include "headless_scene.h"
#include "hud_overlay.h"
#include "terrane/render/picture.h"
#include "terrane/stream/clock.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr double k_title_interval_s = 0.5;

std::string free_picture_path() {
  for (unsigned number = 1;; ++number) {
    std::string path = "terrane-" + std::to_string(number) + ".png";
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return path;
  }
}

class Loop {
 public:
  Loop(gpu::Window& window, play::Way& way, const WayWindowOptions& options)
      : window_(window), way_(way), options_(options) {}

  Result<void> run() {
    overlay_ = TERRANE_TRY(HudOverlay::open(window_.scale()));
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
    char title[256];
    std::snprintf(title, sizeof(title), "Terrane  %s  %.0f fps  %llu pieces  stream %.2f ms%s",
                  hud_.world.c_str(), hud_.streaming.frames_per_second,
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
  std::unique_ptr<HudOverlay> overlay_;
  stream::SteadyClock clock_;
  play::Hud hud_;
  std::vector<gpu::InputRecord> pressed_;
  bool locked_ = false;
  bool closed_ = false;
  double titled_at_s_ = -1;
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

Result<void> run_way(gpu::Window& window, play::Way& way, const WayWindowOptions& options) {
  Loop loop(window, way, options);
  return loop.run();
}

}  // namespace terrane::app
