// Follows roads through a live world, farther than what has arrived at its start: it takes in what
// has come since, each few hundred metres, and turns round only where nothing has. Owner thread.
#pragma once

#include <memory>

#include "terrane/osm/live_store.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// `store` is borrowed. Null where no road has arrived near `start`.
std::unique_ptr<stream::RoadFollower> make_live_follower(LiveStore& store, geo::Vec3 start,
                                                         double heading_rad, std::uint64_t seed);

}  // namespace terrane::osm
