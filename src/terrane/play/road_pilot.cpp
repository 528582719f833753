#include "terrane/play/road_pilot.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

// Pure pursuit (Coulter 1992): steer at a point on the road a little way ahead, farther when
// faster.
constexpr double k_look_m = 6;
constexpr double k_look_s = 0.7;
constexpr double k_bend_rad = 0.25;  // off by more than this, it slows down
constexpr double k_turn_to_wheel = 1.8;
constexpr double k_advance_m = 0.5;

std::int8_t axis_of(double share) {
  return static_cast<std::int8_t>(std::clamp(share, -1.0, 1.0) * 127);
}

}  // namespace

RoadStart start_on_road(const stream::Provider& provider, geo::Vec3 place, double heading_rad,
                        std::uint64_t seed) {
  const auto road = provider.follow_roads(place, heading_rad, seed);
  if (road == nullptr) return {place, heading_rad};
  const stream::RoadPlace on_road = road->place();
  const geo::Frame frame = provider.frame_at(on_road.position);
  return {on_road.position, geo::heading_of(frame.direction_to_local(on_road.forward))};
}

RoadPilot::RoadPilot(const stream::Provider& provider, const Ride& ride, double speed_m_s,
                     std::uint64_t seed)
    : speed_m_s_(speed_m_s),
      road_(provider.follow_roads(ride.position(), ride.heading_rad(), seed)) {}

drive::Input RoadPilot::ask(const Ride& ride) {
  drive::Input input;
  if (road_ == nullptr) return input;
  const double look_m = k_look_m + k_look_s * ride.speed_m_s();
  const geo::Frame frame = ride.frame();
  const geo::Vec3 here = frame.to_local(ride.position());
  const auto ahead = [&] {
    const geo::Vec3 goal = frame.to_local(road_->place().position);
    return geo::Vec3{goal.x - here.x, 0, goal.z - here.z};
  };
  // The point goes on as the car comes nearer; it never comes back.
  for (int tries = 0; tries < 200 && geo::length(ahead()) < look_m; ++tries) {
    road_->advance(k_advance_m);
  }
  const double off = ride.heading_rad() - geo::heading_of(ahead());
  const double turn = off - 2 * base::k_pi * std::floor(off / (2 * base::k_pi) + 0.5);
  const double slow = std::abs(turn) > k_bend_rad ? 0.35 : 1.0;
  const double wish_m_s = std::max(3.0, speed_m_s_ * slow);
  const double error = wish_m_s - ride.speed_m_s();
  if (ride.mover() == drive::Mover::Walker) {
    const double heading = geo::heading_of(ahead());
    const double turns = heading / (2 * base::k_pi);
    input.heading = static_cast<std::uint16_t>((turns - std::floor(turns)) * 65536);
    input.ahead = 127;
    return input;
  }
  input.right = axis_of(k_turn_to_wheel * turn);
  input.ahead = axis_of(error > 0 ? 0.3 + 0.4 * error : 0.25 * error);
  return input;
}

}  // namespace terrane::play
