// Builds one junction: the pad, fitted to its arms; kerbs, sidewalks and ground of the corners
// between them out to the shore; crosswalks and signals; what stands on a corner. A pure function
// of (plan, level). Source: article "Building a procedural city in WebGPU" (junction_geometry.js).
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/city/ground.h"
#include "terrane/city/layout.h"
#include "terrane/content/content.h"
#include "terrane/stream/provider.h"

namespace terrane::city {

content::Content build_junction(const JunctionPlan& plan, const Ground& ground, std::uint8_t lod);
// What the junction owns: itself and its corner lots. Appended.
void owned_by_junction(const JunctionPlan& plan, const Ground& ground,
                       std::vector<content::OwnedObject>& owned);
// The first segment of an arm, as seen from the junction.
stream::PieceKey first_segment_key(const JunctionPlan& plan, unsigned arm);

}  // namespace terrane::city
