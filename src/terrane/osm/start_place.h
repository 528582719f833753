// The default place to stand in a map: the main road of its densest sector.
#pragma once

#include "terrane/osm/map_data.h"
#include "terrane/osm/sector_index.h"

namespace terrane::osm {

struct StartPlace {
  geo::Frame frame;        // local, on the ground
  double heading_rad = 0;  // along the road
};

// Without roads the middle of the densest sector; without pieces the middle of the map.
StartPlace start_place(const MapData& map, const SectorIndex& index);

}  // namespace terrane::osm
