#include "terrane/city/roadside.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/lots.h"
#include "terrane/city/street_profile.h"
#include "terrane/city/street_side.h"
#include "terrane/content/palette.h"
#include "terrane/geo/frame.h"

namespace terrane::city {
namespace {

using content::InstanceKind;
namespace palette = content::palette;

constexpr std::uint64_t k_salt_roadside = 71;
constexpr double k_tree_line_m = 1.4;  // from the kerb
constexpr double k_lamp_line_m = 0.7;
constexpr double k_garden_conifers = 0.15;  // of the trees behind houses

// A place beside the road, between the segment's two stations.
struct SideSpot {
  const EdgePlan& plan;
  unsigned segment;
  Side side;
  double depth_m() const {
    const auto& depths = plan.depth_m[static_cast<unsigned>(side)];
    return std::min(depths[segment], depths[segment + 1]);
  }
  PlanePoint at(double share, double offset_m) const {
    const PlaneVector near = plan.curve.node_m(segment) + plan.outward(segment, side) * offset_m;
    const PlaneVector far =
        plan.curve.node_m(segment + 1) + plan.outward(segment + 1, side) * offset_m;
    return moved(plan.curve.start, near + (far - near) * share);
  }
  // Looking at the road from the side.
  double facing_road_rad() const {
    const PlaneVector out = plan.outward(segment, side);
    return geo::heading_of({-out.x, 0, -out.z});
  }
};

void tree_at(PieceWriter& out, PlanePoint place, double conifer_chance, double smallest,
             double largest, std::uint64_t key) {
  const bool conifer = base::draw_chance(base::hash(key, 1), conifer_chance);
  out.instance(conifer ? InstanceKind::ConiferTree : InstanceKind::BroadleafTree, place,
               k_sidewalk_lift_m, base::draw_between(base::hash(key, 2), 0.0, 6.28),
               base::draw_between(base::hash(key, 3), smallest, largest),
               draw_leaf_colour(base::hash(key, 4)),
               static_cast<std::uint16_t>(base::draw_index(base::hash(key, 5), 8)));
}

// Trees about every second segment, lamps about every sixth, things to sit on and to put out fires.
void furnish_sidewalk(PieceWriter& out, const SideSpot& spot, std::uint64_t key) {
  const EdgePlan& plan = spot.plan;
  const double kerb_m =
      std::max(plan.half_width_m[spot.segment], plan.half_width_m[spot.segment + 1]);
  if (spot.depth_m() < kerb_m + 3.0) return;
  // Lamps keep an even distance along the edge, the sides alternating.
  const unsigned phase = spot.side == Side::Left ? 2 : 5;
  if (spot.segment % 6 == phase) {
    out.instance(InstanceKind::StreetLamp, spot.at(0.5, kerb_m + k_lamp_line_m), k_sidewalk_lift_m,
                 spot.facing_road_rad(), 1.0, palette::k_metal_dark, 0);
    return;
  }
  const double trees =
      base::draw_between(base::hash(spot.plan.block_of(spot.segment).key, 6), 0.15, 0.62);
  if (base::draw_chance(base::hash(key, 1), trees)) {
    // Under a conifer's boughs nobody passes.
    tree_at(out, spot.at(0.5, kerb_m + k_tree_line_m), 0, 0.75, 1.1, base::hash(key, 2));
  } else if (out.full_detail() && base::draw_chance(base::hash(key, 3), 0.07)) {
    out.instance(InstanceKind::Bench, spot.at(0.5, kerb_m + 1.2), k_sidewalk_lift_m,
                 spot.facing_road_rad(), 1.0, palette::k_bark, 0);
  } else if (out.full_detail() && base::draw_chance(base::hash(key, 4), 0.05)) {
    out.instance(InstanceKind::Hydrant, spot.at(0.3, kerb_m + 0.6), k_sidewalk_lift_m, 0.0, 1.0,
                 palette::k_brick_red, 0);
  }
}

// Whether a lot may reach over this segment in the second row, so that a yard tree would stand in
// it.
bool under_backdrop(const SideSpot& spot) {
  const unsigned first = spot.segment > 2 ? spot.segment - 2 : 0;
  const unsigned last = std::min(spot.segment + 2, spot.plan.curve.segment_count - 1);
  for (unsigned owner = first; owner <= last; ++owner) {
    if (backdrop_lot(spot.plan, owner, spot.side)) return true;
  }
  return false;
}

// Trees and bushes in a gap between houses, clear of the walls beside it.
void furnish_garden(PieceWriter& out, const SideSpot& spot, std::uint64_t key) {
  const double first_m = spot.plan.half_width_m[spot.segment] + k_building_line_m + 1.5;
  for (unsigned plant = 0; plant < 3; ++plant) {
    const std::uint64_t own = base::hash(key, plant);
    const double offset_m = first_m + plant * 6.5 + base::draw_between(own, 0.0, 3.5);
    if (offset_m > std::min(spot.depth_m() - 2.0, k_frontage_depth_m)) return;
    if (!base::draw_chance(base::hash(own, 1), 0.7)) continue;
    const PlanePoint place = spot.at(0.5, offset_m);
    if (base::draw_chance(base::hash(own, 2), 0.35)) {
      out.instance(InstanceKind::Bush, place, k_sidewalk_lift_m, 0.0,
                   base::draw_between(base::hash(own, 3), 0.7, 1.2),
                   draw_leaf_colour(base::hash(own, 4)), 0);
    } else {
      tree_at(out, place, k_garden_conifers, 0.65, 1.0, own);
    }
  }
}

// A tree now and then in the back yards, where no backdrop tower stands.
void furnish_yard(PieceWriter& out, const SideSpot& spot, std::uint64_t key) {
  if (!base::draw_chance(base::hash(key, 11), 0.4) || spot.depth_m() < 42.0) return;
  if (under_backdrop(spot)) return;
  const double offset_m = base::draw_between(base::hash(key, 12), 35.0, spot.depth_m() - 3.0);
  tree_at(out, spot.at(0.5, offset_m), k_garden_conifers, 0.8, 1.3, base::hash(key, 13));
}

}  // namespace

std::uint8_t draw_leaf_colour(std::uint64_t key) {
  const double roll = base::draw_unit(key);
  if (roll < 0.55) return palette::k_leaf_green;
  return roll < 0.88 ? palette::k_leaf_dark : palette::k_leaf_yellow;
}

void furnish_side(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side, bool garden,
                  bool clear_sidewalk) {
  const SideSpot spot{plan, segment, side};
  const std::uint64_t key = base::hash(plan.key, k_salt_roadside, segment, side);
  if (!clear_sidewalk) furnish_sidewalk(out, spot, base::hash(key, 1));
  if (plan.side_of(segment, side).kind != SideKind::Buildings) return;
  if (garden) furnish_garden(out, spot, base::hash(key, 5));
  furnish_yard(out, spot, base::hash(key, 4));
}

}  // namespace terrane::city
