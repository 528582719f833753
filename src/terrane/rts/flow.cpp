#include "terrane/rts/flow.h"

#include <algorithm>
#include <functional>
#include <span>
#include <tuple>

#include "terrane/base/assert.h"

namespace terrane::rts {
namespace {

// How far around what stands on a goal its ends are looked for.
constexpr std::int32_t k_ends_cells = 24;

bool comes_before(const WaySeed& a, const WaySeed& b) {
  return std::tie(a.cost, a.cell, a.way) < std::tie(b.cost, b.cell, b.way);
}

std::size_t place_in_tile(Cell cell) {
  return static_cast<std::size_t>((cell.z & 31) * k_sector_cells + (cell.x & 31));
}

std::uint16_t portal_cell(Way out, std::int32_t along) {
  constexpr std::int32_t k_last = k_sector_cells - 1;
  switch (out) {
    case k_way_east:
      return static_cast<std::uint16_t>(along * k_sector_cells + k_last);
    case k_way_south:
      return static_cast<std::uint16_t>(k_last * k_sector_cells + along);
    case k_way_west:
      return static_cast<std::uint16_t>(along * k_sector_cells);
    default:
      return static_cast<std::uint16_t>(along);
  }
}

}  // namespace

Flow::Flow(const WalkGrid& grid, Sectors& sectors, SizeClass size, PathLimits limits)
    : grid_(&grid), sectors_(&sectors), size_(size), limits_(limits) {
  TERRANE_ASSERT(limits.fields > 0 && limits.tiles > 0, "a question needs a field and a tile");
}

void Flow::goal_cells(Cell goal, std::vector<Cell>& cells) const {
  cells.clear();
  if (grid_->may_stand(goal, size_)) {
    cells.push_back(goal);
    return;
  }
  const CellRect rect = grid_->footprint_at(goal);
  for (std::int32_t ring = 1; ring <= k_ends_cells && cells.empty(); ++ring) {
    const Cell first{rect.first.x - ring, rect.first.z - ring};
    const Cell last{rect.past.x + ring - 1, rect.past.z + ring - 1};
    for (std::int32_t z = first.z; z <= last.z; ++z) {
      const bool is_end = z == first.z || z == last.z;
      const std::int32_t stride = is_end ? 1 : last.x - first.x;
      for (std::int32_t x = first.x; x <= last.x; x += stride) {
        if (grid_->may_stand(Cell{x, z}, size_)) cells.push_back({x, z});
      }
    }
  }
}

void Flow::update(const std::vector<std::uint32_t>& changed) {
  const auto width = static_cast<std::uint32_t>(grid_->sectors_x());
  const auto is_hit = [&](const Field& field) {
    for (const std::uint32_t sector : changed) {
      if (field.is_touched[sector] != 0) return true;
      if (sector % width != 0 && field.is_touched[sector - 1] != 0) return true;
      if (sector % width + 1 < width && field.is_touched[sector + 1] != 0) return true;
      if (sector >= width && field.is_touched[sector - width] != 0) return true;
      if (sector + width < sectors_->count() && field.is_touched[sector + width] != 0) return true;
    }
    return false;
  };
  const auto drops = [&](const std::pair<std::uint32_t, std::uint32_t>& entry) {
    Field& field = fields_[entry.second];
    if (!is_hit(field)) return false;
    field.serial = 0;
    return true;
  };
  by_goal_.erase(std::remove_if(by_goal_.begin(), by_goal_.end(), drops), by_goal_.end());
}

std::uint32_t Flow::free_field() {
  if (fields_.size() < limits_.fields) {
    fields_.emplace_back();
    return static_cast<std::uint32_t>(fields_.size() - 1);
  }
  for (;; field_hand_ = (field_hand_ + 1) % limits_.fields) {
    Field& field = fields_[field_hand_];
    if (field.serial == 0) return field_hand_;
    if (!field.was_used) break;
    field.was_used = false;
  }
  const Cell goal = fields_[field_hand_].goal;
  const auto key = static_cast<std::uint32_t>(grid_->field().index(goal));
  const auto found = std::lower_bound(by_goal_.begin(), by_goal_.end(),
                                      std::pair<std::uint32_t, std::uint32_t>{key, 0});
  by_goal_.erase(found);
  return field_hand_;
}

std::uint32_t Flow::field(Cell goal) {
  goal = grid_->field().clamped(goal);
  const auto key = static_cast<std::uint32_t>(grid_->field().index(goal));
  const std::pair<std::uint32_t, std::uint32_t> wanted{key, 0};
  auto found = std::lower_bound(by_goal_.begin(), by_goal_.end(), wanted);
  if (found != by_goal_.end() && found->first == key) {
    fields_[found->second].was_used = true;
    return found->second;
  }
  const std::uint32_t at = free_field();
  start(fields_[at], goal);
  found = std::lower_bound(by_goal_.begin(), by_goal_.end(), wanted);
  by_goal_.insert(found, {key, at});
  return at;
}

void Flow::start(Field& field, Cell goal) {
  ++fields_made_;
  field.goal = goal;
  field.serial = next_serial_++;
  field.was_used = true;
  field.nodes.assign(sectors_->node_limit(), k_no_way);
  field.is_final.assign(sectors_->node_limit(), 0);
  field.aim = goal;
  field.queue.clear();
  field.is_touched.assign(sectors_->count(), 0);
  field.tile_of.assign(sectors_->count(), 0);
  fill_window(field);
  seed_nodes(field);
}

// Exact ways within the square around the goal, by ways that do not leave it.
void Flow::fill_window(Field& field) {
  goal_cells(field.goal, ends_);
  const CellRect rect = grid_->may_stand(field.goal, size_) ? CellRect{field.goal, field.goal}
                                                            : grid_->footprint_at(field.goal);
  field.window = {(rect.first.x + rect.past.x - k_window_cells) / 2,
                  (rect.first.z + rect.past.z - k_window_cells) / 2};
  window_square_.clear();
  for (std::int32_t z = 0; z < k_window_cells; ++z) {
    for (std::int32_t column = 0; column < k_window_cells / 32; ++column) {
      const std::int32_t x = field.window.x + column * 32;
      const std::int32_t shift = x & 31;
      const auto unaligned = [&](std::uint64_t low, std::uint64_t high) {
        return static_cast<std::uint32_t>((high << 32 | low) >> shift);
      };
      const std::int32_t row = field.window.z + z;
      window_square_.set_open(
          column, z,
          unaligned(grid_->open_word(x >> 5, row, size_),
                    grid_->open_word((x >> 5) + 1, row, size_)),
          unaligned(grid_->rough_word(x >> 5, row), grid_->rough_word((x >> 5) + 1, row)));
    }
  }
  window_square_.close_rows();
  seeds_.clear();
  field.ends.clear();
  field.goal_rim = k_window_cells;
  for (const Cell end : ends_) {
    const std::int32_t x = end.x - field.window.x;
    const std::int32_t z = end.z - field.window.z;
    if (x < 0 || z < 0 || x >= k_window_cells || z >= k_window_cells) continue;
    seeds_.push_back({0, static_cast<std::uint16_t>(z * k_window_cells + x), k_way_here});
    const std::int32_t rim =
        std::min(std::min(x, z), std::min(k_window_cells - 1 - x, k_window_cells - 1 - z));
    field.goal_rim = std::min(field.goal_rim, rim);
    const auto is_known = [&](Cell known) {
      return sectors_->region(known) == sectors_->region(end);
    };
    if (std::none_of(field.ends.begin(), field.ends.end(), is_known)) field.ends.push_back(end);
  }
  std::sort(seeds_.begin(), seeds_.end(), comes_before);
  window_square_.spread(seeds_);
  field.window_costs.resize(std::size_t{k_window_cells} * k_window_cells);
  field.window_ways.resize(field.window_costs.size());
  for (std::int32_t z = 0; z < k_window_cells; ++z) {
    const std::span<const PathCost> costs = window_square_.costs_of_row(z);
    const std::span<const Way> ways = window_square_.ways_of_row(z);
    std::copy(costs.begin(), costs.end(), field.window_costs.begin() + z * k_window_cells);
    std::copy(ways.begin(), ways.end(), field.window_ways.begin() + z * k_window_cells);
  }
}

void Flow::seed_nodes(Field& field) {
  const Battlefield& ground = grid_->field();
  const Cell first = ground.clamped(field.window);
  const Cell last =
      ground.clamped({field.window.x + k_window_cells - 1, field.window.z + k_window_cells - 1});
  for (std::int32_t z = first.z & ~31; z <= last.z; z += k_sector_cells) {
    for (std::int32_t x = first.x & ~31; x <= last.x; x += k_sector_cells) {
      const std::uint32_t sector = sectors_->sector_of({x, z});
      field.is_touched[sector] = 1;
      sectors_->for_each_portal(sector, [&](NodeId node, const Portal&, Way) {
        const Cell cell = sectors_->cell_of_node(node);
        const std::int32_t in_x = cell.x - field.window.x;
        const std::int32_t in_z = cell.z - field.window.z;
        if (in_x < 0 || in_z < 0 || in_x >= k_window_cells || in_z >= k_window_cells) return;
        const PathCost cost =
            field.window_costs[static_cast<std::size_t>(in_z * k_window_cells + in_x)];
        if (cost != k_no_way) offer(field, node, cost);
      });
    }
  }
}

void Flow::offer(Field& field, NodeId node, PathCost cost) {
  if (cost >= field.nodes[node]) return;
  field.nodes[node] = cost;
  field.is_touched[sectors_->sector_of_node(node)] = 1;
  field.queue.push_back(entry_of(field, node));
  std::push_heap(field.queue.begin(), field.queue.end(), std::greater<>());
}

void Flow::expand(Field& field, NodeId node) {
  const PathCost cost = field.nodes[node];
  offer(field, Sectors::partner(node), cost + sectors_->crossing(node));
  const Sectors::Distances from = sectors_->distances(node);
  for (std::size_t at = 0; at < from.nodes.size(); ++at) {
    if (from.costs[at] != Sectors::k_apart) offer(field, from.nodes[at], cost + from.costs[at]);
  }
}

bool Flow::leads_here(const Field& field, NodeId node) const {
  const std::uint32_t region = sectors_->region(sectors_->cell_of_node(node));
  return std::any_of(field.ends.begin(), field.ends.end(),
                     [&](Cell end) { return sectors_->region(end) == region; });
}

// A node's place in the queue: what the way over it to the aim costs at least.
std::uint64_t Flow::entry_of(const Field& field, NodeId node) const {
  const PathCost least = free_cost(sectors_->cell_of_node(node), field.aim);
  return std::uint64_t{field.nodes[node] + least} << 32 | node;
}

// What is final stays so: no ground makes a way shorter than `least` above.
void Flow::aim(Field& field, std::uint32_t sector) {
  const Cell first = sectors_->first_cell(sector);
  const Cell middle{first.x + k_sector_cells / 2, first.z + k_sector_cells / 2};
  if (field.aim == middle) return;
  field.aim = middle;
  std::size_t kept = 0;
  for (const std::uint64_t entry : field.queue) {
    const auto node = static_cast<NodeId>(entry);
    if (field.is_final[node] == 0) field.queue[kept++] = entry_of(field, node);
  }
  field.queue.resize(kept);
  // A node that came nearer while it waited is in there twice.
  std::sort(field.queue.begin(), field.queue.end());
  field.queue.erase(std::unique(field.queue.begin(), field.queue.end()), field.queue.end());
}

bool Flow::is_settled(Field& field, std::uint32_t sector) {
  bool all = true;
  sectors_->for_each_portal(sector, [&](NodeId node, const Portal&, Way) {
    if (!all || (field.is_final[node] != 0 && field.is_final[Sectors::partner(node)] != 0)) return;
    all = !leads_here(field, node);
  });
  return all;
}

// The costs of all nodes of the sector, and of those across its borders, are final.
void Flow::settle(Field& field, std::uint32_t sector) {
  field.is_touched[sector] = 1;
  if (is_settled(field, sector)) return;
  aim(field, sector);
  while (!field.queue.empty()) {
    // Some steps at once: asking costs about as much as one.
    for (int steps = 0; steps < 8 && !field.queue.empty(); ++steps) {
      std::pop_heap(field.queue.begin(), field.queue.end(), std::greater<>());
      const auto node = static_cast<NodeId>(field.queue.back());
      field.queue.pop_back();
      if (field.is_final[node] != 0) continue;  // it came nearer since
      field.is_final[node] = 1;
      expand(field, node);
    }
    if (is_settled(field, sector)) return;
  }
}

void Flow::seed_from_portals(const Field& field, std::uint32_t sector) {
  const Cell first = sectors_->first_cell(sector);
  sectors_->for_each_portal(sector, [&](NodeId node, const Portal& portal, Way out) {
    const PathCost across = field.nodes[Sectors::partner(node)];
    if (across == k_no_way) return;
    const auto weight = [&](std::int32_t along, std::int32_t outward) {
      const std::int32_t place = portal_cell(out, along);
      const Cell cell{first.x + place % k_sector_cells + k_way_x[out] * outward,
                      first.z + place / k_sector_cells + k_way_z[out] * outward};
      return PathCost{1} + PathCost{grid_->is_rough(cell)};
    };
    // Along the far side of the border from the node to every cell of the portal, then across.
    const auto walk = [&](std::int32_t from, std::int32_t past, std::int32_t step) {
      PathCost cost = across;
      for (std::int32_t along = from; along != past; along += step) {
        if (along != from) {
          cost += k_half_straight * (weight(along - step, 1) + weight(along, 1));
        }
        seeds_.push_back({cost + k_half_straight * (weight(along, 1) + weight(along, 0)),
                          portal_cell(out, along), out});
      }
    };
    walk(portal.node, portal.past, 1);
    walk(portal.node, std::int32_t{portal.first} - 1, -1);
  });
}

void Flow::seed_from_window(const Field& field, std::uint32_t sector) {
  const Cell first = sectors_->first_cell(sector);
  const std::int32_t x0 = std::max(0, field.window.x - first.x);
  const std::int32_t z0 = std::max(0, field.window.z - first.z);
  const std::int32_t x1 = std::min(k_sector_cells, field.window.x + k_window_cells - first.x);
  const std::int32_t z1 = std::min(k_sector_cells, field.window.z + k_window_cells - first.z);
  for (std::int32_t z = z0; z < z1; ++z) {
    for (std::int32_t x = x0; x < x1; ++x) {
      const auto at = static_cast<std::size_t>((first.z + z - field.window.z) * k_window_cells +
                                               first.x + x - field.window.x);
      const PathCost cost = field.window_costs[at];
      if (cost == k_no_way) continue;
      const std::int32_t cell = z * k_sector_cells + x;
      const bool is_rim = x == x0 || z == z0 || x + 1 == x1 || z + 1 == z1;
      if (is_rim) {
        seeds_.push_back({cost, static_cast<std::uint16_t>(cell), field.window_ways[at]});
      } else {
        tile_square_.preset(cell, cost, field.window_ways[at]);
      }
    }
  }
}

void Flow::fill_tile(Field& field, Tile& tile) {
  ++tiles_made_;
  settle(field, tile.sector);
  sectors_->open(tile.sector, tile_square_);
  seeds_.clear();
  seed_from_portals(field, tile.sector);
  seed_from_window(field, tile.sector);
  std::sort(seeds_.begin(), seeds_.end(), comes_before);
  tile_square_.spread(seeds_);
  tile.ways.resize(k_tile_cells);
  for (std::int32_t z = 0; z < k_sector_cells; ++z) {
    const std::span<const Way> ways = tile_square_.ways_of_row(z);
    std::copy(ways.begin(), ways.end(), tile.ways.begin() + z * k_sector_cells);
  }
}

std::uint32_t Flow::free_tile() {
  if (tiles_.size() < limits_.tiles) {
    tiles_.emplace_back();
    return static_cast<std::uint32_t>(tiles_.size() - 1);
  }
  while (tiles_[tile_hand_].was_used) {
    tiles_[tile_hand_].was_used = false;
    tile_hand_ = (tile_hand_ + 1) % limits_.tiles;
  }
  const std::uint32_t free = tile_hand_;
  tile_hand_ = (tile_hand_ + 1) % limits_.tiles;
  return free;
}

const Flow::Tile& Flow::tile(Field& field, std::uint32_t sector) {
  const std::uint32_t known = field.tile_of[sector];
  if (known != 0) {
    Tile& tile = tiles_[known - 1];
    if (tile.serial == field.serial && tile.sector == sector) {
      tile.was_used = true;
      return tile;
    }
  }
  const std::uint32_t at = free_tile();
  Tile& tile = tiles_[at];
  tile.serial = field.serial;
  tile.sector = sector;
  tile.was_used = true;
  field.tile_of[sector] = at + 1;
  fill_tile(field, tile);
  return tile;
}

Way Flow::way(std::uint32_t field_at, Cell cell) {
  Field& field = fields_[field_at];
  // Within the window, where no way that leaves it can be shorter, its own is the answer.
  const std::int32_t x = cell.x - field.window.x;
  const std::int32_t z = cell.z - field.window.z;
  if (x >= 0 && z >= 0 && x < k_window_cells && z < k_window_cells) {
    const auto at = static_cast<std::size_t>(z * k_window_cells + x);
    const std::int32_t rim =
        std::min(std::min(x, z), std::min(k_window_cells - 1 - x, k_window_cells - 1 - z));
    const auto outside = static_cast<PathCost>(rim + field.goal_rim) * 2 * k_half_straight;
    if (field.window_costs[at] <= outside) return field.window_ways[at];
  }
  return tile(field, sectors_->sector_of(cell)).ways[place_in_tile(cell)];
}

PathCost Flow::cost(std::uint32_t field, Cell cell, PathCost most) {
  PathCost cost = 0;
  for (;;) {
    const Way next = way(field, cell);
    if (next == k_way_none) return k_no_way;
    if (next == k_way_here) return cost;
    if (cost > most) return k_no_way;
    const Cell to{cell.x + k_way_x[next], cell.z + k_way_z[next]};
    const PathCost half = next % 2 == 0 ? k_half_straight : k_half_diagonal;
    cost += half * (2 + PathCost{grid_->is_rough(cell)} + PathCost{grid_->is_rough(to)});
    cell = to;
  }
}

}  // namespace terrane::rts
