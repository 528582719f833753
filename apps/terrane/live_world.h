// A streamer with real time and real threads around one world: what `render` and the window drive.
// Native only. Owner thread.
#pragma once

#include <memory>

#include "streaming_options.h"
#include "terrane/base/result.h"
#include "terrane/stream/streamer.h"

namespace terrane::app {

class LiveWorld {
 public:
  // All borrowed for its life.
  LiveWorld(stream::Provider& provider, stream::PageSink& sink, const StreamingArguments& arguments,
            unsigned workers);

  base::Result<void> update(const stream::Observer& observer);
  // Streams at one place until the first world stands and nothing more is on its way, so that a
  // picture does not depend on how fast the machine is. Gives up waiting after `patience_s`.
  base::Result<void> fill(const stream::Observer& observer, double patience_s);

  const stream::Streamer& streamer() const { return *streamer_; }
  double update_ms() const { return update_ms_; }  // of the last update

 private:
  stream::SteadyClock clock_;
  std::unique_ptr<stream::BuildService> builds_;
  std::unique_ptr<stream::Streamer> streamer_;
  double update_ms_ = 0;
};

}  // namespace terrane::app
