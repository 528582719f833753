// What a world holds, counted: of a map the whole file, of the endless city what lies around its
// origin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/base/result.h"

namespace terrane::app {

struct Inventory {
  std::string uri;
  std::size_t pieces = 0;
  std::vector<double> bbox;  // WEST,SOUTH,EAST,NORTH in degrees or X0,Z0,X1,Z1 in metres
  std::size_t buildings = 0;
  std::size_t roads = 0;  // map: stretches of drawn ways; city: roads from junction to junction
  std::size_t bridges = 0;
  std::size_t warnings = 0;
  std::vector<std::string> warning_counts;  // `code: count`
};

base::Result<Inventory> take_inventory(const std::string& world_uri);

}  // namespace terrane::app
