#include "terrane/rts/order_checks.h"

#include <algorithm>

#include "terrane/rts/economy.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

bool has_place(EventKind kind) {
  return kind == EventKind::OrderMove || kind == EventKind::OrderAttackMove ||
         kind == EventKind::OrderPatrol || kind == EventKind::OrderBuild;
}

bool is_finished(const CoreRow& row) {
  return (row.flags & snapshot::k_flag_under_construction) == 0;
}

bool building_can(const Board& board, std::size_t index, const UnitType& type, EventKind kind) {
  const CoreRow& row = board.state.core[index];
  if (kind == EventKind::OrderCancelBuild) return !is_finished(row);
  if (!is_finished(row)) return false;
  switch (kind) {
    case EventKind::OrderTrain:
    case EventKind::OrderRally:
      return !type.trains.empty();
    case EventKind::OrderResearch:
      return !type.researches.empty();
    case EventKind::OrderCancelTrain:
      return !type.trains.empty() || !type.researches.empty();
    case EventKind::OrderGate:
      return type.role == Role::Gate;
    case EventKind::OrderUnload:
      return type.garrison > 0 && board.state.minds[index].load > 0;
    default:
      return false;
  }
}

bool can_do(const Board& board, std::size_t index, EventKind kind) {
  const CoreRow& row = board.state.core[index];
  const UnitType& type = board.type_of(row);
  if (is_for_buildings(kind)) {
    return is_building(type.role) && building_can(board, index, type, kind);
  }
  if (!is_mobile(type.role) || type.speed_mm_per_tick == 0) return false;
  switch (kind) {
    case EventKind::OrderAttack:
      return type.weapon.has;
    case EventKind::OrderGather:
    case EventKind::OrderBuild:
    case EventKind::OrderRepair:
      return type.role == Role::Worker;
    case EventKind::OrderReturnLoad:
      return type.role == Role::Worker && board.state.minds[index].load > 0;
    default:
      return true;
  }
}

void refuse_unit(Verdict& verdict, Refusal reason, Word unit) {
  if (verdict.some != Refusal::None) return;
  verdict.some = reason;
  verdict.unit = unit;
}

void gather_unit(const Board& board, const Ask& ask, Word identity, Verdict& verdict,
                 std::vector<std::size_t>& units) {
  const std::size_t index = board.find(identity);
  if (index == k_no_index) {
    refuse_unit(verdict, Refusal::Dead, identity);
  } else if (board.state.core[index].owner != ask.payload.player) {
    refuse_unit(verdict, Refusal::Foreign, identity);
  } else if (!can_do(board, index, ask.kind)) {
    refuse_unit(verdict, Refusal::CannotDo, identity);
  } else {
    units.push_back(index);
  }
}

// Those asked who are there and whose type does such things.
void gather_units(const Board& board, const Ask& ask, Verdict& verdict,
                  std::vector<std::size_t>& units) {
  units.clear();
  if (ask.payload.group > k_control_groups) {
    verdict.all = Refusal::BadArgument;
    return;
  }
  bool asked = !ask.list.empty();
  if (ask.payload.group == 0) {
    for (const Word identity : ask.list) gather_unit(board, ask, identity, verdict, units);
  } else {
    asked = false;
    for (const GroupRow& row : board.state.groups) {
      if (row.player != ask.payload.player || row.group != ask.payload.group) continue;
      asked = true;
      gather_unit(board, ask, row.unit, verdict, units);
    }
  }
  if (!asked) {
    verdict.all = ask.payload.group == 0 ? Refusal::NoUnits : Refusal::NothingThere;
  } else if (units.empty()) {
    verdict.all = verdict.some;
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
}

const snapshot::RememberedRow* remembered(const Board& board, Word player, Word identity) {
  const RowRange range = rows_of(board.state.remembered, identity);
  for (std::size_t at = range.first; at < range.past; ++at) {
    if (board.state.remembered[at].viewer == player) return &board.state.remembered[at];
  }
  return nullptr;
}

// A foe that is seen, or a building of a foe that is remembered, even where it stands no more.
Refusal judge_attacked(const Board& board, const Ask& ask, PointMm& place) {
  const Word player = ask.payload.player;
  const std::size_t index = board.find(ask.payload.target);
  if (index != k_no_index) {
    const CoreRow& row = board.state.core[index];
    const bool is_foe =
        row.owner == k_nature ? (row.flags & snapshot::k_flag_wildlife) != 0 : row.owner != player;
    if (sees_unit(board, player, index)) {
      place = place_of(row);
      return is_foe ? Refusal::None : Refusal::TargetWrong;
    }
  }
  if (const auto* memory = remembered(board, player, ask.payload.target)) {
    place = {memory->x_mm, memory->z_mm};
    return memory->owner == player ? Refusal::TargetWrong : Refusal::None;
  }
  return index == k_no_index ? Refusal::TargetDead : Refusal::TargetUnseen;
}

Refusal judge_target(const Board& board, const Ask& ask, PointMm& place) {
  if (ask.kind == EventKind::OrderAttack) return judge_attacked(board, ask, place);
  const std::size_t index = board.find(ask.payload.target);
  if (index == k_no_index) return Refusal::TargetDead;
  const CoreRow& row = board.state.core[index];
  const UnitType& type = board.type_of(row);
  place = place_of(row);
  const bool is_own = row.owner == ask.payload.player;
  if (ask.kind == EventKind::OrderGather) {
    if (!has_seen(board, ask.payload.player, place)) return Refusal::TargetUnseen;
    return is_resource(type.role) ? Refusal::None : Refusal::TargetWrong;
  }
  if (!is_own && !sees_unit(board, ask.payload.player, index)) return Refusal::TargetUnseen;
  if (!is_own) return Refusal::TargetWrong;
  if (ask.kind == EventKind::OrderRepair) {
    const bool lacks = !is_finished(row) || row.health_256 < row.health_max_256;
    return is_building(type.role) && lacks ? Refusal::None : Refusal::TargetWrong;
  }
  // Who follows a building goes inside.
  const bool leads = is_mobile(type.role) || (is_finished(row) && type.garrison > 0);
  return leads ? Refusal::None : Refusal::TargetWrong;
}

Refusal judge_build(const Board& board, const Ask& ask, PointMm& place) {
  const Word player = ask.payload.player;
  if (ask.payload.argument >= board.rules.types.size()) return Refusal::BadArgument;
  const UnitType& type = board.rules.type(ask.payload.argument);
  if (!is_building(type.role) || type.faction != board.state.players[player].faction) {
    return Refusal::NotMade;
  }
  if (type.requires_role != k_none &&
      !has_finished(board, player, static_cast<Role>(type.requires_role))) {
    return Refusal::Requires;
  }
  place = snap_site(board.field, type, place);
  if (!may_build(board, player, ask.payload.argument, place)) return Refusal::SiteBlocked;
  return can_pay(board, player, type.cost) ? Refusal::None : Refusal::NoMeans;
}

// How many of the player's queues hold the product.
std::size_t in_queues(const Board& board, Word player, bool is_upgrade, Word product) {
  std::size_t count = 0;
  for (const snapshot::ProductionRow& row : board.state.production) {
    if ((row.is_upgrade != 0) != is_upgrade || row.product != product) continue;
    const std::size_t index = board.find(row.identity);
    if (index != k_no_index && board.state.core[index].owner == player) count += 1;
  }
  return count;
}

bool owns_type(const Board& board, Word player, Word type) {
  return std::any_of(board.state.core.begin(), board.state.core.end(), [&](const CoreRow& row) {
    return row.owner == player && row.type == type && board.find(row.identity) != k_no_index;
  });
}

Word level_of(const Board& board, Word player, Word upgrade) {
  const RowRange range = rows_of(board.state.upgrades, snapshot::player_identity(player));
  for (std::size_t at = range.first; at < range.past; ++at) {
    if (board.state.upgrades[at].upgrade == upgrade) return board.state.upgrades[at].level;
  }
  return 0;
}

Refusal judge_product(const Board& board, Word player, bool is_upgrade, Word product) {
  if (is_upgrade) {
    if (product >= board.rules.upgrades.size()) return Refusal::BadArgument;
    const auto levels = static_cast<Word>(board.rules.upgrades[product].levels);
    if (level_of(board, player, product) >= levels || in_queues(board, player, true, product) > 0) {
      return Refusal::AtMost;
    }
    return can_pay(board, player, upgrade_cost(board, player, product)) ? Refusal::None
                                                                        : Refusal::NoMeans;
  }
  if (product >= board.rules.types.size()) return Refusal::BadArgument;
  const UnitType& type = board.rules.type(product);
  if (type.requires_role != k_none &&
      !has_finished(board, player, static_cast<Role>(type.requires_role))) {
    return Refusal::Requires;
  }
  if (type.role == Role::Hero &&
      (owns_type(board, player, product) || in_queues(board, player, false, product) > 0)) {
    return Refusal::AtMost;
  }
  if (!can_pay(board, player, type.cost)) return Refusal::NoMeans;
  const snapshot::PlayerRow& row = board.state.players[player];
  const Word supply = static_cast<Word>(type.cost.supply);
  return row.supply_used + supply <= row.supply_max ? Refusal::None : Refusal::NoSupply;
}

// One building makes it: of those asked that can, the one with the shortest queue.
Refusal judge_production(const Board& board, const Ask& ask, std::vector<std::size_t>& units) {
  const bool is_upgrade = ask.kind == EventKind::OrderResearch;
  const auto makes = [&](std::size_t index) {
    const UnitType& type = board.type_of(board.state.core[index]);
    const std::vector<Word>& list = is_upgrade ? type.researches : type.trains;
    return std::find(list.begin(), list.end(), ask.payload.argument) != list.end();
  };
  std::size_t best = k_no_index;
  std::size_t best_length = 0;
  for (const std::size_t index : units) {
    if (!makes(index)) continue;
    const std::size_t length = queue_length(board, board.state.core[index].identity);
    if (best != k_no_index && length >= best_length) continue;
    best = index;
    best_length = length;
  }
  if (best == k_no_index) return Refusal::NotMade;
  if (best_length >= static_cast<std::size_t>(board.rules.queue_places)) return Refusal::QueueFull;
  units.assign(1, best);
  return judge_product(board, ask.payload.player, is_upgrade, ask.payload.argument);
}

// Nobody may stand in a gate that closes.
bool is_passage_empty(const Board& board, std::size_t gate) {
  const CoreRow& row = board.state.core[gate];
  const CellRect cells = footprint(board.field, board.type_of(row), place_of(row));
  constexpr std::int32_t k_reach_mm = 6000;  // half of the largest gate and the largest body
  bool empty = true;
  board.grid.for_each_near(place_of(row), k_reach_mm, [&](std::size_t index) {
    const CoreRow& other = board.state.core[index];
    if (index == gate || !is_mobile(board.type_of(other).role) || is_dead(board, index)) return;
    if ((other.flags & snapshot::k_flag_inside) != 0) return;
    if (other.grid_x >= cells.first.x && other.grid_x < cells.past.x &&
        other.grid_z >= cells.first.z && other.grid_z < cells.past.z) {
      empty = false;
    }
  });
  return empty;
}

Refusal judge_buildings(const Board& board, const Ask& ask, std::vector<std::size_t>& units,
                        PointMm& place) {
  switch (ask.kind) {
    case EventKind::OrderTrain:
    case EventKind::OrderResearch:
      return judge_production(board, ask, units);
    case EventKind::OrderCancelTrain:
      drop_rows(units, [&](std::size_t index) {
        return ask.payload.argument >= queue_length(board, board.state.core[index].identity);
      });
      return units.empty() ? Refusal::NothingThere : Refusal::None;
    case EventKind::OrderRally: {
      if (ask.payload.target == 0) {
        return board.field.contains(board.field.cell_of(place)) ? Refusal::None
                                                                : Refusal::OutsideMap;
      }
      const std::size_t index = board.find(ask.payload.target);
      if (index == k_no_index) return Refusal::TargetDead;
      const CoreRow& row = board.state.core[index];
      place = place_of(row);
      if (row.owner != ask.payload.player && !has_seen(board, ask.payload.player, place)) {
        return Refusal::TargetUnseen;
      }
      const bool fits = row.owner == ask.payload.player || is_resource(board.type_of(row).role);
      return fits ? Refusal::None : Refusal::TargetWrong;
    }
    case EventKind::OrderGate:
      if (ask.payload.argument > 1) return Refusal::BadArgument;
      if (ask.payload.argument == 1) return Refusal::None;
      drop_rows(units, [&](std::size_t gate) { return !is_passage_empty(board, gate); });
      return units.empty() ? Refusal::SiteBlocked : Refusal::None;
    default:
      return Refusal::None;
  }
}

// Whether it can get to the rim of what it is sent to work at.
bool has_way(Board& board, std::size_t index, PointMm to, const UnitType& target) {
  const CoreRow& row = board.state.core[index];
  const std::int32_t reach = std::max(target.footprint_x_cells, target.footprint_z_cells) / 2 + 1;
  Cell found;
  return board.paths.nearest_reachable(place_of(row), to,
                                       size_class_of(board.type_of(row).radius_mm), reach, found);
}

void drop_without_way(Board& board, const Ask& ask, Verdict& verdict,
                      std::vector<std::size_t>& units) {
  if (ask.kind != EventKind::OrderGather && ask.kind != EventKind::OrderRepair &&
      ask.kind != EventKind::OrderBuild) {
    return;
  }
  const std::size_t target = board.find(ask.payload.target);
  const Word type =
      ask.kind == EventKind::OrderBuild ? ask.payload.argument : board.state.core[target].type;
  drop_rows(units, [&](std::size_t index) {
    if (has_way(board, index, verdict.place, board.rules.type(type))) return false;
    refuse_unit(verdict, Refusal::NoWay, board.state.core[index].identity);
    return true;
  });
  if (units.empty()) verdict.all = Refusal::NoWay;
}

}  // namespace

bool is_order(EventKind kind) {
  return kind >= EventKind::OrderMove && kind <= EventKind::OrderUnload;
}

bool is_for_buildings(EventKind kind) {
  return kind >= EventKind::OrderTrain && kind <= EventKind::OrderUnload;
}

bool is_playing(const Board& board, Word player) {
  constexpr auto k_playing = static_cast<Word>(snapshot::PlayerState::Playing);
  return board.state.over == 0 && player < board.state.players.size() &&
         board.state.players[player].state == k_playing;
}

bool has_finished(const Board& board, Word player, Role role) {
  return std::any_of(board.state.core.begin(), board.state.core.end(), [&](const CoreRow& row) {
    return row.owner == player && (row.flags & snapshot::k_flag_building) != 0 &&
           board.type_of(row).role == role && is_finished(row) &&
           board.find(row.identity) != k_no_index;
  });
}

std::size_t queue_length(const Board& board, Word building) {
  return rows_of(board.state.production, building).size();
}

Verdict judge(Board& board, const Ask& ask, std::vector<std::size_t>& units) {
  Verdict verdict;
  verdict.place = {ask.payload.x_mm, ask.payload.z_mm};
  if (!is_playing(board, ask.payload.player)) {
    verdict.all = Refusal::Over;
    return verdict;
  }
  gather_units(board, ask, verdict, units);
  if (verdict.all != Refusal::None) return verdict;
  if (is_for_buildings(ask.kind)) {
    verdict.all = judge_buildings(board, ask, units, verdict.place);
    return verdict;
  }
  if (has_place(ask.kind) && !board.field.contains(board.field.cell_of(verdict.place))) {
    verdict.all = Refusal::OutsideMap;
  } else if (ask.kind == EventKind::OrderBuild) {
    verdict.all = judge_build(board, ask, verdict.place);
  } else if (ask.kind == EventKind::OrderReturnLoad) {
    const PointMm first = place_of(board.state.core[units.front()]);
    if (find_hall(board, ask.payload.player, first) == 0) verdict.all = Refusal::NothingThere;
  } else if (ask.kind == EventKind::OrderAttack || ask.kind == EventKind::OrderFollow ||
             ask.kind == EventKind::OrderGather || ask.kind == EventKind::OrderRepair) {
    verdict.all = judge_target(board, ask, verdict.place);
    const std::size_t target = board.find(ask.payload.target);
    drop_rows(units, [&](std::size_t index) { return index == target; });  // nobody follows itself
    if (verdict.all == Refusal::None && units.empty()) verdict.all = Refusal::TargetWrong;
  }
  if (verdict.all == Refusal::None) drop_without_way(board, ask, verdict, units);
  return verdict;
}

}  // namespace terrane::rts
