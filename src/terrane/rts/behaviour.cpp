#include "terrane/rts/behaviour.h"

#include <algorithm>
#include <tuple>

#include "terrane/rts/apart.h"
#include "terrane/rts/chase.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/garrison.h"
#include "terrane/rts/march.h"
#include "terrane/rts/orders.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::OrderRow;

constexpr Word k_arrive_mm = 200;               // of a place on open ground
constexpr std::int32_t k_leash_mm = 8000;       // beyond its sight, a chase is given up
constexpr std::int32_t k_chase_mm = 30'000;     // so far from its way an attack goes after a foe
constexpr std::int32_t k_follow_gap_mm = 2000;  // who follows stays so near
constexpr std::int32_t k_door_mm = 1200;        // who is to go inside, goes in from here

PointMm slot_of(const Mind& mind) {
  return {mind.slot_x_mm, mind.slot_z_mm};
}
PointMm post_of(const Mind& mind) {
  return {mind.post_x_mm, mind.post_z_mm};
}
PointMm aim_of(const OrderRow& order) {
  return {order.x_mm, order.z_mm};
}

// Whether it looks round for foes now: every eighth tick, seldomer after one it could not reach.
bool may_look(const Board& board, const CoreRow& row, const Mind& mind) {
  return is_look_tick(board, row) && board.state.tick >= mind.look_tick;
}
bool was_just_hit(const Board& board, const Mind& mind) {
  return mind.hit_tick != 0 && mind.hit_tick + 1 >= board.state.tick;
}

void take_post(Mind& mind, const CoreRow& row) {
  mind.post_x_mm = row.world_x_mm;
  mind.post_z_mm = row.world_z_mm;
}

// Back on its way after a chase, to its own place in the formation.
void resume(Board& board, std::size_t index, PointMm place) {
  send(board, index, place, k_arrive_mm);
  Mind& mind = board.state.minds[index];
  mind.activity = word(Activity::Moving);
  const PointMm slot{mind.goal_x_mm + mind.offset_x_mm, mind.goal_z_mm + mind.offset_z_mm};
  const SizeClass size =
      size_class_of(static_cast<std::int32_t>(board.state.core[index].radius_mm));
  if (slot == slot_of(mind) || !board.paths.may_stand(board.field.cell_of(slot), size)) return;
  mind.slot_x_mm = slot.x_mm;
  mind.slot_z_mm = slot.z_mm;
}

void stand(Board& board, std::size_t index) {
  Mind& mind = board.state.minds[index];
  if (mind.going != word(Going::Nowhere)) halt(board, index);
  mind.activity = word(Activity::Idle);
}

// Done with its order; it stands until the next one begins.
void finish(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  // Gatherers have told it themselves.
  const bool tells = row.order != word(EventKind::OrderGather) &&
                     board.type_of(row).role == Role::Worker &&
                     rows_of(board.state.orders, row.identity).size() == 1;
  finish_order(board, index);
  stand(board, index);
  take_post(board.state.minds[index], row);
  if (tells) {
    alert(board, EventKind::AlertIdle, row.owner, row);
  }
}

// --- What each order does in a tick --------------------------------------------------------

// Without an order, or stopped: answers who struck it (soldiers without an order: whoever comes in
// sight) and goes back to its post.
void step_idle(Board& board, std::size_t index, bool stopped) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if ((row.flags & snapshot::k_flag_inside) != 0) return;
  if (mind.foe != 0) {
    if (chase(board, index, sight_mm(board, index) + k_leash_mm, false) == Chase::On) return;
    forget_foe(board, index, 0);
    if (!stopped && look_round(board, index)) return;
    mind.offset_x_mm = mind.offset_z_mm = 0;
    resume(board, index, post_of(mind));
    return;
  }
  if (is_at(mind, Activity::Moving)) {
    if (!is_walking(mind)) stand(board, index);
  } else if (!is_at(mind, Activity::Idle)) {
    stand(board, index);
  }
  const UnitType& type = board.type_of(row);
  const bool looks = was_just_hit(board, mind) ||
                     (!stopped && is_soldier(type.role) && may_look(board, row, mind));
  if (!looks || !type.weapon.has) return;
  if (is_at(mind, Activity::Idle)) take_post(mind, row);
  if (look_round(board, index) || is_walking(mind)) return;
  // It may have tried a foe that it cannot reach.
  if (is_at(mind, Activity::Moving)) {
    resume(board, index, post_of(mind));
  } else {
    stand(board, index);
  }
}

void step_move(Board& board, std::size_t index) {
  if (!is_walking(board.state.minds[index])) finish(board, index);
}

// Strikes what comes within its range and never leaves its place.
void step_hold(Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if (is_at(mind, Activity::Striking) && row.action_tick != 0) return;
  mind.activity = word(Activity::Idle);
  std::size_t foe = mind.foe == 0 ? k_no_index : board.find(mind.foe);
  if (foe != k_no_index && !in_range(board, index, foe)) foe = k_no_index;
  if (foe == k_no_index) {
    if (mind.foe != 0) forget_foe(board, index, 0);
    if (!is_look_tick(board, row) && !was_just_hit(board, mind)) return;
    foe = find_foe(board, index, range_mm(board, index));
    if (foe == k_no_index) return;
    mind.foe = board.state.core[foe].identity;
  }
  if (!start_blow(board, index, foe) && !may_strike(board, index, foe)) {
    forget_foe(board, index, 0);
  }
}

// To the end of its leg: a patrol goes out to the order's place and back to the cell in its
// argument.
void resume_leg(Board& board, std::size_t index, const OrderRow& order) {
  if (board.state.minds[index].leg == 0) {
    resume(board, index, aim_of(order));
    return;
  }
  const Cell start{static_cast<std::int32_t>(order.argument & 0xffff),
                   static_cast<std::int32_t>(order.argument >> 16)};
  resume(board, index, board.field.middle_of(board.field.clamped(start)));
}

// Attack-move and patrol: on its way until a foe comes in sight, then on again.
void step_advance(Board& board, std::size_t index, const OrderRow& order) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if (mind.foe != 0) {
    if (chase(board, index, k_chase_mm, false) == Chase::On) return;
    forget_foe(board, index, 0);
    if (look_round(board, index)) return;
    resume_leg(board, index, order);
    return;
  }
  if (board.type_of(row).weapon.has && (may_look(board, row, mind) || was_just_hit(board, mind))) {
    const Mind before = mind;
    const Word group = row.group;
    take_post(mind, row);
    if (look_round(board, index)) return;
    if (mind.going != before.going) {  // it tried to reach somebody and could not
      const Word look_tick = mind.look_tick;
      mind = before;
      mind.look_tick = look_tick;
      row.group = group;
    }
  }
  if (is_walking(mind)) return;
  if (order.kind == word(EventKind::OrderPatrol)) {
    mind.leg ^= 1;
    resume_leg(board, index, order);
  } else {
    finish(board, index);
  }
}

// Where a foe is no longer seen, it goes to where it was last.
void search(Board& board, std::size_t index, const OrderRow& order, bool is_there) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if (mind.foe != 0) forget_foe(board, index, order.target);
  const RowRange memory = rows_of(board.state.remembered, order.target);
  bool remembered = false;
  for (std::size_t at = memory.first; at < memory.past; ++at) {
    remembered = remembered || board.state.remembered[at].viewer == row.owner;
  }
  if (!is_there && !remembered) {
    finish(board, index);
  } else if (!is_at(mind, Activity::Moving)) {
    send(board, index, aim_of(order), static_cast<Word>(k_follow_gap_mm));
    mind.activity = word(Activity::Moving);
  } else if (!is_walking(mind)) {
    finish(board, index);
  }
}

void step_attack(Board& board, std::size_t index, OrderRow& order) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if (is_at(mind, Activity::Striking) && row.action_tick != 0) return;
  const std::size_t foe = board.find(order.target);
  if (foe == k_no_index || !may_strike(board, index, foe)) {
    search(board, index, order, foe != k_no_index);
    return;
  }
  if (is_look_tick(board, row)) {
    order.x_mm = board.state.core[foe].world_x_mm;
    order.z_mm = board.state.core[foe].world_z_mm;
  }
  if (mind.foe != order.target) {
    mind.foe = order.target;
    mind.activity = word(Activity::Chasing);
    row.target = order.target;
    if (!in_range(board, index, foe)) send_to(board, index, foe, range_mm(board, index));
  }
  chase(board, index, 0, true);
}

void step_follow(Board& board, std::size_t index, const OrderRow& order) {
  const CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  const std::size_t target = board.find(order.target);
  if (target == k_no_index) {
    finish(board, index);
    return;
  }
  const CoreRow& leader = board.state.core[target];
  const bool goes_in = (leader.flags & snapshot::k_flag_building) != 0;
  if (goes_in && gap_mm(board, index, target) <= k_door_mm) {
    finish(board, index);
    enter(board, index, target);
    return;
  }
  if (goes_in && !is_walking(mind)) finish(board, index);  // it cannot get nearer
  if (goes_in || !is_look_tick(board, row)) return;
  const PointMm aim{mind.goal_x_mm, mind.goal_z_mm};
  if (is_walking(mind) && within(aim, place_of(leader), k_moved_mm)) return;
  if (gap_mm(board, index, target) > k_follow_gap_mm) {
    send_to(board, index, target, k_follow_gap_mm / 2);
  }
}

void step_work(Board& board, std::size_t index, const OrderRow& order) {
  const bool goes_on = step_worker(board, index);
  const bool is_brought =
      order.kind == word(EventKind::OrderReturnLoad) && board.state.minds[index].load == 0;
  if (!goes_on || is_brought) finish(board, index);
}

void step_unit(Board& board, std::size_t index, OrderRow* order) {
  const CoreRow& row = board.state.core[index];
  if (row.order == 0 || order == nullptr) {
    step_idle(board, index, false);
    return;
  }
  switch (static_cast<EventKind>(row.order)) {
    case EventKind::OrderMove:
      step_move(board, index);
      break;
    case EventKind::OrderAttack:
      step_attack(board, index, *order);
      break;
    case EventKind::OrderAttackMove:
    case EventKind::OrderPatrol:
      step_advance(board, index, *order);
      break;
    case EventKind::OrderHold:
      step_hold(board, index);
      break;
    case EventKind::OrderStop:
      step_idle(board, index, true);
      break;
    case EventKind::OrderFollow:
      step_follow(board, index, *order);
      break;
    default:
      step_work(board, index, *order);
      break;
  }
}

// --- Beginning -------------------------------------------------------------------------------

bool is_group_walk(Word kind) {
  return kind == word(EventKind::OrderMove) || kind == word(EventKind::OrderAttackMove) ||
         kind == word(EventKind::OrderPatrol);
}

// economy.h's step_worker() sends it on its way, in this very tick.
void begin_work(Board& board, std::size_t index, const OrderRow& order) {
  Mind& mind = board.state.minds[index];
  switch (static_cast<EventKind>(order.kind)) {
    case EventKind::OrderReturnLoad:
      mind.activity = word(Activity::ToHall);
      return;
    case EventKind::OrderGather:
      mind.activity = word(Activity::ToResource);
      break;
    default:
      mind.activity = word(Activity::ToSite);
      break;
  }
  mind.site = order.target;
}

// Whether the unit may begin now; if so, what it did before is over.
bool drop_deed(Board& board, std::size_t index, const OrderRow& order) {
  CoreRow& row = board.state.core[index];
  Mind& mind = board.state.minds[index];
  if ((row.flags & snapshot::k_flag_inside) != 0) {
    if (!is_at(mind, Activity::Inside)) {  // economy.h lets it out of the mine in the next tick
      mind.activity = word(Activity::Idle);
      return false;
    }
    leave(board, index, aim_of(order));
  }
  forget_foe(board, index, order.target);
  row.action_tick = 0;
  row.order = order.kind;
  stand(board, index);
  mind.leg = 0;
  mind.offset_x_mm = mind.offset_z_mm = 0;
  if (order.kind != word(EventKind::OrderReturnLoad)) mind.site = 0;
  take_post(mind, row);
  return true;
}

void begin(Board& board, std::size_t index, const OrderRow& order) {
  Mind& mind = board.state.minds[index];
  switch (static_cast<EventKind>(order.kind)) {
    case EventKind::OrderAttack:
    case EventKind::OrderHold:
    case EventKind::OrderStop:
      break;
    case EventKind::OrderFollow: {
      const std::size_t target = board.find(order.target);
      if (target != k_no_index) {
        const bool goes_in = (board.state.core[target].flags & snapshot::k_flag_building) != 0;
        send_to(board, index, target, goes_in ? k_door_mm / 2 : k_follow_gap_mm / 2);
      }
      mind.activity = word(Activity::Moving);
      break;
    }
    default:
      begin_work(board, index, order);
      break;
  }
}

// All who begin the same walk in this tick go as one, in formation.
void begin_walk(Board& board, std::span<const std::uint64_t> begins) {
  State& state = board.state;
  std::vector<std::size_t>& group = board.scratch.group;
  group.clear();
  std::int64_t x_mm = 0;
  std::int64_t z_mm = 0;
  for (const std::uint64_t begin : begins) {
    const auto index = static_cast<std::size_t>(begin & 0xffffffffu);
    group.push_back(index);
    x_mm += state.core[index].world_x_mm;
    z_mm += state.core[index].world_z_mm;
  }
  const auto count = static_cast<std::int64_t>(group.size());
  const Cell start = board.field.clamped(board.field.cell_of(
      {static_cast<std::int32_t>(x_mm / count), static_cast<std::int32_t>(z_mm / count)}));
  const PointMm place = aim_of(state.orders[static_cast<std::size_t>(begins.front() >> 32)]);
  if (group.size() == 1) {
    send(board, group.front(), place, k_arrive_mm);
  } else {
    send_group(board, group, place, false);
  }
  for (const std::uint64_t begin : begins) {
    Mind& mind = state.minds[static_cast<std::size_t>(begin & 0xffffffffu)];
    mind.activity = word(Activity::Moving);
    mind.offset_x_mm = mind.slot_x_mm - mind.goal_x_mm;
    mind.offset_z_mm = mind.slot_z_mm - mind.goal_z_mm;
    OrderRow& order = state.orders[static_cast<std::size_t>(begin >> 32)];
    if (order.kind == word(EventKind::OrderPatrol)) {
      order.argument = static_cast<Word>(start.x) | static_cast<Word>(start.z) << 16;
    }
  }
}

// Takes up every order that is the first of its unit and was not begun. Those that walk are sorted
// by what they were asked: a `begin` is the order's row << 32 | the unit's index.
void take_up(Board& board) {
  State& state = board.state;
  std::vector<std::uint64_t>& begins = board.scratch.begins;
  begins.clear();
  for (std::size_t at = 0; at < state.orders.size(); ++at) {
    const OrderRow& order = state.orders[at];
    if (order.kind == 0 || (at > 0 && state.orders[at - 1].identity == order.identity)) continue;
    const std::size_t index = board.find(order.identity);
    if (index == k_no_index || state.core[index].order != 0) continue;
    if (!drop_deed(board, index, order)) continue;
    if (is_group_walk(order.kind)) {
      begins.push_back(std::uint64_t{at} << 32 | index);
    } else {
      begin(board, index, order);
    }
  }
  const auto asked = [&](std::uint64_t begin) {
    const OrderRow& order = state.orders[static_cast<std::size_t>(begin >> 32)];
    const Word owner = state.core[static_cast<std::size_t>(begin & 0xffffffffu)].owner;
    return std::tuple(owner, order.kind, order.x_mm, order.z_mm, order.given_tick);
  };
  std::sort(begins.begin(), begins.end(), [&](std::uint64_t a, std::uint64_t b) {
    const auto left = asked(a);
    const auto right = asked(b);
    return left != right ? left < right : a < b;
  });
  for (std::size_t first = 0; first < begins.size();) {
    std::size_t past = first + 1;
    while (past < begins.size() && asked(begins[past]) == asked(begins[first])) ++past;
    begin_walk(board, std::span(begins).subspan(first, past - first));
    first = past;
  }
}

// Orders that only last: done as soon as another waits behind them.
bool gives_way(const OrderRow& order) {
  return order.kind == word(EventKind::OrderHold) || order.kind == word(EventKind::OrderStop);
}

}  // namespace

void step_behaviour(Board& board) {
  constexpr Word k_not_of_it =
      snapshot::k_flag_building | snapshot::k_flag_resource | snapshot::k_flag_wildlife;
  take_up(board);
  State& state = board.state;
  std::size_t at = 0;  // in the orders, which ascend as the core does
  for (std::size_t index = 0; index < state.core.size(); ++index) {
    const CoreRow& row = state.core[index];
    if ((row.flags & k_not_of_it) != 0 || is_dead(board, index)) continue;
    while (at < state.orders.size() && state.orders[at].identity < row.identity) ++at;
    OrderRow* order = nullptr;
    if (at < state.orders.size() && state.orders[at].identity == row.identity &&
        state.orders[at].kind != 0) {
      order = &state.orders[at];
    }
    const bool more = order != nullptr && at + 1 < state.orders.size() &&
                      state.orders[at + 1].identity == row.identity &&
                      state.orders[at + 1].kind != 0;
    if (more && row.order != 0 && gives_way(*order)) {
      finish(board, index);
      continue;
    }
    step_unit(board, index, order);
  }
}

}  // namespace terrane::rts
