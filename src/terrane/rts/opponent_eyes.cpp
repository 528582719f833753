#include "terrane/rts/opponent_eyes.h"

#include <algorithm>

#include "terrane/rts/rows.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr Word k_just_hit_ticks = 40;
constexpr std::int32_t k_threat_mm = 24'000;  // so near to a building a foe threatens the town
constexpr std::int64_t k_fade_ticks = 5000;   // in which two thirds of a foe's known power fade
constexpr std::int64_t k_watch_ticks = 800;   // in which it fades while his town is seen
constexpr std::int64_t k_town_seen = 3;       // so many of his buildings at once
constexpr std::int64_t k_power_of_one = 100;  // of a soldier, about

void clear(Census& census) {
  census.foes.clear();
  census.lairs.clear();
  census.mines.clear();
  census.soldiers.clear();
  census.idle_workers.clear();
  census.gold_workers.clear();
  census.wood_workers.clear();
  census.buildings.clear();
  census.sites.clear();
  census.worked_at.clear();
  census.finished.fill(0);
  census.begun.fill(0);
  census.queued.fill(0);
  census.standing.fill(0);
  census.upgrades = 0;
  census.reserve_power = 0;
  census.threat_power = 0;
  census.threat_place = {};
  census.scout_index = k_none;
}

void note_worker(Census& census, const CoreRow& row, const Mind& mind, std::uint32_t index) {
  const auto kind = static_cast<EventKind>(row.order);
  if (row.order == 0) {
    if (mind.activity == static_cast<Word>(Activity::Idle)) census.idle_workers.push_back(index);
  } else if (kind == EventKind::OrderGather) {
    (mind.load_kind == 0 ? census.gold_workers : census.wood_workers).push_back(index);
  } else if (kind == EventKind::OrderBuild || kind == EventKind::OrderRepair) {
    census.worked_at.push_back(mind.site);
  }
}

void note_own(Thought& thought, std::uint32_t index) {
  const Board& board = thought.board;
  Census& census = thought.census();
  const CoreRow& row = board.state.core[index];
  const Mind& mind = board.state.minds[index];
  const UnitType& type = board.type_of(row);
  const auto role = static_cast<std::size_t>(type.role);
  if (is_building(type.role)) {
    const bool is_site = (row.flags & snapshot::k_flag_under_construction) != 0;
    (is_site ? census.sites : census.buildings).push_back(index);
    ++(is_site ? census.begun : census.finished)[role];
    return;
  }
  ++census.standing[role];
  std::uint8_t& swept = thought.plan.swept[sector_of(board.field, place_of(row))];
  swept =
      static_cast<std::uint8_t>(std::min(1 + thought.tick() / k_sweep_ticks, k_never_reached - 1));
  if (row.identity == thought.plan.scout) {
    census.scout_index = index;
  } else if (type.role == Role::Worker) {
    note_worker(census, row, mind, index);
  } else if (is_soldier(type.role)) {
    OwnSoldier soldier;
    soldier.place = place_of(row);
    soldier.index = index;
    soldier.identity = row.identity;
    soldier.power = power_of(type, row.health_256, row.health_max_256);
    soldier.role = type.role;
    soldier.is_idle = row.order == 0 && mind.foe == 0;
    const bool hit = mind.hit_tick != 0 && thought.tick() - mind.hit_tick < k_just_hit_ticks;
    soldier.is_fighting = hit || mind.activity == static_cast<Word>(Activity::Striking);
    census.soldiers.push_back(soldier);
  }
}

bool still_plays(const Board& board, Word player) {
  return board.state.players[player].state == static_cast<Word>(snapshot::PlayerState::Playing);
}

void note_foe(Thought& thought, std::uint32_t index) {
  const Board& board = thought.board;
  const CoreRow& row = board.state.core[index];
  const UnitType& type = board.type_of(row);
  if (is_building(type.role) && still_plays(board, row.owner)) {
    thought.census().lairs.push_back({place_of(row), row.identity, type.role});
  }
  thought.census().foes.push_back({place_of(row), row.identity,
                                   power_of(type, row.health_256, row.health_max_256),
                                   row.health_256, type.role});
}

void note_memories(Thought& thought) {
  const Board& board = thought.board;
  for (const snapshot::RememberedRow& row : board.state.remembered) {
    if (row.viewer != thought.player || row.owner == thought.player) continue;
    if (!still_plays(board, row.owner)) continue;
    thought.census().lairs.push_back(
        {{row.x_mm, row.z_mm}, row.identity, board.rules.type(row.type).role});
  }
}

void note_queues(Thought& thought) {
  const Board& board = thought.board;
  Census& census = thought.census();
  for (const snapshot::ProductionRow& row : board.state.production) {
    const std::size_t building = board.find(row.identity);
    if (building == k_no_index || board.state.core[building].owner != thought.player) continue;
    if (row.is_upgrade != 0) {
      ++census.upgrades;
    } else {
      ++census.queued[static_cast<std::size_t>(board.rules.type(row.product).role)];
    }
  }
  const RowRange known = rows_of(board.state.upgrades, snapshot::player_identity(thought.player));
  for (std::size_t at = known.first; at < known.past; ++at) {
    census.upgrades += board.state.upgrades[at].level;
  }
}

void note_squads(Thought& thought) {
  std::vector<OwnSoldier>& soldiers = thought.census().soldiers;
  for (const GroupRow& row : thought.board.state.groups) {
    if (row.player != thought.player || row.group > k_squads) continue;
    const auto found =
        std::lower_bound(soldiers.begin(), soldiers.end(), row.unit,
                         [](const OwnSoldier& a, Word wanted) { return a.identity < wanted; });
    if (found == soldiers.end() || found->identity != row.unit) continue;
    found->squad = static_cast<std::uint8_t>(row.group);
  }
  for (const OwnSoldier& soldier : soldiers) {
    if (soldier.squad == 0) thought.census().reserve_power += soldier.power;
  }
}

bool is_near_town(const Thought& thought, PointMm place) {
  const Census& census = thought.census();
  const auto is_near = [&](std::uint32_t index) {
    return within(place_of(thought.board.state.core[index]), place, k_threat_mm);
  };
  return std::any_of(census.buildings.begin(), census.buildings.end(), is_near) ||
         std::any_of(census.sites.begin(), census.sites.end(), is_near);
}

void note_threats(Thought& thought) {
  Census& census = thought.census();
  std::int64_t soldiers = 0;
  std::int64_t nearest2 = -1;
  std::int64_t buildings = 0;
  for (const SeenFoe& foe : census.foes) {
    buildings += is_building(foe.role) ? 1 : 0;
    if (!is_soldier(foe.role)) continue;
    soldiers += foe.power;
    if (!is_near_town(thought, foe.place)) continue;
    census.threat_power += foe.power;
    const std::int64_t distance2 = distance2_mm(foe.place, thought.home());
    if (nearest2 >= 0 && distance2 >= nearest2) continue;
    nearest2 = distance2;
    census.threat_place = foe.place;
  }
  // What was seen fades, of a foe out of sight; and whom it has killed is no more.
  Plan& plan = thought.plan;
  const Word kills = thought.board.state.scores[thought.player].units_killed;
  const std::int64_t gone = thought.tick() - plan.foe_power_tick;
  std::int64_t kept =
      plan.foe_power - plan.foe_power * std::min<std::int64_t>(gone, k_fade_ticks) / k_fade_ticks;
  kept -= std::int64_t{kills - plan.kills} * k_power_of_one;
  // Who looks into his town sees how few he has left.
  if (buildings >= k_town_seen && kept > soldiers) {
    kept -= (kept - soldiers) * std::min<std::int64_t>(gone, k_watch_ticks) / k_watch_ticks;
  }
  // It makes as many as one makes oneself, as far as anybody knows.
  const Word made = thought.board.state.scores[thought.player].units_made;
  kept += std::int64_t{made - plan.made} * k_power_of_one;
  plan.made = made;
  plan.foe_power = static_cast<Word>(
      std::clamp<std::int64_t>(std::max(kept, soldiers), 0, std::int64_t{1} << 30));
  plan.foe_power_tick = thought.tick();
  plan.kills = kills;
}

}  // namespace

std::size_t sector_of(const Battlefield& field, PointMm place) {
  const Cell cell = field.clamped(field.cell_of(place));
  const auto x = static_cast<std::size_t>(cell.x * k_sector_lines / field.width_cells);
  const auto z = static_cast<std::size_t>(cell.z * k_sector_lines / field.height_cells);
  return z * static_cast<std::size_t>(k_sector_lines) + x;
}

void look_around(Thought& thought) {
  const Board& board = thought.board;
  clear(thought.census());
  const auto players = static_cast<Word>(board.state.players.size());
  const auto count = static_cast<std::uint32_t>(board.state.core.size());
  for (std::uint32_t index = 0; index < count; ++index) {
    const CoreRow& row = board.state.core[index];
    const Word owner = row.owner;
    if (row.type == board.rules.gold_mine) {
      if (has_seen(board, thought.player, place_of(row)) && !is_dead(board, index)) {
        thought.census().mines.push_back(index);
      }
      continue;
    }
    if (owner >= players || is_dead(board, index)) continue;
    if (owner == thought.player) {
      note_own(thought, index);
    } else if (sees_unit(board, thought.player, index)) {
      note_foe(thought, index);
    }
  }
  note_memories(thought);
  note_queues(thought);
  note_squads(thought);
  note_threats(thought);
}

Odds odds_at(const Thought& thought, PointMm place, std::int32_t radius_mm) {
  Odds odds;
  for (const SeenFoe& foe : thought.census().foes) {
    if (foe.role == Role::Worker || !within(foe.place, place, radius_mm)) continue;
    odds.foe += foe.power;
  }
  for (const OwnSoldier& soldier : thought.census().soldiers) {
    if (within(soldier.place, place, radius_mm)) odds.own += soldier.power;
  }
  return odds;
}

}  // namespace terrane::rts
