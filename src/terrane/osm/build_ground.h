// The ground's sheets of a sector: land, sea and the quay between them, then water and land cover.
// Land lies on the ellipsoid, the sea 0.3 m below it.
#pragma once

#include "terrane/osm/sector_writer.h"

namespace terrane::osm {

inline constexpr std::int32_t k_sea_height_mm = -300;

// Land and sea from the coastlines; the rectangle is all land or all sea where none crosses it.
void build_land_and_sea(SectorWriter& writer);
// Water and land cover, cut to the sector; owns the areas whose owner point lies in it.
void build_ground_areas(SectorWriter& writer);

}  // namespace terrane::osm
