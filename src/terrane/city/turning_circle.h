// What makes a turning circle of the pad where a road ends: a planted island with a kerb in its
// middle, and a hedge or a low wall round the sidewalk, open here and there. Not the pad itself,
// nor the land behind (junction.cpp). The article's dead ends are bare discs; these are ours.
#pragma once

#include <cstdint>

#include "terrane/city/junction_corner.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// The way round the pad keeps farther than this from its centre (city_follower.h).
inline constexpr double k_island_radius_m = 2.6;

void build_turning_circle(PieceWriter& out, const JunctionShape& shape, const CornerLines& lines,
                          std::uint64_t key);

}  // namespace terrane::city
