// Flow fields for one size of unit: which way to go from any cell towards a goal. Near the goal an
// exact square around it; beyond, a search over the portals of the sectors, from the goal towards
// whoever asks, and one tile for each sector that somebody walks through. After "Crowd Pathfinding
// and Steering Using Flow Field Tiles" (Emerson, Game AI Pro 2013) and, for the search that goes on
// where the last question left it, "Cooperative Pathfinding" (Silver 2005).
//
// Why nobody walks in circles: every tile's costs are those of ways that exist, over portals whose
// cost is that of a way that exists; a tile's cost is never more than what the tile before it
// reckoned with when it sent somebody there. So cost falls with every step.
//
// Answers do not depend on what was asked before: what the search has settled is final, and fields
// and tiles that were thrown out come back the same. Owner thread.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/sectors.h"

namespace terrane::rts {

class Flow {
 public:
  Flow(const WalkGrid& grid, Sectors& sectors, SizeClass size, PathLimits limits);

  // Drops what the changes may have touched; after Sectors::update().
  void update(const std::vector<std::uint32_t>& changed);

  // The cells where a walk to `goal` ends: itself, or the nearest around what stands on it.
  void goal_cells(Cell goal, std::vector<Cell>& cells) const;

  // A handle that is good until the next call of field() or update().
  std::uint32_t field(Cell goal);
  // For an open cell: the next step, k_way_here at an end, k_way_none when there is no way.
  Way way(std::uint32_t field, Cell cell);
  // The cost of that way from an open cell, followed to its end; k_no_way when it is above `most`.
  PathCost cost(std::uint32_t field, Cell cell, PathCost most);

  std::uint64_t tiles_made() const { return tiles_made_; }
  std::uint64_t fields_made() const { return fields_made_; }

 private:
  static constexpr std::int32_t k_window_cells = 64;
  static constexpr std::size_t k_tile_cells = std::size_t{k_sector_cells} * k_sector_cells;

  struct Field {
    Cell goal;
    std::uint64_t serial = 0;  // 0: not in use; never twice
    bool was_used = false;
    std::vector<Cell> ends;     // one of each region
    Cell window;                // north-west corner
    std::int32_t goal_rim = 0;  // least steps from an end to the window's rim
    std::vector<PathCost> window_costs;
    std::vector<Way> window_ways;
    std::vector<PathCost> nodes;           // by NodeId, k_no_way: not reached yet
    std::vector<std::uint8_t> is_final;    // by NodeId
    Cell aim;                              // the middle of the sector that the search is for
    std::vector<std::uint64_t> queue;      // heap of (cost + least cost to the aim) << 32 | node
    std::vector<std::uint8_t> is_touched;  // sectors whose change would change the field
    std::vector<std::uint32_t> tile_of;    // by sector: 1 + place in tiles_
  };
  struct Tile {
    std::uint64_t serial = 0;  // of the field
    std::uint32_t sector = 0;
    bool was_used = false;
    std::vector<Way> ways;
  };

  std::uint32_t free_field();
  std::uint32_t free_tile();
  void start(Field& field, Cell goal);
  void fill_window(Field& field);
  void seed_nodes(Field& field);
  void offer(Field& field, NodeId node, PathCost cost);
  bool is_settled(Field& field, std::uint32_t sector);
  void settle(Field& field, std::uint32_t sector);
  void aim(Field& field, std::uint32_t sector);
  std::uint64_t entry_of(const Field& field, NodeId node) const;
  bool leads_here(const Field& field, NodeId node) const;
  void expand(Field& field, NodeId node);
  const Tile& tile(Field& field, std::uint32_t sector);
  void fill_tile(Field& field, Tile& tile);
  void seed_from_portals(const Field& field, std::uint32_t sector);
  void seed_from_window(const Field& field, std::uint32_t sector);

  const WalkGrid* grid_;
  Sectors* sectors_;
  SizeClass size_;
  PathLimits limits_;
  std::vector<Field> fields_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_goal_;  // sorted: goal's cell, field
  std::vector<Tile> tiles_;
  std::uint32_t field_hand_ = 0;  // of the clock that looks for one to throw out
  std::uint32_t tile_hand_ = 0;
  std::uint64_t next_serial_ = 1;
  std::uint64_t tiles_made_ = 0;
  std::uint64_t fields_made_ = 0;
  // Scratch.
  Wavefront window_square_{k_window_cells};
  Wavefront tile_square_{k_sector_cells};
  std::vector<WaySeed> seeds_;
  std::vector<Cell> ends_;
};

}  // namespace terrane::rts
