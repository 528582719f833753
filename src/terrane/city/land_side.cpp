#include "terrane/city/land_side.h"

#include <algorithm>

#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

using content::Material;
namespace palette = content::palette;

constexpr double k_fall_begins_m = 74.0;
constexpr double k_shore_above_m = 0.5;   // the beach above the lake
constexpr double k_beach_ends_m = 117.5;  // where it runs out into the lake
constexpr double k_sand_wander_m = 2.5;   // of the beach's upper edge, either way
constexpr double k_water_wander_m = 4.5;  // of its lower one
// Land that another road's keeps to less than this has no lake before it: too little would show.
constexpr double k_lake_least_m = 115.0;
constexpr double k_beach_least_m = 1.5;  // from the shore down to the lake
constexpr std::array<double, k_land_line_count> k_lines_m{
    k_side_depth_m, 86.0, 100.0, 107.0, k_land_depth_m, k_beach_ends_m};
// How far land goes on under the next road's: far enough to close the corner where the land of
// three roads meets, and never past the ground that ends the other's built side.
constexpr double k_lip_least_m = 2.0;
constexpr double k_lip_most_m = 6.0;
constexpr double k_lip_drop_m = 0.5;  // and how far below it

double smooth(double share) {
  return share * share * (3.0 - 2.0 * share);
}

// How far the beach strays from its line, -1 to 1: the ground's own swells, much closer together.
double wander(const Ground& ground, PlanePoint point) {
  constexpr std::int64_t k_closer = 7;
  constexpr double k_swell_m = 4.0;  // higher ones are cut
  const std::int32_t height_mm = ground.height_mm({point.x_mm * k_closer, point.z_mm * k_closer});
  return std::clamp(base::from_mm(height_mm) / k_swell_m, -1.0, 1.0);
}

geo::Vec3 place_of(const PieceWriter& out, PlanePoint point, double lift_m) {
  const PlaneVector local = out.local(point);
  return {local.x, out.ground_m(point) + lift_m, local.z};
}

}  // namespace

double land_lift_m(const Ground& ground, PlanePoint point, double distance_m) {
  if (distance_m <= k_fall_begins_m) return k_sidewalk_lift_m;
  const double ground_m = base::from_mm(ground.height_mm(point));
  if (distance_m > k_land_depth_m) return k_lake_level_m - ground_m;
  const double share = smooth((distance_m - k_fall_begins_m) / (k_land_depth_m - k_fall_begins_m));
  const double built_m = ground_m + k_sidewalk_lift_m;
  return built_m + (k_lake_level_m + k_shore_above_m - built_m) * share - ground_m;
}

LandSection land_section(const Ground& ground, PlanePoint origin, PlaneVector direction,
                         double side_m, double land_m) {
  LandSection section;
  const bool has_shore = land_m >= k_lake_least_m;
  section.has_shore = has_shore;
  // Where the lake narrows to an end, its beaches do.
  const double sand = std::max(0.0, (land_m - k_lake_least_m) / (k_land_reach_m - k_lake_least_m));
  const double lip_m = std::clamp(land_m - k_side_depth_m, k_lip_least_m, k_lip_most_m);
  const double stray = has_shore ? wander(ground, moved(origin, direction * k_land_depth_m)) : 0.0;
  for (unsigned line = 0; line < k_land_line_count; ++line) {
    const bool last = line + 1 == k_land_line_count;
    const double stray_m = last                            ? k_water_wander_m
                           : line + 3 == k_land_line_count ? k_sand_wander_m
                                                           : 0.0;
    double wanted_m = std::max(side_m, k_lines_m[line] + stray * stray_m);
    if (line + 3 >= k_land_line_count) {
      const double beach_m = (wanted_m - k_land_depth_m) * sand;
      wanted_m = k_land_depth_m + (last ? std::max(k_beach_least_m, beach_m) : beach_m);
    }
    const double at_m = std::min(wanted_m, land_m);
    section.points[line] = moved(origin, direction * (last && !has_shore ? at_m + lip_m : at_m));
    // Land without a shore stays above the lake.
    const double fallen_m = has_shore ? at_m : std::min(at_m, k_land_depth_m);
    section.lifts_m[line] = land_lift_m(ground, section.points[line], fallen_m);
    if (last && !has_shore) section.lifts_m[line] -= k_lip_drop_m;
  }
  return section;
}

LandSection land_section(const EdgePlan& plan, const Ground& ground, unsigned station, Side side) {
  const unsigned index = static_cast<unsigned>(side);
  return land_section(ground, plan.curve.node_world(station), plan.outward(station, side),
                      plan.depth_m[index][station], plan.land_m[index][station]);
}

void build_land(PieceWriter& out, const LandSection& near, const LandSection& far) {
  // Sand lies only where the land comes down to the water: a hollow between two roads has none.
  const bool sandy = near.has_shore || far.has_shore;
  const bool sandy_below = near.has_shore && far.has_shore;  // where the beach runs out
  for (unsigned line = 0; line + 1 < k_land_line_count; ++line) {
    // Lines that a bisector gathers in one place have nothing between them.
    if (near.points[line] == near.points[line + 1] && far.points[line] == far.points[line + 1]) {
      continue;
    }
    const bool beach =
        (line + 3 == k_land_line_count && sandy) || (line + 2 == k_land_line_count && sandy_below);
    const Surface surface =
        ground_surface(beach ? Material::Soil : Material::Grass,
                       beach ? palette::k_sand : palette::k_grass, content::k_ground_layer_base);
    const geo::Vec3 a = place_of(out, near.points[line], near.lifts_m[line]);
    const geo::Vec3 b = place_of(out, near.points[line + 1], near.lifts_m[line + 1]);
    const geo::Vec3 c = place_of(out, far.points[line + 1], far.lifts_m[line + 1]);
    const geo::Vec3 d = place_of(out, far.points[line], far.lifts_m[line]);
    const geo::Vec3 normal = geo::cross(c - a, d - b);
    content::Vertex like;
    like.palette = surface.palette;
    like.material = surface.material;
    like.occlusion = 235;
    like.flags = surface.flags;
    out.mesh().quad(content::make_vertex(a, normal, like), content::make_vertex(b, normal, like),
                    content::make_vertex(c, normal, like), content::make_vertex(d, normal, like));
  }
}

}  // namespace terrane::city
