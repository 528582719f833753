#include "terrane/play/live_world.h"

#include <utility>

namespace terrane::play {

LiveWorld::LiveWorld(stream::Provider& provider, stream::PageSink& sink,
                     const LiveOptions& options) {
  auto transport = options.make_transport ? options.make_transport(provider) : nullptr;
  builds_ = std::make_unique<stream::BuildService>(provider, std::move(transport),
                                                   stream::BuildServiceOptions{}, &clock_);
  streamer_ = std::make_unique<stream::Streamer>(provider, *builds_, sink, options.pool_pages,
                                                 clock_, nullptr, options.streaming);
}

base::Result<void> LiveWorld::update(const stream::Observer& observer) {
  const double began_s = clock_.now_s();
  auto updated = streamer_->update({&observer, 1});
  update_ms_ = (clock_.now_s() - began_s) * 1000.0;
  return updated;
}

}  // namespace terrane::play
