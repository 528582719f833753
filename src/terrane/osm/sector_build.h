// Builds one sector: a pure function of the map and the input. One order: land and sea, water and
// land cover, buildings, roads, furniture, names. Any thread.
#pragma once

#include "terrane/osm/sector_input.h"

namespace terrane::osm {

content::Content build_sector(const MapData& map, const SectorInput& input);

}  // namespace terrane::osm
