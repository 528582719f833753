#include "terrane/play/scene.h"

#include <cmath>
#include <utility>

#include "terrane/geo/geodetic.h"

namespace terrane::play {

using base::Result;

SceneView view_along(const stream::Provider& provider, const stream::Observer& observer) {
  const geo::Vec3 forward =
      provider.frame_at(observer.position).direction_to_local(observer.forward);
  SceneView view;
  view.position = observer.position;
  view.heading_rad = geo::heading_of(forward);
  view.pitch_rad = std::asin(std::fmin(std::fmax(forward.y, -1.0), 1.0));
  return view;
}

Result<gpu::Texture> make_picture_target(gpu::Device& device, std::uint32_t width,
                                         std::uint32_t height) {
  gpu::TextureDesc desc;
  desc.label = "picture";
  desc.width = width;
  desc.height = height;
  desc.render_target = true;
  return device.make_texture(desc);
}

Result<std::unique_ptr<SceneDrawer>> SceneDrawer::open(gpu::Device& device,
                                                       const render::RendererOptions& options) {
  std::unique_ptr<SceneDrawer> drawer(new SceneDrawer(device));
  drawer->renderer_ = TERRANE_TRY(render::Renderer::create(device, options));
  return drawer;
}

Result<render::FrameReport> SceneDrawer::draw(const stream::Provider& provider,
                                              const stream::Streamer& streamer,
                                              const SceneView& view, gpu::Texture target,
                                              render::FrameInput input) {
  const stream::WorldInfo& info = provider.info();
  const double above_reference_m =
      info.geographic ? geo::to_geodetic(view.position).height_m : view.position.y;
  input.camera.position = view.position;
  input.camera.frame = provider.frame_at(view.position);
  input.camera.heading_rad = view.heading_rad;
  input.camera.pitch_rad = view.pitch_rad;
  input.camera.vertical_fov_rad = view.vertical_fov_rad;
  input.camera.height_above_ground_m = above_reference_m - provider.ground_height_m(view.position);
  input.pieces = streamer.resident();
  input.clear_distance_m = streamer.clear_distance_m();
  input.hour = view.hour;
  input.surround = info.surround;
  input.height_above_surround_m = above_reference_m - info.surround_height_m;
  input.attribution = info.attribution;
  input.caption = view.caption;
  return renderer_->draw_frame(input, target);
}

Result<render::Picture> SceneDrawer::draw_picture(const stream::Provider& provider,
                                                  const stream::Streamer& streamer,
                                                  const SceneView& view, std::uint32_t width,
                                                  std::uint32_t height,
                                                  const render::FrameInput& input) {
  const gpu::Texture target = TERRANE_TRY(make_picture_target(device_, width, height));
  auto drawn = draw(provider, streamer, view, target, input);
  Result<render::Picture> picture =
      drawn.ok() ? render::read_picture(device_, target) : Result<render::Picture>(drawn.error());
  device_.destroy(target);
  return picture;
}

}  // namespace terrane::play
