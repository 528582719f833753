#include "terrane/osm/map_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/osm/projector.h"
#include "terrane/osm/rect_clip.h"

namespace terrane::osm {
namespace {

using content::PlanAreaKind;
using content::PlanLineKind;
using content::PlanPoint;

constexpr double k_degree_e7 = 1e7;
constexpr double k_coast_gap_m = 1.0;
constexpr const char* k_class_names[] = {"Motorway, trunk road", "Main road",
                                         "Tertiary road",        "Street",
                                         "Service way, track",   "Path, steps"};

// Index into k_class_names.
std::uint8_t group_of(RoadClass road_class) {
  switch (road_class) {
    case RoadClass::Motorway:
    case RoadClass::Trunk:
      return 0;
    case RoadClass::Primary:
    case RoadClass::Secondary:
      return 1;
    case RoadClass::Tertiary:
      return 2;
    case RoadClass::Street:
    case RoadClass::LivingStreet:
      return 3;
    case RoadClass::Service:
    case RoadClass::Track:
      return 4;
    default:
      return 5;
  }
}

std::optional<PlanAreaKind> kind_of(AreaKind kind) {
  switch (kind) {
    case AreaKind::Building:
      return PlanAreaKind::Building;
    case AreaKind::BuildingPart:
      return {};  // within a building
    case AreaKind::Farmland:
    case AreaKind::Bare:
      return PlanAreaKind::Field;
    case AreaKind::Forest:
      return PlanAreaKind::Wood;
    case AreaKind::Grass:
    case AreaKind::Park:
    case AreaKind::Pitch:
      return PlanAreaKind::Park;
    case AreaKind::Sand:
      return PlanAreaKind::Sand;
    case AreaKind::Water:
    case AreaKind::Pool:
      return PlanAreaKind::Water;
    case AreaKind::Paved:
    case AreaKind::Pier:
      return PlanAreaKind::Paved;
  }
  return {};
}

std::int32_t to_e7(double degrees, double limit) {
  return static_cast<std::int32_t>(std::floor(std::clamp(degrees, -limit, limit) * k_degree_e7));
}

// Between two shares of sorted numbers.
std::pair<std::int32_t, std::int32_t> spread(std::vector<std::int32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t last = numbers.size() - 1;
  return {numbers[last / 100], numbers[last - last / 100]};
}

std::int32_t grown(std::int32_t value, double by) {
  return static_cast<std::int32_t>(std::clamp(value + by, -1.8e9, 1.8e9));
}

// Where the map's roads are: an extract often has a few nodes of long ways and relations far
// outside. The box of all, unless most roads lie in a much smaller part of it.
RectE7 populated_box(const MapData& map) {
  constexpr double k_margin = 0.04;
  constexpr double k_much = 1.5;
  std::vector<std::int32_t> lats;
  std::vector<std::int32_t> lons;
  for (const Road& road : map.roads) {
    for (const geo::PositionE7 position : map.at(road.positions)) {
      lats.push_back(position.lat_e7);
      lons.push_back(position.lon_e7);
    }
  }
  if (lats.empty()) return map.box;
  const auto [south, north] = spread(lats);
  const auto [west, east] = spread(lons);
  const double high = static_cast<double>(north) - south;
  const double wide = static_cast<double>(east) - west;
  const RectE7 box{grown(south, -high * k_margin), grown(west, -wide * k_margin),
                   grown(north, high * k_margin), grown(east, wide * k_margin)};
  const bool much_smaller =
      (static_cast<double>(map.box.north_e7) - map.box.south_e7) > high * k_much ||
      (static_cast<double>(map.box.east_e7) - map.box.west_e7) > wide * k_much;
  return much_smaller && high > 0 && wide > 0 ? box : map.box;
}

geo::Frame frame_of(const RectE7& box) {
  constexpr double k_half_radians = 0.5 * base::k_radians_per_degree / k_degree_e7;
  geo::Geodetic middle;
  middle.lat_rad = (static_cast<double>(box.south_e7) + box.north_e7) * k_half_radians;
  middle.lon_rad = (static_cast<double>(box.west_e7) + box.east_e7) * k_half_radians;
  return geo::tangent_frame(middle);
}

class MapPlanner {
 public:
  MapPlanner(const MapData& map, const RectE7& box)
      : map_(map), box_(box), projector_(frame_of(box)) {
    plan_.frame = frame_of(box);
    plan_.grouping = content::PlanGrouping::RoadClass;
    for (const char* name : k_class_names) plan_.groups.push_back(name);
    include_corners();
  }

  content::Plan make() {
    add_sea();
    for (const Area& area : map_.areas) {
      const std::optional<PlanAreaKind> kind = kind_of(area.kind);
      if (kind && area.box.overlaps(box_)) add_area(area, *kind);
    }
    for (const Road& road : map_.roads) {
      if (road.box.overlaps(box_)) add_road(road);
    }
    return std::move(plan_);
  }

 private:
  PlanPoint place(geo::PositionE7 position) const {
    const geo::Vec3 at = projector_.place(position);
    return {at.x, at.z};
  }

  void include_corners() {
    plan_.low = {1e300, 1e300};
    plan_.high = {-1e300, -1e300};
    for (const std::int32_t lat : {box_.south_e7, box_.north_e7}) {
      for (const std::int32_t lon : {box_.west_e7, box_.east_e7}) {
        const PlanPoint corner = place({lat, lon});
        plan_.low = {std::min(plan_.low.x_m, corner.x_m), std::min(plan_.low.z_m, corner.z_m)};
        plan_.high = {std::max(plan_.high.x_m, corner.x_m), std::max(plan_.high.z_m, corner.z_m)};
      }
    }
  }

  // The sea lies to the right of coastlines: their lines turned round and closed along the box.
  void add_sea() {
    const ClipRect rect = clip_rect(box_);
    std::vector<Chain> chains;
    for (const Coast& coast : map_.coasts) {
      if (!coast.box.overlaps(box_)) continue;
      clip_line(map_.at(coast.positions), false, rect, coast.way_id, chains);
    }
    std::vector<Chain> loose;
    stitch_chains(chains, k_coast_gap_m, loose);
    if (chains.empty()) return;
    for (Chain& chain : chains) {
      std::reverse(chain.points.begin(), chain.points.end());
      std::swap(chain.from_border, chain.to_border);
    }
    for (const ClippedPolygon& sea : close_chains(chains, rect, false)) {
      content::PlanArea area;
      area.kind = PlanAreaKind::Water;
      for (const std::vector<PointHalves>& ring : sea.rings) {
        std::vector<PlanPoint> points;
        for (const PointHalves& corner : ring) {
          const geo::Vec3 at = projector_.place_halves(corner.y, corner.x);
          points.push_back({at.x, at.z});
        }
        area.rings.push_back(std::move(points));
      }
      plan_.areas.push_back(std::move(area));
    }
  }

  void add_area(const Area& area, PlanAreaKind kind) {
    content::PlanArea made;
    made.kind = kind;
    for (const Ring& ring : map_.rings_of(area)) {
      std::vector<PlanPoint> points;
      for (const geo::PositionE7 position : map_.at(ring.positions)) {
        points.push_back(place(position));
      }
      made.rings.push_back(std::move(points));
    }
    plan_.areas.push_back(std::move(made));
  }

  void add_road(const Road& road) {
    content::PlanLine line;
    line.kind = is_drivable(road.tags.road_class) ? PlanLineKind::Road : PlanLineKind::Path;
    line.width_m = road.tags.half_width_mm * 0.002;
    line.group = group_of(road.tags.road_class);
    line.name = map_.names[road.name];
    for (const geo::PositionE7 position : map_.at(road.positions)) {
      line.points.push_back(place(position));
    }
    if (line.points.size() < 2) return;
    if (road.tags.bridge && line.kind == PlanLineKind::Road) {
      content::PlanLine bridge = line;
      bridge.kind = PlanLineKind::Bridge;
      bridge.name.clear();
      plan_.lines.push_back(std::move(bridge));
    }
    plan_.lines.push_back(std::move(line));
  }

  const MapData& map_;
  RectE7 box_;
  Projector projector_;
  content::Plan plan_;
};

}  // namespace

base::Result<content::Plan> plan_of_map(const MapData& map, const stream::Area* area) {
  RectE7 box = area == nullptr ? populated_box(map) : RectE7{};
  if (area != nullptr) {
    // Written so that a number that is not one fails too.
    if (!(area->min_x < area->max_x && area->min_y < area->max_y && area->max_x <= 1e4 &&
          area->min_x >= -1e4 && area->max_y <= 1e4 && area->min_y >= -1e4)) {
      return base::Error{base::ErrorCode::OutOfRange, "not an area of the map",
                         "the area's corners", "WEST,SOUTH,EAST,NORTH in degrees"};
    }
    box = {to_e7(area->min_y, 85.05), to_e7(area->min_x, 180), to_e7(area->max_y, 85.05),
           to_e7(area->max_x, 180)};
  }
  if (box.empty() || box.south_e7 >= box.north_e7 || box.west_e7 >= box.east_e7) {
    return base::Error{base::ErrorCode::OutOfRange, "the map has no extent", "the area's corners",
                       "an area wider than a point"};
  }
  return MapPlanner(map, box).make();
}

}  // namespace terrane::osm
