#include "terrane/rts/opponent_goals.h"

#include <algorithm>
#include <array>

#include "terrane/rts/opponent_scout.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

constexpr Word k_bad_ticks = 2400;
constexpr std::int32_t k_bad_mm = 6'000;
constexpr std::int32_t k_lair_reach_cells = 7;

bool is_bad(const Thought& thought, PointMm place) {
  const auto& goals = thought.plan.bad_goals;
  return std::any_of(goals.begin(), goals.end(), [&](const BadGoal& goal) {
    return goal.until_tick > thought.tick() && within({goal.x_mm, goal.z_mm}, place, k_bad_mm);
  });
}

void set_goal(Thought& thought, const Squad& squad, PointMm place, Word identity) {
  SquadPlan& plan = thought.plan.squads[squad.number - 1];
  plan.goal = identity;
  plan.goal_x_mm = place.x_mm;
  plan.goal_z_mm = place.z_mm;
  plan.best_mm = k_none;
  plan.best_tick = thought.tick();
}

// The largest body decides where it may walk.
SizeClass size_of(const Thought& thought, const Squad& squad) {
  for (const std::uint32_t member : *squad.members) {
    const CoreRow& row = thought.board.state.core[thought.census().soldiers[member].index];
    if (size_class_of(static_cast<std::int32_t>(row.radius_mm)) == SizeClass::Large) {
      return SizeClass::Large;
    }
  }
  return SizeClass::Small;
}

// What makes units first: a foe without that and without soldiers is beaten. Metres of detour that
// a role is worth.
std::int64_t detour_m(Role role, bool raids) {
  switch (role) {
    case Role::TownHall:  // where its workers are
      return raids ? 80 : 240;
    case Role::Barracks:
    case Role::Workshop:
      return raids ? 0 : 200;
    case Role::Tower:
      return raids ? -60 : 0;
    case Role::Wall:
    case Role::Gate:
      return -80;
    default:
      return 0;
  }
}

bool choose_lair(Thought& thought, const Squad& squad) {
  const bool raids =
      thought.plan.squads[squad.number - 1].kind == static_cast<Word>(SquadKind::Raid);
  const SizeClass size = size_of(thought, squad);
  std::array<Word, 4> tried{};
  for (Word& identity : tried) {
    const Lair* best = nullptr;
    std::int64_t best_rank = 0;
    for (const Lair& lair : thought.census().lairs) {
      if (is_bad(thought, lair.place)) continue;
      if (std::find(tried.begin(), tried.end(), lair.identity) != tried.end()) continue;
      const std::int64_t x = (lair.place.x_mm - squad.middle.x_mm) / 1000;
      const std::int64_t z = (lair.place.z_mm - squad.middle.z_mm) / 1000;
      const std::int64_t metres = std::max(std::abs(x), std::abs(z));
      const std::int64_t rank = metres - detour_m(lair.role, raids);
      if (best != nullptr && rank >= best_rank) continue;
      best = &lair;
      best_rank = rank;
    }
    if (best == nullptr) return false;
    Cell beside;
    if (thought.board.paths.nearest_reachable(squad.middle, best->place, size, k_lair_reach_cells,
                                              beside)) {
      set_goal(thought, squad, best->place, best->identity);
      return true;
    }
    identity = best->identity;
  }
  return false;
}

bool choose_foe(Thought& thought, const Squad& squad) {
  const SeenFoe* best = nullptr;
  std::int64_t best2 = 0;
  for (const SeenFoe& foe : thought.census().foes) {
    const std::int64_t distance2 = distance2_mm(foe.place, squad.middle);
    if (is_bad(thought, foe.place) || (best != nullptr && distance2 >= best2)) continue;
    best = &foe;
    best2 = distance2;
  }
  if (best == nullptr) return false;
  set_goal(thought, squad, best->place, 0);
  return true;
}

bool choose_start(Thought& thought, const Squad& squad) {
  const Board& board = thought.board;
  std::int64_t best2 = -1;
  PointMm best;
  for (const PointMm start : board.field.starts) {
    if (has_seen(board, thought.player, start) || is_bad(thought, start)) continue;
    const std::int64_t distance2 = distance2_mm(start, squad.middle);
    if (best2 >= 0 && distance2 >= best2) continue;
    best2 = distance2;
    best = start;
  }
  if (best2 < 0) return false;
  set_goal(thought, squad, best, 0);
  return true;
}

bool choose_ground(Thought& thought, const Squad& squad) {
  std::array<PointMm, k_squads> taken{};
  std::size_t count = 0;
  for (std::size_t other = 0; other < k_squads; ++other) {
    const SquadPlan& plan = thought.plan.squads[other];
    if (other + 1 == squad.number || plan.state == static_cast<Word>(SquadState::Free)) continue;
    taken[count++] = {plan.goal_x_mm, plan.goal_z_mm};
  }
  const std::span<const PointMm> others(taken.data(), count);
  const SizeClass size = size_of(thought, squad);
  PointMm place;
  if (!next_round_starts(thought, squad.middle, size, others, place) &&
      !next_to_search(thought, squad.middle, size, others, place)) {
    return false;
  }
  set_goal(thought, squad, place, 0);
  return true;
}

}  // namespace

Goal choose_goal(Thought& thought, const Squad& squad) {
  if (choose_lair(thought, squad)) return Goal::Lair;
  if (choose_start(thought, squad)) return Goal::Start;
  if (choose_foe(thought, squad)) return Goal::Foe;
  return choose_ground(thought, squad) ? Goal::Ground : Goal::None;
}

bool is_goal_good(const Thought& thought, const SquadPlan& plan) {
  const auto& lairs = thought.census().lairs;
  if (plan.goal != 0) {
    return std::any_of(lairs.begin(), lairs.end(),
                       [&](const Lair& lair) { return lair.identity == plan.goal; });
  }
  const PointMm goal{plan.goal_x_mm, plan.goal_z_mm};
  return lairs.empty() && !is_bad(thought, goal);
}

void give_up_goal(Thought& thought, const SquadPlan& plan) {
  Word& next = thought.plan.next_bad_goal;
  thought.plan.bad_goals[next] = {plan.goal_x_mm, plan.goal_z_mm, thought.tick() + k_bad_ticks};
  next = (next + 1) % k_bad_goals;
}

PointMm assembly_before(Thought& thought, PointMm goal, std::int32_t back_mm) {
  Paths& paths = thought.board.paths;
  const PointMm home = thought.muster();
  Cell beside;
  if (!paths.nearest_reachable(home, goal, SizeClass::Small, k_lair_reach_cells, beside)) {
    return goal;
  }
  PointMm place = thought.board.field.middle_of(beside);
  for (std::int32_t gone_mm = 0; gone_mm < back_mm; gone_mm += k_cell_mm) {
    const Bearing bearing = paths.toward(home, place, SizeClass::Small);
    if (bearing.none()) break;
    place.x_mm += bearing.x_1024 * k_cell_mm / 1024;
    place.z_mm += bearing.z_1024 * k_cell_mm / 1024;
  }
  return place;
}

}  // namespace terrane::rts
