// Turns the objects of a source into the map's own compact data: roads, coasts, areas, furniture.
// Each faulty object is left out with a warning that names it; the rest is kept.
#pragma once

#include "terrane/osm/detail/osm_objects.h"
#include "terrane/osm/map_data.h"

namespace terrane::osm {

// The objects' warnings move into the data.
MapData load_map(OsmObjects& objects);

}  // namespace terrane::osm
