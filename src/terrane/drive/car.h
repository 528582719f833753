// A first car: four wheels on springs, tyres with as much grip as the load on them allows, an
// engine, brakes, and a body that bumps into boxes. Fixed steps of k_step_s; the same inputs on the
// same ground give the same bits on every machine. No gears, no damage, and it never turns over:
// the body leans as far as its springs let it. Source of the tyres: a bicycle model with a friction
// circle (Milliken, Race Car Vehicle Dynamics). Owner thread.
#pragma once

#include <array>
#include <vector>

#include "terrane/drive/input.h"
#include "terrane/drive/surroundings.h"

namespace terrane::drive {

// What sort of car. Metres, kilograms, newtons.
struct CarRules {
  double mass_kg = 1300;
  double wheel_base_m = 2.6;
  double track_m = 1.56;
  double half_length_m = 2.1;
  double half_width_m = 0.9;
  double body_bottom_m = 0.25;  // above the ground at rest: what is lower is driven over
  double body_height_m = 1.45;
  double wheel_radius_m = 0.32;
  double engine_w = 95e3;
  double push_n_max = 6200;  // of the engine, at low speed
  double brake_n_max = 12500;
  double drag_n_s2_m2 = 0.42;  // air
  double rolling_n = 170;
  double grip = 0.95;            // of the load on the front wheels
  double rear_grip = 1.02;       // lower than the front's: it spins in every fast bend
  double handbrake_grip = 0.45;  // of the rear wheels while it is pulled
  double front_n_rad = 55e3;     // of a pair of tyres, sideways, a radian of slip
  double rear_n_rad = 85e3;      // lower than the front's: it turns in more than it is steered
  double steer_rad_max = 0.55;
  double steer_rad_s = 1.6;
  double spring_travel_m = 0.16;  // from hanging free to rest
  double speed_m_s_max = 70;
  double reverse_m_s_max = 9;
};

// All that a step reads and writes: equal states and inputs give equal states.
struct CarState {
  double x = 0;  // of the body's middle on the ground plane
  double y = 0;  // of its lower side's middle as it stands at rest: the ground under it, when level
  double z = 0;
  double heading_rad = 0;  // 0 north, growing to the left
  double pitch_rad = 0;    // nose up
  double roll_rad = 0;     // left side up
  double ahead_m_s = 0;    // in the body's own directions
  double right_m_s = 0;
  double up_m_s = 0;
  double turn_rad_s = 0;
  double pitch_rad_s = 0;
  double roll_rad_s = 0;
  double steer_rad = 0;  // of the front wheels, to the left
  std::array<double, 4>
      spring_m{};  // pressed in beyond hanging free; front left, front right, rear
  friend bool operator==(const CarState&, const CarState&) = default;
};

// What happened in a step, for sounds and the screen.
struct CarReport {
  bool waits = false;  // for ground
  bool bumped = false;
  double bump_m_s = 0;  // speed lost at once
  bool slides = false;  // a pair of tyres gives all it can
  bool afloat = false;  // over water: it is pushed back to the shore
  unsigned wheels_down = 0;
};

class Car {
 public:
  explicit Car(CarRules rules = {}) : rules_(rules) {}

  // At rest on the ground there.
  void stand_at(Point place, double heading_rad, const Surroundings& around);
  CarReport step(const Input& input, const Surroundings& around);

  const CarState& state() const { return state_; }
  void set_state(const CarState& state) { state_ = state; }
  const CarRules& rules() const { return rules_; }
  double speed_m_s() const;
  // Where the driver's eye is, in the frame of the ground.
  double eye_y() const { return state_.y + 1.25; }

 private:
  struct Forces;
  void steer(double wish);
  // Springs and ground: loads on the wheels, and how the body lifts, pitches and rolls.
  Forces suspend(const Surroundings& around, CarReport& report);
  void roll_on(const Input& input, const Forces& forces, CarReport& report);
  void move();
  void bump(const Surroundings& around, CarReport& report);
  void keep_ashore(const Surroundings& around, CarReport& report);
  Point corner(unsigned wheel) const;

  CarRules rules_;
  CarState state_;
  std::vector<Box> near_;  // kept between steps for its room
};

}  // namespace terrane::drive
