// The map world: any place on Earth from an OpenStreetMap file, one piece a sector (Web Mercator
// tile at zoom 16), each built from its own padded cut of the data. On flat ground for now:
// everything stands on the ellipsoid. Source: article "Any place on Earth" (live map streaming).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "terrane/base/result.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// Rises with every rule that changes what is built of map data.
inline constexpr std::uint64_t k_map_rules_version = 1;

// Reads the whole file; takes as long as the file is large. Any thread.
base::Result<std::unique_ptr<stream::Provider>> open_map(const std::string& path);

}  // namespace terrane::osm
