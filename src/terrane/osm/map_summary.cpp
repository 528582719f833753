#include "terrane/osm/map_summary.h"

#include "terrane/osm/map_world.h"

namespace terrane::osm {

base::Result<MapSummary> summarise_map(const std::string& path) {
  const MapWorld world = TERRANE_TRY(open_map_world(path));
  const MapData& map = world.map;
  MapSummary summary;
  summary.pieces = world.index.pieces.size();
  summary.bbox = {map.box.south_e7, map.box.west_e7, map.box.north_e7, map.box.east_e7};
  for (const Area& area : map.areas) {
    std::size_t& count = area.kind == AreaKind::Building       ? summary.buildings
                         : area.kind == AreaKind::BuildingPart ? summary.building_parts
                         : is_water(area.kind)                 ? summary.water_areas
                                                               : summary.land_areas;
    count += 1;
  }
  summary.roads = map.roads.size();
  for (const Road& road : map.roads) summary.bridges += road.tags.bridge ? 1 : 0;
  summary.coast_lines = map.coasts.size();
  summary.furniture = map.furniture.size();
  for (const PlacedWarning& placed : map.warnings) summary.warnings[placed.warning.code] += 1;
  return summary;
}

}  // namespace terrane::osm
