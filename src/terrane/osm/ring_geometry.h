// Exact geometry of rings in 1e-7 degrees, north up: direction, simplicity, containment, and the
// point that decides who owns an area. Rings are open (the first position is not repeated).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/osm/local_scale.h"

namespace terrane::osm {

// Twice the signed area in square 1e-7 degrees, as the sign: 1 counter-clockwise, -1 clockwise, 0
// flat.
int ring_direction(std::span<const geo::PositionE7> ring);

// True when no two edges touch other than neighbours in their shared corner. Quadratic: for small
// rings.
bool is_simple_ring(std::span<const geo::PositionE7> ring);

// Starts the ring at its smallest position and gives it the wished direction.
void normalise_ring(std::vector<geo::PositionE7>& ring, bool counter_clockwise);

enum class Containment { Outside, OnEdge, Inside };
Containment locate(geo::PositionE7 point, std::span<const geo::PositionE7> ring);

struct AreaMeasure {
  double area_m2 = 0;
  geo::PositionE7 owner;  // the vertex nearest the centroid, to the millimetre; ties: the smallest
};
// `rings`: outer rings counter-clockwise, inner rings clockwise; not all empty.
AreaMeasure measure_area(std::span<const std::span<const geo::PositionE7>> rings);

}  // namespace terrane::osm
