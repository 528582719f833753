// What stands at the far end of a cross street, so that it reads as an end: a walled gate with its
// lodge, a house with an archway, or a square with a tree. Not the street (cross_street.h).
#pragma once

#include <cstdint>

#include "terrane/city/cross_street.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// `place` is the middle of the street's last line, `forward` the way it goes; the end may be
// `half_width_m` wide on either side, its road `half_road_m`. Reaches 4.6 m beyond the place; the
// square lies before it.
void build_street_end(PieceWriter& out, PlanePoint place, PlaneVector forward, double half_width_m,
                      double half_road_m, StreetEnd end, std::uint64_t key);
void build_bollard(PieceWriter& out, PlanePoint place);

}  // namespace terrane::city
