// The land beyond what is built: from a side's end down to the shore, 112 m from the road, and the
// beach that runs out into the lake there; or to the bisector where another road's land begins. Its
// height is a function of the ground and of the distance to the nearest road alone, so that two
// roads' land meets on their bisector. Source: article "Building a procedural city in WebGPU"
// (shoreline.js).
#pragma once

#include <array>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// Lines along a side, beyond SideLine::Outer: the side's end, two on the slope, where the beach
// begins, the shore, where it runs out. Where land ends on a bisector the last ones lie there, and
// the very last a little beyond and below, so that nothing shows between two roads' land.
inline constexpr unsigned k_land_line_count = 6;

struct LandSection {
  std::array<PlanePoint, k_land_line_count> points;
  std::array<double, k_land_line_count> lifts_m{};  // above the ground's own height
  bool has_shore = false;                           // it ends in the lake, not on a bisector
};

// The land's height above the ground's, where the nearest road lies `distance_m` away.
double land_lift_m(const Ground& ground, PlanePoint point, double distance_m);

// Of a ray that leaves a road at `origin` along `direction`: its side ends at `side_m`, its land at
// `land_m`, or at the shore where that leaves room for a lake.
LandSection land_section(const Ground& ground, PlanePoint origin, PlaneVector direction,
                         double side_m, double land_m);
LandSection land_section(const EdgePlan& plan, const Ground& ground, unsigned station, Side side);

// The land between two sections; `near` to `far` is counter-clockwise round the road's outside,
// seen from above.
void build_land(PieceWriter& out, const LandSection& near, const LandSection& far);

}  // namespace terrane::city
