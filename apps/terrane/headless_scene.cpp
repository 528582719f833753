#include "headless_scene.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "progress.h"
#include "terrane/fetch/file.h"

namespace terrane::app {

using base::Result;

Result<std::unique_ptr<HeadlessScene>> HeadlessScene::open(std::uint32_t width,
                                                           std::uint32_t height,
                                                           std::uint32_t pool_pages) {
  std::unique_ptr<HeadlessScene> scene(new HeadlessScene());
  scene->context_ = TERRANE_TRY(gpu::HeadlessContext::open());
  render::RendererOptions options;
  options.pool_pages = pool_pages;
  scene->drawer_ = TERRANE_TRY(play::SceneDrawer::open(scene->context_->device(), options));
  scene->target_ = TERRANE_TRY(play::make_picture_target(scene->context_->device(), width, height));
  return scene;
}

Result<render::FrameReport> HeadlessScene::draw(const stream::Provider& provider,
                                                const stream::Streamer& streamer,
                                                const play::SceneView& view) {
  return drawer_->draw(provider, streamer, view, target_);
}

Result<render::Picture> HeadlessScene::picture() {
  return render::read_picture(context_->device(), target_);
}

play::LiveOptions live_options(const StreamingArguments& arguments, unsigned workers) {
  play::LiveOptions options;
  options.streaming = arguments.streaming;
  options.pool_pages = arguments.pool_pages;
  if (workers > 0) {
    options.make_transport = [workers](const stream::Provider& provider) {
      return stream::make_thread_transport(provider, workers);
    };
  }
  return options;
}

namespace {

// What did not come over the network is asked for again: a picture can wait for some tries of it.
constexpr unsigned k_tries = 3;

bool may_still_come(const stream::Streamer& streamer) {
  if (streamer.report().failed_pieces == 0) return false;
  const std::vector<stream::Failure> failures = streamer.failures();
  return std::any_of(failures.begin(), failures.end(), [](const stream::Failure& failure) {
    return failure.error.code == base::ErrorCode::Unavailable && failure.attempts <= k_tries;
  });
}

}  // namespace

Result<void> fill(play::LiveWorld& live, const stream::Observer& observer, double patience_s) {
  Progress progress("building the world");
  stream::SteadyClock clock;
  double moved_at_s = clock.now_s();
  std::uint64_t moved = 0;
  while (clock.now_s() - moved_at_s < patience_s) {
    TERRANE_TRY(live.update(observer));
    const stream::StreamerReport& report = live.streamer().report();
    progress.show(report.resident, report.wanted);
    const bool idle = report.fetching == 0 && report.queued == 0 && report.building == 0;
    if (report.first_world_ready && idle && !may_still_come(live.streamer())) break;
    const std::uint64_t now_moved = report.pieces_built + report.bytes_fetched;
    if (now_moved != moved) moved_at_s = clock.now_s();
    moved = now_moved;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

Result<void> write_png(const render::Picture& picture, const std::string& path) {
  const std::vector<std::uint8_t> bytes = TERRANE_TRY(render::encode_png(picture));
  return fetch::write_file(path, bytes);
}

}  // namespace terrane::app
