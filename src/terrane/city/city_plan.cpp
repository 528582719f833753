#include "terrane/city/city_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "terrane/city/cross_street.h"
#include "terrane/city/lots.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

using content::PlanAreaKind;
using content::PlanLineKind;
using content::PlanPoint;

constexpr double k_side_most_m = 40000.0;
constexpr double k_buildings_side_most_m = 6000.0;
constexpr double k_farthest_m = 1.9e9;  // where the lattice ends
constexpr double k_bridge_overhang_m = 6.0;
constexpr double k_bridge_width_m = 6.0;
constexpr double k_cross_street_reach_m = 64.0;  // from the road's centre
constexpr double k_cross_street_width_m = 8.0;

class CityPlanner {
 public:
  CityPlanner(const Layout& layout, PlanPoint middle, bool buildings)
      : layout_(layout),
        origin_{base::to_mm(middle.x_m), base::to_mm(middle.z_m)},
        buildings_(buildings) {
    plan_.frame.origin = {base::from_mm(origin_.x_mm), 0, base::from_mm(origin_.z_mm)};
    plan_.water_around = true;
    plan_.grouping = content::PlanGrouping::District;
    for (unsigned district = 0; district < k_district_count; ++district) {
      plan_.groups.push_back(traits_of(static_cast<District>(district)).name);
    }
  }

  content::Plan make(const stream::Area& area) {
    const PlaneVector low{area.min_x, area.min_y};
    const PlaneVector high{area.max_x, area.max_y};
    plan_.low = place({base::to_mm(low.x), base::to_mm(low.z)});
    plan_.high = place({base::to_mm(high.x), base::to_mm(high.z)});
    // Land reaches into the area from roads outside it.
    const PlaneVector reach{k_land_depth_m, k_land_depth_m};
    const PlanePoint from = moved({0, 0}, low - reach);
    const PlanePoint to = moved({0, 0}, high + reach);
    layout_.cover(from, to);
    for (const EdgeNumber number : layout_.edges_near(from, to)) {
      if (const std::shared_ptr<const EdgePlan> edge = layout_.edge(number)) add_edge(*edge);
    }
    for (const JunctionNumber number : layout_.junctions_in(from, to)) {
      const std::optional<JunctionShape> shape = layout_.shape(number);
      if (shape) plan_.junctions.push_back({place(shape->centre), shape->radius_m});
    }
    return std::move(plan_);
  }

 private:
  PlanPoint place(PlanePoint point) const {
    const PlaneVector local = between(origin_, point);
    return {local.x, local.z};
  }

  // From junction to junction, so that neighbouring roads meet in one point.
  std::vector<PlanPoint> course_of(const EdgeCurve& curve) const {
    std::vector<PlanPoint> points{place(curve.start)};
    for (unsigned node = 0; node <= curve.segment_count; ++node) {
      points.push_back(place(curve.node_world(node)));
    }
    points.push_back(place(moved(curve.start, curve.end_junction_m)));
    return points;
  }

  void add_edge(const EdgePlan& edge) {
    const std::vector<PlanPoint> course = course_of(edge.curve);
    plan_.lines.push_back({PlanLineKind::Land, course, 2 * k_land_depth_m, 0, {}});
    content::PlanLine road;
    road.points = course;
    road.group = static_cast<std::uint8_t>(edge.street.district);
    road.name = edge.street.name;
    double sum_m = 0;
    for (unsigned node = 0; node <= edge.curve.segment_count; ++node) {
      sum_m += edge.half_width_m[node];
    }
    road.width_m = 2 * sum_m / (edge.curve.segment_count + 1);
    plan_.lines.push_back(std::move(road));
    for (const Side side : {Side::Left, Side::Right}) {
      add_sides(edge, side);
      add_cross_streets(edge, side);
      if (buildings_) add_buildings(edge, side);
    }
    add_bridges(edge);
  }

  // Streets that end after a block and are in no road graph: drawn without a name.
  void add_cross_streets(const EdgePlan& edge, Side side) {
    for (unsigned segment = 0; segment < edge.curve.segment_count; ++segment) {
      const bool middle = EdgePlan::place_in_block(segment) == k_cross_street_segments / 2;
      if (!middle || !is_intersection(edge, segment, side)) continue;
      if (!has_cross_street(edge, segment - k_cross_street_segments / 2, side)) continue;
      const PlaneVector half =
          between(edge.curve.node_world(segment), edge.curve.node_world(segment + 1)) * 0.5;
      const double depth_m = edge.depth_m[static_cast<unsigned>(side)][segment];
      const double reach_m = std::min(depth_m, k_cross_street_reach_m);
      plan_.lines.push_back({PlanLineKind::Path,
                             {place(moved(edge.curve.node_world(segment), half)),
                              place(moved(edge.beside(segment, side, reach_m), half))},
                             k_cross_street_width_m,
                             static_cast<std::uint8_t>(edge.street.district),
                             {}});
    }
  }

  static std::optional<PlanAreaKind> area_of(SideKind kind) {
    switch (kind) {
      case SideKind::Park:
        return PlanAreaKind::Park;
      case SideKind::Field:
        return PlanAreaKind::Field;
      case SideKind::Water:
        return PlanAreaKind::Water;
      case SideKind::Buildings:
        break;
    }
    return {};
  }

  // One area for each run of segments with the same kind of side.
  void add_sides(const EdgePlan& edge, Side side) {
    const unsigned count = edge.curve.segment_count;
    for (unsigned first = 0; first < count;) {
      const SideKind kind = edge.side_of(first, side).kind;
      unsigned end = first + 1;
      while (end < count && edge.side_of(end, side).kind == kind) ++end;
      if (const std::optional<PlanAreaKind> area = area_of(kind)) {
        add_strip(edge, side, first, end, *area);
      }
      first = end;
    }
  }

  void add_strip(const EdgePlan& edge, Side side, unsigned first, unsigned end, PlanAreaKind kind) {
    std::vector<PlanPoint> ring;
    for (unsigned station = first; station <= end; ++station) {
      ring.push_back(
          place(edge.beside(station, side, edge.half_width_m[station] + k_building_line_m)));
    }
    for (unsigned station = end + 1; station-- > first;) {
      const double depth_m = edge.depth_m[static_cast<unsigned>(side)][station];
      ring.push_back(place(edge.beside(
          station, side, std::max(depth_m, edge.half_width_m[station] + k_building_line_m))));
    }
    plan_.areas.push_back({kind, {std::move(ring)}});
  }

  void add_buildings(const EdgePlan& edge, Side side) {
    for (unsigned segment = 0; segment < edge.curve.segment_count; ++segment) {
      if (const std::optional<Lot> lot = frontage_lot(edge, segment, side)) add_lot(*lot);
      if (const std::optional<Lot> lot = backdrop_lot(edge, segment, side)) add_lot(*lot);
    }
  }

  void add_lot(const Lot& lot) {
    const PlaneVector across = right_of(lot.inward) * lot.half_width_m;
    const PlaneVector back = lot.inward * lot.depth_m;
    plan_.areas.push_back(
        {PlanAreaKind::Building,
         {{place(moved(lot.front, -across)), place(moved(lot.front, across)),
           place(moved(lot.front, across + back)), place(moved(lot.front, back - across))}}});
  }

  void add_bridges(const EdgePlan& edge) {
    for (unsigned segment = 0; segment < edge.curve.segment_count; ++segment) {
      const unsigned bridge = edge.block_of(segment).bridge_place;
      if (bridge == 0 || bridge != EdgePlan::place_in_block(segment)) continue;
      const double reach_m = edge.half_width_m[segment] + k_bridge_overhang_m;
      plan_.lines.push_back({PlanLineKind::Bridge,
                             {place(edge.beside(segment, Side::Left, reach_m)),
                              place(edge.beside(segment, Side::Right, reach_m))},
                             k_bridge_width_m,
                             0,
                             {}});
    }
  }

  const Layout& layout_;
  PlanePoint origin_;
  bool buildings_;
  content::Plan plan_;
};

}  // namespace

base::Result<content::Plan> plan_of_city(const Layout& layout, const stream::Area* area) {
  const stream::Area whole{-k_plan_radius_m, -k_plan_radius_m, k_plan_radius_m, k_plan_radius_m};
  const stream::Area& asked = area != nullptr ? *area : whole;
  const double width_m = asked.max_x - asked.min_x;
  const double depth_m = asked.max_y - asked.min_y;
  // Written so that a number that is not one fails too.
  if (!(width_m > 0 && width_m <= k_side_most_m && depth_m > 0 && depth_m <= k_side_most_m &&
        asked.min_x >= -k_farthest_m && asked.max_x <= k_farthest_m &&
        asked.min_y >= -k_farthest_m && asked.max_y <= k_farthest_m)) {
    return base::Error{base::ErrorCode::OutOfRange, "not an area of the city", "the area's corners",
                       "X0,Z0,X1,Z1 in metres, X0 < X1 and Z0 < Z1, at most 40 km a side"};
  }
  const bool buildings = width_m <= k_buildings_side_most_m && depth_m <= k_buildings_side_most_m;
  const PlanPoint middle{asked.min_x + width_m * 0.5, asked.min_y + depth_m * 0.5};
  return CityPlanner(layout, middle, buildings).make(asked);
}

}  // namespace terrane::city
