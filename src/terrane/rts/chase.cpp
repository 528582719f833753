#include "terrane/rts/chase.h"

#include <algorithm>
#include <cstdlib>

#include "terrane/rts/apart.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/march.h"

namespace terrane::rts {
namespace {

constexpr Word k_no_way_ticks = 40;  // until it looks again after a foe without a way
constexpr Word k_beside_mm = 150;    // of its place beside a building: within a hand's reach

PointMm post_of(const Mind& mind) {
  return {mind.post_x_mm, mind.post_z_mm};
}

// Where the middles of two bodies are when their rims are `gap_mm` apart, at least.
Word arrive_at(const Board& board, const CoreRow& row, std::size_t target, std::int32_t gap_mm) {
  const CoreRow& other = board.state.core[target];
  const std::int32_t reach = std::max(gap_mm, 0) + static_cast<std::int32_t>(row.radius_mm) +
                             static_cast<std::int32_t>(other.radius_mm);
  return static_cast<Word>(reach);
}

// Beside the side of a footprint that faces the unit: its corners are out of a hand's reach. False
// when nobody can stand on either of the two sides that do, or there is no way there.
bool find_side(Board& board, const CoreRow& row, std::size_t target, PointMm& place) {
  constexpr std::int32_t k_off_mm = 100;  // from rim to rim
  constexpr std::int32_t k_in_mm = 300;   // from the corners
  const CoreRow& other = board.state.core[target];
  const UnitType& type = board.type_of(other);
  if (type.footprint_x_cells == 0) return false;
  const std::int32_t half_x = type.footprint_x_cells * (k_cell_mm / 2);
  const std::int32_t half_z = type.footprint_z_cells * (k_cell_mm / 2);
  const std::int32_t x = row.world_x_mm - other.world_x_mm;
  const std::int32_t z = row.world_z_mm - other.world_z_mm;
  const auto radius = static_cast<std::int32_t>(row.radius_mm);
  const std::int32_t out_x = (x < 0 ? -1 : 1) * (half_x + radius + k_off_mm);
  const std::int32_t out_z = (z < 0 ? -1 : 1) * (half_z + radius + k_off_mm);
  const PointMm sides[] = {{out_x, std::clamp(z, k_in_mm - half_z, half_z - k_in_mm)},
                           {std::clamp(x, k_in_mm - half_x, half_x - k_in_mm), out_z}};
  const SizeClass size = size_class_of(radius);
  const bool x_first = std::abs(x) - half_x >= std::abs(z) - half_z;
  for (const std::size_t side : {x_first ? 0u : 1u, x_first ? 1u : 0u}) {
    const PointMm point{other.world_x_mm + sides[side].x_mm, other.world_z_mm + sides[side].z_mm};
    const Cell cell = board.field.cell_of(point);
    if (!board.field.contains(cell) || !board.paths.may_stand(cell, size)) continue;
    if (!board.paths.reachable(place_of(row), point, size)) continue;
    place = point;
    return true;
  }
  return false;
}

// Goes after a foe that it found by itself. False when it can neither reach nor strike it.
bool take_on(Board& board, std::size_t index, std::size_t foe) {
  Mind& mind = board.state.minds[index];
  if (in_range(board, index, foe)) {
    if (is_walking(mind)) halt(board, index);
  } else {
    send_to(board, index, foe, range_mm(board, index), true);
    if (mind.going == word(Going::Unreachable)) return false;
  }
  CoreRow& row = board.state.core[index];
  mind.foe = board.state.core[foe].identity;
  mind.activity = word(Activity::Chasing);
  row.target = mind.foe;
  return true;
}

bool is_too_near(const Board& board, std::size_t index, std::size_t foe) {
  const std::int32_t least_mm = board.type_of(board.state.core[index]).weapon.range_min_mm;
  return least_mm > 0 && gap_mm(board, index, foe) < least_mm;
}

// Walks after a foe that is out of range; aims anew when it looks round.
Chase pursue(Board& board, std::size_t index, std::size_t foe, bool by_order) {
  Mind& mind = board.state.minds[index];
  const CoreRow& row = board.state.core[index];
  if (is_too_near(board, index, foe)) {
    if (is_walking(mind)) halt(board, index);
    return by_order ? Chase::On : Chase::Lost;
  }
  if (!is_look_tick(board, row)) return Chase::On;
  if (!by_order) {  // whoever stands in the way will do as well
    const std::size_t near = find_foe(board, index, range_mm(board, index));
    if (near != k_no_index) return take_on(board, index, near) ? Chase::On : Chase::Lost;
  }
  const PointMm aim{mind.goal_x_mm, mind.goal_z_mm};
  const CoreRow& other = board.state.core[foe];
  const bool stays = (other.flags & snapshot::k_flag_building) != 0;
  if (is_walking(mind) && (stays || within(aim, place_of(other), k_moved_mm))) return Chase::On;
  send_to(board, index, foe, range_mm(board, index), !by_order);
  return mind.going == word(Going::Unreachable) ? Chase::Lost : Chase::On;
}

}  // namespace

void send_to(Board& board, std::size_t index, std::size_t target, std::int32_t gap_mm,
             bool exactly) {
  const CoreRow& row = board.state.core[index];
  PointMm place;
  if (find_side(board, row, target, place)) {
    send(board, index, place, k_beside_mm, exactly);
    return;
  }
  const Word arrive = arrive_at(board, row, target, gap_mm);
  send(board, index, place_of(board.state.core[target]), arrive, exactly);
}

bool look_round(Board& board, std::size_t index) {
  const std::size_t best = find_foe(board, index, sight_mm(board, index));
  if (best == k_no_index) return false;
  if (take_on(board, index, best)) return true;
  const std::size_t near = find_foe(board, index, range_mm(board, index));
  if (near != k_no_index && take_on(board, index, near)) return true;
  board.state.minds[index].look_tick = board.state.tick + k_no_way_ticks;
  return false;
}

Chase chase(Board& board, std::size_t index, std::int32_t leash_mm, bool by_order) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if (is_at(mind, Activity::Striking)) {
    if (row.action_tick != 0) return Chase::On;
    mind.activity = word(Activity::Chasing);
  }
  const std::size_t foe = board.find(mind.foe);
  if (foe == k_no_index || !may_strike(board, index, foe)) return Chase::Lost;
  const bool ready = board.state.tick >= row.ready_tick;
  if (!ready && !is_walking(mind) && !is_look_tick(board, row)) return Chase::On;
  if (in_range(board, index, foe)) {
    if (is_walking(mind)) halt(board, index);
    if (ready) start_blow(board, index, foe);
    return Chase::On;
  }
  if (!by_order && !within(post_of(mind), place_of(board.state.core[foe]), leash_mm)) {
    return Chase::Lost;
  }
  return pursue(board, index, foe, by_order);
}

void forget_foe(Board& board, std::size_t index, Word target) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  mind.foe = 0;
  row.target = target;
  if (is_at(mind, Activity::Striking)) row.action_tick = 0;
}

}  // namespace terrane::rts
