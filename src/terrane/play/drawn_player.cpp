#include "terrane/play/drawn_player.h"

#include "terrane/base/hash.h"
#include "terrane/snapshot/events.h"

namespace terrane::play {
namespace {

using snapshot::CoreRow;
using snapshot::EventKind;
using snapshot::Word;

constexpr Word k_order_ticks = 10;  // between two chances to order
constexpr double k_order_chance = 0.3;
constexpr std::size_t k_units_max = 24;  // that one order is for

}  // namespace

void DrawnPlayer::play(const rts::Rules& rules, const snapshot::View& view,
                       std::vector<Word>& records) {
  const std::uint64_t key = base::hash(seed_, player_, view.tick());
  if ((view.tick() + player_) % k_order_ticks != 0 || !base::draw_chance(key, k_order_chance)) {
    return;
  }
  units_.clear();
  const auto core = view.core().each<CoreRow>();
  for (const auto row : core) {
    const Word type = row.get(&CoreRow::type);
    const bool is_mine = row.get(&CoreRow::owner) == player_ && type < rules.types.size();
    if (is_mine && rts::is_mobile(rules.types[type].role)) {
      units_.push_back(row.get(&CoreRow::identity));
    }
  }
  if (units_.empty()) return;
  const auto count = static_cast<std::uint32_t>(core.count());
  const auto target = core[base::draw_index(base::hash(key, 1), count)];
  constexpr EventKind k_kinds[] = {EventKind::OrderAttackMove, EventKind::OrderAttackMove,
                                   EventKind::OrderMove,       EventKind::OrderPatrol,
                                   EventKind::OrderAttack,     EventKind::OrderGather,
                                   EventKind::OrderHold,       EventKind::OrderStop};
  const EventKind kind = k_kinds[base::draw_index(base::hash(key, 2), 8)];
  snapshot::OrderPayload order;
  order.player = player_;
  order.x_mm = target.get(&CoreRow::world_x_mm);
  order.z_mm = target.get(&CoreRow::world_z_mm);
  const bool at_target = kind == EventKind::OrderAttack || kind == EventKind::OrderGather;
  order.target = at_target ? target.get(&CoreRow::identity) : 0;
  order.queued = base::draw_chance(base::hash(key, 3), 0.2) ? 1 : 0;
  // A run of its units from a drawn one on, in the order of identities.
  const std::size_t first =
      base::draw_index(base::hash(key, 4), static_cast<std::uint32_t>(units_.size()));
  const std::size_t wanted = 1 + base::draw_index(base::hash(key, 5), k_units_max);
  const std::size_t taken = std::min(wanted, units_.size() - first);
  const auto appended = snapshot::append_event(records, kind, view.tick() + 1, order,
                                               std::span<const Word>(units_).subspan(first, taken));
  TERRANE_ASSERT(appended.ok(), "a drawn order is in the table and short");
}

}  // namespace terrane::play
