#include "terrane/osm/map_world.h"

#include "terrane/osm/map_load.h"
#include "terrane/osm/osm_file.h"

namespace terrane::osm {

base::Result<MapWorld> open_map_world(const std::string& path) {
  OsmObjects objects = TERRANE_TRY(read_osm_file(path));
  MapWorld world;
  world.map = load_map(objects);
  if (world.map.box.empty()) {
    return base::Error{base::ErrorCode::BadData, "file holds no node that lies on the map", path,
                       "OpenStreetMap data with nodes was expected"};
  }
  world.index = index_sectors(world.map);
  return world;
}

}  // namespace terrane::osm
