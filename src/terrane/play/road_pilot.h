// Drives a ride along the world's roads: what a person would ask of the car, so that drives can be
// tested, recorded and shown without anybody at the wheel. Owner thread.
#pragma once

#include <cstdint>
#include <memory>

#include "terrane/drive/input.h"
#include "terrane/play/ride.h"
#include "terrane/stream/provider.h"

namespace terrane::play {

struct RoadStart {
  geo::Vec3 position;  // world space
  double heading_rad = 0;
};
// On the road nearest to the place, looking along it; the place itself where there is none.
RoadStart start_on_road(const stream::Provider& provider, geo::Vec3 place, double heading_rad,
                        std::uint64_t seed);

class RoadPilot {
 public:
  // Turns by hash of `seed`. Follows the road nearest to where the ride is; stands where there is
  // none.
  RoadPilot(const stream::Provider& provider, const Ride& ride, double speed_m_s,
            std::uint64_t seed);

  // For the next frame.
  drive::Input ask(const Ride& ride);

 private:
  double speed_m_s_;
  std::unique_ptr<stream::RoadFollower> road_;  // its place is the point that is steered at
};

}  // namespace terrane::play
