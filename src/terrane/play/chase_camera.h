// A camera that follows a car from behind and above: turns after it a little late, comes nearer
// when something stands between, and never sinks into the ground. Its way is for the eyes alone; no
// drive depends on it. Owner thread.
#pragma once

#include "terrane/play/ride.h"
#include "terrane/stream/provider.h"

namespace terrane::play {

class ChaseCamera {
 public:
  explicit ChaseCamera(const stream::Provider& provider) : provider_(provider) {}

  // After the ride's step. `look_rad` turns it around the car, `tilt_rad` lifts its look.
  void step(const Ride& ride, double look_rad, double tilt_rad, double elapsed_s);
  // The next step starts behind the car at once.
  void reset() { started_ = false; }

  geo::Vec3 position() const { return position_; }  // world space
  double heading_rad() const { return heading_rad_; }
  double pitch_rad() const { return pitch_rad_; }

 private:
  const stream::Provider& provider_;
  bool started_ = false;
  double behind_rad_ = 0;  // the heading that it follows
  double distance_m_ = 0;
  geo::Vec3 position_;
  double heading_rad_ = 0;
  double pitch_rad_ = 0;
};

}  // namespace terrane::play
