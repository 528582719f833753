#include "terrane/rts/outcome.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "terrane/rts/harm.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using snapshot::PlayerState;
using testing::plain;
using testing::Scene;

void pass(Scene& scene, Word ticks = 20) {
  for (; ticks > 0; --ticks) {
    ++scene.board.state.tick;
    step_outcome(scene.board);
  }
  scene.collect();
}

void fell(Scene& scene, Word identity) {
  scene.board.died.clear();
  lose_health(scene.board, scene.index(identity), 1 << 28, {});
  remove_dead(scene.board);
}

Word state_of(Scene& scene, Word player) {
  return scene.player(player).state;
}
constexpr Word word(PlayerState state) {
  return static_cast<Word>(state);
}

TEST_CASE(
    "a side plays on with a building that makes units, or a worker with means beside another") {
  for (const Role role : {Role::TownHall, Role::Barracks, Role::Worker}) {
    Scene scene(plain(32, 32));
    scene.put(0, Role::TownHall, 8, 8);
    scene.put(1, role, 20, 20);
    if (role == Role::Worker) scene.put(1, Role::House, 26, 26);
    scene.settle();
    pass(scene, 60);
    CHECK(scene.board.state.over == 0);
  }
  for (const Role role : {Role::House, Role::Tower, Role::Wall, Role::Gate, Role::Melee}) {
    Scene scene(plain(32, 32));
    scene.put(0, Role::TownHall, 8, 8);
    scene.put(1, role, 20, 20);
    scene.settle();
    pass(scene, 60);
    CHECK(scene.board.state.over == 1);
    CHECK(scene.board.state.winners == 1);
  }
}

TEST_CASE("soldiers and a rich worker without a building are beaten, and behind walls as well") {
  Scene scene(plain(32, 32));
  scene.put(0, Role::TownHall, 8, 8);
  const Word house = scene.put(1, Role::House, 20, 20);
  scene.put(1, Role::Worker, 24, 20);
  scene.put(1, Role::Melee, 24, 24);
  scene.put(1, Role::Wall, 28, 28);
  scene.settle();
  pass(scene, 40);
  CHECK(scene.board.state.over == 0);
  fell(scene, house);
  pass(scene, 20);
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 1);
}

TEST_CASE(
    "a barracks that can pay for nobody is beaten, unless a worker can bring gold to a hall") {
  Scene scene(plain(48, 48));
  scene.put(0, Role::TownHall, 8, 8);
  scene.put(1, Role::Barracks, 20, 20);
  const Word hall = scene.put(1, Role::TownHall, 36, 36);
  scene.put(1, Role::Worker, 28, 20);
  scene.player(1).gold = 0;
  scene.settle();
  pass(scene, 40);
  CHECK(scene.board.state.over == 0);
  fell(scene, hall);
  pass(scene, 20);
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 1);
}

TEST_CASE("a worker without means is beaten, with a site of a barracks it is not") {
  Scene scene(plain(32, 32));
  scene.put(0, Role::TownHall, 8, 8);
  scene.put(1, Role::House, 26, 26);
  scene.put(1, Role::Worker, 20, 20);
  scene.player(1).gold = 100;
  scene.settle();
  const Word type = testing::type_of(1, Role::Barracks);
  const Word site = begin_site(scene.board, 1, type, {8000, 8000});
  pass(scene, 40);
  CHECK(scene.board.state.over == 0);
  fell(scene, site);
  pass(scene, 20);
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 1);
}

TEST_CASE("a side without a building that makes units is warned, then beaten; a site is not one") {
  for (const Role role : {Role::TownHall, Role::Barracks}) {
    Scene scene(plain(48, 48));
    scene.rules.homeless_ticks = 600;
    scene.put(0, Role::TownHall, 8, 8);
    scene.put(1, Role::House, 26, 26);
    scene.put(1, Role::Worker, 20, 20);
    const Word home = scene.put(1, role, 38, 38);
    scene.settle();
    pass(scene, 700);
    CHECK(scene.count_told(EventKind::AlertHomeless) == 0);
    CHECK(scene.board.state.player_minds[1].homeless_tick == 0);
    fell(scene, home);
    begin_site(scene.board, 1, testing::type_of(1, role), {8000, 8000});
    pass(scene, 600);
    CHECK(scene.board.state.over == 0);
    REQUIRE(scene.count_told(EventKind::AlertHomeless) == 3);
    const auto warned = std::find_if(
        scene.told.begin(), scene.told.end(),
        [](const testing::Told& told) { return told.kind == EventKind::AlertHomeless; });
    CHECK(warned->payload[0] == 1);
    CHECK(warned->payload[2] == 600);
    pass(scene, 20);
    CHECK(scene.board.state.over == 1);
    CHECK(scene.board.state.winners == 1);
    CHECK(scene.board.state.ending == static_cast<Word>(Ending::Destruction));
  }
}

TEST_CASE("a side that finishes a home in time plays on, and rules without the time have no end") {
  for (const bool finishes : {true, false}) {
    Scene scene(plain(48, 48));
    scene.rules.homeless_ticks = finishes ? 600 : 0;
    scene.put(0, Role::TownHall, 8, 8);
    scene.put(1, Role::House, 26, 26);
    scene.put(1, Role::Worker, 20, 20);
    scene.settle();
    pass(scene, 500);
    if (finishes) scene.put(1, Role::Barracks, 38, 38);
    pass(scene, 500);
    CHECK(scene.board.state.over == 0);
    CHECK(scene.board.state.player_minds[1].homeless_tick == 0);
    CHECK(scene.count_told(EventKind::AlertHomeless) == (finishes ? 3 : 0));
  }
}

TEST_CASE("the last side that stands wins, by destruction, and everybody is told") {
  Scene scene(plain(48, 48), 3);
  scene.put(0, Role::Barracks, 8, 8);
  const Word b = scene.put(1, Role::Barracks, 20, 20);
  const Word c = scene.put(2, Role::Barracks, 36, 36);
  scene.settle();
  pass(scene, 20);
  fell(scene, c);
  pass(scene, 20);
  CHECK(scene.board.state.over == 0);
  CHECK(state_of(scene, 2) == word(PlayerState::Lost));
  CHECK(scene.count_told(EventKind::PlayerDefeated) == 1);
  fell(scene, b);
  pass(scene, 20);
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 1);
  CHECK(scene.board.state.ending == static_cast<Word>(Ending::Destruction));
  CHECK(state_of(scene, 0) == word(PlayerState::Won));
  CHECK(state_of(scene, 1) == word(PlayerState::Lost));
  CHECK(scene.count_told(EventKind::Victory) == 1);
  CHECK(scene.count_told(EventKind::Draw) == 0);
}

TEST_CASE("sides that fall in the same tick draw, those before them have lost") {
  Scene scene(plain(48, 48), 3);
  const Word a = scene.put(0, Role::Barracks, 8, 8);
  const Word b = scene.put(1, Role::Barracks, 20, 20);
  const Word c = scene.put(2, Role::Barracks, 36, 36);
  scene.settle();
  fell(scene, c);
  pass(scene, 20);
  fell(scene, a);
  fell(scene, b);
  pass(scene, 20);
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 0);
  CHECK(scene.board.state.ending == static_cast<Word>(Ending::AllGone));
  CHECK(state_of(scene, 0) == word(PlayerState::Drawn));
  CHECK(state_of(scene, 1) == word(PlayerState::Drawn));
  CHECK(state_of(scene, 2) == word(PlayerState::Lost));
  CHECK(scene.count_told(EventKind::Draw) == 1);
}

TEST_CASE("a surrender decides in the same tick, and one that left is marked so") {
  Scene scene(plain(48, 48), 3);
  for (Word player = 0; player < 3; ++player) {
    scene.put(player, Role::TownHall, 8 + 14 * static_cast<std::int32_t>(player), 8);
  }
  scene.settle();
  scene.board.state.tick = 33;
  surrender(scene.board, 1, true);
  step_outcome(scene.board);
  CHECK(scene.board.state.over == 0);
  CHECK(state_of(scene, 1) == word(PlayerState::Left));
  scene.board.state.tick = 47;
  surrender(scene.board, 0, false);
  surrender(scene.board, 0, false);
  step_outcome(scene.board);
  scene.collect();
  CHECK(scene.board.state.over == 1);
  CHECK(scene.board.state.winners == 4);
  CHECK(scene.board.state.ending == static_cast<Word>(Ending::Surrender));
  CHECK(scene.count_told(EventKind::PlayerLeft) == 1);
  CHECK(scene.count_told(EventKind::PlayerDefeated) == 1);
}

TEST_CASE("when time is up the score decides, and an equal one is a draw") {
  for (const bool equal : {true, false}) {
    Scene scene(plain(48, 48));
    scene.put(0, Role::TownHall, 8, 8);
    scene.put(1, Role::TownHall, 30, 30);
    if (!equal) scene.score_of(1).wood_gathered = 1;
    scene.settle();
    scene.board.state.tick = scene.board.state.ticks_max - 2;
    pass(scene, 1);
    CHECK(scene.board.state.over == 0);
    pass(scene, 1);
    CHECK(scene.board.state.over == 1);
    CHECK(scene.board.state.winners == (equal ? 0u : 2u));
    CHECK(scene.board.state.ending == static_cast<Word>(Ending::Time));
    CHECK(state_of(scene, 0) == word(equal ? PlayerState::Drawn : PlayerState::Lost));
  }
}

TEST_CASE("the score counts what stands by its price, sites by half, and what was gathered") {
  Scene scene(plain(48, 48));
  scene.put(0, Role::TownHall, 8, 8);
  scene.put(0, Role::Melee, 20, 8);
  begin_site(scene.board, 0, testing::type_of(0, Role::House), {10500, 10500});
  scene.score_of(0).gold_gathered = 30;
  CHECK(score(scene.board, 0) == 600 + 100 + 70 + 30);
  CHECK(score(scene.board, 1) == 0);
}

}  // namespace
}  // namespace terrane::rts
