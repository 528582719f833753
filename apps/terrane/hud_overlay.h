// The HUD of the native window, drawn with Dear ImGui over the finished picture: play::Hud in,
// presses of its buttons out as records. Native only; needs a current OpenGL context. Owner thread.
#pragma once

#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/input.h"
#include "terrane/play/hud.h"

namespace terrane::app {

class HudOverlay {
 public:
  // `scale`: pixels of the picture in a screen unit. Unavailable where OpenGL refuses.
  static base::Result<std::unique_ptr<HudOverlay>> open(double scale);
  ~HudOverlay();
  HudOverlay(const HudOverlay&) = delete;
  HudOverlay& operator=(const HudOverlay&) = delete;

  // Takes away what the overlay needs for itself: a click on a button is not a click on the world.
  void take(std::vector<gpu::InputRecord>& records);
  // Draws into the surface. What was pressed comes back as Panel records for the next frame.
  std::vector<gpu::InputRecord> draw(const play::Hud& hud, std::uint32_t width,
                                     std::uint32_t height, double elapsed_s);

 private:
  HudOverlay() = default;

  bool shows_streaming_ = false;  // F3
  bool pointer_was_pressed_here_ = false;
};

}  // namespace terrane::app
