// Sites and queues: the end of economy.h.
#include <algorithm>

#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/harm.h"
#include "terrane/rts/mine.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"

namespace terrane::rts {
namespace {

using snapshot::Animation;
using snapshot::EventKind;

constexpr Word k_door_ticks = 8;  // between two tries to let a unit out where all is full

void show(Board& board, std::size_t building, Animation animation) {
  CoreRow& row = board.state.core[building];
  if (row.animation == static_cast<Word>(animation)) return;
  row.animation = static_cast<Word>(animation);
  row.animation_tick = board.state.tick;
}

Word ticks_for(const Board& board, const snapshot::ProductionRow& row) {
  return static_cast<Word>(row.is_upgrade != 0 ? board.rules.upgrades[row.product].research_ticks
                                               : board.rules.type(row.product).make_ticks);
}

void begin(Board& board, snapshot::ProductionRow& row) {
  row.place = 0;
  row.start_tick = board.state.tick;
  row.end_tick = board.state.tick + ticks_for(board, row);
}

// Takes a row out of its building's queue; who stood behind it moves up.
void take_off(Board& board, std::size_t at) {
  auto& rows = board.state.production;
  const snapshot::ProductionRow gone = rows[at];
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(at));
  for (; at < rows.size() && rows[at].identity == gone.identity; ++at) {
    --rows[at].place;
    if (rows[at].place == 0) begin(board, rows[at]);
  }
  const std::size_t building = board.find(gone.identity);
  if (building != k_no_index && rows_of(rows, gone.identity).empty()) {
    show(board, building, Animation::Idle);
  }
}

// A new unit's first order: to its building's rally point.
void send_to_rally(Board& board, std::size_t unit, const snapshot::RallyRow& rally) {
  const CoreRow& row = board.state.core[unit];
  const std::size_t target = board.find(rally.target);
  snapshot::OrderRow order;
  order.identity = row.identity;
  order.kind = static_cast<Word>(EventKind::OrderMove);
  order.x_mm = rally.x_mm;
  order.z_mm = rally.z_mm;
  order.given_tick = board.state.tick;
  if (target != k_no_index) {
    const CoreRow& to = board.state.core[target];
    order.x_mm = to.world_x_mm;
    order.z_mm = to.world_z_mm;
    const bool is_worker = board.type_of(row).role == Role::Worker;
    if (is_worker && (to.flags & snapshot::k_flag_resource) != 0) {
      order.kind = static_cast<Word>(EventKind::OrderGather);
      order.target = rally.target;
    } else if (to.owner == row.owner && is_mobile(board.type_of(to).role)) {
      order.kind = static_cast<Word>(EventKind::OrderFollow);
      order.target = rally.target;
    }
  }
  merge_rows(board.state.orders, std::span<const snapshot::OrderRow>(&order, 1));
}

// False when there is no room for it yet.
bool let_out(Board& board, std::size_t building, Word type) {
  const CoreRow house = board.state.core[building];
  const snapshot::RallyRow* point = find_row(board.state.rally_points, house.identity);
  const PointMm towards =
      point != nullptr
          ? PointMm{point->x_mm, point->z_mm}
          : PointMm{board.field.origin_x_mm + board.field.width_cells * (k_cell_mm / 2),
                    board.field.origin_z_mm + board.field.height_cells * (k_cell_mm / 2)};
  const PointMm place = way_out(board, building, type, towards);
  if (place == place_of(house)) return false;
  const std::size_t unit = add_unit(board, type, house.owner, place);
  CoreRow& row = board.state.core[unit];
  row.health_max_256 = row.health_256 = health_max_256(board, row);
  ++board.state.scores[house.owner].units_made;
  tell(board, EventKind::UnitMade, about(row, house.identity, 0));
  sound(board, (row.flags & snapshot::k_flag_hero) != 0 ? Noise::HeroReady : Noise::UnitReady, row,
        house.owner);
  if (point != nullptr) send_to_rally(board, unit, *point);
  return true;
}

void learn(Board& board, std::size_t building, Word upgrade) {
  const Word player = board.state.core[building].owner;
  const Word identity = snapshot::player_identity(player);
  auto& rows = board.state.upgrades;
  const auto at =
      std::lower_bound(rows.begin(), rows.end(), std::pair(identity, upgrade),
                       [](const snapshot::UpgradeRow& a, const std::pair<Word, Word>& wanted) {
                         return std::pair(a.identity, a.upgrade) < wanted;
                       });
  Word level = 1;
  if (at != rows.end() && at->identity == identity && at->upgrade == upgrade) {
    level = ++at->level;
  } else {
    rows.insert(at, {identity, upgrade, 1});
  }
  snapshot::UnitPayload payload = about(board.state.core[building], 0, level);
  payload.type = upgrade;
  tell(board, EventKind::UpgradeFinished, payload);
  sound(board, Noise::UpgradeDone, board.state.core[building], player);
  if (board.rules.upgrades[upgrade].stat != Stat::Health) return;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    if (board.state.core[index].owner != player || is_dead(board, index)) continue;
    rescale_health(board, index);
  }
}

void finish_site(Board& board, std::size_t building) {
  CoreRow& row = board.state.core[building];
  row.flags &= ~snapshot::k_flag_under_construction;
  ++board.state.scores[row.owner].buildings_made;
  count_supply(board);
  tell(board, EventKind::BuildingFinished, about(row, 0, 0));
  sound(board, Noise::BuildingDone, row, row.owner);
}

void step_sites(Board& board) {
  auto& rows = board.state.construction;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    snapshot::ConstructionRow row = rows[at];
    row.builders = 0;  // counted anew by those who work in this tick
    const std::size_t building = board.find(row.identity);
    if (building == k_no_index) continue;
    if (row.work_done >= row.work_total) {
      finish_site(board, building);
    } else {
      rows[kept++] = row;
    }
  }
  rows.resize(kept);
}

void step_queues(Board& board) {
  auto& rows = board.state.production;
  for (std::size_t at = 0; at < rows.size();) {
    const snapshot::ProductionRow row = rows[at];
    const std::size_t building = board.find(row.identity);
    const bool due = row.place == 0 && row.end_tick <= board.state.tick &&
                     (board.state.tick - row.end_tick) % k_door_ticks == 0;
    if (building == k_no_index || !due) {
      ++at;
      continue;
    }
    if (row.is_upgrade != 0) {
      learn(board, building, row.product);
    } else if (!let_out(board, building, row.product)) {
      ++at;
      continue;
    }
    take_off(board, at);
  }
}

}  // namespace

Word begin_site(Board& board, Word player, Word type, PointMm place) {
  const std::size_t index = add_unit(board, type, player, place);
  CoreRow& row = board.state.core[index];
  row.flags |= snapshot::k_flag_under_construction;
  row.health_max_256 = health_max_256(board, row);
  row.health_256 = std::max(1, row.health_max_256 / 10);
  const auto total = static_cast<Word>(std::max(1, board.rules.type(type).make_ticks));
  board.state.construction.push_back({row.identity, 0, total, 0});
  tell(board, EventKind::BuildingStarted, about(row, 0, 0));
  sound(board, Noise::SiteBegun, row);
  return row.identity;
}

void cancel_site(Board& board, std::size_t building) {
  const CoreRow& row = board.state.core[building];
  give_back(board, row.owner, board.type_of(row).cost, board.rules.refund_percent);
  kill(board, building, 0);
}

void enqueue(Board& board, std::size_t building, bool is_upgrade, Word product) {
  const Word identity = board.state.core[building].identity;
  const auto place = static_cast<Word>(rows_of(board.state.production, identity).size());
  TERRANE_ASSERT(place < static_cast<Word>(board.rules.queue_places),
                 "an order checks that there is room in the queue");
  snapshot::ProductionRow row{identity, place, is_upgrade ? 1u : 0u, product, 0, 0};
  if (place == 0) {
    begin(board, row);
    show(board, building, Animation::Produce);
  }
  merge_rows(board.state.production, std::span<const snapshot::ProductionRow>(&row, 1));
}

void cancel_queue(Board& board, std::size_t building, Word place) {
  const Word player = board.state.core[building].owner;
  const RowRange range = rows_of(board.state.production, board.state.core[building].identity);
  if (place >= range.size()) return;
  const snapshot::ProductionRow row = board.state.production[range.first + place];
  const Cost cost = row.is_upgrade != 0 ? upgrade_cost(board, player, row.product)
                                        : board.rules.type(row.product).cost;
  give_back(board, player, cost, board.rules.refund_percent);
  take_off(board, range.first + place);
}

void step_economy(Board& board) {
  step_sites(board);
  step_queues(board);
  step_gatherers(board);
}

}  // namespace terrane::rts
