// Builds one road segment: 4.2 m of road, its kerbs and sidewalks, and all that the block has on
// either side up to the bisector with the nearest other road. A pure function of (seed, key,
// level). Source: article "Building a procedural city in WebGPU" (road_geometry.js,
// pushRoadsideBlocks).
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/ground.h"
#include "terrane/city/lattice.h"
#include "terrane/content/content.h"

namespace terrane::city {

content::Content build_segment(const Lattice& lattice, const Ground& ground, EdgeId edge,
                               unsigned segment, std::uint8_t lod);
// What the segment owns: itself and its lots. Appended.
void owned_by_segment(const Lattice& lattice, EdgeId edge, unsigned segment,
                      std::vector<content::OwnedObject>& owned);
// The shared points of a station, as both pieces that meet there give them. Appended.
void station_border(const EdgePlan& plan, const Ground& ground, unsigned station,
                    stream::PieceKey other, std::vector<content::BorderPoint>& points);
// The piece beyond a station of an edge: the segment before or behind it, or the junction.
stream::PieceKey piece_before(const EdgeCurve& curve, unsigned station);
stream::PieceKey piece_behind(const EdgeCurve& curve, unsigned station);

}  // namespace terrane::city
