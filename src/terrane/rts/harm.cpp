#include "terrane/rts/harm.h"

#include <algorithm>

#include "terrane/rts/apart.h"
#include "terrane/rts/economy.h"
#include "terrane/rts/fight.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::Status;

constexpr Word k_alert_ticks = 100;           // between two alerts of one player
constexpr std::int32_t k_share_mm = 10000;    // friends so near share in experience
constexpr Word k_inspire_every_ticks = 16;    // heroes look round
constexpr std::int32_t k_inspire_ticks = 40;  // it lasts when the hero has gone
constexpr Word k_second_ticks = static_cast<Word>(k_ticks_per_second);

bool is_player(const Board& board, Word owner) {
  return owner < board.state.players.size();
}

void alert_attacked(Board& board, const CoreRow& row) {
  if (!is_player(board, row.owner)) return;
  PlayerMind& mind = board.state.player_minds[row.owner];
  if (board.state.tick < mind.alert_tick) return;
  mind.alert_tick = board.state.tick + k_alert_ticks;
  alert(board, EventKind::AlertAttacked, row.owner, row);
}

void raise_rank(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  const auto& ranks = board.rules.ranks;
  const Word before = row.rank;
  const auto experience = static_cast<std::int32_t>(board.state.minds[index].experience);
  while (row.rank < ranks.size() && experience >= ranks[row.rank].experience) ++row.rank;
  if (row.rank == before) return;
  rescale_health(board, index);
  tell(board, EventKind::UnitRanked, about(row, 0, row.rank));
  sound(board, Noise::RankRises, row, row.owner);
}

// The worth of who fell goes to who felled it and its fellow soldiers near it in equal parts.
void award(Board& board, const Blame& blame, std::int32_t worth) {
  const std::size_t killer = board.find(blame.unit);
  if (killer == k_no_index || !is_player(board, blame.owner) || worth <= 0) return;
  const PointMm middle = place_of(board.state.core[killer]);
  const auto shares = [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    return row.owner == blame.owner && is_soldier(board.type_of(row).role) &&
           (row.flags & snapshot::k_flag_inside) == 0 &&
           within(place_of(row), middle, k_share_mm) && !is_dead(board, index);
  };
  std::int32_t sharers = 0;
  board.grid.for_each_near(middle, k_share_mm,
                           [&](std::size_t index) { sharers += shares(index) ? 1 : 0; });
  if (sharers == 0) return;
  const Word share = static_cast<Word>(std::max(1, worth / sharers));
  board.grid.for_each_near(middle, k_share_mm, [&](std::size_t index) {
    if (!shares(index)) return;
    board.state.minds[index].experience += share;
    raise_rank(board, index);
  });
}

void score_fall(Board& board, const CoreRow& row, const Blame& blame) {
  const bool building = (row.flags & snapshot::k_flag_building) != 0;
  if (is_player(board, row.owner)) {
    snapshot::ScoreRow& score = board.state.scores[row.owner];
    ++(building ? score.buildings_lost : score.units_lost);
  }
  if (is_player(board, blame.owner) && blame.owner != row.owner) {
    snapshot::ScoreRow& score = board.state.scores[blame.owner];
    ++(building ? score.buildings_razed : score.units_killed);
  }
}

void fall(Board& board, std::size_t at, const Blame& blame) {
  const CoreRow row = board.state.core[at];
  const UnitType& type = board.type_of(row);
  score_fall(board, row, blame);
  award(board, blame, type.worth);
  const bool building = (row.flags & snapshot::k_flag_building) != 0;
  kill(board, at, blame.unit);
  if (!is_player(board, row.owner)) return;
  if (building) {
    drop_rows(board.state.production,
              [&](const auto& place) { return place.identity == row.identity; });
    count_supply(board);
    sound(board, Noise::BuildingFalls, row);
  } else {
    Word& used = board.state.players[row.owner].supply_used;
    used -= std::min(used, static_cast<Word>(type.cost.supply));
  }
}

auto effect_at(Board& board, Word identity, Word status) {
  auto& rows = board.state.effects;
  return std::lower_bound(rows.begin(), rows.end(), std::pair(identity, status),
                          [](const snapshot::EffectRow& a, const std::pair<Word, Word>& wanted) {
                            return std::pair(a.identity, a.status) < wanted;
                          });
}

void mark_end(CoreRow& row, Word status, Word end_tick) {
  const Word shift = 8 * status;
  row.status_end = (row.status_end & ~(0xffu << shift)) | (end_tick & 0xff) << shift;
}

void inspire(Board& board, std::size_t hero) {
  const CoreRow row = board.state.core[hero];
  const PointMm place = place_of(row);
  const std::int32_t radius_mm = board.rules.inspire_radius_mm;
  board.grid.for_each_near(place, radius_mm, [&](std::size_t index) {
    const CoreRow& near = board.state.core[index];
    if (index == hero || near.owner != row.owner || !is_soldier(board.type_of(near).role)) return;
    if ((near.flags & snapshot::k_flag_inside) != 0) return;
    if (!within(place_of(near), place, radius_mm) || is_dead(board, index)) return;
    give_status(board, index, static_cast<Word>(Status::Inspired), k_inspire_ticks, row.identity);
  });
}

bool takes_status(const Board& board, const CoreRow& row, Word status) {
  if ((row.flags & (snapshot::k_flag_resource | snapshot::k_flag_inside)) != 0) return false;
  return is_mobile(board.type_of(row).role) || status == static_cast<Word>(Status::Burning);
}

}  // namespace

Blame blame_of(const Board& board, Word unit) {
  const std::size_t index = board.find(unit);
  return {unit, index == k_no_index ? k_nature : board.state.core[index].owner};
}

std::int32_t blow_256(Board& board, const Striker& striker) {
  const UnitType& type = board.rules.types[striker.type];
  std::int64_t damage = type.weapon.damage_256;
  const std::int64_t spread = type.weapon.spread_256;
  if (spread > 0) {
    const std::uint64_t drawn = draw(board) >> 33;
    damage +=
        static_cast<std::int64_t>(drawn % static_cast<std::uint64_t>(2 * spread + 1)) - spread;
  }
  damage = damage * (100 + upgrade_sum(board, striker.owner, type.role, Stat::Damage)) / 100;
  if (striker.rank > 0 && striker.rank <= board.rules.ranks.size()) {
    damage = damage * board.rules.ranks[striker.rank - 1].damage_percent / 100;
  }
  for (Word status = 0; status < board.rules.statuses.size(); ++status) {
    if ((striker.status >> status & 1) == 0) continue;
    damage = damage * board.rules.statuses[status].damage_percent / 100;
  }
  return static_cast<std::int32_t>(std::max<std::int64_t>(damage, 0));
}

std::int32_t strike(Board& board, std::size_t at, std::int32_t damage_256, DamageKind kind,
                    const Blame& blame) {
  const CoreRow& row = board.state.core[at];
  if ((row.flags & (snapshot::k_flag_inside | snapshot::k_flag_resource)) != 0) return 0;
  if (is_dead(board, at)) return 0;
  const UnitType& type = board.type_of(row);
  const std::int32_t percent =
      board.rules
          .damage_percent[static_cast<std::size_t>(kind)][static_cast<std::size_t>(type.armour)];
  const std::int32_t points =
      type.armour_points + upgrade_sum(board, row.owner, type.role, Stat::Armour);
  const std::int64_t harm = std::int64_t{damage_256} * percent /
                            (100 + std::int64_t{points} * board.rules.percent_per_armour_point);
  const std::int32_t lost = static_cast<std::int32_t>(std::max<std::int64_t>(harm, 1));
  Mind& mind = board.state.minds[at];
  mind.hit_tick = board.state.tick;
  mind.hit_by = blame.unit;
  alert_attacked(board, row);
  lose_health(board, at, lost, blame);
  return lost;
}

void lose_health(Board& board, std::size_t at, std::int32_t amount_256, const Blame& blame) {
  CoreRow& row = board.state.core[at];
  row.health_256 = std::max(0, row.health_256 - amount_256);
  if (row.health_256 == 0) fall(board, at, blame);
}

void hurt(Board& board, std::size_t at, std::int32_t damage_256, DamageKind kind, Word by) {
  strike(board, at, damage_256, kind, blame_of(board, by));
}

void rescale_health(Board& board, std::size_t index) {
  CoreRow& row = board.state.core[index];
  const std::int32_t most = health_max_256(board, row);
  if (most == row.health_max_256 || row.health_max_256 <= 0) return;
  const std::int64_t health = std::int64_t{row.health_256} * most / row.health_max_256;
  row.health_256 = static_cast<std::int32_t>(std::max<std::int64_t>(health, 1));
  row.health_max_256 = most;
}

void give_status(Board& board, std::size_t at, Word status, std::int32_t ticks, Word source) {
  CoreRow& row = board.state.core[at];
  if (ticks <= 0 || !takes_status(board, row, status) || is_dead(board, at)) return;
  const Word end_tick = board.state.tick + static_cast<Word>(ticks);
  const auto effect = effect_at(board, row.identity, status);
  if (effect != board.state.effects.end() && effect->identity == row.identity &&
      effect->status == status) {
    effect->source = source;
    effect->end_tick = std::max(effect->end_tick, end_tick);
    mark_end(row, status, effect->end_tick);
    return;
  }
  board.state.effects.insert(effect, {row.identity, status, source, end_tick, 256});
  row.status |= 1u << status;
  mark_end(row, status, end_tick);
  tell(board, EventKind::StatusBegan,
       snapshot::EffectPayload{row.identity, status, source, end_tick});
}

void step_statuses(Board& board) {
  const Word tick = board.state.tick;
  auto& rows = board.state.effects;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const snapshot::EffectRow effect = rows[at];
    const std::size_t bearer = board.find(effect.identity);
    if (bearer == k_no_index) continue;
    const std::int32_t a_second = board.rules.statuses[effect.status].damage_256_per_second;
    // The second is the bearer's own: an effect that is renewed hurts no more and no less often.
    const bool due = a_second > 0 && (tick + effect.identity) % k_second_ticks == 0;
    if (due && (board.state.core[bearer].flags & snapshot::k_flag_inside) == 0) {
      const std::int64_t harm = std::int64_t{a_second} * effect.strength_256 / 256;
      lose_health(board, bearer, static_cast<std::int32_t>(harm), blame_of(board, effect.source));
      if (is_dead(board, bearer)) continue;
    }
    if (effect.end_tick <= tick) {
      CoreRow& row = board.state.core[bearer];
      row.status &= ~(1u << effect.status);
      mark_end(row, effect.status, 0);
      tell(board, EventKind::StatusEnded,
           snapshot::EffectPayload{effect.identity, effect.status, effect.source, tick});
      continue;
    }
    rows[kept++] = effect;
  }
  rows.resize(kept);
  if (tick % k_inspire_every_ticks != 0) return;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const Word flags = board.state.core[index].flags;
    if ((flags & snapshot::k_flag_hero) == 0 || (flags & snapshot::k_flag_inside) != 0) continue;
    if (!is_dead(board, index)) inspire(board, index);
  }
}

}  // namespace terrane::rts
