// A type's numbers with upgrades, rank and statuses: the end of fight.h.
#include <algorithm>

#include "terrane/rts/fight.h"

namespace terrane::rts {
namespace {

std::int32_t percent_of(std::int64_t value, std::int64_t percent) {
  return static_cast<std::int32_t>(value * percent / 100);
}

std::int32_t with_upgrade(const Board& board, const CoreRow& row, std::int32_t value, Stat stat) {
  const std::int32_t more = upgrade_sum(board, row.owner, board.type_of(row).role, stat);
  return more == 0 ? value : percent_of(value, 100 + more);
}

}  // namespace

std::int32_t upgrade_sum(const Board& board, Word player, Role role, Stat stat) {
  const auto& rows = board.state.upgrades;
  if (rows.empty()) return 0;
  const Word identity = snapshot::player_identity(player);
  auto row = std::lower_bound(
      rows.begin(), rows.end(), identity,
      [](const snapshot::UpgradeRow& a, Word wanted) { return a.identity < wanted; });
  std::int32_t sum = 0;
  for (; row != rows.end() && row->identity == identity; ++row) {
    const Upgrade& upgrade = board.rules.upgrades[row->upgrade];
    if (upgrade.stat != stat || (upgrade.roles & role_bit(role)) == 0) continue;
    sum += upgrade.step * static_cast<std::int32_t>(row->level);
  }
  return sum;
}

std::int32_t speed_mm_per_tick(const Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  std::int32_t speed = with_upgrade(board, row, board.type_of(row).speed_mm_per_tick, Stat::Speed);
  for (Word status = 0; status < board.rules.statuses.size() && row.status != 0; ++status) {
    if ((row.status >> status & 1) == 0) continue;
    speed = percent_of(speed, board.rules.statuses[status].speed_percent);
  }
  return speed;
}

std::int32_t range_mm(const Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  return with_upgrade(board, row, board.type_of(row).weapon.range_mm, Stat::Range);
}

std::int32_t sight_mm(const Board& board, std::size_t index) {
  const CoreRow& row = board.state.core[index];
  return with_upgrade(board, row, board.type_of(row).sight_mm, Stat::Sight);
}

std::int32_t health_max_256(const Board& board, const CoreRow& row) {
  const std::int32_t health = with_upgrade(board, row, board.type_of(row).health_256, Stat::Health);
  if (row.rank == 0 || row.rank > board.rules.ranks.size()) return health;
  return percent_of(health, board.rules.ranks[row.rank - 1].health_percent);
}

}  // namespace terrane::rts
