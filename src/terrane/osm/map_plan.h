// A map world from above, as a map shows it: roads with their names by class, buildings, water and
// the sea, green. Read from the map's own data; builds no sector. Any thread.
#pragma once

#include "terrane/base/result.h"
#include "terrane/content/plan.h"
#include "terrane/osm/map_data.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// `area` in degrees; null: the box of all that the map holds, or of nearly all its roads where a
// few nodes lie far outside. The plan's frame is the tangent frame at the area's middle. Refuses
// what is no area by name.
base::Result<content::Plan> plan_of_map(const MapData& map, const stream::Area* area);

}  // namespace terrane::osm
