#include "terrane/rts/orders.h"

#include <doctest/doctest.h>

#include <string>

#include "terrane/rts/invariants.h"
#include "terrane/rts/match.h"
#include "terrane/rts/order_checks.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using testing::at;
using testing::Scene;
using testing::type_of;

// A town of player 0 in the west, a wall of rock, and player 1 in the east.
const std::vector<std::string_view> k_land = {
    "........................................", "........................................",
    "........................................", "...0................................1...",
    "........................................", "........................................",
    "........................................", "........................................",
    "..................T.....................", "..................T.....................",
    "........................................", "......G.................................",
    "........................................", "........................................",
    "........................................", "..........................######........",
    "..........................#..T.#........", "..........................#....#........",
    "..........................######........", "........................................"};

struct Town : Scene {
  Town() : Scene(k_land) {
    hall = put(0, Role::TownHall, 3, 3);
    barracks = put(0, Role::Barracks, 12, 4);
    worker = put(0, Role::Worker, 8, 8);
    soldier = put(0, Role::Melee, 10, 10);
    foe = put(1, Role::Melee, 37, 10);
    foe_hall = put(1, Role::TownHall, 36, 3);
    settle();
    for (std::size_t node = 0; node < board.state.core.size(); ++node) {
      const CoreRow& row = board.state.core[node];
      if (row.type == testing::k_gold_mine) mine = row.identity;
      if (row.type == testing::k_tree) far_tree = row.identity;  // the last: behind the rock
    }
  }

  // The reason of the only refusal since the last call, None when there was none.
  Refusal refused() {
    Refusal reason = Refusal::None;
    std::size_t count = 0;
    for (const testing::Told& event : told) {
      if (event.kind != EventKind::OrderRefused) continue;
      reason = static_cast<Refusal>(event.payload[2]);
      unit = event.payload[3];
      count += 1;
    }
    told.clear();
    CHECK(count <= 1);
    return reason;
  }
  Refusal give(EventKind kind, Word player_number, std::initializer_list<Word> units,
               Word target = 0, PointMm place = {}, Word argument = 0) {
    told.clear();
    order(kind, player_number, units, target, place, argument);
    return refused();
  }
  void queue(EventKind kind, Word who, PointMm place, Word group = 0) {
    const snapshot::OrderPayload payload{0, 0, place.x_mm, place.z_mm, 0, 1, group};
    const Word list[] = {who};
    std::vector<Word> record;
    REQUIRE(append_event(record, kind, board.state.tick, payload,
                         group == 0 ? std::span<const Word>(list) : std::span<const Word>())
                .ok());
    std::size_t word = 0;
    apply(board, snapshot::read_event(record, word).value());
    collect();
  }
  std::size_t orders_of(Word identity) const {
    return rows_of(board.state.orders, identity).size();
  }

  Word hall = 0, barracks = 0, worker = 0, soldier = 0, foe = 0, foe_hall = 0, mine = 0;
  Word far_tree = 0, unit = 0;
};

TEST_CASE("an order is refused for who is dead, foreign, unable or not named, with the reason") {
  Town town;
  const PointMm there = at(town.field, 20, 12);
  CHECK(town.give(EventKind::OrderMove, 0, {town.soldier}, 0, there) == Refusal::None);
  CHECK(town.orders_of(town.soldier) == 1);
  CHECK(town.give(EventKind::OrderMove, 0, {}, 0, there) == Refusal::NoUnits);
  CHECK(town.give(EventKind::OrderMove, 0, {9999}, 0, there) == Refusal::Dead);
  CHECK(town.give(EventKind::OrderMove, 0, {town.foe}, 0, there) == Refusal::Foreign);
  CHECK(town.unit == town.foe);
  CHECK(town.give(EventKind::OrderMove, 0, {town.hall}, 0, there) == Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderGather, 0, {town.soldier}, town.mine) == Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderTrain, 0, {town.worker}, 0, {}, 0) == Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderMove, 0, {town.soldier}, 0, {500'000, 0}) == Refusal::OutsideMap);
  CHECK(town.give(EventKind::OrderMove, 0, {town.soldier}, 0,
                  {std::numeric_limits<std::int32_t>::min(),
                   std::numeric_limits<std::int32_t>::max()}) == Refusal::OutsideMap);
  CHECK(town.give(EventKind::OrderMove, 7, {town.soldier}, 0, there) == Refusal::Over);
  town.player(0).state = static_cast<Word>(snapshot::PlayerState::Left);
  CHECK(town.give(EventKind::OrderMove, 0, {town.soldier}, 0, there) == Refusal::Over);
}

TEST_CASE("of a mixed list the good ones act, and one refusal is told") {
  Town town;
  const Word second = town.put(0, Role::Ranged, 11, 10);
  town.settle();
  CHECK(town.give(EventKind::OrderMove, 0,
                  {second, town.foe, town.hall, town.soldier, second, 12345}, 0,
                  at(town.field, 20, 12)) == Refusal::Foreign);
  CHECK(town.orders_of(second) == 1);  // named twice, ordered once
  CHECK(town.orders_of(town.soldier) == 1);
  CHECK(town.orders_of(town.foe) == 0);
}

TEST_CASE("a target must be there, seen and of the right kind") {
  Town town;
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, 4711) == Refusal::TargetDead);
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe) == Refusal::TargetUnseen);
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.worker) == Refusal::TargetWrong);
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.mine) == Refusal::TargetWrong);
  CHECK(town.give(EventKind::OrderFollow, 0, {town.soldier}, town.foe) == Refusal::TargetUnseen);
  CHECK(town.give(EventKind::OrderFollow, 0, {town.soldier}, town.soldier) == Refusal::TargetWrong);
  CHECK(town.give(EventKind::OrderFollow, 0, {town.soldier}, town.worker) == Refusal::None);
  CHECK(town.give(EventKind::OrderGather, 0, {town.worker}, town.hall) == Refusal::TargetWrong);
  CHECK(town.give(EventKind::OrderGather, 0, {town.worker}, town.far_tree) ==
        Refusal::TargetUnseen);
  CHECK(town.give(EventKind::OrderGather, 0, {town.worker}, town.mine) == Refusal::None);
  CHECK(town.give(EventKind::OrderRepair, 0, {town.worker}, town.hall) == Refusal::TargetWrong);
  town.row(town.hall).health_256 -= 500;
  CHECK(town.give(EventKind::OrderRepair, 0, {town.worker}, town.hall) == Refusal::None);
  CHECK(town.give(EventKind::OrderReturnLoad, 0, {town.worker}) == Refusal::CannotDo);
  // Where player 0 can see, the foe may be attacked.
  put_at(town.field, town.row(town.foe), at(town.field, 14, 10));
  town.settle();
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe) == Refusal::None);
  CHECK(town.give(EventKind::OrderFollow, 0, {town.soldier}, town.foe) == Refusal::TargetWrong);
}

TEST_CASE("what is walled in cannot be gathered: no way is known at once") {
  Town town;
  const Word scout = town.put(0, Role::Melee, 25, 13);
  town.settle();
  CHECK(town.give(EventKind::OrderGather, 0, {town.worker}, town.far_tree) == Refusal::NoWay);
  CHECK(town.lives(scout));
}

TEST_CASE("a remembered building may be attacked though it is unseen or gone") {
  Town town;
  const PointMm place = place_of(town.row(town.foe_hall));
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe_hall) ==
        Refusal::TargetUnseen);
  town.board.state.remembered.push_back(
      {town.foe_hall, 0, type_of(1, Role::TownHall), 1, place.x_mm, 0, place.z_mm, 0, 100, 1});
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe_hall) == Refusal::None);
  kill(town.board, town.index(town.foe_hall), 0);
  remove_dead(town.board);
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe_hall) == Refusal::None);
  const auto* order = current_order(town.board, town.soldier);
  REQUIRE(order != nullptr);
  CHECK(order->x_mm == place.x_mm);
  CHECK(town.give(EventKind::OrderAttack, 0, {town.soldier}, town.foe_hall + 1000) ==
        Refusal::TargetDead);
}

TEST_CASE("building: type, requirement, site and means are checked; it is paid and begun at once") {
  Town town;
  const PointMm site = at(town.field, 16, 12);
  const auto build = [&](Role role, PointMm place) {
    return town.give(EventKind::OrderBuild, 0, {town.worker}, 0, place, type_of(0, role));
  };
  CHECK(town.give(EventKind::OrderBuild, 0, {town.worker}, 0, site, 9999) == Refusal::BadArgument);
  CHECK(town.give(EventKind::OrderBuild, 0, {town.worker}, 0, site, type_of(0, Role::Melee)) ==
        Refusal::NotMade);
  CHECK(town.give(EventKind::OrderBuild, 0, {town.worker}, 0, site, type_of(1, Role::House)) ==
        Refusal::NotMade);
  CHECK(build(Role::House, at(town.field, 12, 4)) == Refusal::SiteBlocked);   // the barracks
  CHECK(build(Role::House, at(town.field, 34, 12)) == Refusal::SiteBlocked);  // never seen
  CHECK(build(Role::House, at(town.field, 0, 12)) == Refusal::SiteBlocked);   // half outside
  CHECK(build(Role::House, {900'000, 0}) == Refusal::OutsideMap);
  town.player(0).wood = 10;
  CHECK(build(Role::House, site) == Refusal::NoMeans);
  town.player(0).wood = 1000;
  const Word gold = town.player(0).gold;
  CHECK(build(Role::House, site) == Refusal::None);
  CHECK(town.player(0).gold == gold - 80);
  REQUIRE(town.board.state.construction.size() == 1);
  const Word house = town.board.state.construction[0].identity;
  CHECK(current_order(town.board, town.worker)->target == house);
  CHECK(build(Role::House, site) == Refusal::SiteBlocked);  // it stands there now
  CHECK(town.give(EventKind::OrderCancelBuild, 0, {town.barracks}) == Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderCancelBuild, 0, {house}) == Refusal::None);
  CHECK(town.player(0).gold == gold - 80 + 80 * 75 / 100);
  town.step();
  CHECK_FALSE(town.lives(house));
  kill(town.board, town.index(town.barracks), 0);
  remove_dead(town.board);
  CHECK(build(Role::Workshop, site) == Refusal::Requires);
}

TEST_CASE(
    "a site is refused for seen foes on it, not for one's own people or an open gate's cells") {
  Town town;
  const PointMm site = at(town.field, 16, 12);
  const Word house = type_of(0, Role::House);
  put_at(town.field, town.row(town.soldier), site);
  town.board.grid.rebuild(town.field, town.board.state.core);
  const UnitType& type = town.rules.type(house);
  CHECK(may_build(town.board, 0, house, snap_site(town.field, type, site)));
  put_at(town.field, town.row(town.foe), site);
  town.settle();
  CHECK_FALSE(may_build(town.board, 0, house, snap_site(town.field, type, site)));
  const Word gate = town.put(0, Role::Gate, 20, 6);
  town.settle();
  CHECK(town.give(EventKind::OrderGate, 0, {gate}, 0, {}, 1) == Refusal::None);
  CHECK_FALSE(may_build(town.board, 0, house, snap_site(town.field, type, at(town.field, 20, 6))));
}

TEST_CASE("training: who makes it, requirement, means, supply, queue and one hero at a time") {
  Town town;
  const auto train = [&](Word building, Role role) {
    return town.give(EventKind::OrderTrain, 0, {building}, 0, {}, type_of(0, role));
  };
  CHECK(train(town.barracks, Role::Worker) == Refusal::NotMade);
  CHECK(town.give(EventKind::OrderTrain, 0, {town.barracks}, 0, {}, 9999) == Refusal::NotMade);
  CHECK(train(town.hall, Role::Hero) == Refusal::Requires);
  town.put(0, Role::Workshop, 18, 4);
  town.put(0, Role::House, 22, 4);
  town.settle();
  CHECK(train(town.hall, Role::Hero) == Refusal::None);
  CHECK(train(town.hall, Role::Hero) == Refusal::AtMost);
  town.player(0).gold = 50;
  CHECK(train(town.barracks, Role::Melee) == Refusal::NoMeans);
  town.player(0).gold = 5000;
  for (int places = 0; places < 5; ++places) {
    CHECK(train(town.barracks, Role::Melee) == Refusal::None);
  }
  CHECK(train(town.barracks, Role::Melee) == Refusal::QueueFull);
  CHECK(queue_length(town.board, town.barracks) == 5);
  town.player(0).supply_max = town.player(0).supply_used;
  CHECK(train(town.hall, Role::Worker) == Refusal::NoSupply);
  CHECK(town.give(EventKind::OrderCancelTrain, 0, {town.barracks}, 0, {}, 5) ==
        Refusal::NothingThere);
  CHECK(town.give(EventKind::OrderCancelTrain, 0, {town.barracks}, 0, {}, 4) == Refusal::None);
  CHECK(queue_length(town.board, town.barracks) == 4);
}

TEST_CASE("of several buildings asked, the one with the shortest queue trains") {
  Town town;
  const Word second = town.put(0, Role::Barracks, 18, 4);
  town.settle();
  for (int orders = 0; orders < 4; ++orders) {
    CHECK(town.give(EventKind::OrderTrain, 0, {town.hall, town.barracks, second}, 0, {},
                    type_of(0, Role::Melee)) == Refusal::None);
  }
  CHECK(queue_length(town.board, town.barracks) == 2);
  CHECK(queue_length(town.board, second) == 2);
}

TEST_CASE("research: one at a time, up to the last level, dearer each time") {
  Town town;
  const Word upgrade = testing::upgrade_of(0, testing::SmallUpgrade::Load);
  const auto research = [&] {
    return town.give(EventKind::OrderResearch, 0, {town.hall}, 0, {}, upgrade);
  };
  CHECK(town.give(EventKind::OrderResearch, 0, {town.barracks}, 0, {}, upgrade) ==
        Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderResearch, 0, {town.hall}, 0, {}, 77) == Refusal::NotMade);
  CHECK(upgrade_cost(town.board, 0, upgrade).gold == 60);
  CHECK(research() == Refusal::None);
  CHECK(research() == Refusal::AtMost);  // it is being researched
  town.board.state.production.clear();
  town.board.state.upgrades.push_back({snapshot::player_identity(0), upgrade, 1});
  CHECK(upgrade_cost(town.board, 0, upgrade).gold == 120);
  CHECK(research() == Refusal::None);
  town.board.state.production.clear();
  town.board.state.upgrades[0].level = 2;
  CHECK(research() == Refusal::AtMost);
}

TEST_CASE("rally points, gates and unloading") {
  Town town;
  CHECK(town.give(EventKind::OrderRally, 0, {town.hall}, 0, at(town.field, 9, 9)) == Refusal::None);
  CHECK(town.give(EventKind::OrderRally, 0, {town.hall}, 0, {0, 800'000}) == Refusal::OutsideMap);
  CHECK(town.give(EventKind::OrderRally, 0, {town.hall}, town.mine) == Refusal::None);
  REQUIRE(town.board.state.rally_points.size() == 1);
  CHECK(town.board.state.rally_points[0].target == town.mine);
  CHECK(town.give(EventKind::OrderRally, 0, {town.hall}, town.foe) == Refusal::TargetUnseen);

  const Word gate = town.put(0, Role::Gate, 20, 12);
  town.settle();
  const Cell inside = town.field.cell_of(place_of(town.row(gate)));
  CHECK(town.give(EventKind::OrderGate, 0, {town.barracks}, 0, {}, 1) == Refusal::CannotDo);
  CHECK(town.give(EventKind::OrderGate, 0, {gate}, 0, {}, 2) == Refusal::BadArgument);
  CHECK_FALSE(town.board.paths.may_stand(inside, SizeClass::Small));
  CHECK(town.give(EventKind::OrderGate, 0, {gate}, 0, {}, 1) == Refusal::None);
  CHECK(town.board.paths.may_stand(inside, SizeClass::Small));
  put_at(town.field, town.row(town.soldier), place_of(town.row(gate)));
  town.board.grid.rebuild(town.field, town.board.state.core);
  CHECK(town.give(EventKind::OrderGate, 0, {gate}, 0, {}, 0) == Refusal::SiteBlocked);
  put_at(town.field, town.row(town.soldier), at(town.field, 10, 10));
  town.board.grid.rebuild(town.field, town.board.state.core);
  CHECK(town.give(EventKind::OrderGate, 0, {gate}, 0, {}, 0) == Refusal::None);
  CHECK_FALSE(town.board.paths.may_stand(inside, SizeClass::Small));

  CHECK(town.give(EventKind::OrderUnload, 0, {town.hall}) == Refusal::CannotDo);  // empty
  CHECK(town.give(EventKind::OrderFollow, 0, {town.soldier}, town.hall) == Refusal::None);
  town.step(120);
  CHECK((town.row(town.soldier).flags & snapshot::k_flag_inside) != 0);
  CHECK(town.mind(town.hall).load == 1);
  testing::check_board(town.board);
  CHECK(town.give(EventKind::OrderUnload, 0, {town.hall}) == Refusal::None);
  CHECK((town.row(town.soldier).flags & snapshot::k_flag_inside) == 0);
  CHECK(town.mind(town.hall).load == 0);
}

TEST_CASE("queued orders stand behind one another, sixteen of a unit, and the next begins") {
  Town town;
  const PointMm first = at(town.field, 12, 10);
  const PointMm second = at(town.field, 12, 14);
  town.give(EventKind::OrderMove, 0, {town.soldier}, 0, first);
  town.queue(EventKind::OrderMove, town.soldier, second);
  CHECK(town.orders_of(town.soldier) == 2);
  town.step();
  CHECK(current_order(town.board, town.soldier)->x_mm == first.x_mm);
  town.step(120);
  CHECK(town.orders_of(town.soldier) == 0);
  const CoreRow& row = town.row(town.soldier);
  CHECK(std::abs(row.world_z_mm - second.z_mm) < 1000);
  for (int orders = 0; orders < 16; ++orders) town.queue(EventKind::OrderMove, town.soldier, first);
  CHECK(town.refused() == Refusal::None);
  town.queue(EventKind::OrderMove, town.soldier, first);
  CHECK(town.refused() == Refusal::QueueFull);
  CHECK(town.orders_of(town.soldier) == 16);
  // An order without the modifier drops them all.
  town.give(EventKind::OrderMove, 0, {town.soldier}, 0, second);
  town.step();
  CHECK(town.orders_of(town.soldier) == 1);
  town.give(EventKind::OrderStop, 0, {town.soldier});
  town.step();
  CHECK(current_order(town.board, town.soldier)->kind == static_cast<Word>(EventKind::OrderStop));
  testing::check_board(town.board);
}

TEST_CASE("control groups: set, added to, ordered, emptied") {
  Town town;
  const auto set = [&](Word group, Word add, std::initializer_list<Word> units) {
    std::vector<Word> record;
    REQUIRE(append_event(record, EventKind::SetGroup, 0, snapshot::GroupPayload{0, group, add},
                         std::span<const Word>(units.begin(), units.size()))
                .ok());
    std::size_t word = 0;
    town.told.clear();
    apply(town.board, snapshot::read_event(record, word).value());
    town.collect();
    return town.refused();
  };
  CHECK(set(3, 0, {town.soldier, town.soldier}) == Refusal::None);
  CHECK(town.board.state.groups.size() == 1);
  CHECK(set(3, 1, {town.worker, town.foe}) == Refusal::Foreign);
  CHECK(town.board.state.groups.size() == 2);
  CHECK(set(0, 0, {town.worker}) == Refusal::BadArgument);
  CHECK(set(11, 0, {town.worker}) == Refusal::BadArgument);
  CHECK(set(2, 0, {4711}) == Refusal::Dead);
  town.told.clear();
  town.queue(EventKind::OrderMove, 0, at(town.field, 15, 15), 3);
  CHECK(town.refused() == Refusal::None);
  CHECK(town.orders_of(town.soldier) == 1);
  CHECK(town.orders_of(town.worker) == 1);
  town.queue(EventKind::OrderMove, 0, at(town.field, 15, 15), 4);
  CHECK(town.refused() == Refusal::NothingThere);
  CHECK(set(3, 0, {}) == Refusal::None);
  CHECK(town.board.state.groups.empty());
}

TEST_CASE("asking first tells the same reason and changes nothing") {
  Town town;
  const StateChecksums before = checksums(town.board.state);
  const Word list[] = {town.soldier};
  const auto ask = [&](EventKind kind, Word target, PointMm place) {
    std::vector<Word> record;
    const snapshot::OrderPayload payload{0, target, place.x_mm, place.z_mm, 0, 0, 0};
    REQUIRE(append_event(record, kind, 0, payload, std::span<const Word>(list)).ok());
    std::size_t word = 0;
    return check(town.board, snapshot::read_event(record, word).value());
  };
  CHECK(ask(EventKind::OrderMove, 0, at(town.field, 20, 10)) == Refusal::None);
  CHECK(ask(EventKind::OrderAttack, town.foe, {}) == Refusal::TargetUnseen);
  CHECK(ask(EventKind::OrderGather, town.mine, {}) == Refusal::CannotDo);
  CHECK(checksums(town.board.state) == before);
}

TEST_CASE("every reason has its own words") {
  std::vector<std::string_view> texts;
  for (Word reason = 0; reason <= static_cast<Word>(Refusal::BadArgument); ++reason) {
    const std::string_view text = refusal_text(static_cast<Refusal>(reason));
    CHECK(std::find(texts.begin(), texts.end(), text) == texts.end());
    texts.push_back(text);
  }
}

TEST_CASE("records that wait are run by tick, then player, then as given") {
  State state;
  const auto give = [&](Word tick, Word player, Word argument) {
    std::vector<Word> record;
    snapshot::OrderPayload payload;
    payload.player = player;
    payload.argument = argument;
    REQUIRE(append_event(record, EventKind::OrderStop, tick, payload).ok());
    std::size_t word = 0;
    queue_pending(state, snapshot::read_event(record, word).value());
  };
  give(9, 0, 1);
  give(5, 1, 2);
  give(5, 0, 3);
  give(5, 1, 4);
  give(7, 0, 5);
  std::vector<Word> order;
  std::size_t word = 0;
  while (word < state.pending.size()) {
    order.push_back(snapshot::read_event(state.pending, word).value().payload[4]);
  }
  CHECK(order == std::vector<Word>{3, 2, 4, 5, 1});
}

}  // namespace
}  // namespace terrane::rts
