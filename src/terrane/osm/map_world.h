// A map file, read and indexed: what the provider and the summary share. Immutable after opening.
#pragma once

#include <string>

#include "terrane/base/result.h"
#include "terrane/osm/map_data.h"
#include "terrane/osm/sector_index.h"

namespace terrane::osm {

struct MapWorld {
  MapData map;
  SectorIndex index;
};

// Any thread. Refuses a file that cannot be read or has no node on the map.
base::Result<MapWorld> open_map_world(const std::string& path);

}  // namespace terrane::osm
