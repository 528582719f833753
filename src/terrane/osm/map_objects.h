// What of a map some sector must own: the list that `verify` compares builds with. Any thread.
#pragma once

#include <vector>

#include "terrane/osm/map_world.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// As Provider::objects_in().
std::vector<content::OwnedObject> objects_of_map(const MapWorld& world,
                                                 std::span<const stream::PieceKey> pieces);

}  // namespace terrane::osm
