#include "terrane/osm/tile_grid.h"

#include <algorithm>

#include "terrane/base/assert.h"
#include "terrane/base/quantise.h"

namespace terrane::osm {
namespace {

constexpr std::int64_t k_turn_e7 = 3600000000;
constexpr std::int64_t k_columns = std::int64_t{1} << geo::k_sector_zoom;

}  // namespace

TileGrid::TileGrid(const RectE7& box) : box_(box) {
  TERRANE_ASSERT(!box.empty(), "a grid needs a box");
  const auto north = geo::tile_of({box.north_e7, box.west_e7});
  const auto south = geo::tile_of({box.south_e7, box.west_e7});
  TERRANE_ASSERT(north && south, "a grid's box must lie within the Mercator limit");
  first_row_ = north->y;
  for (std::uint32_t y = north->y; y <= south->y; ++y) {
    row_south_e7_.push_back(geo::bounds_of({geo::k_sector_zoom, 0, y}).south_e7);
  }
}

std::uint32_t TileGrid::column(std::int32_t lon_e7) const {
  const std::int64_t east = static_cast<std::int64_t>(lon_e7) + k_turn_e7 / 2;
  return static_cast<std::uint32_t>(std::min(east * k_columns / k_turn_e7, k_columns - 1));
}

std::uint32_t TileGrid::row(std::int32_t lat_e7) const {
  // The first row whose southern border is not above the latitude.
  const auto found =
      std::lower_bound(row_south_e7_.begin(), row_south_e7_.end(), lat_e7,
                       [](std::int32_t south, std::int32_t lat) { return south > lat; });
  const auto index = static_cast<std::uint32_t>(found - row_south_e7_.begin());
  return first_row_ + std::min(index, static_cast<std::uint32_t>(row_south_e7_.size() - 1));
}

TileGrid::Span TileGrid::span(const RectE7& rect) const {
  Span span;
  span.first_x = column(std::max(rect.west_e7, box_.west_e7));
  span.last_x = std::max(column(std::min(rect.east_e7, box_.east_e7)), span.first_x);
  span.first_y = row(std::min(rect.north_e7, box_.north_e7));
  span.last_y = std::max(row(std::max(rect.south_e7, box_.south_e7)), span.first_y);
  return span;
}

}  // namespace terrane::osm
