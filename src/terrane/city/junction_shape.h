// A junction as the road graph sees it: its place, its arms and how large its pad is. Not its
// geometry (junction.h). Source: article "Building a procedural city in WebGPU" (junctionRadius:
// 11.5 to 18 m by angle).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/piece_id.h"
#include "terrane/city/plane.h"

namespace terrane::city {

inline constexpr double k_radius_least_m = 11.5;
// Corners wider than this have no kerb corner to round.
inline constexpr double k_wide_rad = 2.5;
inline constexpr double k_radius_most_m = 18.0;
inline constexpr unsigned k_arms_most = 4;

struct Arm {
  bool exists = false;
  PlaneVector direction;  // unit, away from the junction
  EdgeNumber edge;
  bool starts = false;  // the edge starts here, else it ends here
};

struct JunctionShape {
  JunctionNumber number;
  PlanePoint centre;
  double radius_m = k_radius_least_m;
  std::array<Arm, k_arms_most> arms;  // counter-clockwise from above; gaps allowed
  unsigned arm_count = 0;
};

// What the sides of an edge must know of a junction at its end.
struct EdgeEnd {
  unsigned arm_count = 3;
  // By the edge's own sides: whether the corner there is wide, so that houses go on up to the pad,
  // for it has no kerb corner to build on.
  std::array<bool, 2> wide_corner{};
};
// Of the edge at an arm, which starts or ends here.
EdgeEnd edge_end(const JunctionShape& shape, unsigned arm, bool starts);

// The angle of the corner from one arm to the next, counter-clockwise from above, (0, 2 pi].
double corner_angle_rad(PlaneVector arm, PlaneVector next);

// How large a pad must be to reach past where the kerbs of neighbouring arms meet.
double radius_for(const JunctionShape& shape);

}  // namespace terrane::city
