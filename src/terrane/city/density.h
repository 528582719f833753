// How dense the city is at a place, 0 (row houses) to 1 (a cluster of towers): a smooth field that
// makes skylines instead of even noise. A pure function of seed and place.
// Not a district: it has no name and no border. Value noise at two scales, stretched so that both
// ends are common.
#pragma once

#include <cstdint>

#include "terrane/city/plane.h"

namespace terrane::city {

double density_at(std::uint64_t seed, PlanePoint point);

}  // namespace terrane::city
