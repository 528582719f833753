// A plain free camera: what a person looks through until there is somebody to be. Moved by one
// input record a frame under fixed rules, so that the same records give the same way everywhere.
// Knows no keys and no window. Owner thread.
#pragma once

#include "terrane/geo/frame.h"
#include "terrane/stream/observer.h"
#include "terrane/stream/provider.h"

namespace terrane::play {

// What a person asked for in one frame.
struct CameraInput {
  double ahead = 0;     // -1 … 1, along the view without its pitch
  double right = 0;     // -1 … 1
  double up = 0;        // -1 … 1
  double turn_rad = 0;  // to the left
  double tilt_rad = 0;  // upward
  bool fast = false;
  double elapsed_s = 0;  // counted up to k_step_s_max
};

struct CameraRules {
  double speed_m_per_s = 6.0;
  double fast_factor = 8.0;
  double clearance_m = 0.5;  // the eye never comes nearer to the ground
};

class FreeCamera {
 public:
  // Borrows the provider. `position` in world space.
  FreeCamera(const stream::Provider& provider, geo::Vec3 position, double heading_rad,
             double pitch_rad, CameraRules rules = {});

  void step(const CameraInput& input);

  geo::Vec3 position() const { return position_; }
  double heading_rad() const { return heading_rad_; }  // 0 north, growing to the left, in (-pi, pi]
  double pitch_rad() const { return pitch_rad_; }
  geo::Frame frame() const { return provider_.frame_at(position_); }
  double height_above_ground_m() const;
  stream::Observer observer() const;

 private:
  const stream::Provider& provider_;
  CameraRules rules_;
  geo::Vec3 position_;
  geo::Vec3 velocity_;
  double heading_rad_;
  double pitch_rad_;
};

}  // namespace terrane::play
