// The base ground of one lattice cell, centred on the grid's corner of a junction: a draped grid a
// little below all street ground, and the houses and trees in the middle of blocks, where no side
// reaches.
#pragma once

#include <vector>

#include "terrane/city/inner_lots.h"
#include "terrane/city/lattice.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// `lots` are the cell's inner lots.
void build_cell_ground(PieceWriter& out, const Lattice& lattice, JunctionId cell,
                       const Obstacles& roads, const std::vector<InnerLot>& lots);

// The points of the sheet's four sides, which the cells round about share. Appended.
void cell_border(const Ground& ground, JunctionId cell, std::vector<content::BorderPoint>& points);
// The cells that share a side with this one, where there are any.
std::vector<JunctionId> cells_beside(JunctionId cell);

}  // namespace terrane::city
