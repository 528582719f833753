#include "terrane/rts/sectors.h"

#include <algorithm>

#include "terrane/base/assert.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_short_run = 3;
constexpr std::int32_t k_node_gap = 11;

using Rows = Beelines::Lines;

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

}  // namespace

Sectors::Sectors(const WalkGrid& grid, SizeClass size)
    : grid_(&grid),
      size_(size),
      width_(static_cast<std::uint32_t>(grid.sectors_x())),
      height_(static_cast<std::uint32_t>(grid.sectors_z())) {
  sectors_.resize(std::size_t{width_} * height_);
  node_cells_.resize(node_limit());
  for (std::uint32_t sector = 0; sector < count(); ++sector) label(sector);
  for (std::uint32_t sector = 0; sector < count(); ++sector) {
    for (std::uint32_t border = 0; border < k_borders_a_sector; ++border) {
      find_portals(sector, border);
    }
  }
  join();
}

void Sectors::update(const std::vector<std::uint32_t>& changed) {
  bool any = false;
  for (const std::uint32_t sector : changed) {
    // What went and came back, as all buildings do when a board is made anew, changes nothing.
    if (rows_of(sector) == sectors_[sector].open) continue;
    any = true;
    label(sector);
    forget_distances(sector);
    renew_portals(sector, 0);
    renew_portals(sector, 1);
    if (sector % width_ != 0) renew_portals(sector - 1, 0);
    if (sector >= width_) renew_portals(sector - width_, 1);
  }
  if (any) join();
}

void Sectors::forget_distances(std::uint32_t sector) {
  sectors_[sector].is_measured = false;
  prepared_ = std::min(prepared_, sector);
}

// Sectors on both sides of a border with other portals forget their distances.
void Sectors::renew_portals(std::uint32_t sector, std::uint32_t border) {
  if (!find_portals(sector, border)) return;
  forget_distances(sector);
  if (border == 0 && sector % width_ + 1 < width_) forget_distances(sector + 1);
  if (border == 1 && sector + width_ < count()) forget_distances(sector + width_);
}

Beelines::Lines Sectors::rows_of(std::uint32_t sector) const {
  const Cell first = first_cell(sector);
  Rows rows;
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    rows[static_cast<std::size_t>(z)] = grid_->open_word(first.x >> 5, first.z + z, size_);
  }
  return rows;
}

void Sectors::label(std::uint32_t at) {
  Sector& sector = sectors_[at];
  ++sectors_made_;
  const Cell first = first_cell(at);
  sector.open = rows_of(at);
  Rows open = sector.open;
  std::uint32_t any = 0;
  std::uint32_t all = ~0u;
  std::uint32_t rough = 0;
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    const std::uint32_t word = open[static_cast<std::size_t>(z)];
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
  if (portals.count == known.count && portals.portals == known.portals) return false;
  known = portals;
  place_nodes(sector, border);
  return true;
}

void Sectors::place_nodes(std::uint32_t sector, std::uint32_t border) {
  const Cell first = first_cell(sector);
  const Border& portals = sectors_[sector].borders[border];
  for (std::uint32_t portal = 0; portal < portals.count; ++portal) {
    const std::int32_t along = portals.portals[portal].node;
    for (std::uint32_t side = 0; side < 2; ++side) {
      const std::int32_t over = 31 + static_cast<std::int32_t>(side);
      node_cells_[node_id(sector, border, portal, side)] =
          border == 0 ? Cell{first.x + over, first.z + along}
                      : Cell{first.x + along, first.z + over};
    }
  }
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
  if (!sector.is_measured) measure(at);
  std::size_t from = 0;
  while (sector.nodes[from] != node) ++from;
  const std::size_t count = sector.nodes.size();
  return {sector.nodes, {&sector.distances[from * count], count}};
}

std::uint32_t Sectors::prepare(std::uint32_t most) {
  std::uint32_t made = 0;
  for (; prepared_ < count(); ++prepared_) {
    if (sectors_[prepared_].is_measured) continue;
    if (made == most) break;
    measure(prepared_);
    ++made;
  }
  return made;
}

void Sectors::measure(std::uint32_t at) {
  Sector& sector = sectors_[at];
  sector.is_measured = true;
  sector.nodes.clear();
  for_each_portal(at, [&](NodeId each, const Portal&, Way) { sector.nodes.push_back(each); });
  cells_.clear();
  for (const NodeId node : sector.nodes) cells_.push_back(place_in_sector(cell_of_node(node)));
  sector.distances.assign(sector.nodes.size() * sector.nodes.size(), k_apart);
  Rows free = sector.open;
  const Cell first = first_cell(at);
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    free[static_cast<std::size_t>(z)] &= ~grid_->rough_word(first.x >> 5, first.z + z);
  }
  beelines_.set(sector.open, free);
  measure_beelines(sector);
  measure_searching(at);
}

// Those that are as near as free ground can make them.
void Sectors::measure_beelines(Sector& sector) {
  const std::size_t count = cells_.size();
  for (std::size_t from = 0; from < count; ++from) {
    const std::uint32_t from_x = cells_[from] % k_sector_cells;
    const std::uint32_t from_z = cells_[from] / k_sector_cells;
    sector.distances[from * count + from] = 0;
    for (std::size_t to = from + 1; to < count; ++to) {
      const std::uint32_t to_x = cells_[to] % k_sector_cells;
      const std::uint32_t to_z = cells_[to] / k_sector_cells;
      const bool is_known = sector.is_all_free || cells_[from] == cells_[to];  // or a corner's two
      if (!is_known && !beelines_.leads(from_x, from_z, to_x, to_z)) continue;
      const auto cost = static_cast<std::uint16_t>(
          free_cost({static_cast<std::int32_t>(from_x), static_cast<std::int32_t>(from_z)},
                    {static_cast<std::int32_t>(to_x), static_cast<std::int32_t>(to_z)}));
      sector.distances[from * count + to] = cost;
      sector.distances[to * count + from] = cost;
    }
  }
}

// The others. Distances are the same in both directions, so each is looked for once.
void Sectors::measure_searching(std::uint32_t at) {
  Sector& sector = sectors_[at];
  const std::size_t count = cells_.size();
  bool is_open = false;
  for (std::size_t from = 0; from < count; ++from) {
    wanted_.clear();
    const auto piece_of = [&](std::size_t node) {
      return sector.labels.empty() ? 1u : std::uint32_t{sector.labels[cells_[node]]};
    };
    const auto is_wanted = [&](std::size_t to) {
      return sector.distances[from * count + to] == k_apart && piece_of(from) == piece_of(to);
    };
    for (std::size_t to = from + 1; to < count; ++to) {
      const bool is_new = std::find(wanted_.begin(), wanted_.end(), cells_[to]) == wanted_.end();
      if (is_wanted(to) && is_new) wanted_.push_back(cells_[to]);
    }
    if (wanted_.empty()) continue;
    if (is_open) {
      square_.clear_ways();
    } else {
      open(at, square_);
    }
    is_open = true;
    const WaySeed seed{0, cells_[from], k_way_here};
    square_.spread_to(wanted_, {&seed, 1});
    for (std::size_t to = from + 1; to < count; ++to) {
      if (!is_wanted(to)) continue;
      const auto cost = static_cast<std::uint16_t>(square_.cost(cells_[to]));
      sector.distances[from * count + to] = cost;
      sector.distances[to * count + from] = cost;
    }
  }
}

}  // namespace terrane::rts
