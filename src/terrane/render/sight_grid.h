// What a side sees of a battlefield, as the renderer is told it: a coarse grid over a rectangle of
// the ground. What is not seen is drawn dark, what was seen once is drawn dim. The renderer knows
// no match: whoever shows one turns its vision rows into this.
#pragma once

#include <cstdint>
#include <span>

#include "terrane/geo/frame.h"

namespace terrane::render {

inline constexpr std::uint8_t k_sight_unexplored = 0;
inline constexpr std::uint8_t k_sight_explored = 128;
inline constexpr std::uint8_t k_sight_visible = 255;

struct SightGrid {
  geo::Frame frame;   // its origin is the grid's north-west corner; east and south are its axes
  double cell_m = 1;  // side of a square cell
  std::uint32_t width_cells = 0;  // to the east
  std::uint32_t height_cells = 0;
  // A byte a cell, row by row from the north-west; values between the three above are blended, and
  // so are neighbours.
  std::span<const std::uint8_t> values;
  std::uint8_t outside = k_sight_unexplored;  // beyond the rectangle
};

}  // namespace terrane::render
