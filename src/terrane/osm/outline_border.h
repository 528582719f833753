// Where an outline crosses the exact border of a sector: points that both sectors must place alike.
#pragma once

#include <cstdint>
#include <span>

#include "terrane/osm/sector_writer.h"

namespace terrane::osm {

// Adds a WaterOutline border point for every crossing of the line with the sector's border.
// `outline` names the line among all outlines. `closed`: the last position joins the first.
void add_border_points(SectorWriter& writer, std::span<const geo::PositionE7> line, bool closed,
                       std::uint64_t outline);

}  // namespace terrane::osm
