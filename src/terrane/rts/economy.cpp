#include "terrane/rts/economy.h"

#include <algorithm>

#include "terrane/rts/apart.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_node_tries = 12;  // nearest nodes asked whether there is a way
constexpr std::int32_t k_beside_mm = 750;  // from a footprint to the middle of a cell beside it
constexpr std::int32_t k_way_out_rings = 4;

bool is_finished_building(const CoreRow& row) {
  return (row.flags & snapshot::k_flag_building) != 0 &&
         (row.flags & snapshot::k_flag_under_construction) == 0;
}

// Cells of the square ring around a rectangle, `ring` cells out, row by row.
template <typename Use>
void for_each_ring_cell(const CellRect& cells, std::int32_t ring, Use&& use) {
  const Cell first{cells.first.x - ring, cells.first.z - ring};
  const Cell last{cells.past.x + ring - 1, cells.past.z + ring - 1};
  for (std::int32_t z = first.z; z <= last.z; ++z) {
    const bool whole = z == first.z || z == last.z;
    const std::int32_t step = whole ? 1 : std::max(1, last.x - first.x);
    for (std::int32_t x = first.x; x <= last.x; x += step) use(Cell{x, z});
  }
}

bool is_taken(const Board& board, PointMm place, std::int32_t radius_mm) {
  bool taken = false;
  board.grid.for_each_near(place, radius_mm + k_body_max_mm, [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    if (taken || !is_mobile(board.type_of(row).role)) return;
    if ((row.flags & snapshot::k_flag_inside) != 0) return;
    const std::int64_t reach = radius_mm + static_cast<std::int32_t>(row.radius_mm);
    taken = within(place_of(row), place, reach - 1) && !is_dead(board, index);
  });
  return taken;
}

// Where the player's people can walk from its start: who comes out of a building should not stand
// in a pocket behind it.
std::uint32_t home_region(Board& board, Word player, SizeClass size) {
  if (player >= board.state.player_minds.size()) return 0;
  const PlayerMind& mind = board.state.player_minds[player];
  const PointMm start{static_cast<std::int32_t>(mind.start_x_mm),
                      static_cast<std::int32_t>(mind.start_z_mm)};
  Cell cell;
  if (!board.paths.nearest_reachable(start, start, size, 16, cell)) return 0;
  return board.paths.region(cell, size);
}

}  // namespace

bool can_pay(const Board& board, Word player, const Cost& cost) {
  const snapshot::PlayerRow& row = board.state.players[player];
  return row.gold >= static_cast<Word>(cost.gold) && row.wood >= static_cast<Word>(cost.wood);
}

void pay(Board& board, Word player, const Cost& cost) {
  TERRANE_ASSERT(can_pay(board, player, cost), "what is paid was asked for before");
  snapshot::PlayerRow& row = board.state.players[player];
  row.gold -= static_cast<Word>(cost.gold);
  row.wood -= static_cast<Word>(cost.wood);
  row.supply_used += static_cast<Word>(cost.supply);
  snapshot::UnitPayload spent;
  spent.owner = player;
  spent.value = static_cast<Word>(cost.gold);
  spent.by = static_cast<Word>(cost.wood);
  tell(board, EventKind::ResourceSpent, spent);
}

void give_back(Board& board, Word player, const Cost& cost, std::int32_t percent) {
  snapshot::PlayerRow& row = board.state.players[player];
  row.gold += static_cast<Word>(cost.gold * percent / 100);
  row.wood += static_cast<Word>(cost.wood * percent / 100);
  row.supply_used -= std::min(row.supply_used, static_cast<Word>(cost.supply));
}

void count_supply(Board& board) {
  auto& players = board.state.players;
  for (snapshot::PlayerRow& row : players) row.supply_used = row.supply_max = 0;
  for (PlayerMind& mind : board.state.player_minds) mind.halls = 0;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner >= players.size() || is_dead(board, index)) continue;
    const UnitType& type = board.type_of(row);
    players[row.owner].supply_used += static_cast<Word>(type.cost.supply);
    if (!is_finished_building(row)) continue;
    players[row.owner].supply_max += static_cast<Word>(type.supply_given);
    if (type.role == Role::TownHall) ++board.state.player_minds[row.owner].halls;
  }
  for (const snapshot::ProductionRow& row : board.state.production) {
    const std::size_t building = board.find(row.identity);
    if (row.is_upgrade != 0 || building == k_no_index) continue;
    players[board.state.core[building].owner].supply_used +=
        static_cast<Word>(board.rules.type(row.product).cost.supply);
  }
  const auto limit = static_cast<Word>(board.rules.supply_limit);
  for (snapshot::PlayerRow& row : players) row.supply_max = std::min(row.supply_max, limit);
}

Word find_node(Board& board, Word player, Word kind, PointMm near, std::int32_t radius_mm) {
  // The nearest first, and of those the first with a way; the next is looked for behind the last.
  std::int64_t past_distance2 = -1;
  Word past_identity = 0;
  for (std::int32_t tries = 0; tries < k_node_tries; ++tries) {
    std::int64_t best_distance2 = 0;
    Word best = 0;
    PointMm best_place;
    for (const snapshot::ResourceRow& node : board.state.resources) {
      if (node.kind != kind || node.amount == 0) continue;
      const std::size_t index = board.find(node.identity);
      if (index == k_no_index) continue;
      const CoreRow& row = board.state.core[index];
      if ((row.flags & snapshot::k_flag_resource) == 0) continue;
      if (kind == k_wood_kind && node.gatherers >= k_tree_gatherers_max) continue;
      const PointMm place = place_of(row);
      const std::int64_t distance2 = distance2_mm(place, near);
      if (distance2 > std::int64_t{radius_mm} * radius_mm) continue;
      if (distance2 < past_distance2) continue;
      if (distance2 == past_distance2 && node.identity <= past_identity) continue;
      if (best != 0 && distance2 >= best_distance2) continue;
      if (!has_seen(board, player, place)) continue;
      best = node.identity;
      best_distance2 = distance2;
      best_place = place;
    }
    if (best == 0) return 0;
    const UnitType& type = board.type_of(board.state.core[board.find(best)]);
    // As near as an order to gather wants it (order_checks.cpp).
    const std::int32_t reach_cells =
        std::max(type.footprint_x_cells, type.footprint_z_cells) / 2 + 1;
    Cell beside;
    if (board.paths.nearest_reachable(near, best_place, SizeClass::Small, reach_cells, beside) &&
        apart(type, best_place, board.field.middle_of(beside)).within(k_beside_mm)) {
      return best;
    }
    past_distance2 = best_distance2;
    past_identity = best;
  }
  return 0;
}

Word find_hall(Board& board, Word player, PointMm near) {
  const auto is_hall = [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    return row.owner == player && is_finished_building(row) &&
           board.type_of(row).role == Role::TownHall && !is_dead(board, index);
  };
  if (player >= board.state.player_minds.size()) return 0;
  const bool only = board.state.player_minds[player].halls == 1;
  Word best = 0;
  std::int64_t best_mm = 0;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    if ((board.state.core[index].flags & snapshot::k_flag_building) == 0 || !is_hall(index)) {
      continue;
    }
    const CoreRow& row = board.state.core[index];
    if (only) return row.identity;
    const std::int64_t way_mm = board.paths.distance_mm(place_of(row), near, SizeClass::Small);
    if (way_mm < 0 || (best != 0 && way_mm >= best_mm)) continue;
    best = row.identity;
    best_mm = way_mm;
  }
  return best;
}

PointMm way_out(Board& board, std::size_t building, Word type_index, PointMm towards) {
  const CoreRow row = board.state.core[building];
  const UnitType& type = board.rules.type(type_index);
  const SizeClass size = size_class_of(type.radius_mm);
  const CellRect cells = footprint(board.field, board.type_of(row), place_of(row));
  const std::uint32_t home = home_region(board, row.owner, size);
  PointMm best = place_of(row);
  Word best_fault = k_none;
  std::int64_t best_distance2 = 0;
  for (std::int32_t ring = 1; ring <= k_way_out_rings && best_fault != 0; ++ring) {
    for_each_ring_cell(cells, ring, [&](Cell cell) {
      if (!board.field.contains(cell) || !board.paths.may_stand(cell, size)) return;
      const PointMm place = board.field.middle_of(cell);
      const std::int64_t distance2 = distance2_mm(place, towards);
      Word fault = home != 0 && board.paths.region(cell, size) != home ? 2 : 0;
      if (fault > best_fault || (fault == best_fault && distance2 >= best_distance2)) return;
      if (is_taken(board, place, type.radius_mm)) ++fault;
      if (fault > best_fault || (fault == best_fault && distance2 >= best_distance2)) return;
      best = place;
      best_fault = fault;
      best_distance2 = distance2;
    });
  }
  return best;
}

}  // namespace terrane::rts
