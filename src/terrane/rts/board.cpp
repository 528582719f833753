#include "terrane/rts/board.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

Word flags_of(const UnitType& type) {
  Word flags = 0;
  if (is_building(type.role)) flags |= snapshot::k_flag_building;
  if (type.role == Role::Hero) flags |= snapshot::k_flag_hero;
  if (type.role == Role::Animal) flags |= snapshot::k_flag_wildlife;
  if (is_resource(type.role)) flags |= snapshot::k_flag_resource;
  return flags;
}

bool is_gone(const Board& board, Word identity) {
  return board.find(identity) == k_no_index;
}

// Health that is left tells the cancelled and the used up from the fallen: only these lie there.
bool leaves_corpse(const CoreRow& row) {
  return row.health_256 <= 0 && (row.flags & snapshot::k_flag_resource) == 0;
}

void drop_old_corpses(Board& board) {
  const auto lasts = static_cast<Word>(board.rules.corpse_ticks);
  const Word tick = board.state.tick;
  std::vector<snapshot::CorpseRow>& corpses = board.state.corpses;
  const auto is_old = [&](const snapshot::CorpseRow& row) { return tick - row.died_tick >= lasts; };
  if (std::any_of(corpses.begin(), corpses.end(), is_old)) drop_rows(corpses, is_old);
}

// What each of the dead leaves behind: its corpse, its cells, its circle of sight.
void lay_down(Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  drop_sight(board, index);
  if (blocks_ground(row)) {
    board.paths.unblock(footprint(board.field, board.type_of(row), place_of(row)));
  }
  if (leaves_corpse(row)) {
    board.scratch.corpses.push_back({row.identity, row.type, row.owner, row.world_x_mm,
                                     row.world_y_mm, row.world_z_mm, row.facing_turn16,
                                     board.state.tick});
  }
}

void drop_side_rows(Board& board) {
  State& state = board.state;
  const auto gone = [&](const auto& row) { return is_gone(board, row.identity); };
  drop_rows(state.construction, gone);
  drop_rows(state.production, gone);
  drop_rows(state.resources, gone);
  drop_rows(state.effects, gone);
  drop_rows(state.orders, gone);
  drop_rows(state.wildlife, gone);
  drop_rows(state.rally_points, gone);
  drop_rows(state.groups, [&](const GroupRow& row) { return is_gone(board, row.unit); });
}

// Stable: the living keep their order.
void close_ranks(Board& board, std::size_t first) {
  State& state = board.state;
  std::size_t to = first;
  for (std::size_t from = first; from < state.core.size(); ++from) {
    Word& place = board.index_of[state.core[from].identity - snapshot::k_first_unit_identity];
    if (place == k_none) continue;
    place = static_cast<Word>(to);
    state.core[to] = state.core[from];
    state.minds[to] = state.minds[from];
    to += 1;
  }
  state.core.resize(to);
  state.minds.resize(to);
}

}  // namespace

void refresh(Board& board) {
  const State& state = board.state;
  board.paths.unblock_all();
  board.index_of.assign(state.next_identity - snapshot::k_first_unit_identity, k_none);
  for (std::size_t index = 0; index < state.core.size(); ++index) {
    const CoreRow& row = state.core[index];
    board.index_of[row.identity - snapshot::k_first_unit_identity] = static_cast<Word>(index);
    if (blocks_ground(row)) {
      board.paths.block(footprint(board.field, board.type_of(row), place_of(row)));
    }
  }
  board.died.clear();
  board.orders_done = false;
  board.grid.rebuild(board.field, state.core);
  count_sight(board);
}

CellRect footprint(const Battlefield& field, const UnitType& type, PointMm place) {
  // From the corner's nearest cell border, so that a middle a little off covers the same cells.
  const Cell first = field.cell_of({place.x_mm - (type.footprint_x_cells - 1) * (k_cell_mm / 2),
                                    place.z_mm - (type.footprint_z_cells - 1) * (k_cell_mm / 2)});
  return {first, {first.x + type.footprint_x_cells, first.z + type.footprint_z_cells}};
}

void put_at(const Battlefield& field, CoreRow& row, PointMm place) {
  const Cell cell = field.cell_of(place);
  row.world_x_mm = place.x_mm;
  row.world_y_mm = field.height_at_mm(place);
  row.world_z_mm = place.z_mm;
  row.grid_x = cell.x;
  row.grid_z = cell.z;
}

bool blocks_ground(const CoreRow& row) {
  return (row.flags & (snapshot::k_flag_building | snapshot::k_flag_resource)) != 0 &&
         (row.flags & snapshot::k_flag_gate_open) == 0;
}

std::size_t add_unit(Board& board, Word type_index, Word owner, PointMm place) {
  constexpr Word k_faces_south = 0x8000;  // towards who looks at the map from its lower edge
  State& state = board.state;
  const UnitType& type = board.rules.type(type_index);
  const std::size_t index = state.core.size();
  CoreRow row;
  row.identity = state.next_identity++;
  put_at(board.field, row, place);
  row.facing_turn16 = k_faces_south;
  row.health_256 = type.health_256;
  row.health_max_256 = type.health_256;
  row.animation_tick = state.tick;
  row.owner = owner;
  row.type = type_index;
  row.flags = flags_of(type);
  row.waypoint_x_mm = place.x_mm;
  row.waypoint_z_mm = place.z_mm;
  row.radius_mm = static_cast<Word>(type.radius_mm);
  state.core.push_back(row);
  Mind mind;
  mind.identity = row.identity;
  mind.goal_x_mm = mind.slot_x_mm = mind.post_x_mm = place.x_mm;
  mind.goal_z_mm = mind.slot_z_mm = mind.post_z_mm = place.z_mm;
  state.minds.push_back(mind);
  board.index_of.push_back(static_cast<Word>(index));
  if (blocks_ground(row)) board.paths.block(footprint(board.field, type, place));
  return index;
}

void kill(Board& board, std::size_t index, Word by) {
  const CoreRow& row = board.state.core[index];
  Word& place = board.index_of[row.identity - snapshot::k_first_unit_identity];
  TERRANE_ASSERT(place != k_none, "nobody dies twice");
  place = k_none;
  board.died.push_back(row.identity);
  const bool is_building = (row.flags & snapshot::k_flag_building) != 0;
  if ((row.flags & snapshot::k_flag_resource) != 0) return;
  tell(board, is_building ? EventKind::BuildingLost : EventKind::UnitDied, about(row, by, 0));
}

bool is_dead(const Board& board, std::size_t index) {
  return is_gone(board, board.state.core[index].identity);
}

void remove_dead(Board& board) {
  drop_old_corpses(board);
  if (board.died.empty()) return;
  State& state = board.state;
  std::sort(board.died.begin(), board.died.end());
  board.scratch.corpses.clear();
  std::size_t first = state.core.size();
  std::size_t at = 0;
  for (const Word identity : board.died) {
    const auto found = std::lower_bound(
        state.core.begin() + static_cast<std::ptrdiff_t>(at), state.core.end(), identity,
        [](const CoreRow& row, Word wanted) { return row.identity < wanted; });
    at = static_cast<std::size_t>(found - state.core.begin());
    first = std::min(first, at);
    lay_down(board, at);
  }
  merge_rows(state.corpses, std::span<const snapshot::CorpseRow>(board.scratch.corpses));
  drop_side_rows(board);
  close_ranks(board, first);
  board.grid.rebuild(board.field, state.core);
}

std::uint64_t draw(Board& board) {
  board.state.random += 0x9e3779b97f4a7c15ULL;  // RandomStream::next(), with the state outside
  return base::mix64(board.state.random);
}

}  // namespace terrane::rts
