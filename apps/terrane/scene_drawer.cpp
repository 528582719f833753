#include "scene_drawer.h"

#include <cmath>
#include <utility>
#include <vector>

#include "terrane/fetch/file.h"
#include "terrane/geo/geodetic.h"

namespace terrane::app {

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

Result<gpu::Texture> SceneDrawer::make_target(gpu::Device& device, std::uint32_t width,
                                              std::uint32_t height) {
  gpu::TextureDesc desc;
  desc.label = "picture";
  desc.width = width;
  desc.height = height;
  desc.render_target = true;
  return device.make_texture(desc);
}

Result<std::unique_ptr<SceneDrawer>> SceneDrawer::open_on(gpu::Device& device,
                                                          std::uint32_t pool_pages) {
  std::unique_ptr<SceneDrawer> drawer(new SceneDrawer());
  drawer->device_ = &device;
  render::RendererOptions options;
  options.pool_pages = pool_pages;
  drawer->renderer_ = TERRANE_TRY(render::Renderer::create(device, options));
  drawer->target_ = device.surface();
  return drawer;
}

Result<std::unique_ptr<SceneDrawer>> SceneDrawer::open_headless(std::uint32_t width,
                                                                std::uint32_t height,
                                                                std::uint32_t pool_pages) {
  std::unique_ptr<gpu::HeadlessContext> context = TERRANE_TRY(gpu::HeadlessContext::open());
  std::unique_ptr<SceneDrawer> drawer = TERRANE_TRY(open_on(context->device(), pool_pages));
  drawer->target_ = TERRANE_TRY(make_target(context->device(), width, height));
  drawer->headless_ = std::move(context);
  return drawer;
}

Result<render::FrameReport> SceneDrawer::draw_into(const stream::Provider& provider,
                                                   const stream::Streamer& streamer,
                                                   const SceneView& view, gpu::Texture target) {
  const stream::WorldInfo& info = provider.info();
  const double above_reference_m =
      info.geographic ? geo::to_geodetic(view.position).height_m : view.position.y;
  render::FrameInput input;
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

Result<render::FrameReport> SceneDrawer::draw(const stream::Provider& provider,
                                              const stream::Streamer& streamer,
                                              const SceneView& view) {
  return draw_into(provider, streamer, view, target_);
}

Result<render::Picture> SceneDrawer::picture() {
  return render::read_picture(*device_, target_);
}

Result<render::Picture> SceneDrawer::draw_picture(const stream::Provider& provider,
                                                  const stream::Streamer& streamer,
                                                  const SceneView& view, std::uint32_t width,
                                                  std::uint32_t height) {
  const gpu::Texture target = TERRANE_TRY(make_target(*device_, width, height));
  auto drawn = draw_into(provider, streamer, view, target);
  Result<render::Picture> picture =
      drawn.ok() ? render::read_picture(*device_, target) : Result<render::Picture>(drawn.error());
  device_->destroy(target);
  return picture;
}

Result<void> write_png(const render::Picture& picture, const std::string& path) {
  const std::vector<std::uint8_t> bytes = TERRANE_TRY(render::encode_png(picture));
  return fetch::write_file(path, bytes);
}

}  // namespace terrane::app
