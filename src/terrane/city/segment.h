// Builds one road segment: 4.2 m of road, its kerbs and sidewalks, and all that the block has on
// either side up to the bisector with the nearest other road or the shore. A pure function of
// (plan, segment, level). Source: article "Building a procedural city in WebGPU" (road_geometry.js,
// pushRoadsideBlocks).
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/ground.h"
#include "terrane/content/content.h"

namespace terrane::city {

content::Content build_segment(const EdgePlan& plan, const Ground& ground, unsigned segment,
                               std::uint8_t lod);
// What the segment owns: itself and its lots. Appended.
void owned_by_segment(const EdgePlan& plan, unsigned segment,
                      std::vector<content::OwnedObject>& owned);
// The shared points of a station, as both pieces that meet there give them. Appended.
void station_border(const EdgePlan& plan, const Ground& ground, unsigned station,
                    stream::PieceKey other, std::vector<content::BorderPoint>& points);

}  // namespace terrane::city
