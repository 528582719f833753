#include "terrane/drive/walker.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/drive/contact.h"
#include "terrane/drive/steps.h"

namespace terrane::drive {
namespace {

constexpr double k_gravity_m_s2 = 9.81;
constexpr double k_fall_m_s_max = 50;
constexpr double k_turn16 = 2 * base::k_pi / 65536;
constexpr int k_pushes_max = 4;  // walls that one step gets out of
// The ground a stride ahead says how steep it is; the step itself is a centimetre.
constexpr double k_stride_m = 0.5;

double length(double x, double z) {
  return std::sqrt(x * x + z * z);
}

}  // namespace

void Walker::stand_at(Point place, const Surroundings& around) {
  // Rings about the place, nearest first: out of a row of houses no single wall shows the way.
  constexpr double k_ring_m = 0.5;
  constexpr int k_rings = 120;
  constexpr int k_directions = 16;
  state_ = WalkerState{};
  for (int ring = 0; ring < k_rings; ++ring) {
    for (int direction = 0; direction < (ring == 0 ? 1 : k_directions); ++direction) {
      const base::SinCos turn = base::sin_cos(2 * base::k_pi * direction / k_directions);
      state_.x = place.x - turn.sin * k_ring_m * ring;
      state_.z = place.z - turn.cos * k_ring_m * ring;
      state_.y = around.ground_m({state_.x, state_.z});
      if (!is_in_a_wall(around)) return;
    }
  }
  state_.x = place.x;
  state_.z = place.z;
  state_.y = around.ground_m(place);
}

bool Walker::bars(const Box& box) const {
  return box.top > state_.y + rules_.step_m && box.bottom < state_.y + rules_.height_m;
}

bool Walker::is_in_a_wall(const Surroundings& around) {
  near_.clear();
  around.boxes_near({state_.x, state_.z}, rules_.radius_m, near_);
  for (const Box& box : near_) {
    if (bars(box) && touch_circle({state_.x, state_.z}, rules_.radius_m, box)) return true;
  }
  return false;
}

WalkerReport Walker::step(const Input& input, const Surroundings& around) {
  WalkerReport report;
  if ((input.flags & InputFlag::Waits) != 0) {
    report.waits = true;
    return report;
  }
  wish(input);
  near_.clear();
  around.boxes_near({state_.x, state_.z}, rules_.radius_m + k_stride_m, near_);
  walk(around, report);
  fall(around, report);
  return report;
}

void Walker::wish(const Input& input) {
  const base::SinCos turn = base::sin_cos(input.heading * k_turn16);
  double ahead = std::clamp(input.ahead / 127.0, -1.0, 1.0);
  double right = std::clamp(input.right / 127.0, -1.0, 1.0);
  const double wished = length(ahead, right);
  if (wished > 1) {  // not faster across than along
    ahead /= wished;
    right /= wished;
  }
  const bool runs = (input.flags & InputFlag::Runs) != 0;
  const double speed = runs ? rules_.run_m_s : rules_.walk_m_s;
  const double goal_x = (-turn.sin * ahead + turn.cos * right) * speed;
  const double goal_z = (-turn.cos * ahead - turn.sin * right) * speed;
  // In the air the way is steered little.
  const double most = rules_.gain_m_s2 * (state_.stands ? 1.0 : 0.15) * k_step_s;
  const double change_x = goal_x - state_.speed_x;
  const double change_z = goal_z - state_.speed_z;
  const double change = length(change_x, change_z);
  const double share = change > most ? most / change : 1.0;
  state_.speed_x += change_x * share;
  state_.speed_z += change_z * share;
  if (state_.stands && (input.flags & InputFlag::Jumps) != 0) {
    state_.speed_y = rules_.jump_m_s;
    state_.stands = false;
  }
}

// Too steep to go on uphill, or too deep.
bool Walker::is_barred(Point from, Point to, const Surroundings& around) const {
  const double dx = to.x - from.x;
  const double dz = to.z - from.z;
  const double way = length(dx, dz);
  if (way == 0) return false;
  const Point ahead{from.x + dx / way * k_stride_m, from.z + dz / way * k_stride_m};
  const double here_m = around.ground_m(from);
  const double there_m = around.ground_m(ahead);
  // Whoever stands on a step or a roof above the ground does not climb it.
  const bool on_ground = state_.y <= here_m + 0.05;
  if (on_ground && there_m - here_m > rules_.slope_max * k_stride_m) return true;
  const double depth = around.water_m() - there_m;
  return depth > rules_.wade_m && there_m < here_m && on_ground;
}

void Walker::walk(const Surroundings& around, WalkerReport& report) {
  const Point from{state_.x, state_.z};
  const double way_x = state_.speed_x * k_step_s;
  const double way_z = state_.speed_z * k_step_s;
  // Barred, it goes on along either axis, as one slides along a wall.
  const Point ways[3] = {
      {from.x + way_x, from.z + way_z}, {from.x + way_x, from.z}, {from.x, from.z + way_z}};
  Point to = from;
  bool found = false;
  for (unsigned way = 0; way < 3 && !found; ++way) {
    if (is_barred(from, ways[way], around)) continue;
    to = ways[way];
    found = true;
    if (way == 0) break;
    report.turned_back = true;
    (way == 1 ? state_.speed_z : state_.speed_x) = 0;
  }
  if (!found) {
    report.turned_back = true;
    state_.speed_x = 0;
    state_.speed_z = 0;
  }
  state_.x = to.x;
  state_.z = to.z;
  push_out(report);
}

void Walker::push_out(WalkerReport& report) {
  for (int pushes = 0; pushes < k_pushes_max; ++pushes) {
    std::optional<Contact> deepest;
    for (const Box& box : near_) {
      if (!bars(box)) continue;
      const auto contact = touch_circle({state_.x, state_.z}, rules_.radius_m, box);
      if (contact && (!deepest || contact->depth_m > deepest->depth_m)) deepest = contact;
    }
    if (!deepest) return;
    report.touched = true;
    state_.x += deepest->normal_x * deepest->depth_m;
    state_.z += deepest->normal_z * deepest->depth_m;
    const double into = state_.speed_x * deepest->normal_x + state_.speed_z * deepest->normal_z;
    if (into < 0) {
      state_.speed_x -= into * deepest->normal_x;
      state_.speed_z -= into * deepest->normal_z;
    }
  }
}

// The highest of what a foot may stand on there.
double Walker::floor_m(Point place, double feet_m, const Surroundings& around) const {
  double floor = around.ground_m(place);
  for (const Box& box : near_) {
    if (box.top <= floor || box.top > feet_m + rules_.step_m) continue;
    if (touch_circle(place, 0.5 * rules_.radius_m, box)) floor = box.top;
  }
  return floor;
}

void Walker::fall(const Surroundings& around, WalkerReport& report) {
  const double floor = floor_m({state_.x, state_.z}, state_.y, around);
  if (state_.stands && floor >= state_.y - rules_.step_m) {
    state_.y = floor;  // up and down steps and slopes without leaving the ground
    state_.speed_y = 0;
    return;
  }
  state_.stands = false;
  state_.speed_y = std::max(state_.speed_y - k_gravity_m_s2 * k_step_s, -k_fall_m_s_max);
  state_.y += state_.speed_y * k_step_s;
  if (state_.y > floor || state_.speed_y > 0) {
    state_.y = std::max(state_.y, floor);
    return;
  }
  state_.y = floor;
  state_.speed_y = 0;
  state_.stands = true;
  report.landed = true;
}

}  // namespace terrane::drive
