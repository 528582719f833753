#include "ride_run.h"

#include <algorithm>

#include "terrane/base/digest.h"
#include "terrane/play/road_pilot.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::uint32_t k_pool_pages = 8192;
constexpr std::int64_t k_frame_us = 16'667;
constexpr double k_patience_s = 60;

}  // namespace

RideRun::RideRun(stream::Provider& provider, drive::Mover mover, geo::Vec3 position,
                 double heading_rad)
    : sink_(k_pool_pages),
      builds_(provider, nullptr, stream::BuildServiceOptions{}, &clock_),
      streamer_(provider, builds_, sink_, k_pool_pages, clock_),
      provider_(provider),
      ride_(provider, mover, position, heading_rad) {}

Result<void> RideRun::wait_for_ground() {
  const double began_s = clock_.now_s();
  do {
    const stream::Observer observer = ride_.observer();
    TERRANE_TRY(streamer_.update({&observer, 1}));
    ride_.meet(streamer_);
    if (ride_.ground_is_here()) return {};
  } while (clock_.now_s() - began_s < k_patience_s);
  return Error{ErrorCode::Incomplete, "what stands around does not arrive", provider_.info().uri,
               "the pieces near the ride within a minute"};
}

void RideRun::note(const play::RideReport& report, geo::Vec3 before) {
  end_.steps += static_cast<std::uint64_t>(report.steps);
  end_.bumps += report.bumped ? 1 : 0;
  end_.way_m += geo::length(ride_.position() - before);
  end_.speed_m_s_max = std::max(end_.speed_m_s_max, ride_.speed_m_s());
  end_.checksum = ride_.checksum();
}

Result<RideEnd> RideRun::follow_roads(double seconds, double speed_m_s, std::uint64_t seed) {
  play::RoadPilot pilot(provider_, ride_, speed_m_s, seed);
  const std::uint64_t steps = static_cast<std::uint64_t>(seconds * drive::k_steps_per_second);
  while (end_.steps < steps) {
    TERRANE_TRY(wait_for_ground());
    const geo::Vec3 before = ride_.position();
    note(ride_.advance(pilot.ask(ride_), k_frame_us), before);
  }
  return end_;
}

Result<RideEnd> RideRun::repeat(const drive::Recording& recording) {
  for (std::size_t at = 0; at < recording.inputs.size(); ++at) {
    const drive::Input& input = recording.inputs[at];
    if ((input.flags & drive::InputFlag::Waits) == 0) TERRANE_TRY(wait_for_ground());
    const geo::Vec3 before = ride_.position();
    note(ride_.step(input), before);
    if ((at + 1) % drive::k_checksum_steps != 0) continue;
    end_.compared += 1;
    if (recording.checksums[at / drive::k_checksum_steps] == end_.checksum) continue;
    if (end_.differences == 0) {
      end_.first_difference =
          "second " + std::to_string((at + 1) / drive::k_checksum_steps) + " is not as recorded";
    }
    end_.differences += 1;
  }
  return end_;
}

Result<RideEnd> repeat_recording(const drive::Recording& recording, stream::Provider& provider) {
  RideRun run(provider, recording.mover,
              {recording.start[0], recording.start[1], recording.start[2]}, recording.start[3]);
  if (run.ride().recording().world_digest != recording.world_digest) {
    return Error{ErrorCode::BadData, "the drive was recorded in another world",
                 base::digest_text(recording.world_digest),
                 "this one: " + base::digest_text(run.ride().recording().world_digest)};
  }
  return run.repeat(recording);
}

}  // namespace terrane::app
