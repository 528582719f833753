#include "terrane/rts/opponent.h"

#include <doctest/doctest.h>

#include <memory>

#include "terrane/rts/match.h"
#include "terrane/rts/opponent_eyes.h"
#include "terrane/rts/opponent_plan.h"
#include "terrane/rts/opponent_thought.h"
#include "terrane/rts/scene.h"

using namespace terrane;
using namespace terrane::rts;
using testing::Scene;

namespace {

// Makes a scene's player a computer opponent of the level.
void give_mind(Scene& scene, Word player, Word level) {
  scene.board.state.player_minds[player].level = level;
  PlanRow row;
  row.identity = snapshot::player_identity(player);
  scene.board.state.plans.push_back(row);
}

// Runs until the player's next thought is over.
void think_once(Scene& scene, Word level) {
  const auto period = static_cast<Word>(scene.rules.opponents[level].think_ticks);
  for (Word tick = 0; tick < period; ++tick) {
    ++scene.board.state.tick;
    step_opponents(scene.board);
  }
}

Word count(const State& state, const Rules& rules, Word player, Role role) {
  Word found = 0;
  for (const CoreRow& row : state.core) {
    found += row.owner == player && rules.type(row.type).role == role ? 1 : 0;
  }
  return found;
}

MatchSetup two_opponents(const Rules& rules, std::uint64_t seed) {
  MatchSetup setup;
  setup.seed = seed;
  const auto best = static_cast<Word>(rules.opponents.size() - 1);
  setup.players = {{0, best}, {1, best}};
  return setup;
}

}  // namespace

TEST_CASE("opponent: a plan goes through its words unchanged") {
  Plan plan;
  plan.seed = 77;
  plan.deeds.retreats = 3;
  plan.squads[k_squads - 1].goal_x_mm = -5;
  plan.swept[255] = 9;
  PlanRow row;
  write_plan(row, plan);
  const Plan again = read_plan(row);
  CHECK(again.seed == 77);
  CHECK(again.deeds.retreats == 3);
  CHECK(again.squads[k_squads - 1].goal_x_mm == -5);
  CHECK(again.swept[255] == 9);
}

TEST_CASE("opponent: idle workers are put to work, however many, and nobody is left over") {
  for (std::int32_t many = 1; many <= 14; ++many) {
    Scene scene(testing::open_field(128, 2));
    const PointMm start = scene.field.starts[0];
    scene.put(0, Role::TownHall, start);
    std::vector<Word> workers;
    for (std::int32_t at = 0; at < many; ++at) {
      workers.push_back(scene.put(0, Role::Worker, {start.x_mm + 5000 + at * 1000, start.z_mm}));
    }
    scene.settle();
    give_mind(scene, 0, 2);
    think_once(scene, 2);
    for (const Word worker : workers) {
      CAPTURE(many);
      CAPTURE(worker);
      CHECK(current_order(scene.board, worker) != nullptr);
    }
  }
}

TEST_CASE("opponent: a town grows into an army") {
  const Rules rules = testing::small_rules();
  const Battlefield field = testing::open_field(160, 2);
  const auto match = Match::start(rules, field, two_opponents(rules, 3));
  REQUIRE(match.ok());
  Match& played = *match.value();
  while (played.tick() < 5000 && !played.over()) played.step();
  for (Word player = 0; player < 2; ++player) {
    CAPTURE(player);
    CHECK(count(played.state(), rules, player, Role::Worker) > 8);
    CHECK(count(played.state(), rules, player, Role::House) > 0);
    CHECK(count(played.state(), rules, player, Role::Barracks) > 0);
    CHECK(played.state().scores[player].units_made > 12);
    CHECK(deeds(played.state(), player).scouts > 0);
    CHECK(deeds(played.state(), player).attacks > 0);
  }
}

TEST_CASE("opponent: the same seed plays the same match, another seed another") {
  const Rules rules = testing::small_rules();
  const Battlefield field = testing::open_field(128, 2);
  std::vector<std::uint64_t> sums;
  for (const std::uint64_t seed : {std::uint64_t{5}, std::uint64_t{5}, std::uint64_t{6}}) {
    const auto match = Match::start(rules, field, two_opponents(rules, seed));
    REQUIRE(match.ok());
    while (match.value()->tick() < 1500) match.value()->step();
    sums.push_back(checksums(match.value()->state()).total);
  }
  CHECK(sums[0] == sums[1]);
  CHECK(sums[0] != sums[2]);
}

TEST_CASE("opponent: what the fog hides changes nothing that it thinks or orders") {
  std::vector<std::vector<Word>> minds;
  for (const std::int32_t shift_mm : {0, 12'000}) {
    Scene scene(testing::open_field(160, 2));
    const PointMm start = scene.field.starts[0];
    scene.put(0, Role::TownHall, start);
    for (std::int32_t at = 0; at < 6; ++at) {
      scene.put(0, Role::Worker, {start.x_mm + 5000 + at * 1000, start.z_mm});
      scene.put(0, Role::Melee, {start.x_mm + 5000 + at * 1000, start.z_mm + 3000});
    }
    const PointMm far = scene.field.starts[1];
    for (std::int32_t at = 0; at < 9; ++at) {
      scene.put(1, Role::Cavalry, {far.x_mm + at * 2000 - 8000, far.z_mm + 4000 + shift_mm});
    }
    scene.put(1, shift_mm == 0 ? Role::TownHall : Role::Barracks, far);
    scene.settle();
    give_mind(scene, 0, 2);
    think_once(scene, 2);
    think_once(scene, 2);
    std::vector<Word> all(scene.board.state.plans[0].words.begin(),
                          scene.board.state.plans[0].words.end());
    for (const snapshot::OrderRow& order : scene.board.state.orders) {
      all.insert(all.end(), {order.identity, order.kind, order.target,
                             static_cast<Word>(order.x_mm), static_cast<Word>(order.z_mm)});
    }
    minds.push_back(all);
  }
  CHECK(minds[0] == minds[1]);
}

TEST_CASE("opponent: a squad turns back before a stronger foe, and not before a weaker one") {
  for (const std::int32_t foes : {1, 12}) {
    CAPTURE(foes);
    Scene scene(testing::open_field(160, 2));
    const PointMm start = scene.field.starts[0];
    scene.put(0, Role::TownHall, start);
    const PointMm out{0, 0};  // the middle, far from both starts
    std::vector<Word> squad;
    for (std::int32_t at = 0; at < 4; ++at) {
      squad.push_back(scene.put(0, Role::Melee, {out.x_mm + at * 1000, out.z_mm}));
    }
    for (std::int32_t at = 0; at < foes; ++at) {
      scene.put(1, Role::Melee, {out.x_mm + at * 900 - 4000, out.z_mm + 6000});
    }
    scene.settle();
    give_mind(scene, 0, 2);
    Plan plan;
    plan.awake = 1;
    plan.home_x_mm = start.x_mm;
    plan.home_z_mm = start.z_mm;
    plan.scout_tick = 100'000;
    plan.raid_tick = 100'000;
    plan.squads[0].state = static_cast<Word>(SquadState::Assault);
    plan.squads[0].goal_z_mm = 30'000;
    write_plan(scene.board.state.plans[0], plan);
    for (const Word unit : squad) scene.board.state.groups.push_back({0, 1, unit});
    think_once(scene, 2);
    CHECK(deeds(scene.board.state, 0).retreats == (foes > 4 ? 1 : 0));
    const snapshot::OrderRow* order = current_order(scene.board, squad.front());
    REQUIRE(order != nullptr);
    const auto wanted =
        foes > 4 ? snapshot::EventKind::OrderMove : snapshot::EventKind::OrderAttackMove;
    CHECK(order->kind == static_cast<Word>(wanted));
  }
}

TEST_CASE("opponent: a person's player has no deeds") {
  Scene scene(testing::open_field(128, 2));
  CHECK(deeds(scene.board.state, 0).attacks == 0);
}
