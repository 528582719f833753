// Where somebody looks from. There can be several; a piece is as wanted as its most eager observer
// says.
#pragma once

#include "terrane/geo/vec3.h"

namespace terrane::stream {

struct Observer {
  geo::Vec3 position;           // world space, metres (city: the plane; map: ECEF)
  geo::Vec3 velocity;           // world space, metres per second
  geo::Vec3 forward{0, 0, -1};  // world space, unit: where the view points
};

}  // namespace terrane::stream
