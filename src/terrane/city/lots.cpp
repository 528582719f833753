#include "terrane/city/lots.h"

#include <algorithm>
#include <array>

#include "terrane/base/hash.h"
#include "terrane/city/density.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_lot = 61;
constexpr double k_bisector_margin_m = 1.0;
constexpr double k_stretch_margin_m = 0.4;  // to the normals that bound a lot's stretch
constexpr double k_depth_least_m = 7.0;
constexpr double k_half_width_least_m = 3.6;
constexpr double k_empty_chance = 0.04;  // of a frontage lot

// The stretch of road a lot may use: stations first to last, its middle at `middle`.
struct Stretch {
  unsigned first = 0;
  unsigned middle = 0;
  unsigned last = 0;
};

bool is_between_corners(const EdgePlan& plan, const Stretch& stretch) {
  return stretch.first >= k_corner_segments &&
         stretch.last + k_corner_segments <= plan.curve.segment_count;
}

// One kind of side along the whole stretch, or a park could lie under a building's edge.
bool has_buildings(const EdgePlan& plan, const Stretch& stretch, Side side) {
  for (unsigned segment = stretch.first; segment < stretch.last; ++segment) {
    const Block& block = plan.block_of(segment);
    if (block.sides[static_cast<unsigned>(side)] != SideKind::Buildings) return false;
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

// The most that a rectangle centred on the middle station may reach to either side, so that at both
// depths it stays between the normals of the stretch's ends.
double half_width_within_m(const EdgePlan& plan, const Stretch& stretch, Side side, double near_m,
                           double far_m) {
  const PlaneVector middle = plan.curve.node_m(stretch.middle);
  const PlaneVector inward = plan.outward(stretch.middle, side);
  const PlaneVector along = plan.curve.nodes[stretch.middle].forward;
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

std::optional<Lot> lot_on(std::uint64_t seed, const EdgePlan& plan, const Stretch& stretch,
                          Side side, double near_m, double wanted_far_m, double widest_m,
                          std::uint64_t key) {
  if (!is_between_corners(plan, stretch) || !has_buildings(plan, stretch, side)) return {};
  const double far_m =
      std::min(wanted_far_m, depth_along_m(plan, stretch, side) - k_bisector_margin_m);
  if (far_m - near_m < k_depth_least_m) return {};
  const double half_m =
      std::min(widest_m * 0.5, half_width_within_m(plan, stretch, side, near_m, far_m));
  if (half_m < k_half_width_least_m) return {};
  Lot lot;
  lot.key = key;
  lot.inward = plan.outward(stretch.middle, side);
  lot.front = moved(plan.curve.node_world(stretch.middle), lot.inward * near_m);
  lot.half_width_m = half_m;
  lot.depth_m = far_m - near_m;
  lot.density = density_at(seed, lot.front);
  return lot;
}

// The place (0 to 3) of a frontage lot's owner in its block, or -1.
int frontage_place(unsigned segment) {
  const unsigned inside = segment % k_block_segments;
  return inside >= 5 && inside % 4 == 1 ? static_cast<int>((inside - 5) / 4) : -1;
}

std::uint64_t lot_key(const EdgePlan& plan, unsigned segment, Side side, std::uint64_t salt) {
  return base::hash(plan.block_of(segment).key, k_salt_lot, side, salt, segment % k_block_segments);
}

Stretch stretch_around(unsigned middle, unsigned reach) {
  return {middle < reach ? 0 : middle - reach, middle, middle + reach};
}

// Two lots become one where an even place draws it and the whole stretch can carry it.
std::optional<Lot> double_lot(std::uint64_t seed, const EdgePlan& plan, unsigned segment,
                              Side side) {
  const int place = frontage_place(segment);
  if (place < 0 || place % 2 != 0) return {};
  const std::uint64_t key = lot_key(plan, segment, side, 1);
  const PlanePoint here = plan.curve.node_world(segment);
  const double chance = 0.08 + 0.4 * density_at(seed, here);
  if (!base::draw_chance(base::hash(key, 1), chance)) return {};
  const Stretch stretch = stretch_around(segment + 2, 4);
  if (!is_between_corners(plan, stretch)) return {};
  const double near_m = widest_road_m(plan, stretch) + k_building_line_m;
  std::optional<Lot> lot = lot_on(seed, plan, stretch, side, near_m, k_frontage_depth_m,
                                  2 * k_lot_width_m + 1.6, base::hash(key, 2));
  if (!lot || lot->half_width_m < 9.0) return {};
  lot->wide = true;
  lot->style = draw_style(base::hash(lot->key, 1), lot->density, false, true);
  return lot;
}

}  // namespace

BuildingStyle draw_style(std::uint64_t key, double density, bool backdrop, bool wide) {
  // Weights of the styles, in their order, in a row-house street and in a tower cluster.
  constexpr std::array<double, 6> k_low{0.52, 0.20, 0.20, 0.03, 0.02, 0.03};
  constexpr std::array<double, 6> k_high{0.08, 0.16, 0.14, 0.28, 0.22, 0.12};
  constexpr std::array<double, 6> k_wide{0.0, 0.24, 0.10, 0.30, 0.20, 0.16};
  constexpr std::array<double, 6> k_backdrop{0.0, 0.34, 0.0, 0.28, 0.22, 0.16};
  const double blend = std::min(1.0, density * 1.25);
  std::array<double, 6> weights{};
  double total = 0;
  for (unsigned style = 0; style < weights.size(); ++style) {
    weights[style] = backdrop ? k_backdrop[style]
                     : wide   ? k_wide[style]
                              : k_low[style] + (k_high[style] - k_low[style]) * blend;
    total += weights[style];
  }
  double roll = base::draw_unit(key) * total;
  for (unsigned style = 0; style < weights.size(); ++style) {
    roll -= weights[style];
    if (roll < 0) return static_cast<BuildingStyle>(style);
  }
  return BuildingStyle::Apartment;
}

std::optional<Lot> frontage_lot(std::uint64_t seed, const EdgePlan& plan, unsigned segment,
                                Side side) {
  const int place = frontage_place(segment);
  if (place < 0) return {};
  if (std::optional<Lot> lot = double_lot(seed, plan, segment, side)) return lot;
  // The second half of a double lot belongs to the owner of the first.
  if (place % 2 != 0 && double_lot(seed, plan, segment - 4, side)) return {};
  const std::uint64_t key = lot_key(plan, segment, side, 2);
  if (base::draw_chance(base::hash(key, 1), k_empty_chance)) return {};
  const Stretch stretch = stretch_around(segment, 2);
  if (!is_between_corners(plan, stretch)) return {};
  const double near_m = widest_road_m(plan, stretch) + k_building_line_m;
  const double far_m = near_m + base::draw_between(base::hash(key, 2), 13.0, 18.0);
  std::optional<Lot> lot =
      lot_on(seed, plan, stretch, side, near_m, std::min(far_m, k_frontage_depth_m), k_lot_width_m,
             base::hash(key, 3));
  if (lot) lot->style = draw_style(base::hash(lot->key, 1), lot->density, false, false);
  return lot;
}

std::optional<Lot> backdrop_lot(std::uint64_t seed, const EdgePlan& plan, unsigned segment,
                                Side side) {
  const unsigned inside = segment % k_block_segments;
  if (inside % 4 != 3) return {};
  const std::uint64_t key = lot_key(plan, segment, side, 3);
  const double chance = 0.15 + 0.65 * density_at(seed, plan.curve.node_world(segment));
  if (!base::draw_chance(base::hash(key, 1), chance)) return {};
  const double near_m = k_backdrop_depth_m + base::draw_between(base::hash(key, 2), 0.0, 4.0);
  const double far_m = near_m + base::draw_between(base::hash(key, 3), 12.0, 19.0);
  std::optional<Lot> lot =
      lot_on(seed, plan, stretch_around(segment, 2), side, near_m,
             std::min(far_m, k_side_depth_m - k_bank_width_m), k_lot_width_m, base::hash(key, 4));
  if (lot) {
    lot->backdrop = true;
    lot->style = draw_style(base::hash(lot->key, 1), lot->density, true, false);
  }
  return lot;
}

bool is_under_frontage(std::uint64_t seed, const EdgePlan& plan, unsigned segment, Side side) {
  // A single lot covers two segments before its owner's start and two after, a double lot six.
  const unsigned first = segment > 5 ? segment - 5 : 0;
  const unsigned last = std::min(segment + 2, plan.curve.segment_count - 1);
  for (unsigned owner = first; owner <= last; ++owner) {
    const std::optional<Lot> lot = frontage_lot(seed, plan, owner, side);
    if (lot && segment + 2 >= owner && segment < owner + (lot->wide ? 6 : 2)) return true;
  }
  return false;
}

std::uint64_t lot_number(stream::PieceKey owner, Side side, bool backdrop) {
  return (owner.value << 2) | (static_cast<std::uint64_t>(side) << 1) | (backdrop ? 1u : 0u);
}

}  // namespace terrane::city
