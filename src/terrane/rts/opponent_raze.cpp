// What a squad does in a foe's town: it strikes buildings, in bands of a few. The razing part of
// opponent_war.h.
#include <algorithm>

#include "terrane/rts/opponent_eyes.h"
#include "terrane/rts/opponent_war.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/vector_mm.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr std::int32_t k_reach_mm = 45'000;  // farther than this from a soldier nothing is razed
constexpr std::int32_t k_judge_mm = 25'000;  // foes so near to the front oppose it
constexpr std::int64_t k_odds = 3;           // so much stronger it must be to strike buildings
constexpr std::size_t k_band = 8;            // strike one building: more are in one another's way

// Whether it is after a unit now: then it is let be.
bool is_after_a_unit(const Board& board, const OwnSoldier& soldier) {
  const std::size_t foe = board.find(board.state.minds[soldier.index].foe);
  return foe != k_no_index && is_mobile(board.type_of(board.state.core[foe]).role);
}

bool is_site(const Board& board, Word identity) {
  const std::size_t index = board.find(identity);
  return index != k_no_index &&
         (board.state.core[index].flags & snapshot::k_flag_under_construction) != 0;
}

// A building goes before one that stands so many metres nearer. First what makes units: a foe
// without that is beaten soon. Its sites can wait, they make nothing yet.
std::int64_t first_m(const Board& board, const Lair& lair) {
  switch (lair.role) {
    case Role::TownHall:
    case Role::Barracks:
    case Role::Workshop:
      return is_site(board, lair.identity) ? 20 : 60;
    case Role::Wall:
    case Role::Gate:
      return -100;
    default:
      return 0;
  }
}

std::size_t count_strikers(const Thought& thought, const Squad& squad, Word building) {
  return static_cast<std::size_t>(
      std::count_if(squad.members->begin(), squad.members->end(), [&](std::uint32_t member) {
        const Word soldier = thought.census().soldiers[member].identity;
        const snapshot::OrderRow* order = current_order(thought.board, soldier);
        return order != nullptr && order->target == building;
      }));
}

// The building for a band that stands at a place: one that no whole band strikes already.
const Lair* choose(const Thought& thought, const Squad& squad, PointMm from) {
  const Lair* best = nullptr;
  std::int64_t best_rank = 0;
  for (const Lair& lair : thought.census().lairs) {
    if (!within(lair.place, from, k_reach_mm)) continue;
    const std::int64_t rank =
        distance_between(lair.place, from) / 1000 - first_m(thought.board, lair);
    if (best != nullptr && rank >= best_rank) continue;
    if (count_strikers(thought, squad, lair.identity) >= k_band) continue;
    best = &lair;
    best_rank = rank;
  }
  return best;
}

void send_bands(Thought& thought, const Squad& squad, PointMm then,
                std::vector<std::uint32_t>& free) {
  auto& soldiers = thought.census().soldiers;
  std::vector<Word>& list = thought.room.list;
  while (!free.empty() && thought.may_speak()) {
    const Lair* lair = choose(thought, squad, soldiers[free.front()].place);
    if (lair == nullptr) return;
    std::sort(free.begin(), free.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::int64_t of_a = distance2_mm(soldiers[a].place, lair->place);
      const std::int64_t of_b = distance2_mm(soldiers[b].place, lair->place);
      return of_a != of_b ? of_a < of_b : a < b;
    });
    list.clear();
    const std::size_t count = std::min(free.size(), k_band);
    for (std::size_t at = 0; at < count; ++at) {
      list.push_back(soldiers[free[at]].identity);
      soldiers[free[at]].is_idle = false;  // has its order
    }
    free.erase(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(count));
    give_target(thought, EventKind::OrderAttack, lair->identity, list);
    give_place(thought, EventKind::OrderAttackMove, then, list, true);
  }
}

}  // namespace

void raze(Thought& thought, const Squad& squad) {
  const Board& board = thought.board;
  const SquadPlan& plan = thought.plan.squads[squad.number - 1];
  const PointMm goal{plan.goal_x_mm, plan.goal_z_mm};
  const bool is_opposed = odds_at(thought, squad.front, k_judge_mm).foe * k_odds > squad.power;
  std::vector<std::uint32_t>& free = thought.room.picks;
  std::vector<Word>& busy = thought.room.list;
  free.clear();
  busy.clear();
  for (const std::uint32_t member : *squad.members) {
    const OwnSoldier& soldier = thought.census().soldiers[member];
    const CoreRow& row = board.state.core[soldier.index];
    if (soldier.role == Role::Siege) continue;
    if (is_after_a_unit(board, soldier)) continue;
    if (row.order == static_cast<Word>(EventKind::OrderAttack)) {
      busy.push_back(soldier.identity);
    } else if (row.action_tick == 0) {
      free.push_back(member);
    }
  }
  if (is_opposed) {
    give_place(thought, EventKind::OrderAttackMove, goal, busy);
  } else {
    send_bands(thought, squad, goal, free);
  }
}

}  // namespace terrane::rts
