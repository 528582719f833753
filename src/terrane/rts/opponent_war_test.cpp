// What an opponent's squads do out there: raze, join, turn back too late, attack what is down.
#include "terrane/rts/opponent_war.h"

#include <doctest/doctest.h>

#include "terrane/rts/opponent.h"
#include "terrane/rts/opponent_plan.h"
#include "terrane/rts/scene.h"

using namespace terrane;
using namespace terrane::rts;
using snapshot::EventKind;
using testing::Scene;

namespace {

constexpr Word k_hard = 2;

// A field with a town of player 0, an opponent, who thinks of nothing but its squads.
struct Field {
  Scene scene{testing::open_field(192, 2)};
  Plan plan;

  Field() {
    const PointMm start = scene.field.starts[0];
    scene.put(0, Role::TownHall, start);
    scene.board.state.player_minds[0].level = k_hard;
    PlanRow row;
    row.identity = snapshot::player_identity(0);
    scene.board.state.plans.push_back(row);
    plan.awake = 1;
    plan.home_x_mm = plan.muster_x_mm = start.x_mm;
    plan.home_z_mm = plan.muster_z_mm = start.z_mm;
    plan.scout_tick = plan.raid_tick = 100'000;
  }

  // So many melee of player 0 in a row; squad 0: the reserve.
  std::vector<Word> soldiers(std::size_t squad, std::int32_t many, PointMm place) {
    std::vector<Word> units;
    for (std::int32_t at = 0; at < many; ++at) {
      units.push_back(scene.put(0, Role::Melee, {place.x_mm + at * 1000, place.z_mm}));
      if (squad == 0) continue;
      scene.board.state.groups.push_back({0, static_cast<Word>(squad), units.back()});
    }
    return units;
  }

  void attack(std::size_t squad, Word goal, PointMm place) {
    SquadPlan& order = plan.squads[squad - 1];
    order.state = static_cast<Word>(SquadState::Assault);
    order.goal = goal;
    order.goal_x_mm = place.x_mm;
    order.goal_z_mm = place.z_mm;
    order.best_mm = k_none;
  }

  // Its next thought.
  void think() {
    scene.settle();
    write_plan(scene.board.state.plans[0], plan);
    for (Word tick = 0; tick < static_cast<Word>(scene.rules.opponents[k_hard].think_ticks);
         ++tick) {
      ++scene.board.state.tick;
      step_opponents(scene.board);
    }
    plan = read_plan(scene.board.state.plans[0]);
  }

  SquadState state_of(std::size_t squad) const {
    return static_cast<SquadState>(plan.squads[squad - 1].state);
  }
  std::size_t count_ordered(const std::vector<Word>& units, EventKind kind, Word target) const {
    std::size_t count = 0;
    for (const Word unit : units) {
      const snapshot::OrderRow* order = current_order(scene.board, unit);
      if (order == nullptr || order->kind != static_cast<Word>(kind)) continue;
      count += order->target == target ? 1 : 0;
    }
    return count;
  }
};

}  // namespace

TEST_CASE("opponent: a squad in a town razes in bands, what makes units first, workers or not") {
  Field field;
  const PointMm camp{0, 0};
  const Word barracks = field.scene.put(1, Role::Barracks, camp);
  const Word house = field.scene.put(1, Role::House, {camp.x_mm, camp.z_mm + 9000});
  field.scene.put(1, Role::Worker, {camp.x_mm + 4000, camp.z_mm + 9000});
  const auto units = field.soldiers(1, 12, {camp.x_mm - 6000, camp.z_mm + 14'000});
  field.attack(1, barracks, camp);
  field.think();
  CHECK(field.count_ordered(units, EventKind::OrderAttack, barracks) == 8);
  CHECK(field.count_ordered(units, EventKind::OrderAttack, house) == 4);
}

TEST_CASE("opponent: soldiers of the foe stop a squad's razing") {
  Field field;
  const PointMm camp{0, 0};
  const Word barracks = field.scene.put(1, Role::Barracks, camp);
  for (std::int32_t at = 0; at < 6; ++at) {
    field.scene.put(1, Role::Melee, {camp.x_mm + at * 1000, camp.z_mm + 9000});
  }
  const auto units = field.soldiers(1, 12, {camp.x_mm - 6000, camp.z_mm + 14'000});
  field.attack(1, barracks, camp);
  field.think();
  CHECK(field.count_ordered(units, EventKind::OrderAttack, barracks) == 0);
}

TEST_CASE("opponent: attacks that meet go on as one") {
  for (const std::int32_t apart_mm : {10'000, 40'000}) {
    CAPTURE(apart_mm);
    Field field;
    const PointMm goal{60'000, 60'000};
    const auto few = field.soldiers(1, 3, {0, 0});
    const auto many = field.soldiers(2, 7, {0, apart_mm});
    field.attack(1, 0, goal);
    field.attack(2, 0, goal);
    field.think();
    std::size_t in_second = 0;
    for (const GroupRow& row : field.scene.board.state.groups) in_second += row.group == 2 ? 1 : 0;
    CHECK(in_second == (apart_mm < 20'000 ? 10u : 7u));
    CHECK((field.state_of(1) == SquadState::Free) == (apart_mm < 20'000));
  }
}

TEST_CASE("opponent: who comes after the battle turns back, unless those ahead hold the place") {
  for (const std::int32_t ahead : {0, 20}) {
    CAPTURE(ahead);
    Field field;
    const PointMm camp{70'000, 70'000};
    const Word barracks = field.scene.put(1, Role::Barracks, camp);
    field.soldiers(1, 6, {0, 0});
    field.attack(1, barracks, camp);
    if (ahead > 0) {
      field.soldiers(2, ahead, {camp.x_mm - 10'000, camp.z_mm - 8000});
      field.attack(2, barracks, camp);
    } else {
      field.scene.put(0, Role::Tower, {camp.x_mm - 12'000, camp.z_mm - 8000});  // it is seen
    }
    field.plan.foe_power = 2400;
    field.think();
    CHECK((field.state_of(1) == SquadState::Retreat) == (ahead == 0));
  }
}

TEST_CASE("opponent: the last of an attack that holds a town stay, however many are at home") {
  for (const bool holds : {true, false}) {
    CAPTURE(holds);
    Field field;
    const PointMm camp{40'000, 40'000};
    const Word barracks = field.scene.put(1, Role::Barracks, camp);
    field.soldiers(1, 3, holds ? PointMm{camp.x_mm - 8000, camp.z_mm - 8000} : PointMm{-50'000, 0});
    field.soldiers(0, 6, field.scene.field.starts[0]);
    if (!holds) field.scene.put(0, Role::Tower, {camp.x_mm - 12'000, camp.z_mm - 8000});
    field.attack(1, barracks, camp);
    field.think();
    CHECK((field.state_of(1) == SquadState::Retreat) == !holds);
  }
}

TEST_CASE("opponent: a third of an army attacks again, unless that would be hopeless") {
  for (const Word foe_power : {1000u, 4000u}) {
    CAPTURE(foe_power);
    Field field;
    field.soldiers(0, 10, field.scene.field.starts[0]);
    field.scene.board.state.tick = 5000;
    field.plan.attack_tick = 4000;
    field.plan.foe_power = foe_power;
    field.plan.foe_power_tick = 5000;
    field.think();
    CHECK(field.plan.deeds.attacks == (foe_power == 1000 ? 1u : 0u));
  }
}

TEST_CASE("opponent: the first attack is a whole army's, unless that takes too long") {
  for (const Word tick : {5000u, 7000u}) {
    CAPTURE(tick);
    Field field;
    field.soldiers(0, 10, field.scene.field.starts[0]);
    field.scene.board.state.tick = tick;
    field.think();
    CHECK(field.plan.deeds.attacks == (tick == 7000 ? 1u : 0u));
  }
}

TEST_CASE("opponent: a foe is taken to make as many as it does itself, until its town is seen") {
  std::vector<Word> powers;
  for (const bool sees : {false, true}) {
    Field field;
    field.scene.board.state.tick = 5000;
    field.scene.score_of(0).units_made = 5;
    field.plan.foe_power = 3000;
    field.plan.foe_power_tick = 5000;
    const PointMm camp{0, 0};
    for (std::int32_t at = 0; at < 3; ++at) {
      field.scene.put(1, Role::House, {camp.x_mm + at * 5000, camp.z_mm});
    }
    if (sees) field.soldiers(0, 1, {camp.x_mm + 5000, camp.z_mm - 4000});
    field.think();
    powers.push_back(field.plan.foe_power);
  }
  CHECK(powers[0] > 3400);
  CHECK(powers[0] <= 3500);
  CHECK(powers[1] + 30 < powers[0]);
}

TEST_CASE("opponent: gold that lies idle while all barracks are busy buys another") {
  for (const bool busy : {true, false}) {
    CAPTURE(busy);
    Field field;
    const PointMm start = field.scene.field.starts[0];
    std::vector<Word> barracks;
    for (std::int32_t at = 0; at < 5; ++at) {
      barracks.push_back(
          field.scene.put(0, Role::Barracks, {start.x_mm - 30'000 + at * 12'000, 60'000}));
    }
    for (std::int32_t at = 0; at < 20; ++at) {
      const Word worker =
          field.scene.put(0, Role::Worker, {start.x_mm + 5000 + at * 1000, start.z_mm + 9000});
      field.scene.row(worker).order = static_cast<Word>(EventKind::OrderGather);
    }
    State& state = field.scene.board.state;
    if (busy) {
      for (const Word identity : barracks) {
        snapshot::ProductionRow row;
        row.identity = identity;
        row.product = testing::type_of(0, Role::Melee);
        state.production.push_back(row);
      }
    }
    field.scene.player(0).gold = 9000;
    field.scene.player(0).wood = 9000;
    for (std::int32_t thought = 0; thought < 12; ++thought) field.think();
    std::size_t sites = 0;
    for (const snapshot::ConstructionRow& row : state.construction) {
      const std::size_t index = field.scene.index(row.identity);
      sites += field.scene.board.type_of(state.core[index]).role == Role::Barracks ? 1 : 0;
    }
    CHECK(sites == (busy ? 1u : 0u));
  }
}
