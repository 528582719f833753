// Where all that a piece holds lies, said before it is built, from its course and its place in its
// block alone: for view tests, fog and costs. Boxes that no build leaves, and not much larger; not
// the bounds of what is built (content/content.h has those). Any thread; pure.
#pragma once

#include "terrane/city/edge_curve.h"
#include "terrane/content/content.h"

namespace terrane::city {

// Relative to the world point `origin`, which is a piece's frame's. `segment` < segment_count.
content::BoundsMm rough_segment_bounds(const EdgeCurve& curve, unsigned segment, PlanePoint origin);
content::BoundsMm rough_junction_bounds(PlanePoint centre, PlanePoint origin);

}  // namespace terrane::city
