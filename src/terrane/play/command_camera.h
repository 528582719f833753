// The eye of who commands: it looks down at a point of the battlefield, from a height that the
// wheel chooses, and moves by keys, by the picture's edge, by dragging, by a gamepad's sticks. It
// answers in the very frame in which input comes and knows no match, so that no tick can hold it
// up. Positions are metres of the battlefield's frame (rts/battlefield.h). Owner thread.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "terrane/geo/vec3.h"
#include "terrane/gpu/input.h"
#include "terrane/rts/battlefield.h"

namespace terrane::play {

struct CommandCameraRules {
  double height_min_m = 15;  // of the eye above the ground that it looks at
  double height_max_m = 120;
  double pitch_low_rad = -0.55;  // at the lowest height
  double pitch_high_rad = -1.1;  // at the greatest
  double vertical_fov_rad = 0.8;
  double pan_per_s = 0.9;       // heights a second
  double turn_rad_per_s = 1.6;  // by keys
  double zoom_a_notch = 0.86;   // what a notch of the wheel makes of the height
  double edge_px = 6;           // how near to the picture's edge scrolls; 0: never
};

class CommandCamera {
 public:
  // Borrows the field.
  CommandCamera(const rts::Battlefield& field, double x_m, double z_m, double heading_rad,
                CommandCameraRules rules = {});

  // What is held and dragged, and the wheel. A record that the HUD or the minimap took is not
  // given here.
  void take(const gpu::InputRecord& record);
  // A frame. `letters_pan`: W A S D move it too; off while letters are orders. `edges_pan`: off
  // while the pointer is over something of the HUD.
  void step(double elapsed_s, std::uint32_t width, std::uint32_t height, bool letters_pan,
            bool edges_pan);
  // The middle of the picture lies there from now on.
  void look_at(double x_m, double z_m);
  void set_height(double height_m);  // at once
  void set_heading(double heading_rad);

  double x_m() const { return x_m_; }  // of the point looked at
  double z_m() const { return z_m_; }
  double height_m() const { return height_m_; }
  double heading_rad() const { return heading_rad_; }
  double pitch_rad() const { return pitch_rad_; }
  double vertical_fov_rad() const { return rules_.vertical_fov_rad; }
  geo::Vec3 eye() const { return eye_; }
  geo::Vec3 forward() const { return forward_; }
  double ground_m(double x_m, double z_m) const;

  // The ground under a pixel of the last step's picture, by marching the ray. False for the sky
  // and what lies further than 2 km. The point may lie outside the field.
  bool ground_under(double x_px, double y_px, geo::Vec3& ground) const;
  // Where a point is in that picture; false when it is behind the eye. `px_a_m`: how many pixels
  // a metre there is high.
  bool pixel_of(geo::Vec3 point, double& x_px, double& y_px, double& px_a_m) const;
  // Whether a pixel lies in that picture.
  bool is_in_picture(double x_px, double y_px) const {
    return x_px >= 0 && y_px >= 0 && x_px < width_px_ && y_px < height_px_;
  }
  double width_px() const { return width_px_; }
  double height_px() const { return height_px_; }
  // The ground under the picture's corners, from the upper left clockwise, at most 400 m away.
  std::array<geo::Vec3, 4> corners() const;

 private:
  void drag(const gpu::InputRecord& record);
  void place();  // eye and axes from the rest
  geo::Vec3 ray(double x_px, double y_px) const;
  double held(gpu::Key positive, gpu::Key negative) const;

  const rts::Battlefield& field_;
  CommandCameraRules rules_;
  double x_m_;
  double z_m_;
  double height_m_ = 55;
  double height_wanted_m_ = 55;
  double heading_rad_;
  double pitch_rad_ = 0;
  double width_px_ = 1280;
  double height_px_ = 720;
  double focal_px_ = 1;
  geo::Vec3 eye_;
  geo::Vec3 forward_;
  geo::Vec3 right_;
  geo::Vec3 up_;
  std::set<gpu::Key> held_;
  std::array<double, gpu::k_pad_axis_count> sticks_{};
  bool pointer_in_ = false;
  double pointer_x_px_ = 0;
  double pointer_y_px_ = 0;
  bool drags_ = false;
};

}  // namespace terrane::play
