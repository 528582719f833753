// Trees on the land beyond what is built, thick here and thin there, down to the beach. Each
// segment plants its own stretch, and a dead end's junction the land round it. Instances only.
#pragma once

#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_corner.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

void plant_grove(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side);
void plant_grove(PieceWriter& out, const JunctionPlan& plan, const Corner& corner,
                 const CornerLines& lines);

}  // namespace terrane::city
