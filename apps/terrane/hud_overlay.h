// The HUD of the native window, drawn with Dear ImGui over the finished picture: play::Hud in,
// presses of its buttons out as records. Native only; needs a current OpenGL context. Owner thread.
#pragma once

#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/input.h"
#include "terrane/play/hud.h"
#include "terrane/play/settings.h"

namespace terrane::app {

class HudOverlay {
 public:
  // `scale`: pixels of the picture in a screen unit. `settings` are borrowed: units, and whether
  // the streaming is shown, which F3 changes. Unavailable where OpenGL refuses.
  static base::Result<std::unique_ptr<HudOverlay>> open(double scale, play::Settings& settings);
  ~HudOverlay();
  HudOverlay(const HudOverlay&) = delete;
  HudOverlay& operator=(const HudOverlay&) = delete;

  // Takes away what the overlay needs for itself: a click on a button is not a click on the world.
  void take(std::vector<gpu::InputRecord>& records);
  // Draws into the surface. What was pressed comes back as Panel records for the next frame.
  std::vector<gpu::InputRecord> draw(const play::Hud& hud, std::uint32_t width,
                                     std::uint32_t height, double elapsed_s);

 private:
  explicit HudOverlay(play::Settings& settings) : settings_(settings) {}

  play::Settings& settings_;
  bool pointer_was_pressed_here_ = false;
};

}  // namespace terrane::app
