#include "terrane/osm/road_stations.h"

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/osm/detail/wide.h"

namespace terrane::osm {

NodePair make_pair_of_nodes(geo::PositionE7 a, geo::PositionE7 b, double length_m) {
  NodePair pair{a, b, 1};
  // Whole millimetres, so that a length on the limit is cut alike everywhere.
  const std::int64_t length_mm = base::to_mm(length_m);
  const std::int64_t limit_mm = base::to_mm(k_piece_limit_m);
  if (length_mm > limit_mm) {
    pair.pieces = static_cast<std::uint32_t>(base::ceil_divide(length_mm, limit_mm));
  }
  return pair;
}

geo::PositionE7 NodePair::station(std::uint32_t index) const {
  const bool forward = a < b;
  const geo::PositionE7 low = forward ? a : b;
  const geo::PositionE7 high = forward ? b : a;
  const std::uint32_t from_low = forward ? index : pieces - index;
  if (from_low == 0) return low;
  if (from_low == pieces) return high;
  const auto between = [this, from_low](std::int32_t start, std::int32_t end) {
    const Wide way = static_cast<Wide>(static_cast<std::int64_t>(end) - start) * from_low;
    return static_cast<std::int32_t>(start + round_divide(way, pieces));
  };
  return {between(low.lat_e7, high.lat_e7), between(low.lon_e7, high.lon_e7)};
}

geo::PositionE7 NodePair::midpoint(std::uint32_t index) const {
  const geo::PositionE7 first = station(index);
  const geo::PositionE7 second = station(index + 1);
  const auto middle = [](std::int32_t x, std::int32_t y) {
    return static_cast<std::int32_t>(base::floor_divide(static_cast<std::int64_t>(x) + y, 2));
  };
  return {middle(first.lat_e7, second.lat_e7), middle(first.lon_e7, second.lon_e7)};
}

std::uint64_t road_piece_id(std::int64_t way_id, std::uint32_t run, std::uint32_t pair,
                            std::uint32_t piece) {
  return base::hash(0x726f6164, way_id, run, pair, piece);
}

}  // namespace terrane::osm
