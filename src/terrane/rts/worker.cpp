// What workers do: out to a node, gather, home with the load; out to a site, build or repair. The
// larger part of economy.h.
#include <algorithm>

#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"
#include "terrane/rts/mine.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"

namespace terrane::rts {
namespace {

using snapshot::Animation;
using snapshot::EventKind;

constexpr std::int32_t k_reach_mm = 800;     // from rim to rim, to work at something
constexpr std::int32_t k_crowded_mm = 2500;  // as near as a crowd may keep it, and it still works
constexpr Word k_try_again_ticks = 16;       // between two tries when something is in the way
constexpr std::int32_t k_other_node_mm = 30000;  // a dry node is replaced by one so near to it
constexpr std::int32_t k_repair_percent = 35;    // of what it cost, from nothing to whole

enum class Approach { There, OnTheWay, NoWay };

void set_activity(Board& board, std::size_t index, Activity activity) {
  board.state.minds[index].activity = static_cast<Word>(activity);
}

void show(Board& board, std::size_t index, Animation animation) {
  CoreRow& row = board.state.core[index];
  if (row.animation == static_cast<Word>(animation)) return;
  row.animation = static_cast<Word>(animation);
  row.animation_tick = board.state.tick;
}

bool tries_now(const Board& board, std::size_t index) {
  return (board.state.tick + board.state.core[index].identity) % k_try_again_ticks == 0;
}

void send_to(Board& board, std::size_t index, std::size_t target) {
  const CoreRow& row = board.state.core[target];
  const UnitType& type = board.type_of(row);
  const std::int32_t half_mm =
      type.footprint_x_cells > 0
          ? std::max(type.footprint_x_cells, type.footprint_z_cells) * (k_cell_mm / 2)
          : type.radius_mm;
  const std::int32_t own_mm = board.type_of(board.state.core[index]).radius_mm;
  send(board, index, place_of(row), static_cast<Word>(half_mm + own_mm + k_reach_mm / 2), true);
}

// Walks to the rim of a target; every worker's way to anything leads through here.
Approach approach(Board& board, std::size_t index, std::size_t target) {
  const std::int32_t gap = gap_mm(board, index, target);
  const Mind& mind = board.state.minds[index];
  const auto going = static_cast<Going>(mind.going);
  if (gap <= k_reach_mm) {
    if (going != Going::Nowhere) halt(board, index);
    return Approach::There;
  }
  if (going == Going::Unreachable) return Approach::NoWay;
  if (going == Going::Arrived && gap <= k_crowded_mm) return Approach::There;
  const PointMm place = place_of(board.state.core[target]);
  const bool elsewhere = mind.goal_x_mm != place.x_mm || mind.goal_z_mm != place.z_mm;
  if (going == Going::Nowhere ||
      ((going == Going::Arrived || elsewhere) && tries_now(board, index))) {
    show(board, index, Animation::Idle);
    send_to(board, index, target);
    if (static_cast<Going>(board.state.minds[index].going) == Going::Unreachable) {
      return Approach::NoWay;
    }
  }
  return Approach::OnTheWay;
}

// From anything to a walk: the old way is dropped, so that approach() begins a new one.
void turn_to(Board& board, std::size_t index, Activity activity, Word target) {
  halt(board, index);
  show(board, index, Animation::Idle);
  board.state.core[index].target = target;
  board.state.core[index].action_tick = 0;
  set_activity(board, index, activity);
}

std::int32_t load_max(const Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  const UnitType& type = board.type_of(row);
  return type.load * (100 + upgrade_sum(board, row.owner, type.role, Stat::Load)) / 100;
}

void set_load(Board& board, std::size_t index, Word kind, Word load) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  mind.load_kind = kind;
  mind.load = load;
  auto& rows = board.state.resources;
  snapshot::ResourceRow* carried = find_row(rows, row.identity);
  if (load == 0) {
    row.flags &= ~snapshot::k_flag_carrying;
    if (carried != nullptr) rows.erase(rows.begin() + (carried - rows.data()));
    return;
  }
  row.flags |= snapshot::k_flag_carrying;
  const snapshot::ResourceRow wanted{row.identity, kind, load,
                                     static_cast<Word>(load_max(board, index)), 0};
  if (carried != nullptr) {
    *carried = wanted;
  } else {
    merge_rows(rows, std::span<const snapshot::ResourceRow>(&wanted, 1));
  }
}

bool run_out(Board& board, std::size_t index) {
  turn_to(board, index, Activity::Idle, 0);
  board.state.minds[index].site = 0;
  const CoreRow& row = board.state.core[index];
  alert(board, EventKind::AlertIdle, row.owner, row);
  return false;
}

// The node it worked at is gone or cannot be reached: another one near it.
bool take_other_node(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  const Word other = find_node(board, board.state.core[index].owner, mind.load_kind,
                               {mind.post_x_mm, mind.post_z_mm}, k_other_node_mm);
  if (other == 0 || other == mind.site) return run_out(board, index);
  mind.site = other;
  turn_to(board, index, Activity::ToResource, other);
  return true;
}

bool go_home(Board& board, std::size_t index) {
  turn_to(board, index, Activity::ToHall, 0);
  return true;
}

bool to_resource(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  const std::size_t at = board.find(mind.site);
  snapshot::ResourceRow* node = find_row(board.state.resources, mind.site);
  if (at == k_no_index || node == nullptr || node->amount == 0) {
    return take_other_node(board, index);
  }
  const PointMm place = place_of(board.state.core[at]);
  mind.post_x_mm = place.x_mm;
  mind.post_z_mm = place.z_mm;
  if (mind.load > 0 && mind.load_kind != node->kind) set_load(board, index, mind.load_kind, 0);
  // The table may have moved.
  node = find_row(board.state.resources, mind.site);
  mind.load_kind = node->kind;
  if (static_cast<std::int32_t>(mind.load) >= load_max(board, index)) return go_home(board, index);
  switch (approach(board, index, at)) {
    case Approach::OnTheWay:
      return true;
    case Approach::NoWay:
      return take_other_node(board, index);
    case Approach::There:
      break;
  }
  const bool is_mine = node->kind == k_gold_kind;
  if (node->gatherers >= (is_mine ? k_mine_gatherers_max : k_tree_gatherers_max)) {
    if (is_mine || !tries_now(board, index)) return true;  // waits
    return take_other_node(board, index);
  }
  ++node->gatherers;
  CoreRow& row = board.state.core[index];
  if (static_cast<Going>(mind.going) != Going::Nowhere) halt(board, index);
  row.target = mind.site;
  row.action_tick = board.state.tick + static_cast<Word>(board.type_of(row).gather_ticks);
  set_activity(board, index, Activity::Gathering);
  show(board, index, Animation::Gather);
  if (is_mine) go_into_mine(board, index, mind.site);
  return true;
}

bool gather(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  CoreRow& row = board.state.core[index];
  if (row.action_tick > board.state.tick) return true;
  const std::size_t at = board.find(mind.site);
  snapshot::ResourceRow* node = find_row(board.state.resources, mind.site);
  if (at == k_no_index || node == nullptr || node->amount == 0) {
    come_out_of_mine(board, index);
    return mind.load > 0 ? go_home(board, index) : take_other_node(board, index);
  }
  const Word room = static_cast<Word>(load_max(board, index)) - mind.load;
  const Word taken = std::min(room, node->amount);
  node->amount -= taken;
  if (node->gatherers > 0) --node->gatherers;
  const Word kind = node->kind;
  const bool empty = node->amount == 0;
  set_load(board, index, kind, mind.load + taken);
  come_out_of_mine(board, index);
  if (empty) {
    if (kind == k_gold_kind) call_out_of_mine(board, mind.site);
    sound(board, kind == k_gold_kind ? Noise::MineEmpty : Noise::TreeFalls, board.state.core[at]);
    kill(board, at, 0);
  }
  return go_home(board, index);
}

void bring_in(Board& board, std::size_t index) {
  const Mind& mind = board.state.minds[index];
  const CoreRow& row = board.state.core[index];
  snapshot::PlayerRow& player = board.state.players[row.owner];
  snapshot::ScoreRow& score = board.state.scores[row.owner];
  const bool is_gold = mind.load_kind == k_gold_kind;
  (is_gold ? player.gold : player.wood) += mind.load;
  (is_gold ? score.gold_gathered : score.wood_gathered) += mind.load;
  sound(board, Noise::LoadBrought, row, row.owner);
  set_load(board, index, mind.load_kind, 0);
}

bool to_hall(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  const bool only_returns = row.order == static_cast<Word>(EventKind::OrderReturnLoad);
  if (mind.load > 0) {
    std::size_t hall = board.find(row.target);
    const bool is_hall = hall != k_no_index && board.state.core[hall].owner == row.owner &&
                         board.type_of(board.state.core[hall]).role == Role::TownHall;
    if (!is_hall) {
      // Asked at once when it turns home, and again now and then while there is none.
      if (row.target == 0 && mind.going == static_cast<Word>(Going::Nowhere) &&
          row.action_tick > board.state.tick) {
        return true;
      }
      row.target = find_hall(board, row.owner, place_of(row));
      row.action_tick = row.target == 0 ? board.state.tick + k_try_again_ticks : 0;
      hall = board.find(row.target);
      if (hall == k_no_index) return true;  // waits with its load
    }
    switch (approach(board, index, hall)) {
      case Approach::OnTheWay:
        return true;
      case Approach::NoWay:
        if (tries_now(board, index)) turn_to(board, index, Activity::ToHall, 0);
        return true;
      case Approach::There:
        break;
    }
    bring_in(board, index);
  }
  if (only_returns || mind.site == 0) {
    turn_to(board, index, Activity::Idle, 0);
    return false;
  }
  turn_to(board, index, Activity::ToResource, mind.site);
  return true;
}

bool to_site(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  const std::size_t site = board.find(mind.site);
  if (site == k_no_index) {
    turn_to(board, index, Activity::Idle, 0);
    return false;
  }
  switch (approach(board, index, site)) {
    case Approach::OnTheWay:
      return true;
    case Approach::NoWay:
      turn_to(board, index, Activity::Idle, 0);
      return false;
    case Approach::There:
      break;
  }
  const bool builds = (board.state.core[site].flags & snapshot::k_flag_under_construction) != 0;
  if (static_cast<Going>(mind.going) != Going::Nowhere) halt(board, index);
  board.state.core[index].target = mind.site;
  set_activity(board, index, Activity::Working);
  show(board, index, builds ? Animation::Build : Animation::Repair);
  return true;
}

// What a health of so much has cost in repairs, from nothing on: so that many small ones together
// cost exactly as much as one.
std::int64_t repair_price(std::int32_t price, std::int64_t health_256, std::int64_t most_256) {
  return std::int64_t{price} * k_repair_percent * health_256 / (100 * most_256);
}

bool repair(Board& board, std::size_t index, std::size_t site) {
  const CoreRow& worker = board.state.core[index];
  CoreRow& row = board.state.core[site];
  const Cost& cost = board.type_of(row).cost;
  const std::int32_t after =
      std::min(row.health_max_256, row.health_256 + board.type_of(worker).repair_256_per_tick);
  if (after <= row.health_256) return false;  // whole, or no hand for it
  const auto share = [&](std::int32_t price) {
    return static_cast<std::int32_t>(repair_price(price, after, row.health_max_256) -
                                     repair_price(price, row.health_256, row.health_max_256));
  };
  const Cost part{share(cost.gold), share(cost.wood), 0};
  if (!can_pay(board, worker.owner, part)) {
    alert(board, EventKind::AlertNoMeans, worker.owner, row);
    return false;
  }
  if (part.gold > 0 || part.wood > 0) pay(board, worker.owner, part);
  row.health_256 = after;
  return after < row.health_max_256;
}

// What a site's health has grown by after so much work: from a tenth to the whole.
std::int64_t grown_256(std::int64_t most_256, std::int64_t done, std::int64_t total) {
  return (most_256 - most_256 / 10) * done / total;
}

bool work(Board& board, std::size_t index) {
  const Mind& mind = board.state.minds[index];
  const std::size_t site = board.find(mind.site);
  bool goes_on = false;
  if (site != k_no_index) {
    if (gap_mm(board, index, site) > k_crowded_mm) {
      turn_to(board, index, Activity::ToSite, mind.site);
      return true;
    }
    CoreRow& row = board.state.core[site];
    snapshot::ConstructionRow* building = find_row(board.state.construction, mind.site);
    if (building != nullptr) {
      goes_on = true;
      ++building->builders;
      if (building->work_done < building->work_total) {
        const auto done = std::int64_t{building->work_done++};
        const std::int64_t growth = grown_256(row.health_max_256, done + 1, building->work_total) -
                                    grown_256(row.health_max_256, done, building->work_total);
        row.health_256 =
            std::min(row.health_max_256, row.health_256 + static_cast<std::int32_t>(growth));
      }
    } else if (board.state.core[index].order == static_cast<Word>(EventKind::OrderRepair)) {
      goes_on = repair(board, index, site);
    }
  }
  if (!goes_on) turn_to(board, index, Activity::Idle, 0);
  return goes_on;
}

}  // namespace

bool step_worker(Board& board, std::size_t index) {
  switch (static_cast<Activity>(board.state.minds[index].activity)) {
    case Activity::ToResource:
      return to_resource(board, index);
    case Activity::Gathering:
      return gather(board, index);
    case Activity::ToHall:
      return to_hall(board, index);
    case Activity::ToSite:
      return to_site(board, index);
    case Activity::Working:
      return work(board, index);
    default:
      return false;
  }
}

}  // namespace terrane::rts
