// Where a road is cut: every pair of neighbouring nodes is split into pieces of at most 100 m at
// stations that are integers of 1e-7 degree, placed from the smaller position. A pair gives the
// same stations in every sector and in both directions; a piece is owned by the sector of its
// midpoint.
#pragma once

#include <cstdint>

#include "terrane/geo/geodetic.h"

namespace terrane::osm {

inline constexpr double k_piece_limit_m = 100.0;

struct NodePair {
  geo::PositionE7 a;  // in the direction of the road
  geo::PositionE7 b;
  std::uint32_t pieces = 1;

  // Station `index` of 0 (a) … pieces (b).
  geo::PositionE7 station(std::uint32_t index) const;
  // Whose sector owns piece `index`: between the stations `index` and `index` + 1.
  geo::PositionE7 midpoint(std::uint32_t index) const;
};

// `length_m` is distance_m(a, b).
NodePair make_pair_of_nodes(geo::PositionE7 a, geo::PositionE7 b, double length_m);

// Names a piece among all roads: of the way, its run, and the pair's place and piece in it.
std::uint64_t road_piece_id(std::int64_t way_id, std::uint32_t run, std::uint32_t pair,
                            std::uint32_t piece);

}  // namespace terrane::osm
