// Web Mercator tiles in OpenStreetMap's integers, and the map sector: the tile at zoom 16.
// Tile borders are integers of 1e-7 degree, so that the owner of a point is decided without
// rounding: half-open intervals, exactly one tile says yes (agreement rule 5).
#pragma once

#include <cstdint>
#include <optional>

#include "terrane/geo/geodetic.h"

namespace terrane::geo {

inline constexpr unsigned k_sector_zoom = 16;
// Web Mercator ends here; beyond it there is no tile.
inline constexpr std::int32_t k_mercator_limit_lat_e7 = 850511287;

struct Tile {
  unsigned zoom = k_sector_zoom;  // <= 20
  std::uint32_t x = 0;            // from the antimeridian eastward
  std::uint32_t y = 0;            // from the north southward
  friend constexpr bool operator==(const Tile&, const Tile&) = default;
};

// Contains lat in [south, north) and lon in [west, east). `east_e7` may be 1,800,000,000.
struct BoundsE7 {
  std::int32_t south_e7 = 0;
  std::int32_t west_e7 = 0;
  std::int32_t north_e7 = 0;
  std::int32_t east_e7 = 0;
  constexpr bool contains(PositionE7 p) const {
    return p.lat_e7 >= south_e7 && p.lat_e7 < north_e7 && p.lon_e7 >= west_e7 && p.lon_e7 < east_e7;
  }
};

// Nothing for a latitude beyond the Mercator limit. Longitude 180 is -180.
std::optional<Tile> tile_of(PositionE7 position, unsigned zoom = k_sector_zoom);
BoundsE7 bounds_of(Tile tile);
// The neighbour `dx` tiles east (wrapping round) and `dy` south; nothing past the poles.
std::optional<Tile> neighbour(Tile tile, int dx, int dy);
// The tangent frame at the middle of the tile's integer bounds, height 0.
Frame sector_frame(Tile tile);

// A sector's key, unique among the sectors of the world: x in the upper, y in the lower 32 bits.
constexpr std::uint64_t sector_key(Tile tile) {
  return (static_cast<std::uint64_t>(tile.x) << 32) | tile.y;
}
constexpr Tile sector_of_key(std::uint64_t key) {
  return {k_sector_zoom, static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
}

}  // namespace terrane::geo
