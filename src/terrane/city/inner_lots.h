// Buildings in the middle of blocks, where no side reaches: each lattice cell has a grid of spots,
// and a spot far enough from every road may carry a house among trees. Planned by cell alone; built
// by the cell's junction.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/lots.h"

namespace terrane::city {

inline constexpr std::uint32_t k_inner_spots_a_side = 6;  // of a cell: 40 m each

struct InnerLot {
  std::uint32_t spot = 0;
  PlaneVector centre;  // from the cell's north-west corner, metres
  Lot lot;
};

// The north-west corner of the cell centred on a junction's grid corner.
PlanePoint cell_corner(JunctionId cell);
// The roads that matter to what stands in the cell, from its corner.
Obstacles roads_of_cell(const Lattice& lattice, JunctionId cell);
// Whether a point of the cell is farther than `clear_m` from all roads.
bool is_clear_of(const Obstacles& roads, PlaneVector place, double clear_m);

std::vector<InnerLot> inner_lots(const Lattice& lattice, JunctionId cell, const Obstacles& roads);

}  // namespace terrane::city
