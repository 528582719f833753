#include "terrane/play/free_camera.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/play/follower.h"

namespace terrane::play {
namespace {

constexpr double k_step_s_max = 0.1;       // a stall does not become a leap
constexpr double k_pitch_rad_max = 1.553;  // 89 degrees

double wrapped(double angle_rad) {
  const double turn_rad = 2 * base::k_pi;
  return angle_rad - turn_rad * std::ceil(angle_rad / turn_rad - 0.5);
}

}  // namespace

FreeCamera::FreeCamera(const stream::Provider& provider, geo::Vec3 position, double heading_rad,
                       double pitch_rad, CameraRules rules)
    : provider_(provider),
      rules_(rules),
      position_(position),
      heading_rad_(wrapped(heading_rad)),
      pitch_rad_(std::clamp(pitch_rad, -k_pitch_rad_max, k_pitch_rad_max)) {}

double FreeCamera::height_above_ground_m() const {
  const double above_reference_m =
      provider_.info().geographic ? geo::to_geodetic(position_).height_m : position_.y;
  return above_reference_m - provider_.ground_height_m(position_);
}

void FreeCamera::step(const CameraInput& input) {
  heading_rad_ = wrapped(heading_rad_ + input.turn_rad);
  pitch_rad_ = std::clamp(pitch_rad_ + input.tilt_rad, -k_pitch_rad_max, k_pitch_rad_max);

  const geo::Vec3 ahead = geo::direction_of(heading_rad_, 0);
  const geo::Vec3 right = geo::direction_of(heading_rad_ - base::k_pi / 2, 0);
  geo::Vec3 wish = ahead * input.ahead + right * input.right + geo::Vec3{0, input.up, 0};
  if (geo::length(wish) > 1) wish = geo::normalised(wish);
  const double speed = rules_.speed_m_per_s * (input.fast ? rules_.fast_factor : 1.0);
  velocity_ = frame().direction_to_world(wish * speed);
  position_ = position_ + velocity_ * std::clamp(input.elapsed_s, 0.0, k_step_s_max);
  if (height_above_ground_m() < rules_.clearance_m) {
    position_ = above_ground(provider_, position_, rules_.clearance_m);
  }
}

stream::Observer FreeCamera::observer() const {
  return {position_, velocity_,
          frame().direction_to_world(geo::direction_of(heading_rad_, pitch_rad_))};
}

}  // namespace terrane::play
