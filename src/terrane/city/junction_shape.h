// A junction as the road graph sees it: its place, its arms and how large its pad is. Not its
// geometry (junction.h). Arms leave between the chord to the next junction and the lattice's axis,
// so that streets meet near a right angle although junctions are jittered. Source: article
// "Building a procedural city in WebGPU" (junctionRadius: 11.5 to 18 m by angle).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/lattice.h"

namespace terrane::city {

inline constexpr double k_radius_least_m = 11.5;
inline constexpr double k_radius_most_m = 18.0;

struct Arm {
  bool exists = false;
  PlaneVector direction;  // unit, away from the junction
};

struct JunctionShape {
  JunctionId id;
  PlanePoint centre;
  double radius_m = k_radius_least_m;
  std::array<Arm, k_arm_side_count> arms;  // by ArmSide, counter-clockwise from above
  unsigned arm_count = 0;
};

JunctionShape junction_shape(const Lattice& lattice, JunctionId id);

}  // namespace terrane::city
