#include "live_world.h"

#include <chrono>
#include <thread>

#include "progress.h"

namespace terrane::app {

LiveWorld::LiveWorld(stream::Provider& provider, stream::PageSink& sink,
                     const StreamingArguments& arguments, unsigned workers) {
  auto transport = workers > 0 ? stream::make_thread_transport(provider, workers) : nullptr;
  builds_ = std::make_unique<stream::BuildService>(provider, std::move(transport),
                                                   stream::BuildServiceOptions{}, &clock_);
  streamer_ = std::make_unique<stream::Streamer>(provider, *builds_, sink, arguments.pool_pages,
                                                 clock_, nullptr, arguments.streaming);
}

base::Result<void> LiveWorld::update(const stream::Observer& observer) {
  const double began_s = clock_.now_s();
  auto updated = streamer_->update({&observer, 1});
  update_ms_ = (clock_.now_s() - began_s) * 1000.0;
  return updated;
}

base::Result<void> LiveWorld::fill(const stream::Observer& observer, double patience_s) {
  Progress progress("building the world");
  const double began_s = clock_.now_s();
  while (clock_.now_s() - began_s < patience_s) {
    TERRANE_TRY(update(observer));
    const stream::StreamerReport& report = streamer_->report();
    progress.show(report.resident, report.wanted);
    const bool idle = report.fetching == 0 && report.queued == 0 && report.building == 0;
    if (report.first_world_ready && idle) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

}  // namespace terrane::app
