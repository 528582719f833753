// What a map's road is called that somebody is on, from the plan of what lies around (map_plan.h).
// Any thread.
#pragma once

#include "terrane/osm/map_data.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// As Provider::road_name_at(); `info` of the map's world.
stream::RoadName road_name_at(const MapData& map, const stream::WorldInfo& info,
                              geo::Vec3 position);

}  // namespace terrane::osm
