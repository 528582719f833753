// A ride without a window: the world is streamed on this thread until what stands around is there,
// then some steps are gone. Records a drive along the roads, or goes a recorded one again. Owner
// thread.
#pragma once

#include <cstdint>
#include <string>

#include "terrane/base/result.h"
#include "terrane/drive/recording.h"
#include "terrane/play/ride.h"
#include "terrane/stream/build_service.h"
#include "terrane/stream/clock.h"
#include "terrane/stream/pages.h"
#include "terrane/stream/streamer.h"

namespace terrane::app {

struct RideEnd {
  std::uint64_t steps = 0;
  std::uint64_t bumps = 0;  // steps with one
  double way_m = 0;
  double speed_m_s_max = 0;
  std::uint64_t checksum = 0;
  // Of a recording that is gone again.
  std::uint64_t compared = 0;
  std::uint64_t differences = 0;
  std::string first_difference;
};

class RideRun {
 public:
  // Borrows the provider.
  RideRun(stream::Provider& provider, drive::Mover mover, geo::Vec3 position, double heading_rad);

  // Along the roads for so long; turns by hash of the seed.
  base::Result<RideEnd> follow_roads(double seconds, double speed_m_s, std::uint64_t seed);
  // Input by input, and compares each second.
  base::Result<RideEnd> repeat(const drive::Recording& recording);

  const play::Ride& ride() const { return ride_; }

 private:
  base::Result<void> wait_for_ground();
  void note(const play::RideReport& report, geo::Vec3 before);

  stream::SteadyClock clock_;
  stream::MemoryPageSink sink_;
  stream::BuildService builds_;
  stream::Streamer streamer_;
  stream::Provider& provider_;
  play::Ride ride_;
  RideEnd end_;
};

// The place and the world of a recording, and the run that repeats it. BadData when this is another
// world.
base::Result<RideEnd> repeat_recording(const drive::Recording& recording,
                                       stream::Provider& provider);

}  // namespace terrane::app
