// Street names: roads within 45 degrees of north-south take one from a list, others are numbered.
// Source: article "Building a procedural city in WebGPU" (street identities).
#pragma once

#include <cstdint>
#include <string>

#include "terrane/city/plane.h"

namespace terrane::city {

inline constexpr unsigned k_street_numbers = 220;

// "W 42ND ST"; number >= 1.
std::string numbered_street(unsigned number, bool west);
// One of a list of avenues, whose order repeats.
std::string named_avenue(std::int64_t number);
// Whether a road in this direction takes a name.
inline bool is_north_south(PlaneVector direction) {
  return direction.z * direction.z >= direction.x * direction.x;
}

}  // namespace terrane::city
