// What an opponent spends its gold and wood on: the spending half of opponent_town.h.
#include <algorithm>

#include "terrane/rts/opponent_sites.h"
#include "terrane/rts/opponent_town.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_queue_wanted = 2;  // places of a queue that it fills
constexpr std::int32_t k_town_depth_mm = 9'000;
constexpr Word k_siege_max = 4;            // slow, and of no use against who comes near
constexpr std::int32_t k_rich_gold = 550;  // what it has lying about goes into a third barracks
constexpr std::int32_t k_rich_wood = 250;
constexpr Cost k_idle{450, 180, 0};           // and so much beside busy barracks into a further one
constexpr Word k_idle_barracks = 4;           // and as many as a level's orders at most
constexpr std::int32_t k_tower_upgrades = 4;  // a level with so many wants two towers
constexpr std::int32_t k_large_town_workers = 24;  // who wants so many wants a third mine

constexpr std::size_t at(Role role) {
  return static_cast<std::size_t>(role);
}

// What is left of gold and wood when what is saved for is put aside.
struct Left {
  std::int32_t gold = 0;
  std::int32_t wood = 0;
  bool pays(const Cost& cost) const { return cost.gold <= gold && cost.wood <= wood; }
  void take(const Cost& cost) {
    gold -= cost.gold;
    wood -= cost.wood;
  }
};

bool has_requirement(const Thought& thought, const UnitType& type) {
  return type.requires_role == k_none || thought.census().finished[type.requires_role] > 0;
}

bool has_supply(const Thought& thought, const Cost& cost) {
  const snapshot::PlayerRow& purse = thought.purse();
  return purse.supply_used + static_cast<Word>(cost.supply) <= purse.supply_max;
}

std::int32_t soldiers_of(const Thought& thought) {
  return static_cast<std::int32_t>(thought.census().soldiers.size());
}

// The finished buildings that train or research it and whose queues are short.
void makers_of(const Thought& thought, bool is_upgrade, Word product, std::size_t queue_below,
               std::vector<Word>& makers) {
  const Board& board = thought.board;
  makers.clear();
  for (const std::uint32_t index : thought.census().buildings) {
    const CoreRow& row = board.state.core[index];
    const UnitType& type = board.type_of(row);
    const std::vector<Word>& list = is_upgrade ? type.researches : type.trains;
    if (std::find(list.begin(), list.end(), product) == list.end()) continue;
    if (rows_of(board.state.production, row.identity).size() >= queue_below) continue;
    makers.push_back(row.identity);
  }
}

// Trains one of the role, or puts its price aside when it should. False when it is not to be had.
bool train(Thought& thought, Left& left, Role role, std::size_t queue_below, bool saves) {
  const Word type_index = thought.type_for(role);
  if (type_index == k_none) return false;
  const UnitType& type = thought.board.rules.type(type_index);
  if (!has_requirement(thought, type) || !has_supply(thought, type.cost)) return false;
  std::vector<Word>& makers = thought.room.list;
  makers_of(thought, false, type_index, queue_below, makers);
  if (makers.empty()) return false;
  if (!left.pays(type.cost)) {
    if (saves) left.take(type.cost);
    return false;
  }
  snapshot::OrderPayload order;
  order.argument = type_index;
  if (!give(thought, EventKind::OrderTrain, order, makers)) return false;
  left.take(type.cost);
  ++thought.census().queued[at(role)];
  return true;
}

enum class Raised { Yes, NoPlace, NotNow };

// Begins a building near a middle, or saves for it.
Raised raise(Thought& thought, Left& left, Role role, PointMm middle) {
  const Word type_index = thought.type_for(role);
  if (type_index == k_none) return Raised::NotNow;
  const UnitType& type = thought.board.rules.type(type_index);
  if (!has_requirement(thought, type) || !thought.may_speak()) return Raised::NotNow;
  const bool pays = left.pays(type.cost);
  left.take(type.cost);
  if (!pays) return Raised::NotNow;
  PointMm place;
  const SiteSearch search = find_site(thought, role, middle, place);
  if (search != SiteSearch::Found) {
    return search == SiteSearch::Exhausted ? Raised::NoPlace : Raised::NotNow;
  }
  const Word worker = nearest_worker(thought, place);
  if (worker == 0) return Raised::NotNow;
  snapshot::OrderPayload order;
  order.x_mm = place.x_mm;
  order.z_mm = place.z_mm;
  order.argument = type_index;
  const Word before = thought.board.state.next_identity;
  give(thought, EventKind::OrderBuild, order, {&worker, 1});
  ++thought.plan.site_cursor[at(role)];
  if (thought.board.state.next_identity == before) return Raised::NotNow;  // it was refused
  ++thought.census().begun[at(role)];
  return Raised::Yes;
}

// From the hall away from the middle of the field: houses; towards it: what fights.
PointMm behind_home(const Thought& thought, std::int32_t depth_mm) {
  const PointMm home = thought.home();
  const PointMm muster = thought.muster();
  const VectorMm back = with_length(home.x_mm - muster.x_mm, home.z_mm - muster.z_mm, depth_mm);
  return {home.x_mm + back.x, home.z_mm + back.z};
}

// More halls feed more.
Word workers_wanted(const Thought& thought) {
  const Word halls = std::max<Word>(1, thought.census().finished[at(Role::TownHall)]);
  const auto base = static_cast<Word>(thought.level.workers);
  return base + (std::min<Word>(halls, 3) - 1) * base / 3;
}

void want_workers(Thought& thought, Left& left) {
  const Census& census = thought.census();
  const Word have = census.standing[at(Role::Worker)] + census.queued[at(Role::Worker)];
  if (have >= workers_wanted(thought) || census.finished[at(Role::TownHall)] == 0) return;
  train(thought, left, Role::Worker, 2, true);
}

void want_house(Thought& thought, Left& left) {
  const Census& census = thought.census();
  const snapshot::PlayerRow& purse = thought.purse();
  const Word house = thought.type_for(Role::House);
  if (house == k_none) return;
  const auto limit = static_cast<Word>(thought.board.rules.supply_limit);
  const auto given = static_cast<Word>(thought.board.rules.type(house).supply_given);
  const Word coming = census.begun[at(Role::House)] * given;
  const Word makers = census.finished[at(Role::Barracks)] + census.finished[at(Role::Workshop)];
  const Word ahead = 2 + 3 * makers;
  if (purse.supply_max + coming >= limit) return;
  if (purse.supply_used + ahead < purse.supply_max + coming) return;
  raise(thought, left, Role::House, behind_home(thought, k_town_depth_mm));
}

// Whether all that it has train somebody.
bool are_barracks_busy(const Thought& thought) {
  const Board& board = thought.board;
  const auto& buildings = thought.census().buildings;
  return std::all_of(buildings.begin(), buildings.end(), [&](std::uint32_t index) {
    const CoreRow& row = board.state.core[index];
    return board.type_of(row).role != Role::Barracks ||
           !rows_of(board.state.production, row.identity).empty();
  });
}

void want_barracks(Thought& thought, Left& left) {
  const Census& census = thought.census();
  const Word have = census.finished[at(Role::Barracks)] + census.begun[at(Role::Barracks)];
  const Word workers = census.standing[at(Role::Worker)];
  // Two more with a large town; the first also to replace what an army has lost.
  Word wanted = workers >= 7 || (!census.soldiers.empty() && workers >= 3) ? 1 : 0;
  if (workers >= 12) wanted += 1;
  if (workers >= 18) wanted += 1;
  if (left.pays({k_rich_gold, k_rich_wood, 0})) wanted = 3;
  // Gold that lies idle although all of them are busy buys another.
  const Word most = k_idle_barracks + static_cast<Word>(thought.level.orders_per_think);
  if (have > 0 && have < most && left.pays(k_idle) && are_barracks_busy(thought)) wanted = have + 1;
  if (have >= wanted || census.begun[at(Role::Barracks)] > 0) return;
  // Further ones only out of plenty.
  const Word type = thought.type_for(Role::Barracks);
  if (have > 0 && type != k_none) {
    const Cost& cost = thought.board.rules.type(type).cost;
    if (!left.pays({cost.gold + 150, cost.wood + 20, 0})) return;
  }
  raise(thought, left, Role::Barracks, behind_home(thought, -k_town_depth_mm));
}

bool wants_hall(const Thought& thought) {
  const Census& census = thought.census();
  if (census.begun[at(Role::TownHall)] > 0) return false;
  if (census.finished[at(Role::TownHall)] == 0) return true;
  if (census.threat_power > 0) return false;
  const auto due = static_cast<Word>(thought.level.expand_ticks);
  const bool is_full = census.standing[at(Role::Worker)] + 1 >= workers_wanted(thought);
  const std::size_t camps = count_camps(thought);
  if (camps <= 1) return thought.tick() >= due || is_full;
  const bool is_large = thought.level.workers >= k_large_town_workers;
  return camps == 2 && is_large && is_full && thought.tick() >= 2 * due;
}

// Beside a mine that nobody lives at. When no site there was ever seen, somebody goes and looks.
void want_hall(Thought& thought, Left& left) {
  if (!wants_hall(thought)) return;
  const Census& census = thought.census();
  PointMm mine;
  const bool is_first = census.finished[at(Role::TownHall)] == 0;
  const Word mine_identity = find_free_mine(thought, mine);
  if (mine_identity == 0) {
    if (!is_first) return;
    mine = thought.home();
  }
  if (mine_identity != thought.plan.mine) {
    thought.plan.mine = mine_identity;
    thought.plan.site_cursor[at(Role::TownHall)] = 0;
  }
  const Raised raised = raise(thought, left, Role::TownHall, mine);
  if (raised == Raised::Yes) {
    if (!is_first) ++thought.plan.deeds.expansions;
  } else if (raised == Raised::NoPlace && !sees(thought.board, thought.player, mine)) {
    const Word pioneer = nearest_worker(thought, mine);
    if (pioneer != 0) give_place(thought, EventKind::OrderMove, mine, {&pioneer, 1});
  }
}

void want_workshop(Thought& thought, Left& left) {
  const Census& census = thought.census();
  const Word have = census.finished[at(Role::Workshop)] + census.begun[at(Role::Workshop)];
  if (have > 0 || soldiers_of(thought) * 2 < thought.level.army_attack) return;
  raise(thought, left, Role::Workshop, behind_home(thought, -k_town_depth_mm));
}

void want_tower(Thought& thought, Left& left) {
  const Census& census = thought.census();
  const Word have = census.finished[at(Role::Tower)] + census.begun[at(Role::Tower)];
  const bool is_rich = left.pays({k_rich_gold, k_rich_wood, 0});
  const Word wanted = thought.level.upgrades >= k_tower_upgrades && is_rich ? 2 : 1;
  if (have >= wanted || census.begun[at(Role::Tower)] > 0) return;
  if (soldiers_of(thought) * 3 < thought.level.army_attack * 2) return;
  raise(thought, left, Role::Tower, thought.muster());
}

void want_hero(Thought& thought, Left& left) {
  const Census& census = thought.census();
  if (census.standing[at(Role::Hero)] + census.queued[at(Role::Hero)] > 0) return;
  if (soldiers_of(thought) * 2 < thought.level.army_attack) return;
  train(thought, left, Role::Hero, 2, true);
}

// The cheapest that helps soldiers; one at a time.
void want_upgrade(Thought& thought, Left& left) {
  const Board& board = thought.board;
  const Census& census = thought.census();
  if (census.upgrades >= static_cast<Word>(thought.level.upgrades)) return;
  if (soldiers_of(thought) * 2 < thought.level.army_attack) return;
  constexpr Word k_fighters = role_bit(Role::Melee) | role_bit(Role::Ranged) |
                              role_bit(Role::Cavalry) | role_bit(Role::Siege);
  const RowRange known = rows_of(board.state.upgrades, snapshot::player_identity(thought.player));
  Word best = k_none;
  Cost best_cost;
  for (Word upgrade = 0; upgrade < board.rules.upgrades.size(); ++upgrade) {
    const Upgrade& rule = board.rules.upgrades[upgrade];
    if (rule.faction != thought.purse().faction || (rule.roles & k_fighters) == 0) continue;
    Word level = 0;
    for (std::size_t row = known.first; row < known.past; ++row) {
      if (board.state.upgrades[row].upgrade == upgrade) level = board.state.upgrades[row].level;
    }
    const bool is_asked = std::any_of(
        board.state.production.begin(), board.state.production.end(),
        [&](const snapshot::ProductionRow& row) {
          return row.is_upgrade != 0 && row.product == upgrade;  // its own: no other faction's is
        });
    if (is_asked || level >= static_cast<Word>(rule.levels)) continue;
    const Cost cost = upgrade_cost(board, thought.player, upgrade);
    if (best != k_none && cost.gold + cost.wood >= best_cost.gold + best_cost.wood) continue;
    makers_of(thought, true, upgrade, 1, thought.room.list);
    if (thought.room.list.empty()) continue;
    best = upgrade;
    best_cost = cost;
  }
  if (best == k_none) return;
  const bool pays = left.pays(best_cost);
  left.take(best_cost);
  if (!pays) return;
  makers_of(thought, true, best, 1, thought.room.list);
  snapshot::OrderPayload order;
  order.argument = best;
  give(thought, EventKind::OrderResearch, order, thought.room.list);
}

// The role that its army lacks most: shares of four, three, two and one.
void want_soldiers(Thought& thought, Left& left) {
  constexpr std::array<Role, 4> k_roles = {Role::Melee, Role::Ranged, Role::Cavalry, Role::Siege};
  constexpr std::array<Word, 4> k_shares = {4, 3, 2, 1};
  Census& census = thought.census();
  std::array<bool, 4> asked{};
  for (std::size_t round = 0; round < 6; ++round) {
    std::size_t best = k_roles.size();
    Word best_rank = 0;
    for (std::size_t role = 0; role < k_roles.size(); ++role) {
      if (asked[role]) continue;
      const Word have = census.standing[at(k_roles[role])] + census.queued[at(k_roles[role])];
      if (k_roles[role] == Role::Siege && have >= k_siege_max) continue;
      const Word rank = (have + 1) * 12 / k_shares[role];
      if (best != k_roles.size() && rank >= best_rank) continue;
      best = role;
      best_rank = rank;
    }
    if (best == k_roles.size() || !thought.may_speak()) return;
    if (!train(thought, left, k_roles[best], k_queue_wanted, false)) asked[best] = true;
  }
}

}  // namespace

void shop(Thought& thought) {
  const snapshot::PlayerRow& purse = thought.purse();
  Left left{static_cast<std::int32_t>(purse.gold), static_cast<std::int32_t>(purse.wood)};
  const bool is_pressed = thought.census().threat_power > thought.census().reserve_power;
  want_workers(thought, left);
  if (is_pressed) want_soldiers(thought, left);
  want_house(thought, left);
  want_hall(thought, left);
  want_barracks(thought, left);
  want_hero(thought, left);
  want_workshop(thought, left);
  want_upgrade(thought, left);
  want_soldiers(thought, left);
  want_tower(thought, left);
}

}  // namespace terrane::rts
