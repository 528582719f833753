// Which cells of a battlefield hang together for large units, with mines and trees in the way but
// nothing built yet. For checking and furnishing a field before a match; in a match it is paths.h
// that knows. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/battlefield.h"

namespace terrane::rts {

// The footprint of a thing of cells x cells whose middle is at `place`: its north-west cell.
Cell footprint_first(const Battlefield& field, PointMm place, std::int32_t cells);

// One a cell: 1 where it is walkable and no node of `field.resources` stands.
std::vector<std::uint8_t> open_cells(const Battlefield& field);

struct FieldParts {
  std::vector<std::uint32_t> part;   // of each cell; 0 where no large unit may stand
  std::vector<std::uint32_t> cells;  // how many each part has; [0] is 0
  std::uint32_t largest = 0;         // the part with most cells, the first of equals
};
// Parts are numbered from 1 in the order of their first cell; steps go to the four sides, which
// is what a large unit needs to pass.
FieldParts find_parts(const Battlefield& field, const std::vector<std::uint8_t>& open);

}  // namespace terrane::rts
