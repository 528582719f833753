// Which street an edge of the lattice belongs to: a street is a run of edges straight on along a
// row or column, as long as none is missing, so that an avenue keeps its name and district over
// kilometres. Rows and columns draw from two halves of the districts, so that a turn always leads
// into another. Source: article "Building a procedural city in WebGPU" (streetIdentityForArm).
#pragma once

#include "terrane/city/edge_plan.h"
#include "terrane/city/lattice.h"

namespace terrane::city {

StreetIdentity lattice_street(const Lattice& lattice, EdgeId edge);

}  // namespace terrane::city
