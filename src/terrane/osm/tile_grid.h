// Sectors of many positions, quickly: the integer borders of the rows and columns that a map
// covers, found by bisection instead of by a logarithm each. Immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/geo/sector.h"
#include "terrane/osm/local_scale.h"

namespace terrane::osm {

class TileGrid {
 public:
  TileGrid() = default;
  // `box` within the Mercator limit; not empty.
  explicit TileGrid(const RectE7& box);

  // Column and row of a position inside the box.
  std::uint32_t column(std::int32_t lon_e7) const;
  std::uint32_t row(std::int32_t lat_e7) const;
  std::uint64_t key(geo::PositionE7 position) const {
    return (static_cast<std::uint64_t>(column(position.lon_e7)) << 32) | row(position.lat_e7);
  }

  // Columns and rows that a rectangle touches, clipped to the box; borders included.
  struct Span {
    std::uint32_t first_x = 0;
    std::uint32_t last_x = 0;
    std::uint32_t first_y = 0;
    std::uint32_t last_y = 0;
    std::uint64_t count() const {
      return static_cast<std::uint64_t>(last_x - first_x + 1) * (last_y - first_y + 1);
    }
  };
  Span span(const RectE7& rect) const;

 private:
  RectE7 box_;
  std::uint32_t first_row_ = 0;
  std::vector<std::int32_t> row_south_e7_;  // falling: the southern border of each row
};

}  // namespace terrane::osm
