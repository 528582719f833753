#include "terrane/geo/sector.h"

#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::geo {
namespace {

constexpr std::int64_t k_turn_e7 = 3600000000;

// The smallest integer longitude that belongs to column x or a later one.
std::int64_t column_west_e7(std::uint32_t x, unsigned zoom) {
  return base::ceil_divide(static_cast<std::int64_t>(x) * k_turn_e7, std::int64_t{1} << zoom) -
         k_turn_e7 / 2;
}

// The integer latitude at which row y begins in the north: row y holds latitudes below it.
std::int32_t row_north_e7(std::uint32_t y, unsigned zoom) {
  const double rows = static_cast<double>(std::int64_t{1} << zoom);
  const double mercator = base::k_pi * (1.0 - 2.0 * static_cast<double>(y) / rows);
  const double lat_rad = 2.0 * base::atan(base::exp(mercator)) - 0.5 * base::k_pi;
  return static_cast<std::int32_t>(
      base::round_to_integer(lat_rad * (1e7 / base::k_radians_per_degree)));
}

}  // namespace

std::optional<Tile> tile_of(PositionE7 position, unsigned zoom) {
  const std::int64_t columns = std::int64_t{1} << zoom;
  const std::int64_t east = static_cast<std::int64_t>(position.lon_e7) + k_turn_e7 / 2;
  const std::int64_t wrapped = east - base::floor_divide(east, k_turn_e7) * k_turn_e7;
  const auto last_row = static_cast<std::uint32_t>(columns - 1);
  if (position.lat_e7 >= row_north_e7(0, zoom) ||
      position.lat_e7 < row_north_e7(last_row + 1, zoom)) {
    return std::nullopt;
  }
  Tile tile;
  tile.zoom = zoom;
  tile.x = static_cast<std::uint32_t>(base::floor_divide(wrapped * columns, k_turn_e7));
  const double s = base::sin(position.lat_e7 * (1e-7 * base::k_radians_per_degree));
  const double mercator = 0.5 * base::log((1.0 + s) / (1.0 - s));
  const double row = (1.0 - mercator / base::k_pi) * 0.5 * static_cast<double>(columns);
  auto y = static_cast<std::int64_t>(std::floor(row));
  if (y < 0) y = 0;
  if (y >= columns) y = columns - 1;
  // The integers decide: at most one step away from what the logarithm said.
  while (y > 0 && position.lat_e7 >= row_north_e7(static_cast<std::uint32_t>(y), zoom)) --y;
  while (y + 1 < columns && position.lat_e7 < row_north_e7(static_cast<std::uint32_t>(y + 1), zoom))
    ++y;
  tile.y = static_cast<std::uint32_t>(y);
  return tile;
}

BoundsE7 bounds_of(Tile tile) {
  BoundsE7 bounds;
  bounds.west_e7 = static_cast<std::int32_t>(column_west_e7(tile.x, tile.zoom));
  bounds.east_e7 = static_cast<std::int32_t>(column_west_e7(tile.x + 1, tile.zoom));
  bounds.north_e7 = row_north_e7(tile.y, tile.zoom);
  bounds.south_e7 = row_north_e7(tile.y + 1, tile.zoom);
  return bounds;
}

std::optional<Tile> neighbour(Tile tile, int dx, int dy) {
  const std::int64_t columns = std::int64_t{1} << tile.zoom;
  const std::int64_t y = static_cast<std::int64_t>(tile.y) + dy;
  if (y < 0 || y >= columns) return std::nullopt;
  const std::int64_t x = static_cast<std::int64_t>(tile.x) + dx;
  Tile other;
  other.zoom = tile.zoom;
  other.x = static_cast<std::uint32_t>(x - base::floor_divide(x, columns) * columns);
  other.y = static_cast<std::uint32_t>(y);
  return other;
}

Frame sector_frame(Tile tile) {
  const BoundsE7 bounds = bounds_of(tile);
  const double lat_e7 = 0.5 * (static_cast<double>(bounds.south_e7) + bounds.north_e7);
  const double lon_e7 = 0.5 * (static_cast<double>(bounds.west_e7) + bounds.east_e7);
  Geodetic centre;
  centre.lat_rad = lat_e7 * (1e-7 * base::k_radians_per_degree);
  centre.lon_rad = lon_e7 * (1e-7 * base::k_radians_per_degree);
  return tangent_frame(centre);
}

}  // namespace terrane::geo
