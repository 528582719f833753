#include "terrane/rts/orders.h"

#include <algorithm>

#include "terrane/rts/economy.h"
#include "terrane/rts/garrison.h"
#include "terrane/rts/order_checks.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::Event;
using snapshot::EventKind;
using snapshot::OrderRow;

void tell_refusal(Board& board, const Ask& ask, Refusal reason, Word unit) {
  const snapshot::OrderPayload& order = ask.payload;
  tell(board, EventKind::OrderRefused,
       snapshot::RefusedPayload{order.player, static_cast<Word>(ask.kind),
                                static_cast<Word>(reason), unit});
  const snapshot::AlertPayload alert{order.player, unit, order.argument, order.x_mm, order.z_mm};
  if (reason == Refusal::NoMeans) tell(board, EventKind::AlertNoMeans, alert);
  if (reason == Refusal::NoSupply) tell(board, EventKind::AlertNoSupply, alert);
}

// Live rows, without those that are done with.
std::size_t count_live(const std::vector<OrderRow>& orders, RowRange range) {
  std::size_t live = 0;
  for (std::size_t at = range.first; at < range.past; ++at) live += orders[at].kind != 0 ? 1 : 0;
  return live;
}

void drop_range(Board& board, RowRange range) {
  for (std::size_t at = range.first; at < range.past; ++at) board.state.orders[at].kind = 0;
  board.orders_done = board.orders_done || !range.empty();
}

// The order becomes theirs: instead of what they had, written over it where there was something, or
// behind it. All new rows are merged into the table in one pass. Returns the first unit whose queue
// is full, 0 when none is.
Word give_rows(Board& board, const std::vector<std::size_t>& units, OrderRow order, bool queued) {
  State& state = board.state;
  std::vector<OrderRow>& added = board.scratch.orders;
  added.clear();
  Word full = 0;
  for (const std::size_t index : units) {
    CoreRow& row = state.core[index];
    order.identity = row.identity;
    const RowRange range = rows_of(state.orders, row.identity);
    if (queued) {
      if (count_live(state.orders, range) >= k_orders_queued_max) {
        if (full == 0) full = row.identity;
        continue;
      }
      order.place = static_cast<Word>(range.size());
      added.push_back(order);
      continue;
    }
    row.order = 0;
    order.place = 0;
    if (range.empty()) {
      added.push_back(order);
    } else {
      drop_range(board, range);
      state.orders[range.first] = order;
    }
  }
  merge_rows(state.orders, std::span<const OrderRow>(added));
  return full;
}

void set_rally(Board& board, std::size_t building, const Ask& ask, PointMm place) {
  const Word identity = board.state.core[building].identity;
  const snapshot::RallyRow wanted{identity, ask.payload.target, place.x_mm, place.z_mm};
  if (snapshot::RallyRow* row = find_row(board.state.rally_points, identity)) {
    *row = wanted;
  } else {
    merge_rows(board.state.rally_points, std::span(&wanted, 1));
  }
}

void set_gate(Board& board, std::size_t gate, bool open) {
  CoreRow& row = board.state.core[gate];
  if (((row.flags & snapshot::k_flag_gate_open) != 0) == open) return;
  row.flags ^= snapshot::k_flag_gate_open;
  const CellRect cells = footprint(board.field, board.type_of(row), place_of(row));
  if (open) {
    board.paths.unblock(cells);
  } else {
    board.paths.block(cells);
  }
  sound(board, Noise::GateMoves, row);
}

void run_on_building(Board& board, const Ask& ask, std::size_t building, PointMm place) {
  const Word player = ask.payload.player;
  const Word argument = ask.payload.argument;
  switch (ask.kind) {
    case EventKind::OrderTrain:
      pay(board, player, board.rules.type(argument).cost);
      enqueue(board, building, false, argument);
      break;
    case EventKind::OrderResearch:
      pay(board, player, upgrade_cost(board, player, argument));
      enqueue(board, building, true, argument);
      break;
    case EventKind::OrderCancelTrain:
      cancel_queue(board, building, argument);
      break;
    case EventKind::OrderRally:
      set_rally(board, building, ask, place);
      break;
    case EventKind::OrderGate:
      set_gate(board, building, argument == 1);
      break;
    case EventKind::OrderCancelBuild:
      cancel_site(board, building);
      break;
    case EventKind::OrderUnload:
      turn_out(board, building);
      break;
    default:
      break;
  }
}

void run_order(Board& board, const Ask& ask) {
  std::vector<std::size_t>& units = board.scratch.units;
  const Verdict verdict = judge(board, ask, units);
  if (verdict.all != Refusal::None) {
    tell_refusal(board, ask, verdict.all, verdict.all == verdict.some ? verdict.unit : 0);
    return;
  }
  if (verdict.some != Refusal::None) tell_refusal(board, ask, verdict.some, verdict.unit);
  if (is_for_buildings(ask.kind)) {
    for (const std::size_t building : units) run_on_building(board, ask, building, verdict.place);
    return;
  }
  OrderRow order;
  order.kind = static_cast<Word>(ask.kind);
  order.target = ask.payload.target;
  order.x_mm = verdict.place.x_mm;
  order.z_mm = verdict.place.z_mm;
  order.argument = ask.payload.argument;
  order.given_tick = board.state.tick;
  if (ask.kind == EventKind::OrderBuild) {
    pay(board, ask.payload.player, board.rules.type(ask.payload.argument).cost);
    order.target = begin_site(board, ask.payload.player, ask.payload.argument, verdict.place);
  } else if (ask.kind == EventKind::OrderMove || ask.kind == EventKind::OrderAttackMove ||
             ask.kind == EventKind::OrderPatrol) {
    order.target = 0;
  }
  const Word full = give_rows(board, units, order, ask.payload.queued != 0);
  if (full != 0) tell_refusal(board, ask, Refusal::QueueFull, full);
}

void set_group(Board& board, const snapshot::GroupPayload& wanted, std::span<const Word> list) {
  const Ask told{EventKind::SetGroup, {wanted.player, 0, 0, 0, wanted.group, 0, wanted.group}, {}};
  if (!is_playing(board, wanted.player)) return tell_refusal(board, told, Refusal::Over, 0);
  if (wanted.group == 0 || wanted.group > k_control_groups || wanted.add > 1) {
    return tell_refusal(board, told, Refusal::BadArgument, 0);
  }
  std::vector<GroupRow>& groups = board.state.groups;
  const auto is_of_it = [&](const GroupRow& row) {
    return row.player == wanted.player && row.group == wanted.group;
  };
  if (wanted.add == 0) drop_rows(groups, is_of_it);
  auto room = static_cast<std::ptrdiff_t>(snapshot::k_event_list_max) -
              std::count_if(groups.begin(), groups.end(), is_of_it);
  Refusal refused = Refusal::None;
  Word about = 0;
  const std::size_t kept = groups.size();
  for (const Word identity : list) {
    const std::size_t index = board.find(identity);
    Refusal reason = Refusal::None;
    if (index == k_no_index) {
      reason = Refusal::Dead;
    } else if (board.state.core[index].owner != wanted.player) {
      reason = Refusal::Foreign;
    } else if (room == 0) {
      reason = Refusal::QueueFull;
    } else {
      groups.push_back({wanted.player, wanted.group, identity});
      room -= 1;
    }
    if (reason == Refusal::None || refused != Refusal::None) continue;
    refused = reason;
    about = identity;
  }
  if (groups.size() != kept) {
    const auto key = [](const GroupRow& row) {
      return std::uint64_t{row.player * (k_control_groups + 1) + row.group} << 32 | row.unit;
    };
    std::sort(groups.begin(), groups.end(),
              [&](const GroupRow& a, const GroupRow& b) { return key(a) < key(b); });
    groups.erase(
        std::unique(groups.begin(), groups.end(),
                    [&](const GroupRow& a, const GroupRow& b) { return key(a) == key(b); }),
        groups.end());
  }
  if (refused != Refusal::None) tell_refusal(board, told, refused, about);
}

// Tick and player of a pending record, for their order.
std::uint64_t pending_key(const Event& event) {
  return std::uint64_t{event.tick} << 32 | event.payload[0];
}

// Half of the cells of a length, to the nearest border or middle of a cell.
std::int32_t snap(std::int32_t value_mm, std::int32_t origin_mm, std::int32_t cells) {
  const std::int32_t half = cells * (k_cell_mm / 2);
  const std::int64_t from = std::int64_t{value_mm} - origin_mm - half + k_cell_mm / 2;
  const std::int64_t cell = base::floor_divide(from, k_cell_mm);
  return static_cast<std::int32_t>(origin_mm + cell * k_cell_mm + half);
}

}  // namespace

std::string_view refusal_text(Refusal reason) {
  switch (reason) {
    case Refusal::None:
      return "nothing speaks against it";
    case Refusal::NoUnits:
      return "no unit is asked";
    case Refusal::Dead:
      return "a unit is dead or never was";
    case Refusal::Foreign:
      return "a unit is another's";
    case Refusal::CannotDo:
      return "the unit cannot do that";
    case Refusal::TargetDead:
      return "the target is dead or never was";
    case Refusal::TargetUnseen:
      return "the target is not seen";
    case Refusal::TargetWrong:
      return "the target is not one for this order";
    case Refusal::OutsideMap:
      return "the place is outside the map";
    case Refusal::NoWay:
      return "there is no way to it";
    case Refusal::NoMeans:
      return "gold or wood is lacking";
    case Refusal::NoSupply:
      return "houses are lacking";
    case Refusal::SiteBlocked:
      return "the site is blocked or was never seen";
    case Refusal::NotMade:
      return "that is not made there";
    case Refusal::Requires:
      return "another building must stand first";
    case Refusal::QueueFull:
      return "the queue is full";
    case Refusal::AtMost:
      return "there is no more than that";
    case Refusal::NothingThere:
      return "there is nothing of that kind";
    case Refusal::Over:
      return "the match or the player's part in it is over";
    case Refusal::BadArgument:
      return "an argument of the order is out of its range";
  }
  return "no reason of the list";
}

void queue_pending(State& state, const Event& event) {
  std::size_t at = 0;
  while (at < state.pending.size()) {
    std::size_t next = at;
    const auto other = snapshot::read_event(state.pending, next);
    TERRANE_ASSERT(other.ok(), "pending records were checked when they came");
    if (!other.ok() || pending_key(other.value()) > pending_key(event)) break;
    at = next;
  }
  const Word head[snapshot::k_event_head_words] = {
      static_cast<Word>(event.info->kind), event.tick,
      static_cast<Word>(event.payload.size() + event.list.size())};
  auto to = state.pending.begin() + static_cast<std::ptrdiff_t>(at);
  to = state.pending.insert(to, std::begin(head), std::end(head)) + std::ssize(head);
  to = state.pending.insert(to, event.payload.begin(), event.payload.end()) +
       std::ssize(event.payload);
  state.pending.insert(to, event.list.begin(), event.list.end());
}

void apply_due(Board& board) {
  State& state = board.state;
  std::size_t at = 0;
  while (at < state.pending.size()) {
    std::size_t next = at;
    const auto event = snapshot::read_event(state.pending, next);
    TERRANE_ASSERT(event.ok(), "pending records were checked when they came");
    if (!event.ok() || event.value().tick > state.tick) break;
    apply(board, event.value());
    at = next;
  }
  state.pending.erase(state.pending.begin(),
                      state.pending.begin() + static_cast<std::ptrdiff_t>(at));
}

void apply(Board& board, const Event& event) {
  const EventKind kind = event.info->kind;
  Ask ask;
  snapshot::GroupPayload group;
  snapshot::PlayerPayload player;
  snapshot::SettingPayload setting;
  snapshot::TextPayload text;
  if (is_order(kind) && event.get(ask.payload)) {
    ask.kind = kind;
    ask.list = event.list;
    run_order(board, ask);
  } else if (kind == EventKind::SetGroup && event.get(group)) {
    set_group(board, group, event.list);
  } else if (kind == EventKind::Surrender && event.get(player)) {
    if (is_playing(board, player.player)) surrender(board, player.player, false);
  } else if (kind == EventKind::Say && event.get(text)) {
    tell(board, EventKind::Said, text);
  } else if (kind == EventKind::SetPause && event.get(setting)) {
    tell(board, EventKind::Paused, setting);  // so that all peers pause at the same tick
  } else if (kind == EventKind::SetSpeed && event.get(setting)) {
    tell(board, EventKind::SpeedSet, setting);
  }
}

Refusal check(Board& board, const Event& event) {
  Ask ask;
  if (!is_order(event.info->kind) || !event.get(ask.payload)) return Refusal::BadArgument;
  ask.kind = event.info->kind;
  ask.list = event.list;
  return judge(board, ask, board.scratch.units).all;
}

bool may_build(const Board& board, Word player, Word type_index, PointMm place) {
  const UnitType& type = board.rules.type(type_index);
  const CellRect cells = footprint(board.field, type, place);
  for (std::int32_t z = cells.first.z; z < cells.past.z; ++z) {
    for (std::int32_t x = cells.first.x; x < cells.past.x; ++x) {
      if (!board.field.contains({x, z})) return false;
      if (!board.paths.may_stand({x, z}, SizeClass::Small)) return false;
      if (!has_seen(board, player, board.field.middle_of({x, z}))) return false;
    }
  }
  const std::int32_t reach_mm =
      std::max(type.footprint_x_cells, type.footprint_z_cells) * k_cell_mm + 4000;
  bool is_free = true;
  board.grid.for_each_near(place, reach_mm, [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    const UnitType& other = board.type_of(row);
    if (is_dead(board, index)) return;
    if (!is_mobile(other.role)) {  // an open gate: its cells may be walked on, but are taken
      const CellRect taken = footprint(board.field, other, place_of(row));
      is_free = is_free && (taken.first.x >= cells.past.x || taken.past.x <= cells.first.x ||
                            taken.first.z >= cells.past.z || taken.past.z <= cells.first.z);
      return;
    }
    const bool is_in = row.grid_x >= cells.first.x && row.grid_x < cells.past.x &&
                       row.grid_z >= cells.first.z && row.grid_z < cells.past.z;
    // The player's own step aside; what the player does not see may not be told by a refusal.
    if (is_in && row.owner != player && sees_unit(board, player, index)) is_free = false;
  });
  return is_free;
}

PointMm snap_site(const Battlefield& field, const UnitType& type, PointMm place) {
  return {snap(place.x_mm, field.origin_x_mm, type.footprint_x_cells),
          snap(place.z_mm, field.origin_z_mm, type.footprint_z_cells)};
}

Cost upgrade_cost(const Board& board, Word player, Word upgrade) {
  const Upgrade& rule = board.rules.upgrades[upgrade];
  std::int32_t next = 1;
  const RowRange range = rows_of(board.state.upgrades, snapshot::player_identity(player));
  for (std::size_t at = range.first; at < range.past; ++at) {
    const snapshot::UpgradeRow& row = board.state.upgrades[at];
    if (row.upgrade == upgrade) next = static_cast<std::int32_t>(row.level) + 1;
  }
  return {rule.cost.gold * next, rule.cost.wood * next, 0};
}

const OrderRow* current_order(const Board& board, Word identity) {
  const OrderRow* row = find_row(board.state.orders, identity);
  return row != nullptr && row->kind != 0 ? row : nullptr;
}

void finish_order(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  row.order = 0;
  row.target = 0;
  if (OrderRow* order = find_row(board.state.orders, row.identity)) {
    order->kind = 0;
    board.orders_done = true;
  }
}

void clear_orders(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  row.order = 0;
  row.target = 0;
  drop_range(board, rows_of(board.state.orders, row.identity));
}

void sweep_orders(Board& board) {
  if (!board.orders_done) return;
  board.orders_done = false;
  std::vector<OrderRow>& orders = board.state.orders;
  drop_rows(orders, [](const OrderRow& row) { return row.kind == 0; });
  Word place = 0;
  for (std::size_t at = 0; at < orders.size(); ++at) {
    place = at > 0 && orders[at].identity == orders[at - 1].identity ? place + 1 : 0;
    orders[at].place = place;
  }
}

}  // namespace terrane::rts
