// Buildings of a sector: outlines and parts extruded under flat roofs, each drawn by the one sector
// that owns it. An outline is left out where its parts cover most of it.
#pragma once

#include "terrane/osm/sector_writer.h"

namespace terrane::osm {

// The share of an outline that parts must cover for it not to be drawn.
inline constexpr double k_covered_share = 0.9;

void build_buildings(SectorWriter& writer);

// The share of the outline's area that lies under its parts, sampled along lines of latitude: what
// overlaps counts once. In [0, 1].
double covered_share(const MapData& map, const Area& outline, std::span<const std::uint32_t> parts);

}  // namespace terrane::osm
