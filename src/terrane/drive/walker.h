// A first walker: an upright capsule that walks, runs, jumps, climbs steps, stands on what is under
// it, slides along walls and does not walk up what is too steep. Fixed steps of k_step_s; the same
// inputs give the same bits on every machine. Owner thread.
#pragma once

#include <vector>

#include "terrane/drive/input.h"
#include "terrane/drive/surroundings.h"

namespace terrane::drive {

struct WalkerRules {
  double radius_m = 0.3;
  double height_m = 1.8;
  double eye_m = 1.7;
  double step_m = 0.4;     // what a foot is lifted over; lower makes kerbs into walls
  double slope_max = 1.0;  // rise a metre: 45 degrees
  double walk_m_s = 1.6;
  double run_m_s = 5.0;
  double gain_m_s2 = 14;  // how fast the wished speed is reached
  double jump_m_s = 3.2;  // about half a metre high
  double wade_m = 0.9;    // deeper water turns it back
};

struct WalkerState {
  double x = 0;
  double y = 0;  // of the feet
  double z = 0;
  double speed_x = 0;
  double speed_y = 0;
  double speed_z = 0;
  bool stands = true;
  friend bool operator==(const WalkerState&, const WalkerState&) = default;
};

struct WalkerReport {
  bool waits = false;    // for ground
  bool touched = false;  // a wall
  bool landed = false;
  bool turned_back = false;  // by water or a slope
};

class Walker {
 public:
  explicit Walker(WalkerRules rules = {}) : rules_(rules) {}

  // On the ground there, or at the nearest place (within 60 m) that is not inside a box.
  void stand_at(Point place, const Surroundings& around);
  WalkerReport step(const Input& input, const Surroundings& around);

  const WalkerState& state() const { return state_; }
  void set_state(const WalkerState& state) { state_ = state; }
  const WalkerRules& rules() const { return rules_; }
  double eye_y() const { return state_.y + rules_.eye_m; }

 private:
  void wish(const Input& input);
  void walk(const Surroundings& around, WalkerReport& report);
  void push_out(WalkerReport& report);
  bool bars(const Box& box) const;  // whether it stands in the way of the body
  bool is_in_a_wall(const Surroundings& around);
  double floor_m(Point place, double feet_m, const Surroundings& around) const;
  bool is_barred(Point from, Point to, const Surroundings& around) const;
  void fall(const Surroundings& around, WalkerReport& report);

  WalkerRules rules_;
  WalkerState state_;
  std::vector<Box> near_;  // kept between steps for its room
};

}  // namespace terrane::drive
