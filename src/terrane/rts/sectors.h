// The ground in squares of 32 x 32 cells for one size of unit: which cells of a square hang
// together, which squares hang together (regions), through which portals one gets from square to
// square, and how far it is between the portals of one square. What flow.h searches over. A
// pure function of the walk grid as it is; only squares that changed are made anew. Owner thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

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
  Cell cell_of_node(NodeId node) const;
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
    std::vector<std::uint16_t> labels;  // by cell, 0 closed; empty when nothing or all is open
    std::uint32_t pieces = 0;
    std::uint32_t first_piece = 0;  // in regions_
    bool is_all_free = false;
    std::array<Border, k_borders_a_sector> borders;
    std::vector<NodeId> nodes;              // that lie in it; with the distances
    std::vector<std::uint8_t> is_measured;  // by place in nodes
    std::vector<std::uint16_t> distances;   // nodes x nodes
  };

  static NodeId node_id(std::uint32_t sector, std::uint32_t border, std::uint32_t portal,
                        std::uint32_t side) {
    return ((sector * k_borders_a_sector + border) * k_portals_a_border + portal) * 2 + side;
  }
  std::uint32_t piece(const Sector& sector, Cell cell) const;  // 0: none, else 1 + place in it
  void label(std::uint32_t sector);
  bool find_portals(std::uint32_t sector, std::uint32_t border);  // whether they are others now
  void renew_portals(std::uint32_t sector, std::uint32_t border);
  std::uint32_t facing(std::uint32_t sector, std::uint32_t border) const;
  void join();
  std::uint32_t root(std::uint32_t piece);
  void measure(std::uint32_t sector, std::size_t from);

  const WalkGrid* grid_;
  SizeClass size_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<Sector> sectors_;
  std::vector<std::uint32_t> regions_;  // by piece of all sectors: the first piece of its region
  Wavefront square_{k_sector_cells};
  std::uint64_t sectors_made_ = 0;
};

}  // namespace terrane::rts
