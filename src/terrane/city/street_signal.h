// A traffic signal: a pole on the right of those it speaks to, an arm over their lanes, a head with
// three lamps. Geometry only; no signal knows a time. Source: article "Building a procedural city
// in WebGPU" (junction_geometry.js).
#pragma once

#include "terrane/city/piece_writer.h"

namespace terrane::city {

// `travel` is the unit direction of the traffic that obeys it; the arm reaches `reach_m` to the
// left of it. Stands on sidewalk.
void build_street_signal(PieceWriter& out, PlanePoint pole, PlaneVector travel, double reach_m);

}  // namespace terrane::city
