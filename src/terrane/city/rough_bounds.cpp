#include "terrane/city/rough_bounds.h"

#include "terrane/city/edge_plan.h"
#include "terrane/city/lots.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

// The lake's bed and what is sunk into the ground lie above this; the ground goes down to -7 m.
constexpr double k_lowest_m = -12.0;
// The land runs out to both sides, and to all sides of a dead end.
constexpr double k_reach_m = k_land_reach_m + 3.0;

// What stands in a segment that owns lots is as high as it reaches along the street. The highest
// ground, 7 m, is counted in.
struct Extent {
  double top_m = 0;
  double before_m = 0;  // beyond its stations, along the street
  double behind_m = 0;
};
constexpr Extent k_street{48.0, 10.0, 10.0};  // trees, parks, water, bridges overhead
constexpr Extent k_lot{190.0, 12.0, 12.0};    // a frontage or a backdrop lot
constexpr Extent k_double_lot{345.0, 12.0, 12.0 + k_lot_width_m};
constexpr double k_junction_top_m = k_lot.top_m;  // its corners' buildings

// By place in the block: frontage lots belong to 5, 9, 13 and 17, of which 5 and 13 may be double;
// backdrop lots to 3, 7, 11 and 15.
Extent extent_of(unsigned segment) {
  switch (EdgePlan::place_in_block(segment)) {
    case 5:
    case 13:
      return k_double_lot;
    case 3:
    case 7:
    case 9:
    case 11:
    case 15:
    case 17:
      return k_lot;
    default:
      return k_street;
  }
}

void include(content::BoundsMm& bounds, PlaneVector point, double top_m) {
  const std::int32_t x_mm = base::to_mm32(point.x);
  const std::int32_t z_mm = base::to_mm32(point.z);
  bounds.include(x_mm, base::to_mm32(k_lowest_m), z_mm);
  bounds.include(x_mm, base::to_mm32(top_m), z_mm);
}

}  // namespace

content::BoundsMm rough_segment_bounds(const EdgeCurve& curve, unsigned segment,
                                       PlanePoint origin) {
  const Extent extent = extent_of(segment);
  content::BoundsMm bounds;
  const auto include_station = [&](unsigned station, double along_m) {
    const PlaneVector forward = curve.nodes[station].forward;
    const PlaneVector place = between(origin, curve.node_world(station)) + forward * along_m;
    include(bounds, place + left_of(forward) * k_reach_m, extent.top_m);
    include(bounds, place + right_of(forward) * k_reach_m, extent.top_m);
  };
  include_station(segment, -extent.before_m);
  include_station(segment + 1, extent.behind_m);
  return bounds;
}

content::BoundsMm rough_junction_bounds(PlanePoint centre, PlanePoint origin) {
  const PlaneVector place = between(origin, centre);
  content::BoundsMm bounds;
  include(bounds, place - PlaneVector{k_reach_m, k_reach_m}, k_junction_top_m);
  include(bounds, place + PlaneVector{k_reach_m, k_reach_m}, k_junction_top_m);
  return bounds;
}

}  // namespace terrane::city
