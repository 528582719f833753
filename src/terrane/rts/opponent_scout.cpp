#include "terrane/rts/opponent_scout.h"

#include <algorithm>

#include "terrane/rts/opponent_eyes.h"
#include "terrane/rts/opponent_sites.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr Word k_legs_round_home = 10;  // at most, while no mine to live at next is known
constexpr Word k_legs = 14;
constexpr Word k_urgent_ticks = 60;  // from then on it looks for wood at once when it knows of none
constexpr std::int32_t k_near_home_mm = 160'000;
constexpr std::int32_t k_there_mm = 9'000;
constexpr std::int32_t k_search_reach_cells = 10;
constexpr int k_tries = 6;
constexpr std::size_t k_sectors = std::size_t{k_sector_lines} * k_sector_lines;

std::int32_t sector_width_mm(const Battlefield& field) {
  return field.width_cells * (k_cell_mm / k_sector_lines);
}
std::int32_t sector_height_mm(const Battlefield& field) {
  return field.height_cells * (k_cell_mm / k_sector_lines);
}

PointMm middle_of_sector(const Battlefield& field, std::size_t sector) {
  const std::int32_t width = sector_width_mm(field);
  const std::int32_t height = sector_height_mm(field);
  return {
      field.origin_x_mm + static_cast<std::int32_t>(sector % k_sector_lines) * width + width / 2,
      field.origin_z_mm + static_cast<std::int32_t>(sector / k_sector_lines) * height + height / 2};
}

// Its middle at first; later somewhere in it, so that all of it is seen in the end.
PointMm place_in_sector(const Thought& thought, std::size_t sector) {
  const Battlefield& field = thought.board.field;
  PointMm place = middle_of_sector(field, sector);
  if (thought.plan.swept[sector] == 0) return place;
  const std::int32_t width = sector_width_mm(field);
  const std::int32_t height = sector_height_mm(field);
  const auto purpose = static_cast<Word>(sector);
  place.x_mm += static_cast<std::int32_t>(thought.draw(purpose, static_cast<Word>(width)));
  place.z_mm += static_cast<std::int32_t>(thought.draw(purpose + 1000, static_cast<Word>(height)));
  return {place.x_mm - width / 2, place.z_mm - height / 2};
}

bool reach(Thought& thought, PointMm from, SizeClass size, PointMm& place) {
  Cell cell;
  if (!thought.board.paths.nearest_reachable(from, place, size, k_search_reach_cells, cell)) {
    return false;
  }
  place = thought.board.field.middle_of(cell);
  return true;
}

// A start of somebody else that nobody of its own has seen yet.
bool next_start(Thought& thought, PointMm from, SizeClass size, PointMm& place) {
  const Board& board = thought.board;
  std::int64_t best2 = -1;
  PointMm best;
  for (const PointMm start : board.field.starts) {
    if (has_seen(board, thought.player, start)) continue;
    const std::int64_t distance2 = distance2_mm(start, from);
    if (best2 >= 0 && distance2 >= best2) continue;
    best2 = distance2;
    best = start;
  }
  if (best2 < 0 || !reach(thought, from, size, best)) return false;
  place = best;
  return true;
}

// Who is quick and not needed: a rider, another soldier when there are some, a worker.
Word pick_scout(const Thought& thought) {
  const Board& board = thought.board;
  const Census& census = thought.census();
  const OwnSoldier* best = nullptr;
  for (const OwnSoldier& soldier : census.soldiers) {
    if (soldier.squad != 0 || soldier.is_fighting || soldier.role == Role::Hero ||
        soldier.role == Role::Siege) {
      continue;
    }
    const bool rides = soldier.role == Role::Cavalry;
    if (best == nullptr || (rides && best->role != Role::Cavalry)) best = &soldier;
  }
  if (best != nullptr && (best->role == Role::Cavalry || census.soldiers.size() >= 3)) {
    return best->identity;
  }
  if (census.standing[static_cast<std::size_t>(Role::Worker)] < 4) return 0;
  for (const auto* workers : {&census.idle_workers, &census.wood_workers, &census.gold_workers}) {
    for (const std::uint32_t index : *workers) {
      const CoreRow& row = board.state.core[index];
      if ((row.flags & (snapshot::k_flag_inside | snapshot::k_flag_carrying)) == 0) {
        return row.identity;
      }
    }
  }
  return 0;
}

// The sector nearest to home (and to the scout) whose middle nobody of its own has seen.
bool next_round_home(Thought& thought, PointMm from, SizeClass size, PointMm& place) {
  const Battlefield& field = thought.board.field;
  for (int tries = 0; tries < k_tries; ++tries) {
    std::size_t best = k_sectors;
    std::int64_t best_mm = 0;
    for (std::size_t sector = 0; sector < k_sectors; ++sector) {
      const PointMm middle = middle_of_sector(field, sector);
      if (thought.plan.swept[sector] == k_never_reached) continue;
      if (has_seen(thought.board, thought.player, middle)) continue;
      const std::int64_t far_mm = distance_between(middle, thought.home());
      const std::int64_t way_mm = 2 * far_mm + distance_between(middle, from);
      if (far_mm > k_near_home_mm || (best != k_sectors && way_mm >= best_mm)) continue;
      best = sector;
      best_mm = way_mm;
    }
    if (best == k_sectors) return false;
    place = middle_of_sector(field, best);
    if (reach(thought, from, size, place)) return true;
    thought.plan.swept[best] = k_never_reached;
  }
  return false;
}

bool next_leg(Thought& thought, PointMm from, SizeClass size, PointMm& place) {
  const Plan& plan = thought.plan;
  PointMm mine;
  // Every other scout goes straight to where the others live.
  const bool looks_round_home =
      plan.lacks_wood != 0 || (plan.deeds.scouts % 2 == 1 && find_free_mine(thought, mine) == 0);
  if (plan.scout_legs < k_legs_round_home && looks_round_home &&
      next_round_home(thought, from, size, place)) {
    return true;
  }
  return next_start(thought, from, size, place) || next_to_search(thought, from, size, {}, place);
}

void go_on(Thought& thought) {
  Plan& plan = thought.plan;
  const Board& board = thought.board;
  const CoreRow& row = board.state.core[thought.census().scout_index];
  const Mind& mind = board.state.minds[thought.census().scout_index];
  const PointMm from = place_of(row);
  const bool there = within(from, {plan.scout_x_mm, plan.scout_z_mm}, k_there_mm);
  if (plan.scout_legs > 0 && row.order != 0 && !there) return;
  if (mind.foe != 0 && row.order == 0) return;
  if (plan.scout_legs >= k_legs) {
    const Word scout = plan.scout;
    plan.scout = 0;
    give_place(thought, EventKind::OrderMove, thought.muster(), {&scout, 1});
    return;
  }
  PointMm place;
  const SizeClass size = size_class_of(static_cast<std::int32_t>(row.radius_mm));
  if (!next_leg(thought, from, size, place)) {
    plan.scout_legs = k_legs;
    return;
  }
  if (!give_place(thought, EventKind::OrderMove, place, {&plan.scout, 1})) return;
  ++plan.scout_legs;
  plan.scout_x_mm = place.x_mm;
  plan.scout_z_mm = place.z_mm;
}

}  // namespace

bool next_to_search(Thought& thought, PointMm from, SizeClass size, std::span<const PointMm> taken,
                    PointMm& place) {
  const Battlefield& field = thought.board.field;
  Plan& plan = thought.plan;
  // Ages of sectors that hold a start or a mine count for more.
  std::array<PointMm, k_sectors> lure;
  std::array<std::uint8_t, k_sectors> lures{};
  const auto mark = [&](PointMm spot) {
    const std::size_t sector = sector_of(field, spot);
    lure[sector] = spot;
    lures[sector] = 1;
  };
  for (const std::uint32_t mine : thought.census().mines) {
    mark(place_of(thought.board.state.core[mine]));
  }
  for (const PointMm start : field.starts) mark(start);
  for (int tries = 0; tries < k_tries; ++tries) {
    std::size_t best = k_sectors;
    std::int64_t best_rank = 0;
    for (std::size_t sector = 0; sector < k_sectors; ++sector) {
      if (plan.swept[sector] == k_never_reached) continue;
      const PointMm middle = lures[sector] != 0 ? lure[sector] : middle_of_sector(field, sector);
      const bool is_taken = std::any_of(taken.begin(), taken.end(), [&](PointMm other) {
        return sector_of(field, other) == sector;
      });
      if (is_taken || sees(thought.board, thought.player, middle)) continue;
      const std::int64_t age = plan.swept[sector];
      const std::int64_t distance = distance2_mm(middle, from) / 1'000'000;
      // k_sweep_ticks of age weigh as much as 200 m.
      const std::int64_t rank = (age - (lures[sector] != 0 ? 3 : 0)) * 40'000 + distance;
      if (best != k_sectors && rank >= best_rank) continue;
      best = sector;
      best_rank = rank;
    }
    if (best == k_sectors) return false;
    const bool lured = lures[best] != 0 && thought.draw(77, 2) == 0;
    place = lured ? lure[best] : place_in_sector(thought, best);
    if (reach(thought, from, size, place)) return true;
    plan.swept[best] =
        static_cast<std::uint8_t>(plan.swept[best] == 0 ? k_never_reached : plan.swept[best] + 1);
  }
  return false;
}

bool next_round_starts(Thought& thought, PointMm from, SizeClass size,
                       std::span<const PointMm> taken, PointMm& place) {
  constexpr std::int32_t k_step_mm = 14'000;
  constexpr std::int32_t k_steps = 7;  // to each side
  constexpr int k_places = 12;         // asked whether there is a way
  const Board& board = thought.board;
  std::int64_t past2 = -1;
  for (int tries = 0; tries < k_places; ++tries) {
    std::int64_t best2 = -1;
    PointMm best;
    const auto consider = [&](PointMm spot) {
      const std::int64_t distance2 = distance2_mm(spot, from);
      if (distance2 <= past2 || (best2 >= 0 && distance2 >= best2)) return;
      if (!board.field.contains(board.field.cell_of(spot))) return;
      if (has_seen(board, thought.player, spot)) return;
      const bool is_taken = std::any_of(taken.begin(), taken.end(), [&](PointMm other) {
        return within(other, spot, k_step_mm);
      });
      if (is_taken) return;
      best2 = distance2;
      best = spot;
    };
    for (const PointMm start : board.field.starts) {
      if (within(start, thought.home(), k_step_mm)) continue;
      for (std::int32_t z = -k_steps; z <= k_steps; ++z) {
        for (std::int32_t x = -k_steps; x <= k_steps; ++x) {
          consider({start.x_mm + x * k_step_mm, start.z_mm + z * k_step_mm});
        }
      }
    }
    if (best2 < 0) return false;
    past2 = best2;
    place = best;
    if (reach(thought, from, size, place) && within(place, best, k_step_mm / 2)) return true;
  }
  return false;
}

void lead_scout(Thought& thought) {
  Plan& plan = thought.plan;
  if (plan.scout != 0 && thought.census().scout_index == k_none) plan.scout = 0;  // it fell
  if (plan.scout != 0) {
    go_on(thought);
    return;
  }
  const bool is_urgent = plan.lacks_wood != 0 && thought.tick() >= k_urgent_ticks;
  if ((thought.tick() < plan.scout_tick && !is_urgent) || !thought.may_speak()) return;
  const Word scout = pick_scout(thought);
  if (scout == 0) {
    plan.scout_tick = thought.tick() + 200;
    return;
  }
  plan.scout = scout;
  plan.scout_legs = 0;
  plan.scout_tick = thought.tick() + static_cast<Word>(thought.level.scout_ticks);
  ++plan.deeds.scouts;
  const std::size_t index = thought.board.find(scout);
  thought.census().scout_index = static_cast<std::uint32_t>(index);
  // It is nobody's soldier or worker in this thought.
  auto& soldiers = thought.census().soldiers;
  soldiers.erase(
      std::remove_if(soldiers.begin(), soldiers.end(),
                     [&](const OwnSoldier& soldier) { return soldier.identity == scout; }),
      soldiers.end());
  for (auto* workers : {&thought.census().idle_workers, &thought.census().wood_workers,
                        &thought.census().gold_workers}) {
    workers->erase(std::remove(workers->begin(), workers->end(), static_cast<std::uint32_t>(index)),
                   workers->end());
  }
  go_on(thought);
}

}  // namespace terrane::rts
