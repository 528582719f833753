// Cuts an area out of a map file as Overpass JSON, ways and relations complete: what a WebAssembly
// build reads, and a small file to report a fault with.
#pragma once

#include <cstddef>
#include <string>

#include "terrane/base/result.h"
#include "terrane/geo/sector.h"

namespace terrane::osm {

struct ExtractReport {
  std::size_t nodes = 0;
  std::size_t ways = 0;
  std::size_t relations = 0;
};

// Nodes inside the area, ways that touch it with all their nodes, and relations with such a member
// with all their nodes and ways (not their relations). Written whole or not at all.
base::Result<ExtractReport> extract_area(const std::string& path, geo::BoundsE7 area,
                                         const std::string& out_path);

}  // namespace terrane::osm
