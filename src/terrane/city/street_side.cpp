#include "terrane/city/street_side.h"

#include <algorithm>

#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr double k_yard_m = 32.0;  // from the road's centre: behind the frontage lots

}  // namespace

SideSection side_section(const EdgePlan& plan, unsigned station, Side side) {
  const double road_m = plan.half_width_m[station];
  const double depth_m = plan.depth_m[static_cast<unsigned>(side)][station];
  const double frontage_m = road_m + k_building_line_m;
  const double offsets_m[k_side_line_count] = {road_m,
                                               road_m,
                                               road_m + k_kerb_width_m,
                                               frontage_m,
                                               (frontage_m + k_yard_m) * 0.5,
                                               k_yard_m,
                                               42.0,
                                               52.0,
                                               62.0,
                                               depth_m - k_bank_width_m,
                                               depth_m};
  SideSection section;
  section.half_width_m = road_m;
  double reached_m = 0;
  for (unsigned line = 0; line < k_side_line_count; ++line) {
    reached_m = std::max(reached_m, std::min(offsets_m[line], depth_m));
    section.points[line] = plan.beside(station, side, reached_m);
    section.lifts_m[line] = k_sidewalk_lift_m;
  }
  section.lifts_m[0] = 0;
  section.lifts_m[1] = k_kerb_height_m;
  section.lifts_m[2] = k_kerb_height_m;
  return section;
}

}  // namespace terrane::city
