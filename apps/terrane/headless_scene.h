// A scene without a window: a context of its own and a picture that is drawn into. What `render`
// and `tour --draw` use. Native only. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "streaming_options.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/play/live_world.h"
#include "terrane/play/scene.h"

namespace terrane::app {

class HeadlessScene {
 public:
  // Unavailable when there is no graphics driver.
  static base::Result<std::unique_ptr<HeadlessScene>> open(std::uint32_t width,
                                                           std::uint32_t height,
                                                           std::uint32_t pool_pages);

  stream::PageSink& page_sink() { return drawer_->page_sink(); }
  base::Result<render::FrameReport> draw(const stream::Provider& provider,
                                         const stream::Streamer& streamer,
                                         const play::SceneView& view);
  // What was drawn last; waits for the device.
  base::Result<render::Picture> picture();

 private:
  HeadlessScene() = default;

  std::unique_ptr<gpu::HeadlessContext> context_;  // before what lives on its device
  std::unique_ptr<play::SceneDrawer> drawer_;
  gpu::Texture target_;
};

// Streaming as the options say, on threads; `workers` 0 builds inline.
play::LiveOptions live_options(const StreamingArguments& arguments, unsigned workers);

// Streams at one place until the first world stands and nothing more is on its way, so that a
// picture does not depend on how fast the machine is. Gives up when nothing has moved for
// `patience_s`.
base::Result<void> fill(play::LiveWorld& live, const stream::Observer& observer, double patience_s);

// Encodes and writes a picture; nothing half-written is left behind.
base::Result<void> write_png(const render::Picture& picture, const std::string& path);

}  // namespace terrane::app
