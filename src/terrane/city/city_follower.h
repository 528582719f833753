// Follows the city's roads: straight on where a road goes on, turning by hash, over junction pads
// in a smooth bend, round a dead end's pad and back.
// A camera's way, not a vehicle: no lanes, no traffic. The bend over a pad is ours; the most
// important way ahead first is the command line's contract.
#pragma once

#include <cstdint>
#include <memory>

#include "terrane/city/layout.h"
#include "terrane/stream/provider.h"

namespace terrane::city {

// Sets out on the road nearest to `start`, in the direction nearer to `heading_rad`. Null where no
// road is near. Owner thread of the layout, which grows as the follower comes to new junctions.
std::unique_ptr<stream::RoadFollower> follow_city_roads(std::shared_ptr<Layout> layout,
                                                        geo::Vec3 start, double heading_rad,
                                                        std::uint64_t seed);

}  // namespace terrane::city
