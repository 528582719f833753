#include "terrane/rts/opponent_thought.h"

#include <algorithm>

#include "terrane/rts/orders.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

template <typename Payload>
void run(Thought& thought, EventKind kind, const Payload& payload, std::span<const Word> list) {
  std::vector<Word>& record = thought.room.record;
  record.clear();
  const auto appended = snapshot::append_event(record, kind, thought.tick(), payload, list);
  TERRANE_ASSERT(appended.ok(), "an opponent's orders are events of the table");
  if (!appended.ok()) return;
  std::size_t at = 0;
  const auto event = snapshot::read_event(record, at);
  if (event.ok()) apply(thought.board, event.value());
}

}  // namespace

std::int32_t power_of(const UnitType& type, std::int32_t health_256, std::int32_t health_max_256) {
  std::int64_t worth = type.cost.gold + type.cost.wood;
  if (type.role == Role::Worker) {
    worth /= 5;
  } else if (!is_soldier(type.role) && type.role != Role::Tower) {
    return 0;
  }
  return static_cast<std::int32_t>(worth * health_256 / std::max(1, health_max_256));
}

bool give(Thought& thought, EventKind kind, snapshot::OrderPayload order,
          std::span<const Word> list) {
  if (!thought.may_speak() || list.empty()) return false;
  --thought.orders_left;
  order.player = thought.player;
  while (!list.empty()) {
    const std::size_t part = std::min<std::size_t>(list.size(), snapshot::k_event_list_max);
    run(thought, kind, order, list.first(part));
    list = list.subspan(part);
  }
  return true;
}

bool give_place(Thought& thought, EventKind kind, PointMm place, std::span<const Word> list,
                bool queued) {
  snapshot::OrderPayload order;
  order.x_mm = place.x_mm;
  order.z_mm = place.z_mm;
  order.queued = queued ? 1 : 0;
  return give(thought, kind, order, list);
}

bool give_target(Thought& thought, EventKind kind, Word target, std::span<const Word> list) {
  snapshot::OrderPayload order;
  order.target = target;
  return give(thought, kind, order, list);
}

void set_squad(Thought& thought, std::size_t squad, std::span<const Word> list, bool add) {
  const std::size_t part = std::min<std::size_t>(list.size(), snapshot::k_event_list_max);
  run(thought, EventKind::SetGroup,
      snapshot::GroupPayload{thought.player, static_cast<Word>(squad), add ? 1u : 0u},
      list.first(part));
}

}  // namespace terrane::rts
