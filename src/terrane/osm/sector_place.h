// Where a sector lies as a streamer asks for it: how far from a point, in what bounds, among which
// neighbours, in which area. What map worlds share, whatever brings their data. Any thread.
#pragma once

#include "terrane/base/result.h"
#include "terrane/osm/local_scale.h"
#include "terrane/stream/provider.h"

namespace terrane::osm {

// The position on the ellipsoid below or above a world position.
geo::PositionE7 map_position(geo::Vec3 world);
// Metres to the nearest point of a sector; `scale` of `from`.
double sector_distance_m(geo::PositionE7 from, const LocalScale& scale, geo::Tile sector);
// In the sector's own frame, what stands on it up to `height_mm` and reaches over its border.
content::BoundsMm rough_sector_bounds(std::uint64_t key, const geo::Frame& frame,
                                      std::int32_t height_mm);
// An area is half-open; one without extent is a point.
bool touches(const geo::BoundsE7& bounds, const stream::Area& area);
// BadUsage where the area has no inside; `world` is named.
base::Result<void> check_area(const stream::Area& area, const std::string& world);
base::Result<void> check_observers(std::span<const stream::Observer> observers,
                                   const std::string& world);

}  // namespace terrane::osm
