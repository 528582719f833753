#include "terrane/osm/sector_input.h"

#include <algorithm>
#include <numeric>

#include "terrane/osm/pads.h"

namespace terrane::osm {
namespace {

using Indices = std::vector<std::uint32_t>;

// The objects listed in the sectors that a rectangle touches, once each, and those held apart.
Indices candidates(const SectorIndex& index, const SectorLists& lists, const Indices& wide,
                   const RectE7& rect) {
  Indices found = wide;
  const TileGrid::Span span = index.grid.span(rect);
  for (std::uint32_t x = span.first_x; x <= span.last_x; ++x) {
    for (std::uint32_t y = span.first_y; y <= span.last_y; ++y) {
      for (const auto& pair : lists.of(geo::sector_key({geo::k_sector_zoom, x, y}))) {
        found.push_back(pair.object);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool line_touches(std::span<const geo::PositionE7> line, const RectE7& box, const RectE7& rect) {
  if (!box.overlaps(rect)) return false;
  if (rect.contains(box)) return true;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (segment_touches(line[at - 1], line[at], rect)) return true;
  }
  return false;
}

Indices all_of(std::size_t count) {
  Indices indices(count);
  std::iota(indices.begin(), indices.end(), 0u);
  return indices;
}

void take_everything(const MapData& map, SectorInput& input) {
  input.roads = all_of(map.roads.size());
  input.coasts = all_of(map.coasts.size());
  input.furniture = all_of(map.furniture.size());
  for (std::uint32_t at = 0; at < map.areas.size(); ++at) {
    (is_building(map.areas[at].kind) ? input.buildings : input.grounds).push_back(at);
  }
  for (std::uint32_t at = 0; at < map.warnings.size(); ++at) {
    if (map.warnings[at].placed) input.warnings.push_back(at);
  }
}

void take_padded(const MapData& map, const SectorIndex& index, SectorInput& input) {
  const RectE7 own = padded_rect(input.bounds, k_object_pad_m);
  const RectE7 building_rect = padded_rect(input.bounds, k_building_pad_m);
  const RectE7 road_rect = padded_rect(input.bounds, k_road_pad_m);
  const RectE7 water_rect = padded_rect(input.bounds, k_water_pad_m);
  for (const std::uint32_t at : candidates(index, index.roads, index.wide_roads, road_rect)) {
    const Road& road = map.roads[at];
    if (line_touches(map.at(road.positions), road.box, road_rect)) input.roads.push_back(at);
  }
  for (const std::uint32_t at : candidates(index, index.coasts, index.wide_coasts, water_rect)) {
    const Coast& coast = map.coasts[at];
    if (line_touches(map.at(coast.positions), coast.box, water_rect)) input.coasts.push_back(at);
  }
  for (const std::uint32_t at : candidates(index, index.areas, index.wide_areas, water_rect)) {
    const Area& area = map.areas[at];
    const bool building = is_building(area.kind);
    const RectE7& rect = building ? building_rect : is_water(area.kind) ? water_rect : own;
    if (!area_touches(map, area, rect)) continue;
    (building ? input.buildings : input.grounds).push_back(at);
  }
  for (const auto& pair : index.furniture.of(input.key)) input.furniture.push_back(pair.object);
  for (const auto& pair : index.warnings.of(input.key)) input.warnings.push_back(pair.object);
}

}  // namespace

SectorInput gather_input(const MapData& map, const SectorIndex& index, std::uint64_t key,
                         stream::InputScope scope) {
  SectorInput input;
  input.key = key;
  input.bounds = geo::bounds_of(geo::sector_of_key(key));
  input.world_has_coast = !map.coasts.empty();
  if (scope == stream::InputScope::Everything) {
    take_everything(map, input);
  } else {
    take_padded(map, index, input);
  }
  return input;
}

}  // namespace terrane::osm
