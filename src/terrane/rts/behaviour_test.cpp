#include "terrane/rts/behaviour.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "terrane/rts/apart.h"
#include "terrane/rts/invariants.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using testing::at;
using testing::plain;
using testing::Scene;

bool is_near(Scene& scene, Word unit, PointMm place, std::int32_t mm) {
  return within(place_of(scene.row(unit)), place, mm);
}

// Player 1's own fighter must not run off in tests of player 0's orders.
void pin(Scene& scene, Word unit) {
  scene.order(EventKind::OrderHold, scene.row(unit).owner, {unit});
}

TEST_CASE("move: it goes there past a foe and does not strike it") {
  Scene scene(plain(40, 20));
  const Word mover = scene.put(0, Role::Melee, 3, 10);
  const Word foe = scene.put(1, Role::Worker, 20, 13);
  scene.settle();
  pin(scene, foe);
  const Word health = static_cast<Word>(scene.row(foe).health_256);
  scene.order(EventKind::OrderMove, 0, {mover}, 0, at(scene.field, 36, 10));
  scene.step(20);
  CHECK(scene.row(mover).order == static_cast<Word>(EventKind::OrderMove));
  CHECK(scene.mind(mover).activity == static_cast<Word>(Activity::Moving));
  scene.step(280);
  CHECK(is_near(scene, mover, at(scene.field, 36, 10), 800));
  CHECK(static_cast<Word>(scene.row(foe).health_256) == health);
  CHECK(scene.row(mover).order == 0);
  CHECK(scene.board.state.orders.size() == 1);  // the foe's
}

TEST_CASE("attack-move: it strikes down whom it meets and goes on") {
  Scene scene(plain(40, 20));
  const Word mover = scene.put(0, Role::Hero, 3, 10);
  const Word foe = scene.put(1, Role::Worker, 20, 13);
  scene.settle();
  scene.order(EventKind::OrderAttackMove, 0, {mover}, 0, at(scene.field, 36, 10));
  scene.step(500);
  CHECK_FALSE(scene.lives(foe));
  CHECK(is_near(scene, mover, at(scene.field, 36, 10), 800));
  CHECK(scene.row(mover).order == 0);
}

TEST_CASE("attack: it chases the one it was told, and no other") {
  Scene scene(plain(40, 20));
  const Word mover = scene.put(0, Role::Hero, 3, 10);
  const Word near = scene.put(1, Role::Worker, 8, 10);
  const Word far = scene.put(1, Role::Worker, 13, 10);
  scene.settle();
  pin(scene, near);
  scene.order(EventKind::OrderMove, 1, {far}, 0, at(scene.field, 30, 4));
  scene.order(EventKind::OrderAttack, 0, {mover}, far);
  scene.step(30);
  CHECK(scene.row(mover).target == far);
  scene.step(400);
  CHECK_FALSE(scene.lives(far));
  CHECK(scene.row(mover).order == 0);
}

TEST_CASE("attack: a building is struck from wherever one comes, its corners too") {
  Scene scene(plain(30, 30));
  const Word house = scene.put(1, Role::House, 15, 15);
  std::vector<Word> soldiers;
  for (const Cell cell : {Cell{5, 5}, Cell{25, 5}, Cell{5, 25}, Cell{25, 25}, Cell{15, 4}}) {
    soldiers.push_back(scene.put(0, Role::Melee, cell.x, cell.z));
  }
  scene.put(0, Role::Tower, 15, 22);  // sees it for all
  scene.settle();
  for (const Word soldier : soldiers) {
    scene.order(EventKind::OrderAttack, 0, {soldier}, house);
  }
  scene.step(150);
  for (const Word soldier : soldiers) {
    CHECK(in_range(scene.board, scene.index(soldier), scene.index(house)));
  }
  scene.step(1500);
  CHECK_FALSE(scene.lives(house));
}

TEST_CASE("attack: a foe that is lost in the fog is looked for where it was, then let go") {
  Scene scene(plain(60, 20));
  const Word mover = scene.put(0, Role::Melee, 3, 10);
  const Word rider = scene.put(1, Role::Cavalry, 12, 10);
  scene.settle();
  scene.order(EventKind::OrderMove, 1, {rider}, 0, at(scene.field, 57, 10));
  scene.order(EventKind::OrderAttack, 0, {mover}, rider);
  scene.step(900);
  CHECK(scene.lives(rider));
  CHECK(scene.row(mover).order == 0);
  CHECK(scene.mind(mover).foe == 0);
  CHECK(scene.board.state.orders.empty());
}

TEST_CASE("patrol: it walks to and fro, and takes on who comes near") {
  Scene scene(plain(40, 20));
  const Word guard = scene.put(0, Role::Hero, 10, 10);
  scene.settle();
  scene.order(EventKind::OrderPatrol, 0, {guard}, 0, at(scene.field, 20, 10));
  bool was_out = false;
  bool was_back = false;
  for (int ticks = 0; ticks < 300; ++ticks) {
    scene.step();
    was_out = was_out || is_near(scene, guard, at(scene.field, 20, 10), 800);
    was_back = was_back || (was_out && is_near(scene, guard, at(scene.field, 10, 10), 800));
  }
  CHECK(was_out);
  CHECK(was_back);
  CHECK(scene.row(guard).order == static_cast<Word>(EventKind::OrderPatrol));
  const Word foe = scene.put(1, Role::Worker, 15, 15);
  scene.settle();
  scene.step(300);
  CHECK_FALSE(scene.lives(foe));
  was_out = was_back = false;
  for (int ticks = 0; ticks < 300; ++ticks) {
    scene.step();
    was_out = was_out || is_near(scene, guard, at(scene.field, 20, 10), 800);
    was_back = was_back || is_near(scene, guard, at(scene.field, 10, 10), 800);
  }
  CHECK(was_out);
  CHECK(was_back);
}

TEST_CASE("hold: it strikes who is in range and never leaves its place") {
  Scene scene(plain(30, 20));
  const Word archer = scene.put(0, Role::Ranged, 5, 10);
  const Word in_range = scene.put(1, Role::Worker, 10, 10);
  const Word out_of_range = scene.put(1, Role::Worker, 15, 14);
  scene.settle();
  pin(scene, in_range);
  pin(scene, out_of_range);
  scene.order(EventKind::OrderHold, 0, {archer});
  const PointMm place = place_of(scene.row(archer));
  const auto health = scene.row(out_of_range).health_256;
  scene.step(400);
  CHECK_FALSE(scene.lives(in_range));
  CHECK(scene.row(out_of_range).health_256 == health);
  CHECK(is_near(scene, archer, place, 100));
}

TEST_CASE("stop: it does not look round, but answers who strikes it and goes back") {
  Scene scene(plain(40, 20));
  const Word guard = scene.put(0, Role::Hero, 5, 10);
  const Word foe = scene.put(1, Role::Worker, 12, 10);
  scene.settle();
  pin(scene, foe);
  scene.order(EventKind::OrderMove, 0, {guard}, 0, at(scene.field, 30, 10));
  scene.step(3);
  scene.order(EventKind::OrderStop, 0, {guard});
  scene.step(100);
  CHECK(scene.lives(foe));
  const PointMm place = place_of(scene.row(guard));
  CHECK(is_near(scene, guard, at(scene.field, 5, 10), 1500));
  hurt(scene.board, scene.index(guard), 256, DamageKind::Blade, foe);
  scene.step(200);
  CHECK_FALSE(scene.lives(foe));
  scene.step(100);
  CHECK(is_near(scene, guard, place, 700));
}

TEST_CASE("idle soldiers take on who comes in sight and go back to their post") {
  Scene scene(plain(40, 20));
  const Word guard = scene.put(0, Role::Hero, 5, 10);
  const Word foe = scene.put(1, Role::Worker, 14, 10);
  scene.settle();
  pin(scene, foe);
  const PointMm post = place_of(scene.row(guard));
  scene.step(250);
  CHECK_FALSE(scene.lives(foe));
  scene.step(120);
  CHECK(is_near(scene, guard, post, 700));
  CHECK(scene.mind(guard).activity == static_cast<Word>(Activity::Idle));
}

TEST_CASE("an idle guard gives up a foe that draws it away") {
  Scene scene(plain(90, 12));
  const Word guard = scene.put(0, Role::Melee, 5, 6);
  const Word rider = scene.put(1, Role::Cavalry, 14, 6);
  scene.settle();
  scene.order(EventKind::OrderMove, 1, {rider}, 0, at(scene.field, 86, 6));
  std::int32_t farthest_mm = 0;
  const PointMm post = place_of(scene.row(guard));
  for (int ticks = 0; ticks < 500; ++ticks) {
    scene.step();
    farthest_mm = std::max(farthest_mm, scene.row(guard).world_x_mm - post.x_mm);
  }
  CHECK(farthest_mm > 1000);
  CHECK(farthest_mm < 25'000);
  CHECK(is_near(scene, guard, post, 700));
}

TEST_CASE("follow: it stays near one's own unit that walks") {
  Scene scene(plain(40, 20));
  const Word leader = scene.put(0, Role::Worker, 10, 10);
  const Word follower = scene.put(0, Role::Melee, 3, 10);
  scene.settle();
  scene.order(EventKind::OrderFollow, 0, {follower}, leader);
  scene.order(EventKind::OrderMove, 0, {leader}, 0, at(scene.field, 35, 5));
  scene.step(400);
  CHECK(gap_mm(scene.board, scene.index(follower), scene.index(leader)) < 3500);
  kill(scene.board, scene.index(leader), 0);
  scene.step(2);
  CHECK(scene.row(follower).order == 0);
}

TEST_CASE("gather and build: workers do their order's work to its end") {
  Scene scene(
      {"..........................", "..........................", "....0................1....",
       "..........................", "..........................", "..........................",
       "..................T.......", "..................T.......", "..........................",
       "..........................", "..........................", ".........................."});
  const Word hall = scene.put(0, Role::TownHall, 4, 4);
  const Word gatherer = scene.put(0, Role::Worker, 9, 6);
  const Word builder = scene.put(0, Role::Worker, 9, 8);
  scene.settle();
  const Word tree = scene.board.state.resources[0].identity;
  const Word wood = scene.player(0).wood;
  scene.order(EventKind::OrderGather, 0, {gatherer}, tree);
  scene.order(EventKind::OrderBuild, 0, {builder}, 0, at(scene.field, 12, 9),
              testing::type_of(0, Role::House));
  scene.step(700);
  CHECK(scene.player(0).wood > wood - 60);  // the house cost 60
  CHECK(scene.board.state.construction.empty());
  CHECK(scene.row(builder).order == 0);
  CHECK(scene.row(gatherer).order == static_cast<Word>(EventKind::OrderGather));
  scene.row(hall).health_256 -= 50 * 256;
  scene.order(EventKind::OrderRepair, 0, {builder}, hall);
  scene.step(400);
  CHECK(scene.row(hall).health_256 == scene.row(hall).health_max_256);
  CHECK(scene.row(builder).order == 0);
  testing::check_board(scene.board);
}

TEST_CASE("a worker called from its work in a mine comes out and obeys") {
  Scene scene({"....................", "...0............1...", "....................",
               "....................", "....................", "..............G.....",
               "....................", "....................", "...................."});
  scene.put(0, Role::TownHall, 3, 3);
  const Word worker = scene.put(0, Role::Worker, 10, 5);
  scene.settle();
  const Word mine = scene.board.state.resources[0].identity;
  scene.order(EventKind::OrderGather, 0, {worker}, mine);
  for (int ticks = 0; ticks < 200; ++ticks) {
    scene.step();
    if ((scene.row(worker).flags & snapshot::k_flag_inside) != 0) break;
  }
  REQUIRE((scene.row(worker).flags & snapshot::k_flag_inside) != 0);
  scene.order(EventKind::OrderMove, 0, {worker}, 0, at(scene.field, 9, 7));
  scene.step(3);
  CHECK((scene.row(worker).flags & snapshot::k_flag_inside) == 0);
  scene.step(100);
  CHECK(is_near(scene, worker, at(scene.field, 9, 7), 800));
  CHECK(scene.row(worker).order == 0);
}

TEST_CASE("a group goes as one: it shares a goal, keeps its formation and arrives") {
  Scene scene(plain(60, 40));
  std::vector<Word> units;
  for (std::int32_t unit = 0; unit < 24; ++unit) {
    units.push_back(
        scene.put(0, unit % 3 == 0 ? Role::Ranged : Role::Melee, 5 + unit % 6, 10 + unit / 6));
  }
  scene.settle();
  const snapshot::OrderPayload payload{0, 0, 15'000, 4000, 0, 0, 0};
  std::vector<Word> record;
  REQUIRE(
      append_event(record, EventKind::OrderMove, 0, payload, std::span<const Word>(units)).ok());
  std::size_t word = 0;
  apply(scene.board, snapshot::read_event(record, word).value());
  scene.step();
  for (const Word unit : units) {
    CHECK(scene.mind(unit).goal_x_mm == scene.mind(units[0]).goal_x_mm);
    CHECK(scene.mind(unit).goal_z_mm == scene.mind(units[0]).goal_z_mm);
  }
  scene.step(500);
  for (const Word unit : units) {
    CHECK(is_near(scene, unit, {15'000, 4000}, 8000));
    CHECK(scene.row(unit).order == 0);
  }
}

TEST_CASE("attack-move does not stop for good at a foe that nobody can reach") {
  Scene scene(
      {"........................................", "........................................",
       "................######..................", "................#....#..................",
       "................#....#..................", "................######..................",
       "........................................", "........................................",
       "........................................"});
  const Word walker = scene.put(0, Role::Melee, 4, 7);
  const Word safe = scene.put(1, Role::Worker, 18, 3);
  scene.settle();
  scene.order(EventKind::OrderAttackMove, 0, {walker}, 0, at(scene.field, 36, 7));
  scene.step(600);
  CHECK(scene.lives(safe));
  CHECK(is_near(scene, walker, at(scene.field, 36, 7), 800));
}

}  // namespace
}  // namespace terrane::rts
