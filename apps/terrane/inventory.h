// What a world holds, counted: of a map the whole file, or what lies in an area; of the endless
// city an area, by default what lies around its origin. Where pieces are built for it, how full
// they are too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "piece_sizes.h"
#include "terrane/base/result.h"
#include "world_options.h"

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
  std::optional<SizeReport> sizes;          // where pieces were built
  NearestBytes nearest;                     // to the area's middle
};

// How many pieces `Inventory::nearest` counts: the article's.
inline constexpr std::size_t k_nearest_pieces = 180;

base::Result<Inventory> take_inventory(const std::string& world_uri, const AreaOptions& area);

}  // namespace terrane::app
