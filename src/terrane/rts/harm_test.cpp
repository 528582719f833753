#include "terrane/rts/harm.h"

#include <doctest/doctest.h>

#include "terrane/rts/fight.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::Status;
using testing::plain;
using testing::Scene;

constexpr std::int32_t k_point = 256;

void statuses(Scene& scene, Word ticks) {
  for (; ticks > 0; --ticks) {
    ++scene.board.state.tick;
    scene.board.died.clear();
    step_statuses(scene.board);
    remove_dead(scene.board);
  }
  scene.collect();
}

bool bears(Scene& scene, Word unit, Status status) {
  return (scene.row(unit).status & snapshot::status_bit(status)) != 0;
}

TEST_CASE("a burn hurts once a second, as often as it lasts seconds, and ends on its tick") {
  Scene scene(plain(16, 16));
  const Word unit = scene.put(0, Role::Melee, 5, 5);
  scene.settle();
  const std::int32_t before = scene.row(unit).health_256;
  give_status(scene.board, scene.index(unit), static_cast<Word>(Status::Burning), 80, 0);
  CHECK(bears(scene, unit, Status::Burning));
  CHECK((scene.row(unit).status_end & 0xff) == ((scene.board.state.tick + 80) & 0xff));
  for (Word tick = 1; tick < 80; ++tick) {
    statuses(scene, 1);
    REQUIRE(bears(scene, unit, Status::Burning));
  }
  statuses(scene, 1);
  CHECK_FALSE(bears(scene, unit, Status::Burning));
  CHECK(scene.row(unit).health_256 == before - 4 * 3 * k_point);
  CHECK(scene.board.state.effects.empty());
  CHECK(scene.count_told(EventKind::StatusBegan) == 1);
  CHECK(scene.count_told(EventKind::StatusEnded) == 1);
  statuses(scene, 60);
  CHECK(scene.row(unit).health_256 == before - 4 * 3 * k_point);
}

TEST_CASE("an effect that is renewed all the time hurts no more and no less often") {
  Scene scene(plain(16, 16));
  const Word unit = scene.put(0, Role::Melee, 5, 5);
  scene.settle();
  const std::int32_t before = scene.row(unit).health_256;
  for (Word tick = 0; tick < 100; ++tick) {
    give_status(scene.board, scene.index(unit), static_cast<Word>(Status::Poisoned), 30, 0);
    statuses(scene, 1);
  }
  CHECK(scene.row(unit).health_256 == before - 5 * 2 * k_point);
  CHECK(scene.board.state.effects.size() == 1);
}

TEST_CASE("a shorter effect does not cut a longer one, and effects are kept by bearer and status") {
  Scene scene(plain(16, 16));
  const Word first = scene.put(0, Role::Melee, 5, 5);
  const Word second = scene.put(0, Role::Melee, 7, 5);
  scene.settle();
  give_status(scene.board, scene.index(second), static_cast<Word>(Status::Slowed), 60, 0);
  give_status(scene.board, scene.index(first), static_cast<Word>(Status::Poisoned), 60, 0);
  give_status(scene.board, scene.index(first), static_cast<Word>(Status::Burning), 60, 0);
  give_status(scene.board, scene.index(second), static_cast<Word>(Status::Slowed), 10, 0);
  const auto& effects = scene.board.state.effects;
  REQUIRE(effects.size() == 3);
  CHECK(effects[0].identity == first);
  CHECK(effects[0].status == static_cast<Word>(Status::Burning));
  CHECK(effects[1].status == static_cast<Word>(Status::Poisoned));
  CHECK(effects[2].identity == second);
  CHECK(effects[2].end_tick == scene.board.state.tick + 60);
}

TEST_CASE("who burns to death is credited to who set it alight, and its effects end with it") {
  Scene scene(plain(16, 16));
  const Word victim = scene.put(0, Role::Worker, 5, 5);
  const Word arsonist = scene.put(1, Role::Siege, 12, 5);
  scene.settle();
  scene.row(victim).health_256 = k_point;
  give_status(scene.board, scene.index(victim), static_cast<Word>(Status::Burning), 80, arsonist);
  give_status(scene.board, scene.index(victim), static_cast<Word>(Status::Slowed), 80, arsonist);
  statuses(scene, 20);
  CHECK_FALSE(scene.lives(victim));
  CHECK(scene.board.state.effects.empty());
  CHECK(scene.score_of(1).units_killed == 1);
  CHECK(scene.score_of(0).units_lost == 1);
  CHECK(scene.mind(arsonist).experience == 15);
}

TEST_CASE("buildings burn, but are neither poisoned nor slowed; mines and trees bear nothing") {
  Scene scene({"................", "................", "...........G....", "................",
               "....T...........", "................", "................", "................"});
  const Word house = scene.put(0, Role::House, 4, 2);
  scene.settle();
  for (const Status status : {Status::Burning, Status::Slowed, Status::Poisoned}) {
    give_status(scene.board, scene.index(house), static_cast<Word>(status), 40, 0);
    give_status(scene.board, 0, static_cast<Word>(status), 40, 0);
  }
  CHECK(scene.row(house).status == snapshot::status_bit(Status::Burning));
  CHECK(scene.board.state.core[0].status == 0);
}

TEST_CASE("slowed units are slow, inspired ones quick and strong, poisoned ones weak") {
  Scene scene(plain(16, 16));
  const Word unit = scene.put(0, Role::Melee, 5, 5);
  scene.settle();
  const std::size_t index = scene.index(unit);
  const std::int32_t speed = speed_mm_per_tick(scene.board, index);
  const std::int32_t blow = blow_256(scene.board, striker_of(scene.row(unit)));
  CHECK(speed == 140);
  CHECK(blow == 9 * k_point);
  give_status(scene.board, index, static_cast<Word>(Status::Slowed), 40, 0);
  CHECK(speed_mm_per_tick(scene.board, index) == 70);
  give_status(scene.board, index, static_cast<Word>(Status::Inspired), 40, 0);
  CHECK(speed_mm_per_tick(scene.board, index) == 77);
  CHECK(blow_256(scene.board, striker_of(scene.row(unit))) == blow * 120 / 100);
  give_status(scene.board, index, static_cast<Word>(Status::Poisoned), 40, 0);
  CHECK(blow_256(scene.board, striker_of(scene.row(unit))) == blow * 120 / 100 * 90 / 100);
}

TEST_CASE("a hero inspires the soldiers of its own near it, for as long as it is near") {
  Scene scene(plain(48, 16));
  const Word hero = scene.put(0, Role::Hero, 5, 5);
  const Word near = scene.put(0, Role::Melee, 10, 5);
  const Word far = scene.put(0, Role::Melee, 30, 5);
  const Word worker = scene.put(0, Role::Worker, 6, 6);
  const Word foe = scene.put(1, Role::Melee, 8, 8);
  scene.settle();
  statuses(scene, 16);
  CHECK(bears(scene, near, Status::Inspired));
  CHECK_FALSE(bears(scene, far, Status::Inspired));
  CHECK_FALSE(bears(scene, worker, Status::Inspired));
  CHECK_FALSE(bears(scene, foe, Status::Inspired));
  CHECK_FALSE(bears(scene, hero, Status::Inspired));
  statuses(scene, 200);
  CHECK(bears(scene, near, Status::Inspired));
  CHECK_MESSAGE(scene.count_told(EventKind::StatusBegan) == 1, "it begins once, not every look");
  kill(scene.board, scene.index(hero), 0);
  remove_dead(scene.board);
  statuses(scene, 41);
  CHECK_FALSE(bears(scene, near, Status::Inspired));
}

TEST_CASE("experience is shared with the soldiers within ten metres, and with nobody else") {
  Scene scene(plain(48, 16));
  const Word killer = scene.put(0, Role::Melee, 5, 5);
  const Word near = scene.put(0, Role::Ranged, 12, 5);
  const Word far = scene.put(0, Role::Melee, 25, 5);
  const Word worker = scene.put(0, Role::Worker, 6, 6);
  const Word foe = scene.put(1, Role::Melee, 6, 5);
  const Word bystander = scene.put(1, Role::Melee, 8, 5);
  scene.settle();
  hurt(scene.board, scene.index(foe), 1000 * k_point, DamageKind::Magic, killer);
  CHECK(scene.mind(killer).experience == 15);
  CHECK(scene.mind(near).experience == 15);
  CHECK(scene.mind(far).experience == 0);
  CHECK(scene.mind(worker).experience == 0);
  CHECK(scene.mind(bystander).experience == 0);
}

TEST_CASE("a rank makes stronger and keeps the share of health") {
  Scene scene(plain(16, 16));
  const Word killer = scene.put(0, Role::Melee, 5, 5);
  const Word hero = scene.put(1, Role::Hero, 6, 5);  // worth 250
  scene.settle();
  scene.row(killer).health_256 = 30 * k_point;  // half
  hurt(scene.board, scene.index(hero), 9000 * k_point, DamageKind::Magic, killer);
  scene.collect();
  CHECK(scene.row(killer).rank == 2);
  CHECK(scene.row(killer).health_max_256 == 66 * k_point);
  CHECK(scene.row(killer).health_256 == 33 * k_point);
  CHECK(blow_256(scene.board, striker_of(scene.row(killer))) == 9 * k_point * 120 / 100);
  CHECK(scene.count_told(EventKind::UnitRanked) == 1);
}

TEST_CASE("upgrades count by level for the roles they help, of their player only") {
  Scene scene(plain(16, 16));
  const Word footman = scene.put(0, Role::Melee, 5, 5);
  const Word archer = scene.put(0, Role::Ranged, 7, 5);
  const Word foe = scene.put(1, Role::Melee, 9, 5);
  scene.settle();
  auto& upgrades = scene.board.state.upgrades;
  upgrades.push_back({1, testing::upgrade_of(0, testing::SmallUpgrade::Weapons), 2});
  upgrades.push_back({1, testing::upgrade_of(0, testing::SmallUpgrade::Armour), 3});
  upgrades.push_back({1, testing::upgrade_of(0, testing::SmallUpgrade::Range), 1});
  CHECK(blow_256(scene.board, striker_of(scene.row(footman))) == 9 * k_point * 120 / 100);
  CHECK(blow_256(scene.board, striker_of(scene.row(archer))) == 8 * k_point);
  CHECK(blow_256(scene.board, striker_of(scene.row(foe))) == 9 * k_point);
  CHECK(range_mm(scene.board, scene.index(archer)) == 7000 * 115 / 100);
  CHECK(range_mm(scene.board, scene.index(footman)) == 300);
  // Two points of its own and three learnt; blade on heavy armour 80 %.
  const std::int32_t before = scene.row(footman).health_256;
  hurt(scene.board, scene.index(footman), 10 * k_point, DamageKind::Blade, foe);
  CHECK(before - scene.row(footman).health_256 == 10 * k_point * 80 / (100 + 5 * 6));
}

TEST_CASE("a spread blow stays within its spread, uses it, and is drawn from the match's stream") {
  Scene scene(plain(16, 16));
  Weapon& weapon = scene.rules.types[testing::type_of(0, Role::Melee)].weapon;
  weapon.spread_256 = 3 * k_point;
  const Word footman = scene.put(0, Role::Melee, 5, 5);
  std::int32_t least = 1 << 30;
  std::int32_t most = 0;
  const std::uint64_t random = scene.board.state.random;
  for (int blow = 0; blow < 400; ++blow) {
    const std::int32_t damage = blow_256(scene.board, striker_of(scene.row(footman)));
    least = std::min(least, damage);
    most = std::max(most, damage);
  }
  CHECK(least >= 6 * k_point);
  CHECK(most <= 12 * k_point);
  CHECK(least < 7 * k_point);
  CHECK(most > 11 * k_point);
  CHECK(scene.board.state.random != random);
}

TEST_CASE("what falls gives its supply back and its player one alert in five seconds") {
  Scene scene(plain(32, 16));
  const Word cavalry = scene.put(0, Role::Cavalry, 5, 5);
  const Word worker = scene.put(0, Role::Worker, 9, 5);
  const Word hall = scene.put(0, Role::TownHall, 20, 6);
  const Word foe = scene.put(1, Role::Melee, 7, 5);
  scene.settle();
  scene.board.state.tick = 500;
  CHECK(scene.player(0).supply_used == 3);
  CHECK(scene.player(0).supply_max == 12);
  hurt(scene.board, scene.index(cavalry), 9000 * k_point, DamageKind::Magic, foe);
  CHECK(scene.player(0).supply_used == 1);
  hurt(scene.board, scene.index(worker), 9000 * k_point, DamageKind::Magic, foe);
  CHECK(scene.player(0).supply_used == 0);
  hurt(scene.board, scene.index(hall), 90000 * k_point, DamageKind::Magic, foe);
  CHECK(scene.player(0).supply_max == 0);
  scene.collect();
  CHECK(scene.count_told(EventKind::AlertAttacked) == 1);
  CHECK(scene.score_of(0).units_lost == 2);
  CHECK(scene.score_of(0).buildings_lost == 1);
  CHECK(scene.score_of(1).units_killed == 2);
  CHECK(scene.score_of(1).buildings_razed == 1);
  CHECK(scene.count_told(EventKind::UnitDied) == 2);
  CHECK(scene.count_told(EventKind::BuildingLost) == 1);
}

}  // namespace
}  // namespace terrane::rts
