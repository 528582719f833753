#include "terrane/rts/fight.h"

#include <doctest/doctest.h>

#include "terrane/rts/garrison.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::Status;
using testing::plain;
using testing::Scene;

constexpr std::int32_t k_point = 256;

// Only the fighting of so many ticks: nobody walks or decides.
void fight(Scene& scene, Word ticks) {
  for (; ticks > 0; --ticks) {
    ++scene.board.state.tick;
    scene.board.died.clear();
    step_fights(scene.board);
    remove_dead(scene.board);
  }
  scene.collect();
}

std::int32_t health(Scene& scene, Word identity) {
  return scene.row(identity).health_256;
}

// 9 points of blade on light armour with one point: * 100 / 106.
constexpr std::int32_t k_footman_on_cutter = 9 * k_point * 100 / 106;

TEST_CASE("a blow lands when its windup is over, not before, and does what armour leaves") {
  Scene scene(plain(16, 16));
  const Word footman = scene.put(0, Role::Melee, 5, 5);
  const Word cutter = scene.put(1, Role::Melee, 6, 5);
  scene.settle();
  const std::int32_t before = health(scene, cutter);
  REQUIRE(start_blow(scene.board, scene.index(footman), scene.index(cutter)));
  const Weapon& weapon = scene.rules.type(scene.row(footman).type).weapon;
  fight(scene, static_cast<Word>(weapon.windup_ticks) - 1);
  CHECK(health(scene, cutter) == before);
  fight(scene, 1);
  CHECK(health(scene, cutter) == before - k_footman_on_cutter);
  CHECK(scene.mind(cutter).hit_by == footman);
  CHECK(scene.count_told(EventKind::Blow) == 1);
  fight(scene, 60);
  CHECK_MESSAGE(health(scene, cutter) == before - k_footman_on_cutter, "one blow lands once");
}

TEST_CASE("nobody strikes before it is ready again") {
  Scene scene(plain(16, 16));
  const Word footman = scene.put(0, Role::Melee, 5, 5);
  const Word cutter = scene.put(1, Role::Melee, 6, 5);
  scene.settle();
  const std::size_t by = scene.index(footman);
  const std::size_t at = scene.index(cutter);
  REQUIRE(start_blow(scene.board, by, at));
  const auto cooldown =
      static_cast<Word>(scene.rules.type(scene.row(footman).type).weapon.cooldown_ticks);
  fight(scene, cooldown - 1);
  CHECK_FALSE(start_blow(scene.board, by, at));
  fight(scene, 1);
  CHECK(start_blow(scene.board, by, at));
}

TEST_CASE("a blow misses who has gone, and a dead man's blow does not land") {
  Scene scene(plain(24, 16));
  const Word footman = scene.put(0, Role::Melee, 5, 5);
  const Word cutter = scene.put(1, Role::Melee, 6, 5);
  scene.settle();
  const std::int32_t before = health(scene, cutter);
  REQUIRE(start_blow(scene.board, scene.index(footman), scene.index(cutter)));
  put_at(scene.field, scene.row(cutter), testing::at(scene.field, 9, 5));
  fight(scene, 30);
  CHECK(health(scene, cutter) == before);

  put_at(scene.field, scene.row(cutter), testing::at(scene.field, 6, 5));
  scene.settle();
  REQUIRE(start_blow(scene.board, scene.index(footman), scene.index(cutter)));
  hurt(scene.board, scene.index(footman), 1000 * k_point, DamageKind::Magic, cutter);
  fight(scene, 30);
  CHECK_FALSE(scene.lives(footman));
  CHECK(health(scene, cutter) == before);
}

TEST_CASE("what is not seen, inside something or a friend may not be struck") {
  Scene scene(plain(64, 8));
  const Word archer = scene.put(0, Role::Ranged, 2, 4);
  const Word friend_of_it = scene.put(0, Role::Melee, 3, 4);
  const Word far = scene.put(1, Role::Melee, 40, 4);
  const Word near = scene.put(1, Role::Melee, 6, 4);
  scene.settle();
  const std::size_t by = scene.index(archer);
  CHECK(may_strike(scene.board, by, scene.index(near)));
  CHECK_FALSE(may_strike(scene.board, by, scene.index(friend_of_it)));
  CHECK_MESSAGE(!may_strike(scene.board, by, scene.index(far)), "it is in the fog");
  CHECK(find_foe(scene.board, by, 60000) == scene.index(near));
  scene.row(near).flags |= snapshot::k_flag_inside;
  CHECK_FALSE(may_strike(scene.board, by, scene.index(near)));
  CHECK_FALSE(start_blow(scene.board, by, scene.index(near)));
  CHECK(find_foe(scene.board, by, 60000) == k_no_index);
}

TEST_CASE("gaps are between rims, of circles and of footprints") {
  Scene scene(plain(40, 40));
  const Word a = scene.put(0, Role::Melee, 5, 5);
  const Word b = scene.put(1, Role::Melee, 8, 9);  // 3 and 4 m away
  const Word hall = scene.put(1, Role::TownHall, 20, 20);
  const Word beside = scene.put(0, Role::Melee, 20, 24);
  scene.settle();
  CHECK(gap_mm(scene.board, scene.index(a), scene.index(b)) == 5000 - 800);
  CHECK(gap_mm(scene.board, scene.index(b), scene.index(a)) == 5000 - 800);
  // 4 m from the middle, 2.5 m of them hall, 0.4 m its own.
  CHECK(gap_mm(scene.board, scene.index(beside), scene.index(hall)) == 4000 - 2500 - 400);
  put_at(scene.field, scene.row(a), place_of(scene.row(b)));
  CHECK(gap_mm(scene.board, scene.index(a), scene.index(b)) == 0);
}

TEST_CASE("who struck it is struck first, then soldiers, workers, buildings, and the nearest") {
  Scene scene(plain(48, 24));
  const Word self = scene.put(0, Role::Melee, 20, 10);
  const Word house = scene.put(1, Role::House, 23, 10);
  const Word worker = scene.put(1, Role::Worker, 20, 13);
  const Word far_soldier = scene.put(1, Role::Melee, 27, 15);
  scene.settle();
  const std::size_t by = scene.index(self);
  CHECK(find_foe(scene.board, by, 12000) == scene.index(far_soldier));
  const Word near_soldier = scene.put(1, Role::Melee, 25, 14);
  scene.settle();
  CHECK(find_foe(scene.board, by, 12000) == scene.index(near_soldier));
  hurt(scene.board, by, k_point, DamageKind::Blade, worker);
  CHECK(find_foe(scene.board, by, 12000) == scene.index(worker));
  scene.board.state.tick += 100;  // forgotten
  CHECK(find_foe(scene.board, by, 12000) == scene.index(near_soldier));
  CHECK_MESSAGE(find_foe(scene.board, by, 3000) == scene.index(worker), "a worker before a house");
  kill(scene.board, scene.index(worker), 0);
  remove_dead(scene.board);
  CHECK(find_foe(scene.board, scene.index(self), 3000) == scene.index(house));
}

TEST_CASE("an engine does not strike what is too near for it") {
  Scene scene(plain(32, 16));
  const Word engine = scene.put(0, Role::Siege, 5, 5);
  const Word foe = scene.put(1, Role::Melee, 8, 5);
  scene.settle();
  CHECK_FALSE(in_range(scene.board, scene.index(engine), scene.index(foe)));
  CHECK(find_foe(scene.board, scene.index(engine), 12000) == k_no_index);
  put_at(scene.field, scene.row(foe), testing::at(scene.field, 12, 5));
  scene.settle();
  CHECK(in_range(scene.board, scene.index(engine), scene.index(foe)));
  CHECK(find_foe(scene.board, scene.index(engine), 12000) == scene.index(foe));
}

TEST_CASE("an arrow flies as long as its way and then hurts, though its archer has died") {
  Scene scene(plain(32, 16));
  const Word archer = scene.put(0, Role::Ranged, 5, 5);
  const Word foe = scene.put(1, Role::Melee, 11, 5);
  scene.settle();
  const std::int32_t before = health(scene, foe);
  const Weapon& weapon = scene.rules.type(scene.row(archer).type).weapon;
  REQUIRE(start_blow(scene.board, scene.index(archer), scene.index(foe)));
  fight(scene, static_cast<Word>(weapon.windup_ticks));
  REQUIRE(scene.board.state.projectiles.size() == 1);
  const snapshot::ProjectileRow shot = scene.board.state.projectiles[0];
  CHECK(shot.identity == archer);
  CHECK(shot.target == foe);
  const Word flight = static_cast<Word>(6000 / weapon.shot_mm_per_tick);
  CHECK(shot.end_tick - shot.start_tick == flight);
  hurt(scene.board, scene.index(archer), 1000 * k_point, DamageKind::Magic, foe);
  remove_dead(scene.board);
  fight(scene, flight - 1);
  CHECK(health(scene, foe) == before);
  fight(scene, 1);
  // 8 points, pierce on light armour 120 %, one point of armour.
  CHECK(health(scene, foe) == before - 8 * k_point * 120 / 106);
  CHECK(scene.board.state.projectiles.empty());
  CHECK(scene.count_told(EventKind::ProjectileShot) == 1);
  CHECK(scene.count_told(EventKind::ProjectileHit) == 1);
}

TEST_CASE("an arrow that comes down where nobody is any more hurts nobody") {
  Scene scene(plain(32, 16));
  const Word archer = scene.put(0, Role::Ranged, 5, 5);
  const Word foe = scene.put(1, Role::Melee, 11, 5);
  scene.settle();
  const std::int32_t before = health(scene, foe);
  REQUIRE(start_blow(scene.board, scene.index(archer), scene.index(foe)));
  fight(scene, 8);
  put_at(scene.field, scene.row(foe), testing::at(scene.field, 11, 12));
  scene.settle();
  fight(scene, 40);
  CHECK(health(scene, foe) == before);
  CHECK(scene.board.state.projectiles.empty());
}

TEST_CASE("an arrow is aimed ahead of who walks") {
  Scene scene(plain(32, 16));
  const Word archer = scene.put(0, Role::Ranged, 5, 5);
  const Word foe = scene.put(1, Role::Melee, 11, 5);
  scene.settle();
  const Weapon& weapon = scene.rules.type(scene.row(archer).type).weapon;
  REQUIRE(start_blow(scene.board, scene.index(archer), scene.index(foe)));
  scene.row(foe).velocity_z_mm = 140;
  fight(scene, static_cast<Word>(weapon.windup_ticks));
  REQUIRE(scene.board.state.projectiles.size() == 1);
  const snapshot::ProjectileRow& shot = scene.board.state.projectiles[0];
  const auto flight = static_cast<std::int32_t>(shot.end_tick - shot.start_tick);
  CHECK(shot.to_z_mm == scene.row(foe).world_z_mm + 140 * flight);
}

TEST_CASE("projectiles ascend by who shot, whoever shot first") {
  Scene scene(plain(48, 16));
  const Word first = scene.put(0, Role::Ranged, 5, 3);
  const Word second = scene.put(0, Role::Ranged, 5, 5);
  const Word foe = scene.put(1, Role::TownHall, 13, 5);
  scene.settle();
  REQUIRE(start_blow(scene.board, scene.index(second), scene.index(foe)));
  fight(scene, 2);
  REQUIRE(start_blow(scene.board, scene.index(first), scene.index(foe)));
  fight(scene, 7);
  REQUIRE(scene.board.state.projectiles.size() == 2);
  CHECK(scene.board.state.projectiles[0].identity == first);
  CHECK(scene.board.state.projectiles[1].identity == second);
}

TEST_CASE("splash hurts every foe around, half in its outer half, and spares friends") {
  Scene scene(plain(48, 24));
  const Word engine = scene.put(0, Role::Siege, 5, 10);
  const Word target = scene.put(1, Role::Melee, 15, 10);
  const Word inner = scene.put(1, Role::Melee, 16, 10);
  const Word outer = scene.put(1, Role::Melee, 17, 10);
  const Word out = scene.put(1, Role::Melee, 19, 10);
  const Word friend_of_it = scene.put(0, Role::Melee, 15, 11);
  scene.settle();
  const std::int32_t whole = health(scene, target);
  const std::int32_t friends = health(scene, friend_of_it);
  REQUIRE(start_blow(scene.board, scene.index(engine), scene.index(target)));
  fight(scene, 25 + 26);
  const std::int32_t harm = 40 * k_point * 80 / 106;  // siege on light armour
  CHECK(whole - health(scene, target) == harm);
  CHECK(whole - health(scene, inner) == harm);
  CHECK(whole - health(scene, outer) == 20 * k_point * 80 / 106);
  CHECK(health(scene, out) == whole);
  CHECK_MESSAGE(health(scene, friend_of_it) == friends, "splash spares friends");
  CHECK((scene.row(inner).status & snapshot::status_bit(Status::Burning)) != 0);
  CHECK(scene.row(friend_of_it).status == 0);
}

TEST_CASE("a tower strikes on its own what comes in its range, when it is finished") {
  Scene scene(plain(48, 24));
  const Word tower = scene.put(0, Role::Tower, 10, 10);
  const Word foe = scene.put(1, Role::Worker, 17, 10);
  scene.settle();
  const std::int32_t before = health(scene, foe);
  scene.row(tower).flags |= snapshot::k_flag_under_construction;
  fight(scene, 60);
  CHECK(health(scene, foe) == before);
  scene.row(tower).flags &= ~snapshot::k_flag_under_construction;
  fight(scene, 40);
  CHECK(health(scene, foe) < before);
  CHECK((scene.row(foe).status & snapshot::status_bit(Status::Slowed)) != 0);
}

std::size_t shots_of_a_tower(Word inside) {
  Scene scene(plain(48, 24));
  const Word tower = scene.put(0, Role::Tower, 10, 10);
  scene.put(1, Role::TownHall, 20, 10);
  for (Word unit = 0; unit < inside; ++unit) {
    const Word archer = scene.put(0, Role::Ranged, 8, 8 + static_cast<std::int32_t>(unit));
    REQUIRE(enter(scene.board, scene.index(archer), scene.index(tower)));
  }
  scene.settle();
  fight(scene, 240);
  return scene.count_told(EventKind::ProjectileShot);
}

TEST_CASE("a tower shoots once more for every two inside it") {
  const std::size_t alone = shots_of_a_tower(0);
  CHECK(alone >= 9);
  CHECK(shots_of_a_tower(1) == alone);
  CHECK(shots_of_a_tower(2) >= 2 * alone - 1);
  CHECK(shots_of_a_tower(4) >= 3 * alone - 2);
}

TEST_CASE("two equal lines fight to a near equal end") {
  Scene scene(plain(64, 64));
  // Both people, so that nothing but their places differs.
  std::vector<Word> sides[2];
  for (std::int32_t unit = 0; unit < 20; ++unit) {
    for (Word side = 0; side < 2; ++side) {
      const Word type = testing::type_of(0, unit % 3 == 2 ? Role::Ranged : Role::Melee);
      const PointMm place = testing::at(scene.field, side == 0 ? 24 : 39, 12 + 2 * unit);
      const std::size_t index = add_unit(scene.board, type, side, place);
      sides[side].push_back(scene.board.state.core[index].identity);
    }
  }
  scene.settle();
  for (Word side = 0; side < 2; ++side) {
    for (const Word unit : sides[side]) {
      const std::int32_t x = side == 0 ? 45 : 18;
      const std::int32_t z = scene.row(unit).grid_z;
      scene.order(EventKind::OrderAttackMove, side, {unit}, 0, testing::at(scene.field, x, z));
    }
  }
  std::size_t left[2] = {20, 20};
  for (Word tick = 0; tick < 2400 && left[0] > 0 && left[1] > 0; ++tick) {
    scene.step();
    for (Word side = 0; side < 2; ++side) {
      left[side] = 0;
      for (const Word unit : sides[side]) left[side] += scene.lives(unit) ? 1 : 0;
    }
  }
  CHECK_MESSAGE(left[0] * left[1] == 0, "the fight ends: " << left[0] << " and " << left[1]);
  CHECK_MESSAGE(left[0] + left[1] <= 10, "nobody is favoured: " << left[0] << ", " << left[1]);
  CHECK(scene.score_of(0).units_killed == scene.score_of(1).units_lost);
  CHECK(scene.score_of(1).units_killed == scene.score_of(0).units_lost);
}

}  // namespace
}  // namespace terrane::rts
