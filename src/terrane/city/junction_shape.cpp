#include "terrane/city/junction_shape.h"

#include <algorithm>

#include "terrane/base/trig.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr double k_corner_radius_m = 2.8;

// The arm before or behind one, counter-clockwise from above; itself where it is alone.
unsigned neighbour_arm(const JunctionShape& shape, unsigned arm, unsigned step) {
  unsigned other = (arm + step) % k_arms_most;
  while (!shape.arms[other].exists) other = (other + step) % k_arms_most;
  return other;
}

}  // namespace

double corner_angle_rad(PlaneVector arm, PlaneVector next) {
  const double angle = base::atan2(turn(arm, next), dot(arm, next));
  return angle > 0 ? angle : angle + 2.0 * base::k_pi;
}

EdgeEnd edge_end(const JunctionShape& shape, unsigned arm, bool starts) {
  EdgeEnd end;
  end.arm_count = 0;
  for (const Arm& of : shape.arms) end.arm_count += of.exists ? 1 : 0;
  const auto is_wide = [&](unsigned from, unsigned to) {
    return from == to ||
           corner_angle_rad(shape.arms[from].direction, shape.arms[to].direction) > k_wide_rad;
  };
  const bool left = is_wide(arm, neighbour_arm(shape, arm, 1));
  const bool right = is_wide(neighbour_arm(shape, arm, k_arms_most - 1), arm);
  // From the end of an edge its left is the right of who looks out from the junction.
  end.wide_corner = {starts ? left : right, starts ? right : left};
  return end;
}

double radius_for(const JunctionShape& shape) {
  double radius = k_radius_least_m;
  for (unsigned first = 0; first < k_arms_most; ++first) {
    const Arm& a = shape.arms[first];
    if (!a.exists) continue;
    unsigned next = (first + 1) % k_arms_most;
    while (!shape.arms[next].exists) next = (next + 1) % k_arms_most;
    const Arm& b = shape.arms[next];
    const double sine = turn(a.direction, b.direction);
    if (!(sine > 0)) continue;  // a straight angle or more
    // tan of half the angle between two unit vectors: sin / (1 + cos).
    const double half_tan = sine / (1.0 + dot(a.direction, b.direction));
    radius = std::max(radius, k_boulevard_half_width_m / half_tan + k_corner_radius_m);
  }
  return std::min(radius, k_radius_most_m);
}

}  // namespace terrane::city
