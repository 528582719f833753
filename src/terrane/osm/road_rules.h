// What a way's tags say of it as a road: its class, its width, what is painted on it, whether it is
// drawn at all. Source: map-rules ("Roads and bridges"),
// https://wiki.openstreetmap.org/wiki/Key:highway.
#pragma once

#include <cstdint>
#include <optional>

#include "terrane/content/vertex.h"
#include "terrane/osm/tag_values.h"

namespace terrane::osm {

// By importance, the most important first.
enum class RoadClass : std::uint8_t {
  Motorway,
  Trunk,
  Primary,
  Secondary,
  Tertiary,
  Street,
  LivingStreet,
  Service,
  Track,
  Pedestrian,
  Cycleway,
  Footway,
  Steps,
  Pier,
};

// Roads of one stratum join each other; a higher one lies on a lower one.
enum class Stratum : std::uint8_t { Path, Service, Road };

struct RoadTags {
  RoadClass road_class = RoadClass::Street;
  std::int32_t half_width_mm = 0;
  content::RoadPaint paint = content::RoadPaint::None;
  bool bridge = false;
  bool oneway = false;
};

inline constexpr double k_lane_width_m = 3.25;
inline constexpr double k_path_width_m = 2.0;
inline constexpr double k_road_width_min_m = 1.0;
inline constexpr double k_road_width_max_m = 40.0;

// Nothing where the tags name no road that is drawn on the surface (tunnels, proposed roads,
// areas).
std::optional<RoadTags> read_road_tags(const TagValues& tags, std::vector<TagFault>& faults);

Stratum stratum_of(RoadClass road_class);
// A road one may drive on: what `tour` follows.
bool is_drivable(RoadClass road_class);

}  // namespace terrane::osm
