#include "terrane/rts/fight.h"

#include <algorithm>

#include "terrane/rts/apart.h"
#include "terrane/rts/harm.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/telling.h"
#include "terrane/rts/vector_mm.h"
#include "terrane/rts/vision.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

constexpr Word k_grudge_ticks = 60;         // who struck it so lately is struck back first
constexpr Word k_tower_look_ticks = 8;      // between two looks of a tower with no foe
constexpr std::int32_t k_close_mm = 3000;   // a first look round goes so far
constexpr std::int32_t k_aim_mm = 1500;     // a shot hits who is so near to where it was aimed
constexpr std::int32_t k_muzzle_mm = 1300;  // a shot leaves so high above the ground
constexpr std::int32_t k_tower_muzzle_mm = 5000;  // … from a building
constexpr std::int32_t k_breast_mm = 900;         // … and comes down so high

constexpr Word k_not_struck = snapshot::k_flag_inside | snapshot::k_flag_resource;

Apart between(const Board& board, const CoreRow& a, const CoreRow& b) {
  constexpr Word k_footprints = snapshot::k_flag_building | snapshot::k_flag_resource;
  if (((a.flags | b.flags) & k_footprints) == 0) {  // two circles, with no look at their types
    return {distance2_mm(place_of(a), place_of(b)), std::int64_t{a.radius_mm} + b.radius_mm};
  }
  return apart(board.type_of(a), place_of(a), board.type_of(b), place_of(b));
}

// Whether what lies at that distance is within a radius, and not nearer than the weapon allows.
bool reaches(const Board& board, std::size_t by, const Apart& gap, std::int32_t radius_mm) {
  const std::int32_t least_mm = board.type_of(board.state.core[by]).weapon.range_min_mm;
  return gap.within(radius_mm) && (least_mm == 0 || !gap.within(least_mm - 1));
}

// Whom to strike first, of those who did not strike it: lower is sooner.
constexpr Word k_first_rank = 1;
Word rank_of_foe(const Board& board, const CoreRow& row) {
  const UnitType& type = board.type_of(row);
  if (is_soldier(type.role) || type.role == Role::Animal || type.role == Role::Tower) {
    return k_first_rank;
  }
  return type.role == Role::Worker ? 2 : 3;
}

// An animal that minds its own business is let be, unless it is the one that struck.
bool is_peaceful(const CoreRow& row) {
  return (row.flags & snapshot::k_flag_wildlife) != 0 &&
         (row.flags & snapshot::k_flag_fighting) == 0;
}

std::int32_t cooldown_ticks(const Board& board, std::size_t by) {
  const CoreRow& row = board.state.core[by];
  const Weapon& weapon = board.type_of(row).weapon;
  if (board.type_of(row).garrison == 0) return weapon.cooldown_ticks;
  // One more shot for every two inside.
  const auto shots = 1 + static_cast<std::int32_t>(board.state.minds[by].load / 2);
  return std::max(weapon.windup_ticks + 1, weapon.cooldown_ticks / shots);
}

void wound(Board& board, std::size_t at, std::int32_t damage_256, const Weapon& weapon,
           const Blame& blame, EventKind kind, Word packed_striker) {
  const CoreRow row = board.state.core[at];
  const std::int32_t lost = strike(board, at, damage_256, weapon.kind, blame);
  tell(board, kind,
       snapshot::HitPayload{blame.unit, row.identity, packed_striker, lost, row.world_x_mm,
                            row.world_z_mm});
  if (weapon.status != k_none) {
    give_status(board, at, weapon.status, weapon.status_ticks, blame.unit);
  }
}

// All foes of the striker around a place, but for the one that was hit itself: whole harm in the
// inner half, half of it in the outer.
void splash(Board& board, PointMm place, std::size_t direct, std::int32_t damage_256,
            const Weapon& weapon, const Blame& blame, EventKind kind, Word packed_striker) {
  board.grid.for_each_near(place, weapon.splash_mm + k_body_max_mm, [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    if (index == direct || row.owner == blame.owner || (row.flags & k_not_struck) != 0) return;
    const Apart gap = apart(board.type_of(row), place_of(row), place);
    if (!gap.within(weapon.splash_mm) || is_dead(board, index)) return;
    const bool inner = gap.within(weapon.splash_mm / 2);
    wound(board, index, inner ? damage_256 : damage_256 / 2, weapon, blame, kind, packed_striker);
  });
}

void shoot(Board& board, std::size_t by, std::size_t at) {
  const CoreRow& row = board.state.core[by];
  const CoreRow& foe = board.state.core[at];
  const Weapon& weapon = board.type_of(row).weapon;
  const std::int32_t away_mm = distance_between(place_of(row), place_of(foe));
  const std::int32_t flight = std::max(1, away_mm / weapon.shot_mm_per_tick);
  snapshot::ProjectileRow shot;
  shot.identity = row.identity;
  shot.serial = board.state.minds[by].shots++;
  shot.kind = packed(striker_of(row));
  shot.target = foe.identity;
  shot.start_tick = board.state.tick;
  shot.end_tick = board.state.tick + static_cast<Word>(flight);
  shot.from_x_mm = row.world_x_mm;
  shot.from_y_mm = row.world_y_mm +
                   ((row.flags & snapshot::k_flag_building) != 0 ? k_tower_muzzle_mm : k_muzzle_mm);
  shot.from_z_mm = row.world_z_mm;
  // Where the foe will be if it walks on.
  shot.to_x_mm = foe.world_x_mm + foe.velocity_x_mm * flight;
  shot.to_y_mm = foe.world_y_mm + k_breast_mm;
  shot.to_z_mm = foe.world_z_mm + foe.velocity_z_mm * flight;
  board.scratch.shots.push_back(shot);
  tell(board, EventKind::ProjectileShot,
       snapshot::HitPayload{shot.identity, shot.target, shot.kind, 0, shot.to_x_mm, shot.to_z_mm});
}

// A blow whose moment has come: it meets its foe, is let go as a shot, or strikes the air.
void land_blow(Board& board, std::size_t by) {
  CoreRow& row = board.state.core[by];
  Mind& mind = board.state.minds[by];
  const UnitType& type = board.type_of(row);
  const Weapon& weapon = type.weapon;
  row.action_tick = 0;
  mind.activity = static_cast<Word>(
      (row.flags & snapshot::k_flag_building) != 0 ? Activity::Idle : Activity::Chasing);
  const std::size_t at = board.find(mind.foe);
  if (at == k_no_index || (board.state.core[at].flags & k_not_struck) != 0) return;
  if (weapon.shot_mm_per_tick > 0) {
    shoot(board, by, at);
    return;
  }
  const std::int32_t reach_mm = range_mm(board, by) * 3 / 2 + type.radius_mm / 2;
  if (!between(board, row, board.state.core[at]).within(reach_mm)) return;
  const Striker striker = striker_of(row);
  const Blame blame{row.identity, row.owner};
  const PointMm place = place_of(board.state.core[at]);
  const std::int32_t damage = blow_256(board, striker);
  wound(board, at, damage, weapon, blame, EventKind::Blow, packed(striker));
  if (weapon.splash_mm > 0) {
    splash(board, place, at, damage, weapon, blame, EventKind::Blow, packed(striker));
  }
}

void land_shot(Board& board, const snapshot::ProjectileRow& shot) {
  const Striker striker = unpacked(shot.kind);
  const Weapon& weapon = board.rules.types[striker.type].weapon;
  const PointMm place{shot.to_x_mm, shot.to_z_mm};
  const Blame blame{shot.identity, striker.owner};
  const std::int32_t damage = blow_256(board, striker);
  std::size_t at = board.find(shot.target);
  if (at != k_no_index) {
    const CoreRow& foe = board.state.core[at];
    const bool met = (foe.flags & k_not_struck) == 0 &&
                     apart(board.type_of(foe), place_of(foe), place).within(k_aim_mm);
    if (!met) at = k_no_index;
  }
  if (at != k_no_index) {
    wound(board, at, damage, weapon, blame, EventKind::ProjectileHit, shot.kind);
  } else {
    tell(board, EventKind::ProjectileHit,
         snapshot::HitPayload{shot.identity, 0, shot.kind, 0, place.x_mm, place.z_mm});
  }
  if (weapon.splash_mm > 0) {
    splash(board, place, at, damage, weapon, blame, EventKind::ProjectileHit, shot.kind);
  }
}

void step_projectiles(Board& board) {
  auto& rows = board.state.projectiles;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (rows[at].end_tick > board.state.tick) {
      rows[kept++] = rows[at];
    } else {
      land_shot(board, rows[at]);
    }
  }
  rows.resize(kept);
  // They were let go in the order of their identities.
  merge_rows(rows, std::span<const snapshot::ProjectileRow>(board.scratch.shots));
  board.scratch.shots.clear();
}

void step_tower(Board& board, std::size_t tower) {
  const CoreRow& row = board.state.core[tower];
  Mind& mind = board.state.minds[tower];
  if (mind.activity == static_cast<Word>(Activity::Striking)) return;
  if (board.state.tick < row.ready_tick) return;
  std::size_t foe = board.find(mind.foe);
  if (foe != k_no_index && (!may_strike(board, tower, foe) || !in_range(board, tower, foe))) {
    foe = k_no_index;
  }
  if (foe == k_no_index) {
    mind.foe = 0;
    const bool looks = (board.state.tick + row.identity) % k_tower_look_ticks == 0 ||
                       (mind.hit_tick != 0 && mind.hit_tick + 1 >= board.state.tick);
    if (!looks) return;
    foe = find_foe(board, tower, range_mm(board, tower));
  }
  if (foe != k_no_index) start_blow(board, tower, foe);
}

// Who struck it not long ago, if it may be struck back within the radius.
std::size_t find_striker(const Board& board, std::size_t by, std::int32_t radius_mm) {
  const Mind& mind = board.state.minds[by];
  if (mind.hit_by == 0 || board.state.tick - mind.hit_tick >= k_grudge_ticks) return k_no_index;
  const std::size_t striker = board.find(mind.hit_by);
  if (striker == k_no_index || !may_strike(board, by, striker)) return k_no_index;
  const Apart gap = between(board, board.state.core[by], board.state.core[striker]);
  return reaches(board, by, gap, radius_mm) ? striker : k_no_index;
}

struct Candidate {
  std::size_t index = k_no_index;
  Word rank = 0;
  std::int64_t distance2 = 0;  // to a footprint's rim, to a circle's middle
  Word identity = 0;
};

bool comes_before(const Candidate& a, const Candidate& b) {
  if (b.index == k_no_index) return true;
  if (a.rank != b.rank) return a.rank < b.rank;
  if (a.distance2 != b.distance2) return a.distance2 < b.distance2;
  return a.identity < b.identity;
}

Candidate best_foe(const Board& board, std::size_t by, std::int32_t radius_mm) {
  const CoreRow& self = board.state.core[by];
  const std::int32_t search_mm =
      radius_mm + static_cast<std::int32_t>(self.radius_mm) + k_body_max_mm;
  Candidate best;
  const auto consider = [&](std::size_t index) {
    const CoreRow& row = board.state.core[index];
    if (row.owner == self.owner || (row.flags & k_not_struck) != 0 || is_peaceful(row)) return;
    const Apart gap = between(board, self, row);
    if (!reaches(board, by, gap, radius_mm)) return;
    const Candidate other{index, rank_of_foe(board, row), gap.distance2, row.identity};
    if (comes_before(other, best) && may_strike(board, by, index)) best = other;
  };
  board.grid.for_each_near_others(place_of(self), search_mm, self.owner, consider);
  return best;
}

// A blow's picture ends when it is ready again, or walks off.
void calm_down(Board& board, CoreRow& row) {
  const Word tick = board.state.tick;
  if (row.action_tick > tick) return;
  if (row.animation == static_cast<Word>(snapshot::Animation::Attack) &&
      (tick >= row.ready_tick || (row.flags & snapshot::k_flag_moving) != 0)) {
    row.animation = static_cast<Word>(snapshot::Animation::Idle);
    row.animation_tick = tick;
  }
  if (tick > row.ready_tick + k_ticks_per_second) row.flags &= ~snapshot::k_flag_fighting;
}

}  // namespace

bool may_strike(const Board& board, std::size_t by, std::size_t at) {
  const CoreRow& row = board.state.core[at];
  const Word player = board.state.core[by].owner;
  return row.owner != player && (row.flags & k_not_struck) == 0 && !is_dead(board, at) &&
         sees_unit(board, player, at);
}

std::int32_t gap_mm(const Board& board, std::size_t a, std::size_t b) {
  const Apart gap = between(board, board.state.core[a], board.state.core[b]);
  const std::int64_t length = root_of(static_cast<std::uint64_t>(gap.distance2));
  return static_cast<std::int32_t>(std::max<std::int64_t>(0, length - gap.circles_mm));
}

bool in_range(const Board& board, std::size_t by, std::size_t at) {
  const Apart gap = between(board, board.state.core[by], board.state.core[at]);
  return reaches(board, by, gap, range_mm(board, by));
}

std::size_t find_foe(const Board& board, std::size_t by, std::int32_t radius_mm) {
  const CoreRow& self = board.state.core[by];
  if (!board.type_of(self).weapon.has) return k_no_index;
  const std::size_t striker = find_striker(board, by, radius_mm);
  if (striker != k_no_index) return striker;
  // In a melee the nearest soldier stands close: nobody further need be looked at.
  const bool at_any_distance = board.type_of(self).weapon.range_min_mm == 0;
  if (at_any_distance && radius_mm > k_close_mm) {
    const Candidate close = best_foe(board, by, k_close_mm);
    if (close.index != k_no_index && close.rank == k_first_rank) return close.index;
  }
  return best_foe(board, by, radius_mm).index;
}

bool start_blow(Board& board, std::size_t by, std::size_t at) {
  CoreRow& row = board.state.core[by];
  Mind& mind = board.state.minds[by];
  const CoreRow& foe = board.state.core[at];
  const Weapon& weapon = board.type_of(row).weapon;
  const Word tick = board.state.tick;
  if (!weapon.has || tick < row.ready_tick) return false;
  if (!may_strike(board, by, at) || !in_range(board, by, at)) return false;
  row.action_tick = tick + static_cast<Word>(weapon.windup_ticks);
  row.ready_tick = tick + static_cast<Word>(cooldown_ticks(board, by));
  row.target = foe.identity;
  row.flags |= snapshot::k_flag_fighting;
  row.animation = static_cast<Word>(snapshot::Animation::Attack);
  row.animation_tick = tick;
  if ((row.flags & snapshot::k_flag_building) == 0) {
    row.facing_turn16 =
        heading_of(foe.world_x_mm - row.world_x_mm, foe.world_z_mm - row.world_z_mm);
  }
  mind.foe = foe.identity;
  mind.activity = static_cast<Word>(Activity::Striking);
  return true;
}

void step_fights(Board& board) {
  constexpr Word k_out =
      snapshot::k_flag_resource | snapshot::k_flag_inside | snapshot::k_flag_under_construction;
  const Word tick = board.state.tick;
  // Blows of one tick land together: who is felled by one of them still lands its own, or the
  // lower identity would win every even fight.
  std::vector<std::size_t>& blows = board.scratch.blows;
  blows.clear();
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    CoreRow& row = board.state.core[index];
    if ((row.flags & k_out) != 0) continue;
    if ((row.flags & snapshot::k_flag_building) != 0) {
      if (!board.type_of(row).weapon.has || is_dead(board, index)) continue;
      step_tower(board, index);
    }
    if (row.action_tick != 0 && row.action_tick <= tick &&
        board.state.minds[index].activity == static_cast<Word>(Activity::Striking) &&
        !is_dead(board, index)) {
      blows.push_back(index);
    }
    if ((row.flags & snapshot::k_flag_fighting) != 0) calm_down(board, row);
  }
  for (const std::size_t index : blows) land_blow(board, index);
  step_projectiles(board);
}

}  // namespace terrane::rts
