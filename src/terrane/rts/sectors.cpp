#include "terrane/rts/sectors.h"

#include <algorithm>
#include <cstdlib>

#include "terrane/base/assert.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_short_run = 3;
constexpr std::int32_t k_node_gap = 11;

using Rows = std::array<std::uint32_t, k_sector_cells>;

std::uint16_t place_in_sector(Cell cell) {
  return static_cast<std::uint16_t>((cell.z & 31) * k_sector_cells + (cell.x & 31));
}

// The open cells of a row that hang together with `from` along the row.
std::uint32_t along_row(std::uint32_t from, std::uint32_t open) {
  for (;;) {
    const std::uint32_t more = (from | from << 1 | from >> 1) & open;
    if (more == from) return from;
    from = more;
  }
}

// What hangs together with one cell, over the sides of cells.
Rows flooded(const Rows& open, std::uint32_t row, std::uint32_t bit) {
  Rows flood{};
  flood[row] = along_row(bit, open[row]);
  for (bool grew = true; grew;) {
    grew = false;
    const auto take_from = [&](std::size_t z, std::size_t beside) {
      const std::uint32_t more = along_row(flood[z] | (flood[beside] & open[z]), open[z]);
      grew = grew || more != flood[z];
      flood[z] = more;
    };
    for (std::size_t z = 1; z < k_sector_cells; ++z) take_from(z, z - 1);
    for (std::size_t z = k_sector_cells - 1; z-- > 0;) take_from(z, z + 1);
  }
  return flood;
}

PathCost free_cost(Cell a, Cell b) {
  const auto x = static_cast<PathCost>(std::abs(a.x - b.x));
  const auto z = static_cast<PathCost>(std::abs(a.z - b.z));
  return 2 *
         (k_half_diagonal * std::min(x, z) + k_half_straight * (std::max(x, z) - std::min(x, z)));
}

}  // namespace

Sectors::Sectors(const WalkGrid& grid, SizeClass size)
    : grid_(&grid),
      size_(size),
      width_(static_cast<std::uint32_t>(grid.sectors_x())),
      height_(static_cast<std::uint32_t>(grid.sectors_z())) {
  sectors_.resize(std::size_t{width_} * height_);
  for (std::uint32_t sector = 0; sector < count(); ++sector) label(sector);
  for (std::uint32_t sector = 0; sector < count(); ++sector) {
    for (std::uint32_t border = 0; border < k_borders_a_sector; ++border) {
      find_portals(sector, border);
    }
  }
  join();
}

void Sectors::update(const std::vector<std::uint32_t>& changed) {
  if (changed.empty()) return;
  for (const std::uint32_t sector : changed) {
    label(sector);
    sectors_[sector].nodes.clear();
    renew_portals(sector, 0);
    renew_portals(sector, 1);
    if (sector % width_ != 0) renew_portals(sector - 1, 0);
    if (sector >= width_) renew_portals(sector - width_, 1);
  }
  join();
}

// Sectors on both sides of a border with other portals forget their distances.
void Sectors::renew_portals(std::uint32_t sector, std::uint32_t border) {
  if (!find_portals(sector, border)) return;
  sectors_[sector].nodes.clear();
  if (border == 0 && sector % width_ + 1 < width_) sectors_[sector + 1].nodes.clear();
  if (border == 1 && sector + width_ < count()) sectors_[sector + width_].nodes.clear();
}

void Sectors::label(std::uint32_t at) {
  Sector& sector = sectors_[at];
  ++sectors_made_;
  const Cell first = first_cell(at);
  Rows open;
  std::uint32_t any = 0;
  std::uint32_t all = ~0u;
  std::uint32_t rough = 0;
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    const std::uint32_t word = grid_->open_word(first.x >> 5, first.z + z, size_);
    open[static_cast<std::size_t>(z)] = word;
    any |= word;
    all &= word;
    rough |= grid_->rough_word(first.x >> 5, first.z + z);
  }
  sector.is_all_free = all == ~0u && rough == 0;
  sector.pieces = any == 0 ? 0 : 1;
  if (any == 0 || all == ~0u) {
    sector.labels.clear();
    return;
  }
  sector.labels.assign(std::size_t{k_sector_cells} * k_sector_cells, 0);
  sector.pieces = 0;
  for (std::uint32_t z = 0; z < k_sector_cells; ++z) {
    while (open[z] != 0) {
      const Rows flood = flooded(open, z, open[z] & (~open[z] + 1));
      ++sector.pieces;
      for (std::size_t row = z; row < k_sector_cells; ++row) {
        open[row] &= ~flood[row];
        for (std::uint32_t bits = flood[row]; bits != 0; bits &= bits - 1) {
          const auto x = static_cast<std::size_t>(__builtin_ctz(bits));
          sector.labels[row * k_sector_cells + x] = static_cast<std::uint16_t>(sector.pieces);
        }
      }
    }
  }
}

// Pairs of open cells over a border, a bit each.
std::uint32_t Sectors::facing(std::uint32_t sector, std::uint32_t border) const {
  const Cell first = first_cell(sector);
  const std::int32_t column = first.x >> 5;
  if (border == 1) {
    return grid_->open_word(column, first.z + 31, size_) &
           grid_->open_word(column, first.z + 32, size_);
  }
  std::uint32_t pairs = 0;
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    const std::uint32_t here = grid_->open_word(column, first.z + z, size_) >> 31;
    const std::uint32_t there = grid_->open_word(column + 1, first.z + z, size_) & 1u;
    pairs |= (here & there) << z;
  }
  return pairs;
}

bool Sectors::find_portals(std::uint32_t sector, std::uint32_t border) {
  Border portals;
  std::uint64_t pairs = facing(sector, border);
  std::int32_t at = 0;
  while (pairs != 0) {
    const std::int32_t closed = __builtin_ctzll(pairs);
    at += closed;
    pairs >>= closed;
    const std::int32_t run = __builtin_ctzll(~pairs);
    // Nodes at both ends, where ways that bend do so, and some between; a short run has one.
    const std::int32_t last = run - 1;
    const std::int32_t gaps = run <= k_short_run ? 0 : (last + k_node_gap - 1) / k_node_gap;
    const auto node = [&](std::int32_t place) {
      return at + (gaps == 0 ? last / 2 : last * place / gaps);
    };
    std::int32_t first = at;
    for (std::int32_t place = 0; place <= gaps; ++place) {
      const std::int32_t past = place == gaps ? at + run : (node(place) + node(place + 1) + 1) / 2;
      portals.portals[portals.count++] = {static_cast<std::uint8_t>(first),
                                          static_cast<std::uint8_t>(past),
                                          static_cast<std::uint8_t>(node(place))};
      first = past;
    }
    at += run;
    pairs >>= run;
  }
  Border& known = sectors_[sector].borders[border];
  const bool is_other = portals.count != known.count || portals.portals != known.portals;
  known = portals;
  return is_other;
}

std::uint32_t Sectors::piece(const Sector& sector, Cell cell) const {
  return sector.labels.empty() ? sector.pieces : sector.labels[place_in_sector(cell)];
}

std::uint32_t Sectors::root(std::uint32_t piece) {
  while (regions_[piece] != piece) {
    regions_[piece] = regions_[regions_[piece]];
    piece = regions_[piece];
  }
  return piece;
}

void Sectors::join() {
  std::uint32_t pieces = 0;
  for (Sector& sector : sectors_) {
    sector.first_piece = pieces;
    pieces += sector.pieces;
  }
  regions_.resize(pieces);
  for (std::uint32_t at = 0; at < pieces; ++at) regions_[at] = at;
  for (std::uint32_t at = 0; at < count(); ++at) {
    for (std::uint32_t border = 0; border < k_borders_a_sector; ++border) {
      const Border& portals = sectors_[at].borders[border];
      for (std::uint32_t portal = 0; portal < portals.count; ++portal) {
        const NodeId node = node_id(at, border, portal, 0);
        const Sector& other = sectors_[sector_of_node(partner(node))];
        const std::uint32_t a =
            root(sectors_[at].first_piece + piece(sectors_[at], cell_of_node(node)) - 1);
        const std::uint32_t b =
            root(other.first_piece + piece(other, cell_of_node(partner(node))) - 1);
        regions_[std::max(a, b)] = std::min(a, b);  // the first piece names the region
      }
    }
  }
  for (std::uint32_t at = 0; at < pieces; ++at) regions_[at] = root(at);
}

std::uint32_t Sectors::region(Cell cell) const {
  if (!grid_->may_stand(cell, size_)) return 0;
  const Sector& sector = sectors_[sector_of(cell)];
  return 1 + regions_[sector.first_piece + piece(sector, cell) - 1];
}

bool Sectors::has_region(std::uint32_t at, std::uint32_t region) const {
  const Sector& sector = sectors_[at];
  for (std::uint32_t piece = 0; piece < sector.pieces; ++piece) {
    if (1 + regions_[sector.first_piece + piece] == region) return true;
  }
  return false;
}

std::uint32_t Sectors::sector_of_node(NodeId node) const {
  const std::uint32_t owner = node / k_nodes_a_sector;
  if ((node & 1u) == 0) return owner;
  const bool is_eastern = node / (k_portals_a_border * 2) % k_borders_a_sector == 0;
  return owner + (is_eastern ? 1 : width_);
}

Cell Sectors::cell_of_node(NodeId node) const {
  const std::uint32_t owner = node / k_nodes_a_sector;
  const std::uint32_t border = node / (k_portals_a_border * 2) % k_borders_a_sector;
  const std::int32_t side = static_cast<std::int32_t>(node & 1u);
  const std::int32_t along =
      sectors_[owner].borders[border].portals[node / 2 % k_portals_a_border].node;
  const Cell first = first_cell(owner);
  if (border == 0) return {first.x + 31 + side, first.z + along};
  return {first.x + along, first.z + 31 + side};
}

PathCost Sectors::crossing(NodeId node) const {
  const Cell here = cell_of_node(node);
  const Cell there = cell_of_node(partner(node));
  return k_half_straight * (2 + PathCost{grid_->is_rough(here)} + PathCost{grid_->is_rough(there)});
}

void Sectors::open(std::uint32_t sector, Wavefront& square) const {
  const Cell first = first_cell(sector);
  square.clear();
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    square.set_open(0, z, grid_->open_word(first.x >> 5, first.z + z, size_),
                    grid_->rough_word(first.x >> 5, first.z + z));
  }
  square.close_rows();
}

Sectors::Distances Sectors::distances(NodeId node) {
  const std::uint32_t at = sector_of_node(node);
  Sector& sector = sectors_[at];
  if (sector.nodes.empty()) {
    for_each_portal(at, [&](NodeId each, const Portal&, Way) { sector.nodes.push_back(each); });
    sector.is_measured.assign(sector.nodes.size(), 0);
    sector.distances.resize(sector.nodes.size() * sector.nodes.size());
  }
  std::size_t from = 0;
  while (sector.nodes[from] != node) ++from;
  if (sector.is_measured[from] == 0) measure(at, from);
  const std::size_t count = sector.nodes.size();
  return {sector.nodes, {&sector.distances[from * count], count}};
}

void Sectors::measure(std::uint32_t at, std::size_t from) {
  Sector& sector = sectors_[at];
  sector.is_measured[from] = 1;
  const Cell from_cell = cell_of_node(sector.nodes[from]);
  if (!sector.is_all_free) {
    open(at, square_);
    const WaySeed seed{0, place_in_sector(from_cell), k_way_here};
    square_.spread({&seed, 1});
  }
  const std::size_t count = sector.nodes.size();
  for (std::size_t to = 0; to < count; ++to) {
    const Cell to_cell = cell_of_node(sector.nodes[to]);
    const PathCost cost =
        sector.is_all_free ? free_cost(from_cell, to_cell) : square_.cost(place_in_sector(to_cell));
    sector.distances[from * count + to] =
        cost == k_no_way ? k_apart : static_cast<std::uint16_t>(cost);
  }
}

}  // namespace terrane::rts
