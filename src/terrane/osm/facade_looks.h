// How a building without further tags looks: the style of its windows and the colours of its walls
// and roof, by its use and height, varied by the hash of its owner point.
#pragma once

#include <cstdint>

#include "terrane/content/vertex.h"
#include "terrane/osm/building_heights.h"

namespace terrane::osm {

struct FacadeLook {
  content::FacadeStyle style = content::FacadeStyle::Masonry;
  std::uint8_t wall_palette = 0;
  std::uint8_t roof_palette = 0;
};

FacadeLook facade_look(const BuildingTags& tags, double height_m, std::uint64_t hash);

}  // namespace terrane::osm
