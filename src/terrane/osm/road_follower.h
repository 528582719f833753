// Follows the roads of a map as a traveller would: the most important way ahead first, turns by
// hash, round at the end of the data. Owner thread.
#pragma once

#include <memory>

#include "terrane/osm/map_data.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// From the road nearest to `start` (world space), the way round that fits the heading. Copies
// what it needs of the map. Null where the map has no road.
std::unique_ptr<stream::RoadFollower> make_road_follower(const MapData& map, geo::Vec3 start,
                                                         double heading_rad, std::uint64_t seed);

}  // namespace terrane::osm
