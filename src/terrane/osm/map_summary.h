// What a map file holds, counted: for `terrane info`.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "terrane/base/result.h"
#include "terrane/geo/sector.h"

namespace terrane::osm {

struct MapSummary {
  std::size_t pieces = 0;     // sectors that own an object or hold coast
  geo::BoundsE7 bbox;         // of all nodes
  std::size_t buildings = 0;  // outlines
  std::size_t building_parts = 0;
  std::size_t roads = 0;        // runs of drawn ways
  std::size_t bridges = 0;      // of these
  std::size_t coast_lines = 0;  // runs of coastline ways
  std::size_t water_areas = 0;
  std::size_t land_areas = 0;
  std::size_t furniture = 0;                    // trees, lamps, benches, hydrants
  std::map<std::string, std::size_t> warnings;  // by code
};

base::Result<MapSummary> summarise_map(const std::string& path);

}  // namespace terrane::osm
