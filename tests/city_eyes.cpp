#include "city_eyes.h"

#include <algorithm>
#include <array>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/cross_street.h"
#include "terrane/city/land_side.h"
#include "terrane/city/lots.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr unsigned k_tries = 400;

// A place beside a road, in its own terms.
struct Spot {
  const EdgePlan& plan;
  unsigned station;
  Side side;
  std::uint64_t key;

  unsigned segment() const { return std::min(station, plan.curve.segment_count - 1); }
  SideKind kind_at(unsigned segment_index) const { return plan.side_of(segment_index, side).kind; }
  double half_m() const { return plan.half_width_m[station]; }
  double depth_m() const { return plan.depth_m[static_cast<unsigned>(side)][station]; }
  double land_m() const { return plan.land_m[static_cast<unsigned>(side)][station]; }
};

bool is_block_end(const Spot& spot) {
  const unsigned at = spot.segment();
  if (at == 0 || EdgePlan::place_in_block(at) != 0) return false;
  return spot.kind_at(at) != spot.kind_at(at - 1);
}

bool suits(const Spot& spot, Stand stand) {
  const unsigned segment = spot.segment();
  const unsigned place = EdgePlan::place_in_block(segment);
  switch (stand) {
    case Stand::Park:
      return spot.kind_at(segment) == SideKind::Park;
    case Stand::Water:
      return spot.kind_at(segment) == SideKind::Water;
    case Stand::Field:
      return spot.kind_at(segment) == SideKind::Field;
    case Stand::CrossStreet:
      return is_intersection(spot.plan, segment, spot.side) &&
             has_cross_street(spot.plan, segment - place, spot.side);
    case Stand::BlockEnd:
      return is_block_end(spot);
    case Stand::Land:
      return spot.land_m() > k_side_depth_m + 6;
    case Stand::Garden:
      return spot.depth_m() > spot.half_m() + k_building_line_m + 4;
    default:
      return true;
  }
}

// From the road's centre.
double draw_offset_m(const Spot& spot, Stand stand) {
  const double frontage_m = spot.half_m() + k_building_line_m;
  switch (stand) {
    case Stand::Street:
    case Stand::High:
      return base::draw_between(spot.key, 0, spot.half_m());
    case Stand::Sidewalk:
      return base::draw_between(spot.key, spot.half_m() + 0.5, frontage_m);
    case Stand::Garden:
      return base::draw_between(spot.key, frontage_m, spot.depth_m());
    case Stand::Land:
      return base::draw_between(spot.key, k_side_depth_m, spot.land_m());
    default:
      return base::draw_between(spot.key, 0, spot.depth_m());
  }
}

double draw_lift_m(Stand stand, std::uint64_t key) {
  constexpr std::array<double, 4> k_lifts_m{1.7, 3.5, 9.0, 24.0};
  switch (stand) {
    case Stand::Street:
    case Stand::Sidewalk:
    case Stand::Garden:
      return 1.7;
    case Stand::High:
      return 12.0;
    default:
      return k_lifts_m[base::draw_index(key, k_lifts_m.size())];
  }
}

Eye eye_at(const Layout& layout, PlanePoint place, double lift_m, std::uint64_t key) {
  Eye eye;
  eye.place = place;
  eye.height_m = base::from_mm(layout.ground().height_mm(place)) + lift_m;
  eye.heading_rad = base::draw_between(base::hash(key, 1), 0, 2.0 * base::k_pi);
  eye.pitch_rad = base::draw_between(base::hash(key, 2), -50, -5) * base::k_radians_per_degree;
  return eye;
}

std::optional<Eye> find_at_junction(const Layout& layout, PlanePoint low, PlanePoint high,
                                    Stand stand, std::uint64_t key) {
  const std::vector<JunctionNumber> junctions = layout.junctions_in(low, high);
  for (unsigned attempt = 0; attempt < k_tries && !junctions.empty(); ++attempt) {
    const std::uint64_t own = base::hash(key, 3, attempt);
    const std::uint32_t index = base::draw_index(own, static_cast<std::uint32_t>(junctions.size()));
    const std::optional<JunctionShape> shape = layout.shape(junctions[index]);
    if (!shape || (shape->arm_count < 2) != (stand == Stand::DeadEnd)) continue;
    const base::SinCos turn =
        base::sin_cos(base::draw_between(base::hash(own, 1), 0, 2.0 * base::k_pi));
    const double away_m = base::draw_between(base::hash(own, 2), 0, 45);
    return eye_at(layout, moved(shape->centre, PlaneVector{turn.cos, turn.sin} * away_m),
                  draw_lift_m(stand, base::hash(own, 4)), own);
  }
  return {};
}

}  // namespace

const char* stand_name(Stand stand) {
  constexpr std::array<const char*, k_stand_count> k_names{
      "street", "sidewalk", "high",  "garden",       "land",     "junction",
      "park",   "water",    "field", "cross street", "dead end", "block end"};
  return k_names[static_cast<unsigned>(stand)];
}

std::optional<Eye> find_eye(const Layout& layout, PlanePoint middle, double reach_m, Stand stand,
                            std::uint64_t key) {
  const PlaneVector reach{reach_m, reach_m};
  const PlanePoint low = moved(middle, -reach);
  const PlanePoint high = moved(middle, reach);
  if (stand == Stand::Junction || stand == Stand::DeadEnd) {
    return find_at_junction(layout, low, high, stand, key);
  }
  const std::vector<EdgeNumber> edges = layout.edges_near(low, high);
  for (unsigned attempt = 0; attempt < k_tries && !edges.empty(); ++attempt) {
    const std::uint64_t own = base::hash(key, 3, attempt);
    const std::uint32_t index = base::draw_index(own, static_cast<std::uint32_t>(edges.size()));
    const std::shared_ptr<const EdgePlan> plan = layout.edge(edges[index]);
    if (!plan) continue;
    const unsigned station = base::draw_index(base::hash(own, 5), plan->curve.segment_count + 1);
    const Side side = base::draw_chance(base::hash(own, 6), 0.5) ? Side::Left : Side::Right;
    const Spot spot{*plan, station, side, base::hash(own, 7)};
    if (!suits(spot, stand)) continue;
    const double offset_m = draw_offset_m(spot, stand);
    const PlanePoint place = plan->beside(station, side, offset_m);
    double lift_m = draw_lift_m(stand, base::hash(own, 4));
    if (offset_m > k_side_depth_m) lift_m += land_lift_m(layout.ground(), place, offset_m);
    return eye_at(layout, place, lift_m, own);
  }
  return {};
}

}  // namespace terrane::city
