#include "terrane/city/grove.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/density.h"
#include "terrane/city/land_side.h"
#include "terrane/city/roadside.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_grove = 91;
constexpr double k_beach_begins_m = 105.0;  // from the road: no tree stands in the sand
constexpr double k_clear_m = 3.0;           // of what is built, and of the next road's land
constexpr double k_thickest_per_m2 = 0.016;

// How thickly trees stand at a place, 0 to k_thickest_per_m2: a slow field of its own.
double thickness(std::uint64_t seed, PlanePoint place) {
  const double field = density_at(base::hash(seed, k_salt_grove), place);
  return k_thickest_per_m2 * std::clamp(field * 1.5 - 0.3, 0.0, 1.0);
}

void plant(PieceWriter& out, PlanePoint place, double distance_m, std::uint64_t key) {
  const bool conifer = base::draw_chance(base::hash(key, 1), 0.25);
  const double scale = base::draw_between(base::hash(key, 2), 0.8, 1.5);
  const double lift_m = land_lift_m(out.ground(), place, distance_m) - 0.05;
  out.instance(conifer ? content::InstanceKind::ConiferTree : content::InstanceKind::BroadleafTree,
               place, lift_m, base::draw_between(base::hash(key, 3), 0.0, 6.28), scale,
               draw_leaf_colour(base::hash(key, 4)),
               static_cast<std::uint16_t>(base::draw_index(base::hash(key, 5), 8)));
}

}  // namespace

void plant_grove(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side) {
  const unsigned index = static_cast<unsigned>(side);
  const double from_m =
      std::max(plan.depth_m[index][segment], plan.depth_m[index][segment + 1]) + k_clear_m;
  const double to_m = std::min({plan.land_m[index][segment] - k_clear_m,
                                plan.land_m[index][segment + 1] - k_clear_m, k_beach_begins_m});
  if (to_m - from_m < 2.0) return;
  const std::uint64_t key = base::hash(plan.key, k_salt_grove, segment, side);
  const double middle_m = (from_m + to_m) * 0.5;
  const double area_m2 = plan.curve.segment_length_m * (to_m - from_m);
  const double wanted = area_m2 * thickness(plan.seed, plan.beside(segment, side, middle_m)) +
                        base::draw_unit(base::hash(key, 1));
  const auto count = static_cast<unsigned>(wanted);
  for (unsigned tree = 0; tree < count; ++tree) {
    const std::uint64_t own = base::hash(key, 2, tree);
    const double offset_m = base::draw_between(base::hash(own, 1), from_m, to_m);
    const double share = base::draw_unit(base::hash(own, 2));
    const PlaneVector near = plan.curve.node_m(segment) + plan.outward(segment, side) * offset_m;
    const PlaneVector far =
        plan.curve.node_m(segment + 1) + plan.outward(segment + 1, side) * offset_m;
    plant(out, moved(plan.curve.start, near + (far - near) * share), offset_m, base::hash(own, 3));
  }
}

void plant_grove(PieceWriter& out, const JunctionPlan& plan, const Corner& corner,
                 const CornerLines& lines) {
  const std::uint64_t key = base::hash(corner.key, k_salt_grove);
  const PlanePoint centre = plan.shape.centre;
  for (unsigned step = 1; step < lines.steps; ++step) {
    const PlaneVector way = between(centre, lines.at(SideLine::Outer, step, 0).point);
    const double from_m = length(way) + k_clear_m;
    const double land_m = length(between(centre, lines.land[k_land_line_count - 2].points[step]));
    const double to_m = std::min(land_m - k_clear_m, k_beach_begins_m);
    if (to_m - from_m < 2.0) continue;
    const std::uint64_t own = base::hash(key, step);
    const double offset_m = base::draw_between(base::hash(own, 1), from_m, to_m);
    const PlanePoint place = moved(centre, normalised(way) * offset_m);
    const double reach_m2 = (to_m - from_m) * 12.0;
    if (!base::draw_chance(base::hash(own, 2), reach_m2 * thickness(plan.seed, place))) continue;
    plant(out, place, offset_m, base::hash(own, 3));
  }
}

}  // namespace terrane::city
