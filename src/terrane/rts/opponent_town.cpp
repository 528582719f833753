#include "terrane/rts/opponent_town.h"

#include <algorithm>
#include <array>

#include "terrane/rts/economy.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_muster_ahead_mm = 15'000;
constexpr std::int32_t k_muster_reach_cells = 24;
constexpr std::int32_t k_near_node_mm = 36'000;
constexpr std::int32_t k_far_node_mm = 400'000;
constexpr Word k_site_patience_ticks = 1600;  // a site that nobody could begin is given up
constexpr std::int32_t k_repair_below_percent = 75;
constexpr std::size_t k_batch = 24;         // workers sent by one order
constexpr std::int32_t k_camp_mm = 23'000;  // from a hall to its mine
constexpr std::size_t k_camps_max = 8;
constexpr std::size_t k_miners_max = 15;   // at one mine; more would only wait
constexpr std::size_t k_miners_apart = 5;  // two mines may differ by

PointMm middle_of_field(const Battlefield& field) {
  return {field.origin_x_mm + field.width_cells * (k_cell_mm / 2),
          field.origin_z_mm + field.height_cells * (k_cell_mm / 2)};
}

void choose_muster(Thought& thought) {
  const Board& board = thought.board;
  const PointMm home = thought.home();
  const PointMm middle = middle_of_field(board.field);
  VectorMm ahead = with_length(middle.x_mm - home.x_mm, middle.z_mm - home.z_mm, k_muster_ahead_mm);
  if (ahead.x == 0 && ahead.z == 0) ahead.x = k_muster_ahead_mm;
  PointMm place{home.x_mm + ahead.x, home.z_mm + ahead.z};
  Cell cell;
  if (thought.board.paths.nearest_reachable(middle, place, SizeClass::Large, k_muster_reach_cells,
                                            cell)) {
    place = board.field.middle_of(cell);
  }
  thought.plan.muster_x_mm = place.x_mm;
  thought.plan.muster_z_mm = place.z_mm;
}

// The own hall nearest to a place, in a straight line. k_no_index: none stands.
std::size_t nearest_hall(const Thought& thought, PointMm place) {
  const Board& board = thought.board;
  std::size_t best = k_no_index;
  std::int64_t best2 = 0;
  for (const std::uint32_t index : thought.census().buildings) {
    const CoreRow& row = board.state.core[index];
    if (board.type_of(row).role != Role::TownHall) continue;
    const std::int64_t distance2 = distance2_mm(place_of(row), place);
    if (best != k_no_index && distance2 >= best2) continue;
    best = index;
    best2 = distance2;
  }
  return best;
}

Word node_for(Thought& thought, Word kind, PointMm near) {
  const Word node = find_node(thought.board, thought.player, kind, near, k_near_node_mm);
  return node != 0 ? node : find_node(thought.board, thought.player, kind, near, k_far_node_mm);
}

// Mines with a hall of its own beside them, and how many dig there.
struct Camp {
  Word mine = 0;
  std::size_t miners = 0;
};
struct Camps {
  std::array<Camp, k_camps_max> all;
  std::size_t count = 0;
  std::size_t least = 0;  // places in `all`
  std::size_t most = 0;
};

Camps camps_of(const Thought& thought) {
  const Board& board = thought.board;
  const Census& census = thought.census();
  Camps camps;
  for (const std::uint32_t mine : census.mines) {
    const CoreRow& row = board.state.core[mine];
    if (camps.count == k_camps_max) break;
    const bool is_lived_at =
        std::any_of(census.buildings.begin(), census.buildings.end(), [&](std::uint32_t hall) {
          const CoreRow& other = board.state.core[hall];
          return board.type_of(other).role == Role::TownHall &&
                 within(place_of(other), place_of(row), k_camp_mm);
        });
    if (is_lived_at) camps.all[camps.count++].mine = row.identity;
  }
  for (const std::uint32_t worker : census.gold_workers) {
    for (std::size_t at = 0; at < camps.count; ++at) {
      if (board.state.minds[worker].site == camps.all[at].mine) ++camps.all[at].miners;
    }
  }
  for (std::size_t at = 0; at < camps.count; ++at) {
    if (camps.all[at].miners < camps.all[camps.least].miners) camps.least = at;
    if (camps.all[at].miners > camps.all[camps.most].miners) camps.most = at;
  }
  return camps;
}

// Of a hundred workers how many should bring gold.
std::size_t gold_percent(const Thought& thought) {
  const snapshot::PlayerRow& purse = thought.purse();
  if (purse.wood > purse.gold + 250) return 85;
  if (purse.gold > purse.wood + 800) return 25;
  if (purse.gold > purse.wood + 350) return 45;
  return 66;
}

// Those of `workers` who have their hands free, at most so many, into the order's list.
void pick_free(Thought& thought, const std::vector<std::uint32_t>& workers, Word site,
               std::size_t most) {
  const State& state = thought.board.state;
  thought.room.list.clear();
  for (const std::uint32_t index : workers) {
    const CoreRow& row = state.core[index];
    if ((row.flags & (snapshot::k_flag_inside | snapshot::k_flag_carrying)) != 0) continue;
    if (site != 0 && state.minds[index].site != site) continue;
    thought.room.list.push_back(row.identity);
    if (thought.room.list.size() == most) break;
  }
}

// To the mine where fewest dig, or to trees near the hall that is nearest to the first of the list.
void send_to_work(Thought& thought, Word kind, const Camps& camps) {
  const std::vector<Word>& list = thought.room.list;
  if (list.empty()) return;
  const Board& board = thought.board;
  const std::size_t hall =
      nearest_hall(thought, place_of(board.state.core[board.find(list.front())]));
  if (hall == k_no_index) return;
  const PointMm near = place_of(board.state.core[hall]);
  Word node = kind == k_gold_kind && camps.count > 0 ? camps.all[camps.least].mine
                                                     : node_for(thought, kind, near);
  if (kind == k_wood_kind) thought.plan.lacks_wood = node == 0 ? 1 : 0;
  if (node == 0) node = node_for(thought, kind == k_gold_kind ? k_wood_kind : k_gold_kind, near);
  if (node != 0) give_target(thought, EventKind::OrderGather, node, list);
}

void employ_idle(Thought& thought, const Camps& camps) {
  Census& census = thought.census();
  if (census.idle_workers.empty()) return;
  std::size_t gold = census.gold_workers.size();
  std::size_t all = gold + census.wood_workers.size();
  const std::size_t share = gold_percent(thought);
  const std::size_t most = std::max<std::size_t>(1, camps.count) * k_miners_max;
  for (const Word kind : {k_gold_kind, k_wood_kind}) {
    std::vector<Word>& list = thought.room.list;
    list.clear();
    std::vector<std::uint32_t>& idle = census.idle_workers;
    std::size_t kept = 0;
    for (const std::uint32_t index : idle) {
      // Whom the mines do not want, the trees get: nobody is left over.
      const bool digs = kind == k_gold_kind && gold * 100 < share * (all + 1) && gold < most;
      if (list.size() < k_batch && digs == (kind == k_gold_kind)) {
        list.push_back(thought.board.state.core[index].identity);
        gold += digs ? 1 : 0;
        ++all;
      } else {
        idle[kept++] = index;
      }
    }
    idle.resize(kept);
    send_to_work(thought, kind, camps);
  }
}

// A few at a time from the one to the other, while the shares are far off; then from mine to mine.
void balance(Thought& thought, const Camps& camps) {
  Census& census = thought.census();
  const std::size_t gold = census.gold_workers.size();
  const std::size_t all = gold + census.wood_workers.size();
  if (all < 4 || thought.draw(1, 3) != 0) return;
  const std::size_t most = std::max<std::size_t>(1, camps.count) * k_miners_max;
  const std::size_t wanted = std::min(gold_percent(thought) * all / 100, most);
  if (gold + 1 < wanted) {
    pick_free(thought, census.wood_workers, 0, 2);
    send_to_work(thought, k_gold_kind, camps);
  } else if (gold > wanted + 1) {
    pick_free(thought, census.gold_workers, 0, 2);
    send_to_work(thought, k_wood_kind, camps);
  } else if (camps.count > 1 &&
             camps.all[camps.most].miners > camps.all[camps.least].miners + k_miners_apart) {
    pick_free(thought, census.gold_workers, camps.all[camps.most].mine, 3);
    send_to_work(thought, k_gold_kind, camps);
  }
}

std::size_t hands_at(const Census& census, Word identity) {
  return static_cast<std::size_t>(
      std::count(census.worked_at.begin(), census.worked_at.end(), identity));
}

std::size_t hands_wanted(const Thought& thought, Role role) {
  const Word workers = thought.census().standing[static_cast<std::size_t>(Role::Worker)];
  if (workers < 8) return 1;
  if (role == Role::House || role == Role::Tower) return workers < 14 ? 1 : 2;
  return role == Role::TownHall && workers >= 12 ? 3 : 2;
}

void send_hand(Thought& thought, Word building, PointMm place) {
  const Word worker = nearest_worker(thought, place);
  if (worker == 0) return;
  if (!give_target(thought, EventKind::OrderRepair, building, {&worker, 1})) return;
  thought.census().worked_at.push_back(building);
}

void man_sites(Thought& thought) {
  const Board& board = thought.board;
  const Census& census = thought.census();
  for (const std::uint32_t index : census.sites) {
    const CoreRow& row = board.state.core[index];
    if (is_dead(board, index)) continue;
    const Word identity = row.identity;
    const auto* site = find_row(board.state.construction, identity);
    if (site != nullptr && site->work_done == 0 &&
        thought.tick() - row.animation_tick > k_site_patience_ticks) {
      give(thought, EventKind::OrderCancelBuild, {}, {&identity, 1});
      continue;
    }
    if (hands_at(census, identity) < hands_wanted(thought, board.type_of(row).role)) {
      send_hand(thought, identity, place_of(row));
    }
  }
}

void mend(Thought& thought) {
  const Census& census = thought.census();
  if (census.threat_power > 0 || thought.purse().gold < 60 || thought.purse().wood < 40) return;
  for (const std::uint32_t index : census.buildings) {
    const CoreRow& row = thought.board.state.core[index];
    const std::int64_t whole = row.health_max_256;
    if (row.health_256 * std::int64_t{100} >= whole * k_repair_below_percent) continue;
    if (hands_at(census, row.identity) > 0) continue;
    send_hand(thought, row.identity, place_of(row));
    return;
  }
}

// New soldiers go to the muster place, new workers to the nearest mine.
void set_rally(Thought& thought) {
  Board& board = thought.board;
  for (const std::uint32_t index : thought.census().buildings) {
    const CoreRow& row = board.state.core[index];
    if (board.type_of(row).trains.empty()) continue;
    if (find_row(board.state.rally_points, row.identity) != nullptr) continue;
    const Word identity = row.identity;
    const PointMm place = place_of(row);
    if (board.type_of(row).role == Role::TownHall) {
      const Word node =
          find_node(thought.board, thought.player, k_gold_kind, place, k_near_node_mm);
      if (node == 0) continue;
      give_target(thought, EventKind::OrderRally, node, {&identity, 1});
    } else {
      give_place(thought, EventKind::OrderRally, thought.muster(), {&identity, 1});
    }
    return;
  }
}

}  // namespace

void settle(Thought& thought) {
  const Board& board = thought.board;
  Plan& plan = thought.plan;
  const std::size_t old = board.find(plan.hall);
  if (old != k_no_index && board.state.core[old].owner == thought.player) return;
  const std::size_t hall = nearest_hall(thought, thought.home());
  if (hall == k_no_index) {
    plan.hall = 0;
    return;
  }
  const CoreRow& row = board.state.core[hall];
  plan.hall = row.identity;
  plan.home_x_mm = row.world_x_mm;
  plan.home_z_mm = row.world_z_mm;
  plan.site_cursor.fill(0);
  choose_muster(thought);
}

Word nearest_worker(const Thought& thought, PointMm place) {
  const Board& board = thought.board;
  const Census& census = thought.census();
  Word best = 0;
  std::int64_t best2 = 0;
  for (const auto* workers : {&census.idle_workers, &census.wood_workers, &census.gold_workers}) {
    for (const std::uint32_t index : *workers) {
      const CoreRow& row = board.state.core[index];
      if ((row.flags & snapshot::k_flag_inside) != 0) continue;
      // Who has something else to do by now was chosen in this thought already.
      const auto* order = find_row(board.state.orders, row.identity);
      if (order != nullptr && order->given_tick == thought.tick()) continue;
      std::int64_t distance2 = distance2_mm(place_of(row), place);
      if ((row.flags & snapshot::k_flag_carrying) != 0) distance2 += distance2 / 2;
      if (best != 0 && distance2 >= best2) continue;
      best = row.identity;
      best2 = distance2;
    }
  }
  return best;
}

std::size_t count_camps(const Thought& thought) {
  return camps_of(thought).count;
}

void employ(Thought& thought) {
  const Camps camps = camps_of(thought);
  man_sites(thought);
  employ_idle(thought, camps);
  set_rally(thought);
  mend(thought);
  balance(thought, camps);
}

}  // namespace terrane::rts
