// Draws what a streamer holds, from a view, with the world's surroundings and its attribution: the
// one place where `render`, `tour --draw` and the window turn a world into the renderer's input.
// Native only. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/render/picture.h"
#include "terrane/render/renderer.h"
#include "terrane/stream/provider.h"
#include "terrane/stream/streamer.h"

namespace terrane::app {

struct SceneView {
  geo::Vec3 position;      // of the eye, world space
  double heading_rad = 0;  // 0 north, growing to the left
  double pitch_rad = 0;
  double vertical_fov_rad = 1.0;
  double hour = 10;  // of the local solar day
  std::string caption;
};

// The view of an observer along its way.
SceneView view_along(const stream::Provider& provider, const stream::Observer& observer);

class SceneDrawer {
 public:
  // Unavailable when there is no graphics driver.
  static base::Result<std::unique_ptr<SceneDrawer>> open_headless(std::uint32_t width,
                                                                  std::uint32_t height,
                                                                  std::uint32_t pool_pages);
  // Draws into the device's surface; borrows the device.
  static base::Result<std::unique_ptr<SceneDrawer>> open_on(gpu::Device& device,
                                                            std::uint32_t pool_pages);

  stream::PageSink& page_sink() { return renderer_->page_sink(); }

  base::Result<render::FrameReport> draw(const stream::Provider& provider,
                                         const stream::Streamer& streamer, const SceneView& view);
  // What was drawn last, headless; waits for the device.
  base::Result<render::Picture> picture();
  // The same view drawn once more into a picture of its own, for a window.
  base::Result<render::Picture> draw_picture(const stream::Provider& provider,
                                             const stream::Streamer& streamer,
                                             const SceneView& view, std::uint32_t width,
                                             std::uint32_t height);

 private:
  SceneDrawer() = default;
  static base::Result<gpu::Texture> make_target(gpu::Device& device, std::uint32_t width,
                                                std::uint32_t height);
  base::Result<render::FrameReport> draw_into(const stream::Provider& provider,
                                              const stream::Streamer& streamer,
                                              const SceneView& view, gpu::Texture target);

  std::unique_ptr<gpu::HeadlessContext> headless_;  // before what lives on its device
  gpu::Device* device_ = nullptr;
  std::unique_ptr<render::Renderer> renderer_;
  gpu::Texture target_;  // headless only
};

// Encodes and writes a picture; nothing half-written is left behind.
base::Result<void> write_png(const render::Picture& picture, const std::string& path);

}  // namespace terrane::app
