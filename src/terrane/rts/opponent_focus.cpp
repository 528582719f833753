// In a fight: whom the shooters of a squad strike, what its siege aims at, and who steps back. The
// small part of opponent_war.h.
#include <algorithm>
#include <array>

#include "terrane/rts/fight.h"
#include "terrane/rts/opponent_war.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_front_mm = 16'000;  // foes so near to the front are aimed at
constexpr std::size_t k_targets = 3;
constexpr std::int32_t k_siege_reach_mm = 30'000;

PointMm goal_of(const Thought& thought, const Squad& squad) {
  const SquadPlan& plan = thought.plan.squads[squad.number - 1];
  return {plan.goal_x_mm, plan.goal_z_mm};
}

// What was told goes on with the attack when its target has fallen.
void strike_then_on(Thought& thought, const Squad& squad, Word target, std::span<const Word> list) {
  if (!give_target(thought, EventKind::OrderAttack, target, list)) return;
  give_place(thought, EventKind::OrderAttackMove, goal_of(thought, squad), list, true);
}

// The weakest foes at the front, ascending by health, then identity.
std::size_t weakest(const Thought& thought, const Squad& squad,
                    std::array<const SeenFoe*, k_targets>& targets) {
  std::size_t count = 0;
  const auto weaker = [](const SeenFoe* a, const SeenFoe* b) {
    return a->health_256 != b->health_256 ? a->health_256 < b->health_256
                                          : a->identity < b->identity;
  };
  for (const SeenFoe& foe : thought.census().foes) {
    if (!is_soldier(foe.role) || !within(foe.place, squad.front, k_front_mm)) continue;
    if (count == k_targets && !weaker(&foe, targets[count - 1])) continue;
    std::size_t to = count < k_targets ? count++ : count - 1;
    for (; to > 0 && weaker(&foe, targets[to - 1]); --to) targets[to] = targets[to - 1];
    targets[to] = &foe;
  }
  return count;
}

void aim_shooters(Thought& thought, const Squad& squad) {
  std::array<const SeenFoe*, k_targets> targets{};
  const std::size_t count = weakest(thought, squad, targets);
  auto& soldiers = thought.census().soldiers;
  std::size_t told =
      squad.members->size() * static_cast<std::size_t>(thought.level.focus_percent) / 100;
  std::vector<Word>& list = thought.room.list;
  for (std::size_t at = 0; at < count; ++at) {
    list.clear();
    std::int32_t health_256 = targets[at]->health_256;
    for (const std::uint32_t member : *squad.members) {
      OwnSoldier& soldier = soldiers[member];
      if (soldier.role != Role::Ranged || !soldier.is_fighting || told == 0) continue;
      // A new order would break off a blow, and who was told whom to strike does so.
      const CoreRow& row = thought.board.state.core[soldier.index];
      if (row.action_tick != 0 || row.order == static_cast<Word>(EventKind::OrderAttack)) continue;
      const Weapon& weapon = thought.board.type_of(row).weapon;
      if (health_256 <= 0 || !within(soldier.place, targets[at]->place, weapon.range_mm)) continue;
      health_256 -= weapon.damage_256;
      soldier.is_fighting = false;  // has its target
      list.push_back(soldier.identity);
      --told;
    }
    if (list.size() > 1) strike_then_on(thought, squad, targets[at]->identity, list);
  }
}

// Buildings that make units first: what is beaten without them.
bool makes_units(const Thought& thought, const Lair& lair) {
  const Rules& rules = thought.board.rules;
  const std::size_t index = thought.board.find(lair.identity);
  return index != k_no_index && !rules.type(thought.board.state.core[index].type).trains.empty();
}

// Siege takes down buildings; for the rest others are better.
void aim_siege(Thought& thought, const Squad& squad) {
  const Board& board = thought.board;
  const Lair* target = nullptr;
  std::int64_t best2 = 0;
  bool best_makes = false;
  std::vector<Word>& list = thought.room.list;
  list.clear();
  for (const std::uint32_t member : *squad.members) {
    const OwnSoldier& soldier = thought.census().soldiers[member];
    const auto kind = static_cast<EventKind>(board.state.core[soldier.index].order);
    if (soldier.role != Role::Siege || kind == EventKind::OrderAttack) continue;
    if (board.state.core[soldier.index].action_tick != 0) continue;
    if (list.empty()) {
      for (const Lair& lair : thought.census().lairs) {
        const std::int64_t distance2 = distance2_mm(lair.place, soldier.place);
        if (!within(lair.place, soldier.place, k_siege_reach_mm)) continue;
        if (board.find(lair.identity) == k_no_index) continue;
        const bool makes = makes_units(thought, lair);
        const bool is_better = makes != best_makes ? makes : distance2 < best2;
        if (target != nullptr && !is_better) continue;
        target = &lair;
        best2 = distance2;
        best_makes = makes;
      }
      if (target == nullptr) return;
    }
    list.push_back(soldier.identity);
  }
  if (target != nullptr) strike_then_on(thought, squad, target->identity, list);
}

}  // namespace

void focus_fire(Thought& thought, const Squad& squad) {
  aim_siege(thought, squad);
  if (thought.level.focus_percent > 0) aim_shooters(thought, squad);
}

}  // namespace terrane::rts
