#include "terrane/rts/opponent_sites.h"

#include <algorithm>

#include "terrane/rts/orders.h"

namespace terrane::rts {
namespace {

constexpr Word k_tries_a_thought = 40;
constexpr Word k_rings = 14;
constexpr std::int32_t k_step_cells = 2;
constexpr Word k_hall_rings = 8;  // of a hall around its mine
constexpr Word places_of(Word rings) {
  return 4 * rings * (rings + 1);
}
constexpr std::int32_t k_wide_lane_cells = 3;  // for the largest units; in the second round two
constexpr std::int32_t k_mine_lane_mm = 6000;  // half of what stays free between hall and mine
constexpr std::int32_t k_lived_at_mm = 23'000;
constexpr std::int32_t k_lair_mm = 34'000;

// The k-th place of a square spiral, in steps.
Cell spiral(Word k) {
  std::int32_t ring = 1;
  auto left = static_cast<std::int32_t>(k);
  while (left >= 8 * ring) {
    left -= 8 * ring;
    ++ring;
  }
  const std::int32_t along = left % (2 * ring);
  switch (left / (2 * ring)) {
    case 0:
      return {-ring + along, -ring};
    case 1:
      return {ring, -ring + along};
    case 2:
      return {ring - along, ring};
    default:
      return {-ring, ring - along};
  }
}

bool has_lanes(const Board& board, const UnitType& type, PointMm place, std::int32_t lane_cells) {
  const CellRect cells = footprint(board.field, type, place);
  for (std::int32_t z = cells.first.z - lane_cells; z < cells.past.z + lane_cells; ++z) {
    for (std::int32_t x = cells.first.x - lane_cells; x < cells.past.x + lane_cells; ++x) {
      if (!board.field.contains({x, z}) || !board.paths.may_stand({x, z}, SizeClass::Small)) {
        return false;
      }
    }
  }
  return true;
}

// Whether it would stand between a hall of its own and a mine that lies beside that.
bool is_in_mine_lane(const Thought& thought, PointMm place) {
  const Board& board = thought.board;
  for (const std::uint32_t index : thought.census().buildings) {
    const CoreRow& hall = board.state.core[index];
    if (board.type_of(hall).role != Role::TownHall) continue;
    for (const std::uint32_t mine : thought.census().mines) {
      const PointMm to = place_of(board.state.core[mine]);
      if (!within(place_of(hall), to, k_lived_at_mm)) continue;
      const PointMm middle{(hall.world_x_mm + to.x_mm) / 2, (hall.world_z_mm + to.z_mm) / 2};
      if (within(middle, place, k_mine_lane_mm)) return true;
    }
  }
  return false;
}

}  // namespace

SiteSearch find_site(Thought& thought, Role role, PointMm middle, PointMm& place) {
  const Board& board = thought.board;
  const Word type_index = thought.type_for(role);
  const UnitType& type = board.rules.type(type_index);
  const Word places = places_of(role == Role::TownHall ? k_hall_rings : k_rings);
  Word& cursor = thought.plan.site_cursor[static_cast<std::size_t>(role)];
  for (Word tries = 0; tries < k_tries_a_thought; ++tries, ++cursor) {
    if (cursor >= 2 * places) {
      cursor = 0;
      return SiteSearch::Exhausted;
    }
    const Cell step = spiral(cursor % places);
    place = snap_site(board.field, type,
                      {middle.x_mm + step.x * k_step_cells * k_cell_mm,
                       middle.z_mm + step.z * k_step_cells * k_cell_mm});
    const std::int32_t lane = cursor < places ? k_wide_lane_cells : k_wide_lane_cells - 1;
    if (!has_lanes(board, type, place, lane) || is_in_mine_lane(thought, place)) continue;
    if (may_build(board, thought.player, type_index, place)) return SiteSearch::Found;
  }
  return SiteSearch::GoesOn;
}

Word find_free_mine(Thought& thought, PointMm& place) {
  Board& board = thought.board;
  const Census& census = thought.census();
  Word best = 0;
  std::int64_t best2 = 0;
  for (const std::uint32_t index : census.mines) {
    const PointMm mine = place_of(board.state.core[index]);
    const std::int64_t distance2 = distance2_mm(mine, thought.home());
    if (best != 0 && distance2 >= best2) continue;
    const auto lives_there = [&](std::uint32_t building) {
      const CoreRow& row = board.state.core[building];
      return board.type_of(row).role == Role::TownHall &&
             within(place_of(row), mine, k_lived_at_mm);
    };
    if (std::any_of(census.buildings.begin(), census.buildings.end(), lives_there) ||
        std::any_of(census.sites.begin(), census.sites.end(), lives_there) ||
        std::any_of(census.lairs.begin(), census.lairs.end(),
                    [&](const Lair& lair) { return within(lair.place, mine, k_lair_mm); }) ||
        std::any_of(census.foes.begin(), census.foes.end(), [&](const SeenFoe& foe) {
          return is_soldier(foe.role) && within(foe.place, mine, k_lair_mm);
        })) {
      continue;
    }
    Cell beside;
    if (!board.paths.nearest_reachable(thought.home(), mine, SizeClass::Small, 4, beside)) continue;
    best = board.state.core[index].identity;
    best2 = distance2;
    place = mine;
  }
  return best;
}

}  // namespace terrane::rts
