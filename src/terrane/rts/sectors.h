// The ground in squares of 32 x 32 cells for one size of unit: which cells of a square hang
// together, which squares hang together (regions), through which portals one gets from square to
// square, and how far it is between the portals of one square. What flow.h searches over. A
// pure function of the walk grid as it is; only squares that changed are made anew. Owner thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "terrane/rts/beeline.h"
#include "terrane/rts/walk_grid.h"
#include "terrane/rts/wavefront.h"

namespace terrane::rts {

// Cells that face each other over a border between two sectors, in a row, all open on both sides;
// the ways of all of them are reckoned over one of them. A long row is several portals.
struct Portal {
  std::uint8_t first = 0;
  std::uint8_t past = 0;
  std::uint8_t node = 0;
  friend constexpr bool operator==(const Portal&, const Portal&) = default;
};

// What the way between two cells costs over free ground, the least that there can be.
inline PathCost free_cost(Cell a, Cell b) {
  const auto x = static_cast<PathCost>(std::abs(a.x - b.x));
  const auto z = static_cast<PathCost>(std::abs(a.z - b.z));
  return 2 *
         (k_half_diagonal * std::min(x, z) + k_half_straight * (std::max(x, z) - std::min(x, z)));
}

// A portal's node on one side of the border.
using NodeId = std::uint32_t;
inline constexpr std::uint32_t k_borders_a_sector = 2;  // its eastern and its southern
inline constexpr std::uint32_t k_portals_a_border = 16;
inline constexpr std::uint32_t k_nodes_a_sector = k_borders_a_sector * k_portals_a_border * 2;

class Sectors {
 public:
  Sectors(const WalkGrid& grid, SizeClass size);

  // Takes up what changed; `changed` as WalkGrid::changed_sectors(). Cells, portals and distances
  // of these and of their four neighbours may be others now.
  void update(const std::vector<std::uint32_t>& changed);

  std::uint32_t count() const { return static_cast<std::uint32_t>(sectors_.size()); }
  std::uint32_t sector_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell.z >> 5) * width_ +
           static_cast<std::uint32_t>(cell.x >> 5);
  }
  Cell first_cell(std::uint32_t sector) const {
    return {static_cast<std::int32_t>(sector % width_) * k_sector_cells,
            static_cast<std::int32_t>(sector / width_) * k_sector_cells};
  }

  // 1 + the place of the region's first piece; 0 where nobody may stand or outside.
  std::uint32_t region(Cell cell) const;
  // Whether the sector has cells of the region.
  bool has_region(std::uint32_t sector, std::uint32_t region) const;

  static NodeId partner(NodeId node) { return node ^ 1u; }  // the cell across the border
  std::uint32_t sector_of_node(NodeId node) const;
  Cell cell_of_node(NodeId node) const { return node_cells_[node]; }  // of a portal that there is
  NodeId node_limit() const { return count() * k_nodes_a_sector; }

  // Calls use(node in the sector, its portal, way out of the sector) for each node of the sector.
  template <typename Use>
  void for_each_portal(std::uint32_t sector, Use&& use) const {
    const auto one = [&](std::uint32_t owner, std::uint32_t border, std::uint32_t side, Way out) {
      const Border& portals = sectors_[owner].borders[border];
      for (std::uint32_t at = 0; at < portals.count; ++at) {
        use(node_id(owner, border, at, side), portals.portals[at], out);
      }
    };
    one(sector, 0, 0, k_way_east);
    one(sector, 1, 0, k_way_south);
    if (sector % width_ != 0) one(sector - 1, 0, 1, k_way_west);
    if (sector >= width_) one(sector - width_, 1, 1, k_way_north);
  }

  // Costs from a node to all nodes of its sector, within the sector; k_apart: no way there.
  static constexpr std::uint16_t k_apart = 0xffff;
  struct Distances {
    std::span<const NodeId> nodes;
    std::span<const std::uint16_t> costs;
  };
  // Made when first asked for; good until the next update().
  Distances distances(NodeId node);
  // Makes those of up to `most` sectors that nobody has asked for yet; how many it made.
  std::uint32_t prepare(std::uint32_t most);
  PathCost crossing(NodeId node) const;

  // Opens a square of a wavefront to the sector's cells.
  void open(std::uint32_t sector, Wavefront& square) const;

  std::uint64_t sectors_made() const { return sectors_made_; }

 private:
  struct Border {
    std::uint32_t count = 0;
    std::array<Portal, k_portals_a_border> portals;
  };
  struct Sector {
    Beelines::Lines open{};             // rows, as they were labelled
    std::vector<std::uint16_t> labels;  // by cell, 0 closed; empty when nothing or all is open
    std::uint32_t pieces = 0;
    std::uint32_t first_piece = 0;  // in regions_
    bool is_all_free = false;
    std::array<Border, k_borders_a_sector> borders;
    bool is_measured = false;
    std::vector<NodeId> nodes;             // that lie in it; with the distances
    std::vector<std::uint16_t> distances;  // nodes x nodes
  };

  static NodeId node_id(std::uint32_t sector, std::uint32_t border, std::uint32_t portal,
                        std::uint32_t side) {
    return ((sector * k_borders_a_sector + border) * k_portals_a_border + portal) * 2 + side;
  }
  std::uint32_t piece(const Sector& sector, Cell cell) const;  // 0: none, else 1 + place in it
  Beelines::Lines rows_of(std::uint32_t sector) const;
  void label(std::uint32_t sector);
  void place_nodes(std::uint32_t sector, std::uint32_t border);
  bool find_portals(std::uint32_t sector, std::uint32_t border);  // whether they are others now
  void renew_portals(std::uint32_t sector, std::uint32_t border);
  std::uint32_t facing(std::uint32_t sector, std::uint32_t border) const;
  void join();
  std::uint32_t root(std::uint32_t piece);
  void forget_distances(std::uint32_t sector);
  void measure(std::uint32_t sector);
  void measure_beelines(Sector& sector);
  void measure_searching(std::uint32_t sector);

  const WalkGrid* grid_;
  SizeClass size_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<Sector> sectors_;
  std::vector<Cell> node_cells_;        // by NodeId
  std::uint32_t prepared_ = 0;          // the first sector that may not be measured
  std::vector<std::uint32_t> regions_;  // by piece of all sectors: the first piece of its region
  // Scratch of measure().
  Wavefront square_{k_sector_cells};
  Beelines beelines_;
  std::vector<std::uint16_t> cells_;   // of the nodes of a sector, in it
  std::vector<std::uint16_t> wanted_;  // cells whose distance is not known yet
  std::uint64_t sectors_made_ = 0;
};

}  // namespace terrane::rts
