#include "terrane/drive/car.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/drive/contact.h"
#include "terrane/drive/steps.h"

namespace terrane::drive {
namespace {

constexpr double k_gravity_m_s2 = 9.81;
constexpr double k_stop_shares = 1.2;     // of the springs' travel, pressed in beyond rest
constexpr double k_damping = 0.35;        // of the springs, as a share of critical
constexpr double k_lean_rad_max = 0.6;    // it does not turn over
constexpr double k_lean_height_m = 0.45;  // of the middle of the mass above the axles
constexpr double k_slow_m_s = 3.0;        // below it wheels roll where they point
constexpr double k_bounce = 0.15;         // of the speed into a wall
constexpr double k_scrape = 0.25;         // of the speed along it, at most
constexpr int k_bumps_max = 4;            // boxes that one step gets out of
constexpr double k_shallow_m = 0.15;      // water that a car may still stand in
constexpr double k_shore_m_s2 = 9.0;      // the push back, a metre of water deep

double full(std::int8_t axis) {
  return std::clamp(axis / 127.0, -1.0, 1.0);
}

struct Directions {
  double ahead_x;
  double ahead_z;
  double right_x;
  double right_z;
};

Directions directions(double heading_rad) {
  const base::SinCos turn = base::sin_cos(heading_rad);
  return {-turn.sin, -turn.cos, turn.cos, -turn.sin};
}

double in_turn(double heading_rad) {
  const double turns = std::floor(heading_rad / (2 * base::k_pi) + 0.5);
  return heading_rad - turns * (2 * base::k_pi);
}

// Sideways force of a pair of tyres: grows with the slip angle up to what the grip leaves beside
// the force along the way.
double side_force(double stiffness, double slip_rad, double grip_n, double along_n, bool& slides) {
  const double left2 = grip_n * grip_n - along_n * along_n;
  const double most = left2 > 0 ? std::sqrt(left2) : 0;
  const double wished = -stiffness * slip_rad;
  if (std::abs(wished) > most) slides = true;
  return std::clamp(wished, -most, most);
}

}  // namespace

struct Car::Forces {
  double front_load_n = 0;
  double rear_load_n = 0;
  double slope_ahead = 0;  // rise of the ground a metre ahead
  double slope_right = 0;
};

double Car::speed_m_s() const {
  return std::sqrt(state_.ahead_m_s * state_.ahead_m_s + state_.right_m_s * state_.right_m_s);
}

Point Car::corner(unsigned wheel) const {
  const Directions way = directions(state_.heading_rad);
  const double ahead = (wheel < 2 ? 0.5 : -0.5) * rules_.wheel_base_m;
  const double right = (wheel % 2 == 1 ? 0.5 : -0.5) * rules_.track_m;
  return {state_.x + way.ahead_x * ahead + way.right_x * right,
          state_.z + way.ahead_z * ahead + way.right_z * right};
}

void Car::stand_at(Point place, double heading_rad, const Surroundings& around) {
  state_ = CarState{};
  state_.x = place.x;
  state_.z = place.z;
  state_.heading_rad = in_turn(heading_rad);
  double height[4];
  for (unsigned wheel = 0; wheel < 4; ++wheel) height[wheel] = around.ground_m(corner(wheel));
  state_.y = (height[0] + height[1] + height[2] + height[3]) / 4;
  state_.pitch_rad =
      base::atan((height[0] + height[1] - height[2] - height[3]) / (2 * rules_.wheel_base_m));
  state_.roll_rad =
      base::atan((height[0] + height[2] - height[1] - height[3]) / (2 * rules_.track_m));
  state_.spring_m.fill(rules_.spring_travel_m);
}

CarReport Car::step(const Input& input, const Surroundings& around) {
  CarReport report;
  if ((input.flags & InputFlag::Waits) != 0) {
    report.waits = true;
    return report;
  }
  steer(-full(input.right));
  const Forces forces = suspend(around, report);
  roll_on(input, forces, report);
  keep_ashore(around, report);
  move();
  bump(around, report);
  return report;
}

void Car::steer(double wish) {
  // At speed the wheels turn less: what the tyres could not hold anyway.
  const double speed = std::abs(state_.ahead_m_s);
  const double most =
      std::min(rules_.steer_rad_max, 0.045 + rules_.wheel_base_m * rules_.grip * k_gravity_m_s2 /
                                                 std::max(speed * speed, 1.0));
  const double step = rules_.steer_rad_s * k_step_s;
  state_.steer_rad += std::clamp(wish * most - state_.steer_rad, -step, step);
}

Car::Forces Car::suspend(const Surroundings& around, CarReport& report) {
  const double rest_n = rules_.mass_kg * k_gravity_m_s2 / 4;
  const double spring = rest_n / rules_.spring_travel_m;
  const double damper = 2 * k_damping * std::sqrt(spring * rules_.mass_kg / 4);
  // Of a box of the body's size about its middle.
  const double pitch_inertia = rules_.mass_kg * rules_.half_length_m * rules_.half_length_m / 3;
  const double roll_inertia = rules_.mass_kg *
                              (rules_.half_width_m * rules_.half_width_m +
                               0.25 * rules_.body_height_m * rules_.body_height_m) /
                              3;
  const double pitch_slope = base::sin(state_.pitch_rad);
  const double roll_slope = base::sin(state_.roll_rad);
  double height[4];
  double load[4];
  double lift = 0;
  double pitch_moment = 0;
  double roll_moment = 0;
  for (unsigned wheel = 0; wheel < 4; ++wheel) {
    const double ahead = (wheel < 2 ? 0.5 : -0.5) * rules_.wheel_base_m;
    const double left = (wheel % 2 == 0 ? 0.5 : -0.5) * rules_.track_m;
    height[wheel] = around.ground_m(corner(wheel));
    const double body = state_.y + pitch_slope * ahead + roll_slope * left;
    const double pressed =
        std::clamp(height[wheel] - body + rules_.spring_travel_m, 0.0, 3 * rules_.spring_travel_m);
    const double speed = (pressed - state_.spring_m[wheel]) / k_step_s;
    state_.spring_m[wheel] = pressed;
    load[wheel] = pressed > 0 ? std::max(0.0, spring * pressed + damper * speed) : 0;
    // A wheel that strikes a step passes on no more than its stop does.
    load[wheel] = std::min(load[wheel], 6 * rest_n);
    report.wheels_down += pressed > 0 ? 1 : 0;
    lift += load[wheel];
    pitch_moment += load[wheel] * ahead;
    roll_moment += load[wheel] * left;
  }
  // The springs have an end: then the body strikes the ground and goes no deeper.
  const double lowest_m =
      (height[0] + height[1] + height[2] + height[3]) / 4 - k_stop_shares * rules_.spring_travel_m;
  if (state_.y < lowest_m) {
    state_.y = lowest_m;
    state_.up_m_s = std::max(state_.up_m_s, 0.0);
  }
  state_.up_m_s += (lift / rules_.mass_kg - k_gravity_m_s2) * k_step_s;
  state_.pitch_rad_s += pitch_moment / pitch_inertia * k_step_s;
  state_.roll_rad_s += roll_moment / roll_inertia * k_step_s;
  Forces forces;
  forces.front_load_n = load[0] + load[1];
  forces.rear_load_n = load[2] + load[3];
  forces.slope_ahead = (height[0] + height[1] - height[2] - height[3]) / (2 * rules_.wheel_base_m);
  forces.slope_right = (height[1] + height[3] - height[0] - height[2]) / (2 * rules_.track_m);
  return forces;
}

void Car::roll_on(const Input& input, const Forces& forces, CarReport& report) {
  const double speed = state_.ahead_m_s;
  const double wish = full(input.ahead);
  const bool handbrake = (input.flags & InputFlag::Handbrake) != 0;
  const double total_load = forces.front_load_n + forces.rear_load_n;
  const double hold = total_load * rules_.grip;
  // Along the way: the engine, or the brakes, which stop and never push.
  double engine = 0;
  double brake = 0;
  if (wish > 0 && speed > -0.5) {
    const double most = std::min(rules_.push_n_max, rules_.engine_w / std::max(speed, 1.0));
    engine = speed < rules_.speed_m_s_max ? wish * most : 0;
  } else if (wish < 0 && speed < 0.5) {
    engine = -speed < rules_.reverse_m_s_max ? wish * 0.6 * rules_.push_n_max : 0;
  } else {
    brake = std::abs(wish) * rules_.brake_n_max;
  }
  if (handbrake) brake += 0.4 * rules_.brake_n_max;
  engine = std::clamp(engine, -hold, hold);
  brake = std::min(brake, hold);
  double along = engine - rules_.drag_n_s2_m2 * speed * std::abs(speed);
  if (total_load > 0) along -= rules_.mass_kg * k_gravity_m_s2 * forces.slope_ahead;
  double next = speed + along / rules_.mass_kg * k_step_s;
  const double stop = (brake + (total_load > 0 ? rules_.rolling_n : 0)) / rules_.mass_kg * k_step_s;
  next = next > 0 ? std::max(0.0, next - stop) : std::min(0.0, next + stop);

  const double front_m = rules_.wheel_base_m / 2;
  const double yaw_inertia =
      rules_.mass_kg *
      (rules_.half_length_m * rules_.half_length_m + rules_.half_width_m * rules_.half_width_m) / 3;
  const double grip_front = forces.front_load_n * rules_.grip;
  const double grip_rear =
      forces.rear_load_n * (handbrake ? rules_.handbrake_grip : rules_.rear_grip);
  const double share = total_load > 0 ? (engine + brake) / total_load : 0;
  if (std::abs(next) < k_slow_m_s) {
    // Slip angles mean nothing at a walking pace: the wheels roll where they point.
    const base::SinCos turn = base::sin_cos(state_.steer_rad);
    const double rolled = next * turn.sin / (turn.cos * rules_.wheel_base_m);
    const double held = std::min(1.0, hold / (rules_.mass_kg * k_gravity_m_s2));
    state_.turn_rad_s += (rolled - state_.turn_rad_s) * 0.2 * held;
    state_.right_m_s -= state_.right_m_s * 0.2 * held;
  } else {
    const double forwards = next > 0 ? 1.0 : -1.0;
    // Positive is to the right; turning to the left moves the front to the left.
    const double slip_front =
        base::atan2(state_.right_m_s - front_m * state_.turn_rad_s, std::abs(next)) +
        forwards * state_.steer_rad;
    const double slip_rear =
        base::atan2(state_.right_m_s + front_m * state_.turn_rad_s, std::abs(next));
    const double front = side_force(rules_.front_n_rad, slip_front, grip_front,
                                    share * forces.front_load_n, report.slides);
    const double rear = side_force(rules_.rear_n_rad, slip_rear, grip_rear,
                                   share * forces.rear_load_n, report.slides);
    const double side =
        front + rear - (total_load > 0 ? rules_.mass_kg * k_gravity_m_s2 * forces.slope_right : 0);
    state_.right_m_s += side / rules_.mass_kg * k_step_s;
    state_.turn_rad_s += (rear - front) * front_m / yaw_inertia * k_step_s;
  }
  // Weight goes to the back when it speeds up, and outwards in a bend.
  const double gained = (next - speed) / k_step_s;
  const double lean = rules_.mass_kg * k_lean_height_m * k_step_s;
  const double pitch_inertia = rules_.mass_kg * rules_.half_length_m * rules_.half_length_m / 3;
  const double roll_inertia = rules_.mass_kg * rules_.half_width_m * rules_.half_width_m;
  if (total_load > 0) {
    state_.pitch_rad_s += lean * gained / pitch_inertia;
    state_.roll_rad_s -= lean * state_.turn_rad_s * next / roll_inertia;
  }
  state_.ahead_m_s = next;
}

void Car::move() {
  const Directions before = directions(state_.heading_rad);
  double velocity_x = before.ahead_x * state_.ahead_m_s + before.right_x * state_.right_m_s;
  double velocity_z = before.ahead_z * state_.ahead_m_s + before.right_z * state_.right_m_s;
  state_.x += velocity_x * k_step_s;
  state_.z += velocity_z * k_step_s;
  state_.y += state_.up_m_s * k_step_s;
  state_.heading_rad = in_turn(state_.heading_rad + state_.turn_rad_s * k_step_s);
  // The way goes on where it went; the body has turned under it.
  const Directions after = directions(state_.heading_rad);
  state_.ahead_m_s = velocity_x * after.ahead_x + velocity_z * after.ahead_z;
  state_.right_m_s = velocity_x * after.right_x + velocity_z * after.right_z;
  const auto lean = [](double& angle, double& speed) {
    angle += speed * k_step_s;
    if (std::abs(angle) <= k_lean_rad_max) return;
    angle = std::clamp(angle, -k_lean_rad_max, k_lean_rad_max);
    speed = 0;
  };
  lean(state_.pitch_rad, state_.pitch_rad_s);
  lean(state_.roll_rad, state_.roll_rad_s);
}

void Car::bump(const Surroundings& around, CarReport& report) {
  const double reach = std::sqrt(rules_.half_length_m * rules_.half_length_m +
                                 rules_.half_width_m * rules_.half_width_m);
  near_.clear();
  around.boxes_near({state_.x, state_.z}, reach, near_);
  for (int bumps = 0; bumps < k_bumps_max; ++bumps) {
    const Directions way = directions(state_.heading_rad);
    const Rectangle body{
        {state_.x, state_.z}, way.ahead_x, way.ahead_z, rules_.half_length_m, rules_.half_width_m};
    std::optional<Contact> deepest;
    for (const Box& box : near_) {
      const double bottom = state_.y + rules_.body_bottom_m;
      if (box.top <= bottom || box.bottom >= state_.y + rules_.body_height_m) continue;
      const auto contact = touch_rectangle(body, box);
      if (contact && (!deepest || contact->depth_m > deepest->depth_m)) deepest = contact;
    }
    if (!deepest) return;
    state_.x += deepest->normal_x * deepest->depth_m;
    state_.z += deepest->normal_z * deepest->depth_m;
    const double normal_ahead = deepest->normal_x * way.ahead_x + deepest->normal_z * way.ahead_z;
    const double normal_right = deepest->normal_x * way.right_x + deepest->normal_z * way.right_z;
    // Of the point that touches: the body's middle and its turning.
    const double arm_ahead =
        (deepest->at.x - state_.x) * way.ahead_x + (deepest->at.z - state_.z) * way.ahead_z;
    const double arm_right =
        (deepest->at.x - state_.x) * way.right_x + (deepest->at.z - state_.z) * way.right_z;
    const double point_ahead = state_.ahead_m_s + state_.turn_rad_s * arm_right;
    const double point_right = state_.right_m_s - state_.turn_rad_s * arm_ahead;
    const double into = point_ahead * normal_ahead + point_right * normal_right;
    if (into >= 0) continue;
    const double lever = arm_right * normal_ahead - arm_ahead * normal_right;
    const double yaw_inertia =
        (rules_.half_length_m * rules_.half_length_m + rules_.half_width_m * rules_.half_width_m) /
        3;  // a kilogram of the car
    const double push = -(1 + k_bounce) * into / (1 + lever * lever / yaw_inertia);
    state_.ahead_m_s += push * normal_ahead;
    state_.right_m_s += push * normal_right;
    state_.turn_rad_s += push * lever / yaw_inertia;
    // Along the wall it scrapes.
    const double slide = state_.ahead_m_s * -normal_right + state_.right_m_s * normal_ahead;
    const double lost = std::clamp(slide, -k_scrape * push, k_scrape * push);
    state_.ahead_m_s -= lost * -normal_right;
    state_.right_m_s -= lost * normal_ahead;
    report.bumped = true;
    report.bump_m_s = std::max(report.bump_m_s, push);
  }
}

void Car::keep_ashore(const Surroundings& around, CarReport& report) {
  const double water = around.water_m();
  if (!(water > k_no_water)) return;
  const Directions way = directions(state_.heading_rad);
  double push_ahead = 0;
  double push_right = 0;
  for (unsigned wheel = 0; wheel < 4; ++wheel) {
    const Point at = corner(wheel);
    const double depth = water - k_shallow_m - around.ground_m(at);
    if (depth <= 0) continue;
    report.afloat = true;
    // Towards the shore: up the bed. A flat bed gives no direction; then back to the middle of the
    // car, which is not all in the water or has to stop.
    constexpr double k_probe_m = 1.0;
    const double rise_ahead =
        around.ground_m({at.x + way.ahead_x * k_probe_m, at.z + way.ahead_z * k_probe_m}) -
        around.ground_m({at.x - way.ahead_x * k_probe_m, at.z - way.ahead_z * k_probe_m});
    const double rise_right =
        around.ground_m({at.x + way.right_x * k_probe_m, at.z + way.right_z * k_probe_m}) -
        around.ground_m({at.x - way.right_x * k_probe_m, at.z - way.right_z * k_probe_m});
    const double rise = std::sqrt(rise_ahead * rise_ahead + rise_right * rise_right);
    if (rise > 0) {
      const double push = k_shore_m_s2 * std::min(depth * 4, 2.0) / 4;
      push_ahead += push * rise_ahead / rise;
      push_right += push * rise_right / rise;
    }
  }
  if (!report.afloat) return;
  // Water also holds: what speed there is away from the shore is soon gone.
  constexpr double k_hold_a_step = 0.97;
  if (state_.ahead_m_s * push_ahead + state_.right_m_s * push_right <= 0) {
    state_.ahead_m_s *= k_hold_a_step;
    state_.right_m_s *= k_hold_a_step;
  }
  state_.ahead_m_s += push_ahead * k_step_s;
  state_.right_m_s += push_right * k_step_s;
}

}  // namespace terrane::drive
