// Builds one junction: the pad, fitted to its arms; kerbs, sidewalks and ground of the corners
// between them; crosswalks; what stands on a corner; and the base ground of the lattice cell around
// it, a little lower than all street ground, so that whatever the sides leave open shows land and
// never a hole. A pure function of (seed, key, level). Source: article "Building a procedural city
// in WebGPU" (junction_geometry.js).
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/city/ground.h"
#include "terrane/city/junction_shape.h"
#include "terrane/content/content.h"
#include "terrane/stream/provider.h"

namespace terrane::city {

content::Content build_junction(const Lattice& lattice, const Ground& ground, JunctionId junction,
                                std::uint8_t lod);
void owned_by_junction(const Lattice& lattice, JunctionId junction,
                       std::vector<content::OwnedObject>& owned);
// The first segment of the arm on a side, as seen from the junction.
stream::PieceKey first_segment_key(const Lattice& lattice, JunctionId junction, ArmSide side);

}  // namespace terrane::city
