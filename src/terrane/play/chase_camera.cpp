#include "terrane/play/chase_camera.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"

namespace terrane::play {
namespace {

constexpr double k_distance_m = 7.5;
constexpr double k_distance_m_min = 1.5;
constexpr double k_above_m = 1.35;      // of what it looks at, above the wheels
constexpr double k_rise_rad = 0.2;      // it stands so much higher than what it looks at
constexpr double k_follow_per_s = 4.5;  // share of the difference of headings, a second
constexpr double k_return_m_per_s = 3;  // back to its distance once nothing is between
constexpr double k_room_m = 0.4;        // kept from walls and the ground

double wrapped(double angle_rad) {
  return std::remainder(angle_rad, 2 * base::k_pi);
}

}  // namespace

void ChaseCamera::step(const Ride& ride, double look_rad, double tilt_rad, double elapsed_s) {
  const Ride::Eye eye = ride.eye();
  if (!started_) {
    started_ = true;
    behind_rad_ = eye.heading_rad;
    distance_m_ = k_distance_m;
  }
  const double share = 1 - std::exp(-k_follow_per_s * std::max(elapsed_s, 0.0));
  behind_rad_ += wrapped(eye.heading_rad - behind_rad_) * share;
  heading_rad_ = behind_rad_ + look_rad;
  pitch_rad_ = std::clamp(tilt_rad - k_rise_rad, -1.4, 0.6);

  const geo::Frame frame = provider_.frame_at(eye.position);
  const geo::Vec3 target = ride.body().position + frame.up * k_above_m;
  const geo::Vec3 back = frame.direction_to_world(geo::direction_of(heading_rad_, pitch_rad_)) * -1;
  const double clear_m =
      std::max(ride.clear_way_m(target, back, k_distance_m) - k_room_m, k_distance_m_min);
  // Nearer at once, so that no wall is ever looked through; back slowly.
  distance_m_ = std::min({clear_m, k_distance_m, distance_m_ + k_return_m_per_s * elapsed_s});
  position_ = target + back * distance_m_;
  const geo::Frame there = provider_.frame_at(position_);
  const double above_m = dot(position_ - ride.body().position, there.up);
  const double ground_above_m =
      provider_.ground_height_m(position_) - provider_.ground_height_m(ride.body().position);
  if (above_m < ground_above_m + k_room_m) {
    position_ = position_ + there.up * (ground_above_m + k_room_m - above_m);
  }
}

}  // namespace terrane::play
