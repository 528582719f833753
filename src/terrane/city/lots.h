// The lot plan: which building stands where beside an edge, as a pure function of (edge, side,
// block, segment). Each lot is built by the one segment that owns it, although it is longer; any
// other segment can work the plan out again and knows to build nothing. Not the buildings' looks
// (buildings.h). Lots keep to their own stretch of road, between the normals of two stations, and
// behind the bisector with the nearest other road, so that no two can meet. Source: article
// "Building a procedural city in WebGPU" (frontage at 5, 9, 13, 17, backdrop at 3, 7, 11, 15, 14.6
// m wide, double lots at even places).
#pragma once

#include <cstdint>
#include <optional>

#include "terrane/city/block_frontage.h"
#include "terrane/city/edge_plan.h"

namespace terrane::city {

inline constexpr double k_lot_width_m = 14.6;
// Depths from the road's centre: frontage ends before the one, backdrop towers begin at the other.
inline constexpr double k_frontage_depth_m = 31.0;
inline constexpr double k_backdrop_depth_m = 33.5;
inline constexpr double k_backdrop_end_m = 58.0;

// A rectangle to build on, and what to build. `front` is the middle of its street side.
struct Lot {
  BuildingStyle style = BuildingStyle::Brownstone;
  District district = District::CivicAvenue;
  std::uint64_t key = 0;  // hashed; all that the style draws comes from it
  PlanePoint front;       // world
  PlaneVector inward;     // unit, away from the street
  double half_width_m = 0;
  double depth_m = 0;
  double density = 0;     // of the city here, 0 to 1
  bool backdrop = false;  // stands in the second row: taller and plainer
  bool wide = false;      // a double lot
};

// The lot that segment `segment` owns on a side, if any. Any thread.
std::optional<Lot> frontage_lot(const EdgePlan& plan, unsigned segment, Side side);
std::optional<Lot> backdrop_lot(const EdgePlan& plan, unsigned segment, Side side);
// Whether a frontage lot stands along the segment on that side, whoever owns it.
bool is_under_frontage(const EdgePlan& plan, unsigned segment, Side side);
// Whether the segment is one of the three of an intersection, between two built block sides.
bool is_intersection(const EdgePlan& plan, unsigned segment, Side side);
// Names a lot among all lots: by the piece that owns it, and which of its four it is.
std::uint64_t lot_number(stream::PieceKey owner, Side side, bool backdrop);

}  // namespace terrane::city
