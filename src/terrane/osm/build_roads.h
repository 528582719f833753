// Roads of a sector as ribbons: the pieces whose midpoints lie in it, joined as road_joints.h says,
// and discs at the junctions that lie in it.
#pragma once

#include "terrane/osm/sector_writer.h"

namespace terrane::osm {

void build_roads(SectorWriter& writer);

}  // namespace terrane::osm
