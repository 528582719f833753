// The ground a match is fought on: a grid of cells with what may be walked on and how high it lies,
// the places where sides start, mines, trees and animals. Made from a world's pieces
// (rasterise.h) or generated (arena.h); plain numbers, so that it can be stored, hashed and sent.
// Not the paths on it (paths.h): a Battlefield does not change in a match. Immutable after it was
// made, any thread.
//
// Positions of a match are whole millimetres in the battlefield's own frame: +X east, +Z south, its
// middle near (0, 0), so that they fit 32 bits and are equally fine wherever the world lies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terrane/base/quantise.h"
#include "terrane/base/result.h"

namespace terrane::rts {

inline constexpr std::int32_t k_cell_mm = 1000;
inline constexpr std::int32_t k_side_cells_max = 2048;  // 2 km a side

enum class Ground : std::uint8_t {
  Free = 0,
  Rough = 1,    // walkable at half speed: sand, undergrowth, steep
  Blocked = 2,  // a collider, or too steep
  Water = 3,
};
constexpr bool is_walkable(Ground ground) {
  return ground <= Ground::Rough;
}

struct Cell {
  std::int32_t x = 0;
  std::int32_t z = 0;
  friend constexpr bool operator==(Cell, Cell) = default;
};

struct PointMm {
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  friend constexpr bool operator==(PointMm, PointMm) = default;
};

// Footprints that the ground must bear whatever the rules are; the rules are checked against them.
inline constexpr std::int32_t k_hall_cells = 5;  // at most, of a town hall
inline constexpr std::int32_t k_mine_cells = 3;
inline constexpr std::int32_t k_tree_cells = 1;
constexpr std::int32_t node_cells(std::uint32_t resource_kind) {
  return resource_kind == 0 ? k_mine_cells : k_tree_cells;
}
// A start's hall with a ring of cells around it, free of nodes and walkable.
inline constexpr std::int32_t k_start_room_cells = k_hall_cells + 2;
// As far from a start a mine and trees must lie at most, level distance.
inline constexpr std::int32_t k_start_reach_mm = 64000;

// Things stand in the middle of their footprint.
struct Spot {
  PointMm place;
  std::uint32_t kind = 0;  // resources: 0 gold mine, 1 tree; animals: which of Rules::animals, of
                           // which 0 flees and 1 attacks
};

struct Battlefield {
  std::string world_uri;  // repeats the world, "arena:SEED" for a generated one
  // Where the frame's origin lies in the world: mm of the plane, or 1e-7 degrees (lon, lat).
  std::int64_t frame_x = 0;
  std::int64_t frame_z = 0;
  std::int32_t width_cells = 0;
  std::int32_t height_cells = 0;
  std::int32_t origin_x_mm = 0;  // north-west corner of cell (0, 0)
  std::int32_t origin_z_mm = 0;
  std::vector<Ground> ground;           // row by row from the north-west
  std::vector<std::int32_t> height_mm;  // of the cells' middles
  std::vector<PointMm> starts;          // middles of the town halls, one for each side it can hold
  std::vector<Spot> resources;
  std::vector<Spot> animals;

  bool contains(Cell cell) const {
    return cell.x >= 0 && cell.z >= 0 && cell.x < width_cells && cell.z < height_cells;
  }
  std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.z) * static_cast<std::size_t>(width_cells) +
           static_cast<std::size_t>(cell.x);
  }
  // May lie outside the grid.
  Cell cell_of(PointMm point) const {
    return {static_cast<std::int32_t>(
                base::floor_divide(std::int64_t{point.x_mm} - origin_x_mm, k_cell_mm)),
            static_cast<std::int32_t>(
                base::floor_divide(std::int64_t{point.z_mm} - origin_z_mm, k_cell_mm))};
  }
  PointMm middle_of(Cell cell) const {
    return {origin_x_mm + cell.x * k_cell_mm + k_cell_mm / 2,
            origin_z_mm + cell.z * k_cell_mm + k_cell_mm / 2};
  }
  // Nearest cell inside the grid.
  Cell clamped(Cell cell) const;
  // Height at a point, between the middles of the four cells around it; integers only.
  std::int32_t height_at_mm(PointMm point) const;
};

// Of every number (not of the URI): two battlefields with one digest play the same.
std::uint64_t digest(const Battlefield& field);

// Whether a match of `sides` can be fought: sizes and arrays agree, enough starts, each start's
// hall fits, a gold mine and trees within reach of each, and a way for the largest unit between
// every two. BadData says which is not so and where.
base::Result<void> check_battlefield(const Battlefield& field, std::uint32_t sides);

}  // namespace terrane::rts
