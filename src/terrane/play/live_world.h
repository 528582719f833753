// A streamer in real time around one world: what a picture, a window and a page drive. Where builds
// run is the transport's affair. Owner thread.
#pragma once

#include <functional>
#include <memory>

#include "terrane/base/result.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

// Makes the workers for a world; null, or one that returns null, builds inline.
using TransportMaker =
    std::function<std::unique_ptr<stream::BuildTransport>(const stream::Provider&)>;

struct LiveOptions {
  stream::StreamerOptions streaming;
  std::uint32_t pool_pages = 8192;
  TransportMaker make_transport;
};

class LiveWorld {
 public:
  // All borrowed for its life.
  LiveWorld(stream::Provider& provider, stream::PageSink& sink, const LiveOptions& options);

  base::Result<void> update(const stream::Observer& observer);

  const stream::Streamer& streamer() const { return *streamer_; }
  const stream::BuildService& builds() const { return *builds_; }
  double update_ms() const { return update_ms_; }  // of the last update

 private:
  stream::SteadyClock clock_;
  std::unique_ptr<stream::BuildService> builds_;
  std::unique_ptr<stream::Streamer> streamer_;
  double update_ms_ = 0;
};

}  // namespace terrane::play
