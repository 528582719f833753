// What one sector is built from: the objects of a map that touch its padded rectangles, or
// everything the map holds. The build sees nothing else, so that building from exactly the cut and
// from more can be compared (`verify`).
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/osm/sector_index.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

struct SectorInput {
  std::uint64_t key = 0;
  geo::BoundsE7 bounds;
  bool world_has_coast = false;
  // Indices into the map's lists, rising.
  std::vector<std::uint32_t> roads;
  std::vector<std::uint32_t> coasts;
  std::vector<std::uint32_t> buildings;  // areas: buildings and parts
  std::vector<std::uint32_t> grounds;    // areas: water and land cover
  std::vector<std::uint32_t> furniture;
  std::vector<std::uint32_t> warnings;
};

// Any thread.
SectorInput gather_input(const MapData& map, const SectorIndex& index, std::uint64_t key,
                         stream::InputScope scope);

}  // namespace terrane::osm
