// Draws what a streamer holds, from a view, with the world's surroundings and its attribution: the
// one place where a command line, a window and a page turn a world into the renderer's input.
// Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/render/picture.h"
#include "terrane/render/renderer.h"
#include "terrane/stream/provider.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

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
  // Borrows the device. Makes every pipeline and the pool (render/renderer.h).
  static base::Result<std::unique_ptr<SceneDrawer>> open(gpu::Device& device,
                                                         const render::RendererOptions& options);

  stream::PageSink& page_sink() { return renderer_->page_sink(); }
  render::Renderer& renderer() { return *renderer_; }
  gpu::Device& device() { return device_; }

  // Into Device::surface() or an Rgba8Unorm render target. What `input` holds beside the view, such
  // as figures, is drawn as it is; the rest is filled in here.
  base::Result<render::FrameReport> draw(const stream::Provider& provider,
                                         const stream::Streamer& streamer, const SceneView& view,
                                         gpu::Texture target, render::FrameInput input = {});
  // The same view into a picture of its own; waits for the device.
  base::Result<render::Picture> draw_picture(const stream::Provider& provider,
                                             const stream::Streamer& streamer,
                                             const SceneView& view, std::uint32_t width,
                                             std::uint32_t height,
                                             const render::FrameInput& input = {});

 private:
  explicit SceneDrawer(gpu::Device& device) : device_(device) {}

  gpu::Device& device_;
  std::unique_ptr<render::Renderer> renderer_;
};

// A texture to draw a picture into and read it from.
base::Result<gpu::Texture> make_picture_target(gpu::Device& device, std::uint32_t width,
                                               std::uint32_t height);

}  // namespace terrane::play
