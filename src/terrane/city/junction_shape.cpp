#include "terrane/city/junction_shape.h"

#include <algorithm>

#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr double k_corner_radius_m = 2.8;

}  // namespace

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
