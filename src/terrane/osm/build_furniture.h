// Things that stand at a point, and the names of streets.
#pragma once

#include "terrane/osm/sector_writer.h"

namespace terrane::osm {

void build_furniture(SectorWriter& writer);
void build_labels(SectorWriter& writer);

}  // namespace terrane::osm
