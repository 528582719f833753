// An area around a place, in whatever a world names its areas by. Any thread.
#pragma once

#include "terrane/stream/provider.h"

namespace terrane::stream {

// `radius_m` to each side of a world position: metres of the plane, or degrees of a map.
Area area_around(const WorldInfo& info, geo::Vec3 middle, double radius_m);

}  // namespace terrane::stream
