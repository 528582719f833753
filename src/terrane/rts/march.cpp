#include "terrane/rts/march.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/formation.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/walk_grid.h"

namespace terrane::rts {
namespace {

using snapshot::Animation;

constexpr Word k_look_ticks = 16;  // a walker looks at its next leg so often
// Who reaches a corner asks for the next leg; so many may in a tick, the others wait for a tick or
// two. A group that is sent off does not stop the match.
constexpr std::size_t k_plans_a_tick = 32;
constexpr std::size_t k_units_a_plan = 16;
// Nor does it work out all new ways at once. Walkers in one square of the ground with about one
// goal ask in the same tick, one of every few, and no tick hears more than so many such questions;
// whether the answer is known already does not matter, for nobody can tell.
constexpr std::size_t k_units_a_turn = 512;
constexpr std::size_t k_turns_max = 8;
constexpr std::size_t k_questions_a_tick = 8;
constexpr std::size_t k_units_a_question = 2048;
constexpr std::uint32_t k_sectors_a_tick = 1;  // measured ahead
constexpr std::int32_t k_near_waypoint_mm = 700;
constexpr std::int32_t k_corner_mm = 5000;    // so near a corner it looks whether it sees past it
constexpr std::int32_t k_direct_mm = 40'000;  // so near it first looks whether it sees its slot
constexpr std::int32_t k_around_mm = 8000;    // beyond the goal it is led to its slot
constexpr Word k_formation_arrive_mm = 200;
constexpr Word k_patience_ticks = 8;       // before standing units in the way count
constexpr Word k_crowd_mm_per_tick = 400;  // how far from its slot it is content then, a tick
constexpr Word k_crowd_mm_max = 20'000;    // and at most: a jam on the way is not a crowd around it
constexpr Word k_squeeze_ticks = 20;       // before it makes itself small
constexpr Word k_stuck_ticks_max = 400;    // then it stays where it is, near its slot
constexpr Word k_jam_ticks_max = 2400;     // or anywhere
constexpr std::int32_t k_anywhere_cells = 2 * k_side_cells_max;

constexpr Word k_not_walking =
    snapshot::k_flag_building | snapshot::k_flag_resource | snapshot::k_flag_inside;

template <typename Enumerator>
constexpr Word word(Enumerator value) {
  return static_cast<Word>(value);
}
PointMm slot_of(const Mind& mind) {
  return {mind.slot_x_mm, mind.slot_z_mm};
}
PointMm goal_of(const Mind& mind) {
  return {mind.goal_x_mm, mind.goal_z_mm};
}
PointMm waypoint_of(const CoreRow& row) {
  return {row.waypoint_x_mm, row.waypoint_z_mm};
}
SizeClass size_of(const CoreRow& row) {
  return size_class_of(static_cast<std::int32_t>(row.radius_mm));
}
bool is_within(PointMm a, PointMm b, std::int64_t radius_mm) {
  return length_squared(a.x_mm - std::int64_t{b.x_mm}, a.z_mm - std::int64_t{b.z_mm}) <=
         static_cast<std::uint64_t>(radius_mm * radius_mm);
}

void set_waypoint(CoreRow& row, PointMm point) {
  row.waypoint_x_mm = point.x_mm;
  row.waypoint_z_mm = point.z_mm;
}

void set_off(CoreRow& row, Mind& mind, PointMm goal, PointMm slot, Word arrive_mm) {
  mind.going = word(Going::Walking);
  mind.goal_x_mm = goal.x_mm;
  mind.goal_z_mm = goal.z_mm;
  mind.slot_x_mm = slot.x_mm;
  mind.slot_z_mm = slot.z_mm;
  mind.arrive_mm = arrive_mm;
  mind.stuck_ticks = 0;
  mind.best_mm = static_cast<Word>(distance_between(place_of(row), slot));
  set_waypoint(row, place_of(row));  // reached: its way is looked up when it first walks
}

void stop(CoreRow& row, Mind& mind, Going going) {
  mind.going = word(going);
  mind.stuck_ticks = 0;
  mind.pace_mm_per_tick = 0;
  row.group = 0;
  set_waypoint(row, place_of(row));
}

// The place or, where there is no way to it, the nearest that there is one to. False: none.
bool find_goal(Board& board, std::size_t index, PointMm& place, bool exactly) {
  const CoreRow& row = board.state.core[index];
  const SizeClass size = size_of(row);
  if (board.paths.reachable(place_of(row), place, size)) return true;
  Cell cell;
  if (exactly ||
      !board.paths.nearest_reachable(place_of(row), place, size, k_anywhere_cells, cell)) {
    return false;
  }
  place = board.field.middle_of(cell);
  return true;
}

// Where the ways of a walker end: at the group's goal, and around it, for who has his slot behind
// something, at the slot.
PointMm end_of_way(const Board& board, PointMm place, const Mind& mind, SizeClass size) {
  const PointMm goal = goal_of(mind);
  const PointMm slot = slot_of(mind);
  if (goal == slot) return slot;
  const std::int32_t around_mm = distance_between(goal, slot) * 3 / 2 + k_around_mm;
  if (!is_within(place, goal, around_mm)) return goal;
  return board.paths.clear_line(goal, slot, size) ? goal : slot;
}

// The goal whose flow field leads a walker: one for all goals in a small open square, so that
// fights, whose foes move, share a few.
PointMm shared_goal(Board& board, PointMm goal, PointMm slot, SizeClass size) {
  constexpr std::int32_t k_square_cells = 8;
  const Cell cell = board.field.cell_of(goal);
  const Cell middle{(cell.x & ~(k_square_cells - 1)) + k_square_cells / 2,
                    (cell.z & ~(k_square_cells - 1)) + k_square_cells / 2};
  const PointMm shared = board.field.middle_of(middle);
  return board.paths.clear_line(shared, slot, size) ? shared : goal;
}

// Rough ground on a straight walk that is not worth looking for a way round.
bool is_passable(const WalkGrid::Line& line, std::int32_t length_mm) {
  return line.is_clear && line.rough_cells <= 3 + length_mm / (4 * k_cell_mm);
}

// Whether the slot is in sight; it is the next waypoint then.
bool sees_slot(const Board& board, CoreRow& row, Mind& mind) {
  const PointMm place = place_of(row);
  const PointMm slot = slot_of(mind);
  if (!is_within(place, slot, k_direct_mm)) return false;
  const std::int32_t distance = distance_between(place, slot);
  if (!is_passable(board.paths.grid().line(place, slot, size_of(row)), distance)) return false;
  if (!(waypoint_of(row) == slot)) {
    set_waypoint(row, slot);
    mind.best_mm = static_cast<Word>(distance);
  }
  return true;
}

// Whether walkers from this sector to about this goal may ask for their way in this tick.
bool may_ask(Board& board, const CoreRow& row, const Mind& mind) {
  constexpr std::int32_t k_square_mm = 8 * k_cell_mm;
  const std::uint64_t question = base::hash(
      static_cast<std::uint64_t>(mind.goal_x_mm / k_square_mm), mind.goal_z_mm / k_square_mm,
      row.grid_x / k_sector_cells, row.grid_z / k_sector_cells);
  const std::size_t units = board.state.core.size();
  const auto turns = static_cast<Word>(std::min(1 + units / k_units_a_turn, k_turns_max));
  // Another turn in every round, so that no question is always one too many.
  const std::uint64_t turn = base::hash(question, board.state.tick / turns) % turns;
  if (turn != board.state.tick % turns) return false;
  std::vector<std::uint64_t>& questions = board.scratch.march.questions;
  if (std::find(questions.begin(), questions.end(), question) != questions.end()) return true;
  if (questions.size() >= k_questions_a_tick + units / k_units_a_question) return false;
  questions.push_back(question);
  return true;
}

// The next leg of the way; may end the walk.
void plan(Board& board, CoreRow& row, Mind& mind) {
  const PointMm place = place_of(row);
  const PointMm slot = slot_of(mind);
  const SizeClass size = size_of(row);
  PointMm point;
  const PointMm goal = shared_goal(board, end_of_way(board, place, mind, size), slot, size);
  switch (board.paths.lead(goal, place, size, point)) {
    case Paths::Lead::Onward:
      set_waypoint(row, point);
      return;
    case Paths::Lead::There:
      // Beside what stands on the goal, or in the goal's cell, from where the slot is seen.
      if (board.paths.may_stand(board.field.cell_of(slot), size)) {
        set_waypoint(row, slot);
      } else {
        stop(row, mind, Going::Arrived);
      }
      return;
    case Paths::Lead::NoWay: {
      // The ground changed: as near as there is a way now.
      Cell cell;
      if (!board.paths.nearest_reachable(place, slot, size, k_anywhere_cells, cell)) {
        stop(row, mind, Going::Unreachable);
        return;
      }
      const PointMm near = board.field.middle_of(cell);
      set_off(row, mind, near, near, std::max(mind.arrive_mm, row.radius_mm));
      return;
    }
  }
}

VectorMm towards(PointMm from, PointMm to, std::int32_t length_max) {
  const VectorMm way{to.x_mm - from.x_mm, to.z_mm - from.z_mm};
  if (is_within(from, to, length_max)) return way;
  return with_length(way.x, way.z, length_max);
}

// What a walker wishes to walk in this tick; it may find that it is there.
VectorMm wish_of(Board& board, std::size_t index, std::int32_t step_max) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  const PointMm place = place_of(row);
  if (is_within(place, slot_of(mind), mind.arrive_mm)) {
    stop(row, mind, Going::Arrived);
    return {};
  }
  const PointMm waypoint = waypoint_of(row);
  const bool is_last = waypoint == slot_of(mind);
  bool wants_leg = is_within(place, waypoint, is_last ? 0 : k_near_waypoint_mm);
  if (wants_leg || (board.state.tick + row.identity) % k_look_ticks == 0) {
    if (sees_slot(board, row, mind)) {
      wants_leg = false;
    } else if (!wants_leg) {
      // In a crowd at a corner nobody has to touch it; or it was pushed aside, or the ground
      // changed.
      wants_leg = (!is_last && mind.stuck_ticks > 0 && is_within(place, waypoint, k_corner_mm)) ||
                  !board.paths.clear_line(place, waypoint, size_of(row));
    }
  }
  std::size_t& plans_left = board.scratch.march.plans_left;
  if (wants_leg && plans_left > 0 && may_ask(board, row, mind)) {
    --plans_left;
    plan(board, row, mind);
    if (mind.going != word(Going::Walking)) return {};
  }
  return towards(place, waypoint_of(row), step_max);
}

// Who stands where something was built over him walks off it.
VectorMm way_off(Board& board, const CoreRow& row, std::int32_t step_max) {
  PointMm point;
  const PointMm place = place_of(row);
  if (board.paths.lead(place, place, size_of(row), point) != Paths::Lead::Onward) return {};
  return towards(place, point, step_max);
}

Stance stance_of(const Mind& mind) {
  if (mind.going == word(Going::Walking)) return Stance::Walks;
  switch (static_cast<Activity>(mind.activity)) {
    case Activity::Striking:
    case Activity::Gathering:
    case Activity::Working:
      return Stance::Holds;
    default:
      return Stance::Stands;
  }
}

std::uint8_t width_of(const Mind& mind) {
  if (mind.stuck_ticks <= k_squeeze_ticks) return 255;
  return static_cast<std::uint8_t>(255 -
                                   std::min<Word>((mind.stuck_ticks - k_squeeze_ticks) * 4, 159));
}

// The longer it is stuck, the longer it keeps to one side.
Passing passing_of(const Mind& mind) {
  if (mind.stuck_ticks <= k_squeeze_ticks) return Passing::Nearest;
  const int doublings = 31 - __builtin_clz(mind.stuck_ticks);
  return doublings % 2 == 0 ? Passing::Right : Passing::Left;
}

void gather_bodies(Board& board) {
  MarchRoom& room = board.scratch.march;
  room.crowd.bodies.clear();
  room.index_of_body.clear();
  room.questions.clear();
  room.plans_left = k_plans_a_tick + board.state.core.size() / k_units_a_plan;
  const WalkGrid& grid = board.paths.grid();
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    CoreRow& row = board.state.core[index];
    if ((row.flags & k_not_walking) != 0) continue;
    const Mind& mind = board.state.minds[index];
    Body body;
    body.place = place_of(row);
    body.radius_mm = static_cast<std::int32_t>(row.radius_mm);
    body.side = row.owner == k_nature ? k_nobodys_side : row.owner;
    const bool walks = mind.going == word(Going::Walking);
    body.step_max_mm =
        walks ? speed_mm_per_tick(board, index) : board.type_of(row).speed_mm_per_tick;
    const Cell cell{row.grid_x, row.grid_z};
    if (grid.is_rough(cell)) body.step_max_mm /= 2;
    if (walks) {
      const auto pace = static_cast<std::int32_t>(mind.pace_mm_per_tick);
      if (pace != 0) body.step_max_mm = std::min(body.step_max_mm, pace);
      body.wish = wish_of(board, index, body.step_max_mm);
      body.width_256ths = width_of(mind);
      body.passing = passing_of(mind);
    }
    body.stance = stance_of(mind);
    if (body.stance != Stance::Walks && !grid.may_stand(cell, size_of(row))) {
      body.wish = way_off(board, row, body.step_max_mm);
      if (body.wish.x != 0 || body.wish.z != 0) body.stance = Stance::Walks;
    }
    room.crowd.bodies.push_back(body);
    room.index_of_body.push_back(static_cast<std::uint32_t>(index));
  }
}

// Walkers that do not get on wait, are content with less, and in the end stay.
void note_progress(CoreRow& row, Mind& mind, const Body& body, const Moved& moved) {
  const VectorMm step{moved.place.x_mm - body.place.x_mm, moved.place.z_mm - body.place.z_mm};
  const std::int64_t wished = length_mm(body.wish.x, body.wish.z);
  const auto distance = static_cast<Word>(distance_between(moved.place, slot_of(mind)));
  const bool is_last = waypoint_of(row) == slot_of(mind);
  // On the last leg only getting nearer than ever counts, so that nobody circles a crowd.
  const bool gets_on =
      is_last ? distance + wished / 4 <= mind.best_mm
              : (std::int64_t{step.x} * body.wish.x + std::int64_t{step.z} * body.wish.z) * 4 >=
                    wished * wished;
  mind.best_mm = std::min(mind.best_mm, distance);
  if (gets_on) {
    mind.stuck_ticks -= std::min<Word>(mind.stuck_ticks, 2);
  } else {
    ++mind.stuck_ticks;
    if (moved.hit_ground && !is_last) set_waypoint(row, moved.place);  // asks for a leg anew
  }
  const Word waited = mind.stuck_ticks < k_patience_ticks ? 0 : mind.stuck_ticks - k_patience_ticks;
  const bool is_crowded =
      moved.touches_standing && waited > 0 &&
      distance <= mind.arrive_mm + std::min(waited * k_crowd_mm_per_tick, k_crowd_mm_max);
  const Word most = is_last || distance <= k_direct_mm ? k_stuck_ticks_max : k_jam_ticks_max;
  if (is_crowded || mind.stuck_ticks > most) stop(row, mind, Going::Arrived);
}

void turn(CoreRow& row, const UnitType& type, std::int32_t x, std::int32_t z) {
  const std::uint32_t wanted = heading_of(x, z);
  const auto most = static_cast<std::int32_t>(type.turn_turn16_per_tick);
  std::int32_t by = static_cast<std::int32_t>((wanted - row.facing_turn16) & 0xffffu);
  if (by > 32768) by -= 65536;
  by = std::clamp(by, -most, most);
  row.facing_turn16 = (row.facing_turn16 + static_cast<std::uint32_t>(by)) & 0xffffu;
}

void show_walk(CoreRow& row, bool moves, Word tick) {
  const Word shown = word(moves ? Animation::Walk : Animation::Idle);
  const Word other = word(moves ? Animation::Idle : Animation::Walk);
  row.flags = moves ? row.flags | snapshot::k_flag_moving : row.flags & ~snapshot::k_flag_moving;
  if (row.animation != other) return;
  row.animation = shown;
  row.animation_tick = tick;
}

void move_row(Board& board, std::size_t index, const Body& body, const Moved& moved) {
  CoreRow& row = board.state.core[index];
  const std::int32_t x = moved.place.x_mm - body.place.x_mm;
  const std::int32_t z = moved.place.z_mm - body.place.z_mm;
  row.velocity_x_mm = x;
  row.velocity_z_mm = z;
  if (x == 0 && z == 0) {
    show_walk(row, false, board.state.tick);
    return;
  }
  const Cell cell = board.field.cell_of(moved.place);
  row.world_x_mm = moved.place.x_mm;
  row.world_y_mm = board.field.height_at_mm(moved.place);
  row.world_z_mm = moved.place.z_mm;
  row.grid_x = cell.x;
  row.grid_z = cell.z;
  const bool walks = body.wish.x != 0 || body.wish.z != 0;
  show_walk(row, walks, board.state.tick);
  if (walks) turn(row, board.type_of(row), body.wish.x, body.wish.z);
}

}  // namespace

void send(Board& board, std::size_t index, PointMm place, Word arrive_mm, bool exactly) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  row.group = 0;
  mind.pace_mm_per_tick = 0;
  const bool is_found = find_goal(board, index, place, exactly);
  set_off(row, mind, place, place, arrive_mm);
  if (!is_found) stop(row, mind, Going::Unreachable);
}

void send_group(Board& board, std::span<const std::size_t> indices, PointMm place, bool own_pace) {
  State& state = board.state;
  FormationRoom& room = board.scratch.march.formation;
  // The first of the largest finds the goal: where it may stand, so may everybody.
  std::size_t leader = k_no_index;
  for (const std::size_t index : indices) {
    if (leader == k_no_index || size_of(state.core[leader]) < size_of(state.core[index])) {
      leader = index;
    }
  }
  if (leader == k_no_index) return;
  const CoreRow& first = state.core[leader];
  Cell cell;
  if (board.paths.nearest_reachable(place_of(first), place, size_of(first), k_anywhere_cells,
                                    cell) &&
      !(cell == board.field.cell_of(place))) {
    place = board.field.middle_of(cell);
  }
  room.units.clear();
  for (const std::size_t index : indices) {
    const CoreRow& row = state.core[index];
    const PointMm from = place_of(row);
    if (!board.paths.may_stand(board.field.cell_of(place), size_of(row)) ||
        !board.paths.reachable(from, place, size_of(row))) {
      send(board, index, place, k_formation_arrive_mm);  // as near as it gets
      continue;
    }
    const UnitType& type = board.type_of(row);
    room.units.push_back({index, type.role, type.radius_mm, from, place, 0, 0});
  }
  form_up(room, board.paths, place);
  for (const FormationUnit& unit : room.units) {
    CoreRow& row = state.core[unit.index];
    set_off(row, state.minds[unit.index], place, unit.slot, k_formation_arrive_mm);
  }
  std::int32_t pace = 0;
  for (const std::size_t index : indices) {
    const std::int32_t speed = speed_mm_per_tick(board, index);
    pace = pace == 0 ? speed : std::min(pace, speed);
  }
  for (const std::size_t index : indices) {
    if (state.minds[index].going != word(Going::Walking)) continue;
    state.core[index].group = state.next_formation;
    state.minds[index].pace_mm_per_tick = own_pace ? 0 : static_cast<Word>(pace);
  }
  ++state.next_formation;
}

void halt(Board& board, std::size_t index) {
  stop(board.state.core[index], board.state.minds[index], Going::Nowhere);
}

void step_march(Board& board) {
  board.paths.prepare(k_sectors_a_tick);
  gather_bodies(board);
  MarchRoom& room = board.scratch.march;
  room.crowd.step(board.paths.grid());
  for (std::size_t at = 0; at < room.crowd.bodies.size(); ++at) {
    const std::size_t index = room.index_of_body[at];
    const Body& body = room.crowd.bodies[at];
    const Moved& moved = room.crowd.moved[at];
    move_row(board, index, body, moved);
    Mind& mind = board.state.minds[index];
    if (mind.going == word(Going::Walking)) {
      note_progress(board.state.core[index], mind, body, moved);
    }
  }
  board.grid.rebuild(board.field, board.state.core);
}

}  // namespace terrane::rts
