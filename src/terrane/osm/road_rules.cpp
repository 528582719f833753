#include "terrane/osm/road_rules.h"

#include <algorithm>
#include <iterator>

#include "terrane/base/quantise.h"
#include "terrane/osm/tags_parse.h"

namespace terrane::osm {
namespace {

struct HighwayRule {
  std::string_view value;
  RoadClass road_class;
  double lanes;  // both directions
  double lanes_oneway;
};

constexpr HighwayRule k_highways[] = {
    {"motorway", RoadClass::Motorway, 4, 2},     {"motorway_link", RoadClass::Motorway, 2, 1},
    {"trunk", RoadClass::Trunk, 2, 2},           {"trunk_link", RoadClass::Trunk, 2, 1},
    {"primary", RoadClass::Primary, 2, 2},       {"primary_link", RoadClass::Primary, 2, 1},
    {"secondary", RoadClass::Secondary, 2, 2},   {"secondary_link", RoadClass::Secondary, 2, 1},
    {"tertiary", RoadClass::Tertiary, 2, 1},     {"tertiary_link", RoadClass::Tertiary, 2, 1},
    {"unclassified", RoadClass::Street, 2, 1},   {"residential", RoadClass::Street, 2, 1},
    {"road", RoadClass::Street, 2, 1},           {"busway", RoadClass::Street, 2, 1},
    {"bus_guideway", RoadClass::Street, 1, 1},   {"living_street", RoadClass::LivingStreet, 2, 1},
    {"raceway", RoadClass::Street, 3, 3},        {"escape", RoadClass::Service, 1, 1},
    {"service", RoadClass::Service, 1, 1},       {"track", RoadClass::Track, 1, 1},
    {"pedestrian", RoadClass::Pedestrian, 2, 2}, {"cycleway", RoadClass::Cycleway, 0, 0},
    {"footway", RoadClass::Footway, 0, 0},       {"path", RoadClass::Footway, 0, 0},
    {"bridleway", RoadClass::Footway, 0, 0},     {"steps", RoadClass::Steps, 0, 0},
};

const HighwayRule* find_rule(std::string_view value) {
  const auto* const found =
      std::find_if(std::begin(k_highways), std::end(k_highways),
                   [value](const HighwayRule& rule) { return rule.value == value; });
  return found == std::end(k_highways) ? nullptr : found;
}

bool is_oneway(const TagValues& tags, RoadClass road_class) {
  const std::string_view oneway = tags.get(Key::Oneway);
  if (oneway == "yes" || oneway == "1" || oneway == "true" || oneway == "-1") return true;
  if (oneway == "no") return false;
  return road_class == RoadClass::Motorway || tags.is(Key::Junction, "roundabout");
}

// A tunnel is not drawn between its portals; a passage through a building lies on the surface.
bool is_below_ground(const TagValues& tags) {
  const std::string_view tunnel = tags.get(Key::Tunnel);
  return (tags.says(Key::Tunnel) && tunnel != "building_passage" && tunnel != "covered") ||
         tags.is(Key::Location, "underground") || tags.says(Key::Indoor);
}

content::RoadPaint paint_of(RoadClass road_class, double lanes, bool oneway) {
  using content::RoadPaint;
  switch (road_class) {
    case RoadClass::Motorway:
      return RoadPaint::EdgeLines;
    case RoadClass::Trunk:
    case RoadClass::Primary:
    case RoadClass::Secondary:
    case RoadClass::Tertiary:
      if (oneway) return lanes >= 2 ? RoadPaint::OneWayLanes : RoadPaint::None;
      return lanes >= 3 ? RoadPaint::CentreAndLanes : RoadPaint::CentreDashes;
    case RoadClass::Street:
      if (oneway) return lanes >= 2 ? RoadPaint::OneWayLanes : RoadPaint::None;
      return lanes >= 3 ? RoadPaint::CentreAndLanes : RoadPaint::None;
    default:
      return RoadPaint::None;
  }
}

}  // namespace

std::optional<RoadTags> read_road_tags(const TagValues& tags, std::vector<TagFault>& faults) {
  RoadTags road;
  double lanes = 0;
  if (const HighwayRule* rule = find_rule(tags.get(Key::Highway))) {
    road.road_class = rule->road_class;
    road.oneway = is_oneway(tags, road.road_class);
    lanes = road.oneway ? rule->lanes_oneway : rule->lanes;
  } else if (tags.is(Key::ManMade, "pier")) {
    road.road_class = RoadClass::Pier;
  } else {
    return std::nullopt;
  }
  if (is_below_ground(tags) || tags.is(Key::Area, "yes")) return std::nullopt;
  road.bridge = tags.says(Key::Bridge);
  if (tags.has(Key::Lanes)) {
    const TagNumber number = parse_count(tags.get(Key::Lanes), k_lanes_cap);
    const bool usable = number.value && *number.value >= 1 && lanes > 0;
    if (usable) lanes = *number.value;
    if (number.faulty || (number.value && *number.value < 1)) {
      add_fault(faults, "lanes_absurd", Key::Lanes, tags.get(Key::Lanes));
    }
  }
  double width_m = lanes > 0 ? lanes * k_lane_width_m : k_path_width_m;
  if (tags.has(Key::Width)) {
    const TagNumber number = parse_length_m(tags.get(Key::Width), k_width_cap_m);
    if (number.value && *number.value > 0) width_m = *number.value;
    if (number.faulty || !number.value || *number.value > k_road_width_max_m) {
      add_fault(faults, "width_absurd", Key::Width, tags.get(Key::Width));
    }
  }
  width_m = std::clamp(width_m, k_road_width_min_m, k_road_width_max_m);
  road.half_width_mm = base::to_mm32(width_m * 0.5);
  road.paint = paint_of(road.road_class, lanes, road.oneway);
  return road;
}

Stratum stratum_of(RoadClass road_class) {
  if (road_class <= RoadClass::LivingStreet) return Stratum::Road;
  if (road_class <= RoadClass::Track) return Stratum::Service;
  return Stratum::Path;
}

bool is_drivable(RoadClass road_class) {
  return road_class <= RoadClass::Track;
}

}  // namespace terrane::osm
