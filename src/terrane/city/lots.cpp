#include "terrane/city/lots.h"

#include <algorithm>
#include <array>

#include "terrane/base/hash.h"
#include "terrane/city/cross_street.h"
#include "terrane/city/density.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_lot = 61;
constexpr std::uint64_t k_salt_frontage = 62;
constexpr double k_bisector_margin_m = 1.0;
constexpr double k_stretch_margin_m = 0.4;  // to the normals that bound a lot's stretch
constexpr double k_depth_least_m = 7.0;
constexpr double k_half_width_least_m = 3.6;
constexpr double k_empty_chance = 0.04;  // of a frontage lot

// The stretch of road a lot may use: stations first to last. Its middle is the station `middle`, or
// lies half a segment before it.
struct Stretch {
  unsigned first = 0;
  unsigned middle = 0;
  unsigned last = 0;
  bool half_before = false;

  PlaneVector node_m(const EdgePlan& plan) const {
    const PlaneVector node = plan.curve.node_m(middle);
    return half_before ? (node + plan.curve.node_m(middle - 1)) * 0.5 : node;
  }
  PlaneVector forward(const EdgePlan& plan) const {
    const PlaneVector at = plan.curve.nodes[middle].forward;
    return half_before ? normalised(at + plan.curve.nodes[middle - 1].forward) : at;
  }
  PlaneVector inward(const EdgePlan& plan, Side side) const {
    const PlaneVector along = forward(plan);
    return side == Side::Left ? left_of(along) : right_of(along);
  }
};

bool is_between_corners(const EdgePlan& plan, const Stretch& stretch, Side side) {
  return stretch.first >= plan.corner_segments(0, side) &&
         stretch.last + plan.corner_segments(1, side) <= plan.curve.segment_count;
}

// One kind of side along the whole stretch, or a park could lie under a building's edge.
bool has_buildings(const EdgePlan& plan, const Stretch& stretch, Side side) {
  for (unsigned segment = stretch.first; segment < stretch.last; ++segment) {
    if (plan.side_of(segment, side).kind != SideKind::Buildings) return false;
  }
  return true;
}

// How deep the side is along the stretch and one station beyond, since on a bend a rectangle's back
// corners lie a little outside it.
double depth_along_m(const EdgePlan& plan, const Stretch& stretch, Side side) {
  const auto& depth_m = plan.depth_m[static_cast<unsigned>(side)];
  const unsigned first = stretch.first > 0 ? stretch.first - 1 : 0;
  const unsigned last = std::min(stretch.last + 1, plan.curve.segment_count);
  return *std::min_element(depth_m.begin() + first, depth_m.begin() + last + 1);
}

double widest_road_m(const EdgePlan& plan, const Stretch& stretch) {
  return *std::max_element(plan.half_width_m.begin() + stretch.first,
                           plan.half_width_m.begin() + stretch.last + 1);
}

// The most that a rectangle centred on the stretch's middle may reach to either side, so that at
// both depths it stays between the normals of the stretch's ends.
double half_width_within_m(const EdgePlan& plan, const Stretch& stretch, Side side, double near_m,
                           double far_m) {
  const PlaneVector middle = stretch.node_m(plan);
  const PlaneVector inward = stretch.inward(plan, side);
  const PlaneVector along = stretch.forward(plan);
  double half_m = 1e9;
  for (const unsigned end : {stretch.first, stretch.last}) {
    // The end's normal is the line x = end + n t; the lot's corner at depth d must not cross it.
    const PlaneVector to_end = plan.curve.node_m(end) - middle;
    const PlaneVector forward = plan.curve.nodes[end].forward;
    const double towards = end == stretch.last ? 1.0 : -1.0;
    for (const double depth_m : {near_m, far_m}) {
      // Solve (inward d + along a - to_end) . forward = 0 for a.
      const double reach_m =
          (dot(to_end, forward) - dot(inward, forward) * depth_m) / dot(along, forward);
      half_m = std::min(half_m, towards * reach_m);
    }
  }
  return half_m - k_stretch_margin_m;
}

std::optional<Lot> lot_on(const EdgePlan& plan, const Stretch& stretch, Side side, double near_m,
                          double wanted_far_m, double widest_m, std::uint64_t key) {
  if (!is_between_corners(plan, stretch, side) || !has_buildings(plan, stretch, side)) return {};
  const double far_m =
      std::min(wanted_far_m, depth_along_m(plan, stretch, side) - k_bisector_margin_m);
  if (far_m - near_m < k_depth_least_m) return {};
  const double half_m =
      std::min(widest_m * 0.5, half_width_within_m(plan, stretch, side, near_m, far_m));
  if (half_m < k_half_width_least_m) return {};
  Lot lot;
  lot.key = key;
  lot.inward = stretch.inward(plan, side);
  lot.front = moved(plan.curve.start, stretch.node_m(plan) + lot.inward * near_m);
  lot.half_width_m = half_m;
  lot.depth_m = far_m - near_m;
  lot.density = density_at(plan.seed, lot.front);
  lot.district = plan.street.district;
  return lot;
}

// The place (0 to 3) of a frontage lot's owner in its block, or -1.
int frontage_place(unsigned segment) {
  const unsigned inside = EdgePlan::place_in_block(segment);
  return inside >= 5 && inside % 4 == 1 ? static_cast<int>((inside - 5) / 4) : -1;
}

std::uint64_t lot_key(const EdgePlan& plan, unsigned segment, Side side, std::uint64_t salt) {
  return base::hash(plan.block_of(segment).key, k_salt_lot, side, salt,
                    EdgePlan::place_in_block(segment));
}

Stretch stretch_around(unsigned middle, unsigned reach) {
  return {middle < reach ? 0 : middle - reach, middle, middle + reach, false};
}

// The last lot of a block keeps off a cross street behind it, and moves into what is left.
Stretch clear_of_cross_street(const EdgePlan& plan, Stretch stretch, Side side) {
  const unsigned next =
      (EdgePlan::block_index(stretch.middle) + 1) * k_block_segments - k_first_place;
  if (stretch.last > next && next < plan.curve.segment_count && is_intersection(plan, next, side) &&
      has_cross_street(plan, next, side)) {
    stretch.half_before = (stretch.last - next) % 2 != 0;
    stretch.middle -= (stretch.last - next) / 2;
    stretch.last = next;
  }
  return stretch;
}

FrontageLot planned_lot(const EdgePlan& plan, unsigned segment, Side side) {
  const std::uint64_t key = base::hash(plan.block_of(segment).key, k_salt_frontage, side);
  const unsigned place = static_cast<unsigned>(frontage_place(segment));
  return plan_block_frontage(key, plan.street.district)[place];
}

// Two lots become one where an even place draws it and the whole stretch can carry it.
std::optional<Lot> double_lot(const EdgePlan& plan, unsigned segment, Side side) {
  const int place = frontage_place(segment);
  if (place < 0 || place % 2 != 0) return {};
  const FrontageLot planned = planned_lot(plan, segment, side);
  if (planned.span != 2) return {};
  const std::uint64_t key = lot_key(plan, segment, side, 1);
  const Stretch stretch = clear_of_cross_street(plan, stretch_around(segment + 2, 4), side);
  if (!is_between_corners(plan, stretch, side)) return {};
  const double near_m = widest_road_m(plan, stretch) + k_building_line_m;
  std::optional<Lot> lot = lot_on(plan, stretch, side, near_m, k_frontage_depth_m,
                                  2 * k_lot_width_m + 1.6, base::hash(key, 2));
  if (!lot || lot->half_width_m < 9.0) return {};
  lot->wide = true;
  lot->style = planned.style;
  return lot;
}

// The towers of the second row, and how much they are liked where a district does not list them.
struct BackdropStyle {
  BuildingStyle style;
  double other_weight;
};
constexpr std::array<BackdropStyle, 5> k_backdrop_styles{{{BuildingStyle::PrewarApartment, 0.3},
                                                          {BuildingStyle::LimestoneSetback, 0.1},
                                                          {BuildingStyle::BronzeGlassTower, 0.05},
                                                          {BuildingStyle::BrutalistTower, 0.1},
                                                          {BuildingStyle::RibbonOffice, 0.15}}};

BuildingStyle draw_backdrop_style(const DistrictTraits& traits, std::uint64_t key) {
  const auto weight = [&](const BackdropStyle& of) {
    return of.other_weight + traits.weights[static_cast<unsigned>(of.style)];
  };
  double total = 0;
  for (const BackdropStyle& style : k_backdrop_styles) total += weight(style);
  double roll = base::draw_unit(key) * total;
  for (const BackdropStyle& style : k_backdrop_styles) {
    roll -= weight(style);
    if (roll < 0) return style.style;
  }
  return BuildingStyle::PrewarApartment;
}

}  // namespace

std::optional<Lot> frontage_lot(const EdgePlan& plan, unsigned segment, Side side) {
  const int place = frontage_place(segment);
  if (place < 0) return {};
  if (std::optional<Lot> lot = double_lot(plan, segment, side)) return lot;
  // The second half of a double lot belongs to the owner of the first.
  if (place % 2 != 0 && double_lot(plan, segment - 4, side)) return {};
  const std::uint64_t key = lot_key(plan, segment, side, 2);
  if (base::draw_chance(base::hash(key, 1), k_empty_chance)) return {};
  const Stretch stretch = clear_of_cross_street(plan, stretch_around(segment, 2), side);
  if (!is_between_corners(plan, stretch, side)) return {};
  const double near_m = widest_road_m(plan, stretch) + k_building_line_m;
  const double far_m = near_m + base::draw_between(base::hash(key, 2), 13.0, 18.0);
  std::optional<Lot> lot = lot_on(plan, stretch, side, near_m, std::min(far_m, k_frontage_depth_m),
                                  k_lot_width_m, base::hash(key, 3));
  if (!lot) return {};
  // A double lot that finds no room is two single ones.
  const FrontageLot planned = planned_lot(plan, segment, side);
  lot->style = planned.span == 1 ? planned.style
                                 : draw_style(plan.street.district, false,
                                              base::draw_unit(base::hash(lot->key, 1)));
  return lot;
}

std::optional<Lot> backdrop_lot(const EdgePlan& plan, unsigned segment, Side side) {
  const unsigned inside = EdgePlan::place_in_block(segment);
  if (inside % 4 != 3 || inside < 3) return {};
  const DistrictTraits& traits = traits_of(plan.street.district);
  if (traits.backdrop_high_m <= 0) return {};
  // The first tower of a block would stand in the cross street before it.
  if (inside == 3 && segment >= inside && is_intersection(plan, segment - inside, side) &&
      has_cross_street(plan, segment - inside, side)) {
    return {};
  }
  const std::uint64_t key = lot_key(plan, segment, side, 3);
  const double chance = 0.3 + 0.65 * density_at(plan.seed, plan.curve.node_world(segment));
  if (!base::draw_chance(base::hash(key, 1), chance)) return {};
  const double near_m = k_backdrop_depth_m + base::draw_between(base::hash(key, 2), 0.0, 4.0);
  const double far_m = near_m + base::draw_between(base::hash(key, 3), 12.0, 19.0);
  std::optional<Lot> lot =
      lot_on(plan, stretch_around(segment, 2), side, near_m, std::min(far_m, k_backdrop_end_m),
             k_lot_width_m, base::hash(key, 4));
  if (lot) {
    lot->backdrop = true;
    lot->style = draw_backdrop_style(traits, base::hash(lot->key, 1));
  }
  return lot;
}

bool is_under_frontage(const EdgePlan& plan, unsigned segment, Side side) {
  // A single lot covers two segments before its owner's start and two after, a double lot six.
  const unsigned first = segment > 5 ? segment - 5 : 0;
  const unsigned last = std::min(segment + 2, plan.curve.segment_count - 1);
  for (unsigned owner = first; owner <= last; ++owner) {
    const std::optional<Lot> lot = frontage_lot(plan, owner, side);
    if (lot && segment + 2 >= owner && segment < owner + (lot->wide ? 6 : 2)) return true;
  }
  return false;
}

bool is_intersection(const EdgePlan& plan, unsigned segment, Side side) {
  const unsigned place = EdgePlan::place_in_block(segment);
  if (place >= k_cross_street_segments) return false;
  const unsigned first = segment - place;  // at least 15: the first block has no intersection
  if (first + k_cross_street_segments + k_corner_segments > plan.curve.segment_count) return false;
  return plan.side_of(first, side).kind == SideKind::Buildings &&
         plan.side_of(first - 1, side).kind == SideKind::Buildings;
}

std::uint64_t lot_number(stream::PieceKey owner, Side side, bool backdrop) {
  return (owner.value << 2) | (static_cast<std::uint64_t>(side) << 1) | (backdrop ? 1u : 0u);
}

}  // namespace terrane::city
