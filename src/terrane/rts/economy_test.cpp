#include "terrane/rts/economy.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/harm.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using testing::at;
using testing::plain;
using testing::Scene;

constexpr std::int32_t k_point = 256;

const snapshot::ResourceRow& stock(Scene& scene, Word node) {
  const snapshot::ResourceRow* row = find_row(scene.board.state.resources, node);
  REQUIRE(row != nullptr);
  return *row;
}

Word first_node(Scene& scene, Word type) {
  for (const CoreRow& row : scene.board.state.core) {
    if (row.type == type) return row.identity;
  }
  return 0;
}

// A mine and three trees, a hall's room between them.
const std::vector<std::string_view> k_homestead = {
    "................................", "................................",
    "................................", "................................",
    "................................", ".................0..............",
    "......G.........................", "................................",
    "................................", "................................",
    "................................", "................................",
    "................TTT.............", "................................",
    "................................", "................................"};

TEST_CASE("paying and giving back are exact, and nothing is paid that is not there") {
  Scene scene(plain(16, 16));
  snapshot::PlayerRow& player = scene.player(0);
  player.gold = 100;
  player.wood = 50;
  CHECK(can_pay(scene.board, 0, {100, 50, 9}));
  CHECK_FALSE(can_pay(scene.board, 0, {101, 0, 0}));
  CHECK_FALSE(can_pay(scene.board, 0, {0, 51, 0}));
  pay(scene.board, 0, {100, 50, 2});
  CHECK(player.gold == 0);
  CHECK(player.wood == 0);
  CHECK(player.supply_used == 2);
  give_back(scene.board, 0, {100, 50, 2}, 75);
  CHECK(player.gold == 75);
  CHECK(player.wood == 37);
  CHECK(player.supply_used == 0);
  scene.collect();
  REQUIRE(scene.count_told(EventKind::ResourceSpent) == 1);
  CHECK(scene.player(1).gold == 1000);
}

TEST_CASE("a worker brings home exactly what it takes out of the mine, load by load") {
  Scene scene(k_homestead);
  scene.put(0, Role::TownHall, 17, 5);
  const Word worker = scene.put(0, Role::Worker, 10, 6);
  const Word mine = first_node(scene, testing::k_gold_mine);
  scene.settle();
  const Word before = stock(scene, mine).amount;
  scene.order(EventKind::OrderGather, 0, {worker}, mine);
  bool was_inside = false;
  bool was_loaded = false;
  for (Word tick = 0; tick < 1200; ++tick) {
    scene.step();
    was_inside = was_inside || (scene.row(worker).flags & snapshot::k_flag_inside) != 0;
    was_loaded = was_loaded || (scene.row(worker).flags & snapshot::k_flag_carrying) != 0;
    const Word brought = scene.player(0).gold - 1000;
    REQUIRE(stock(scene, mine).amount + brought + scene.mind(worker).load == before);
    REQUIRE(scene.score_of(0).gold_gathered == brought);
    const bool carries = find_row(scene.board.state.resources, worker) != nullptr;
    REQUIRE(carries == (scene.mind(worker).load > 0));
  }
  CHECK(was_inside);
  CHECK(was_loaded);
  CHECK_MESSAGE(scene.player(0).gold >= 1000 + 3 * 10, "three rounds in a minute");
  CHECK(scene.player(0).wood == 1000);
  CHECK_FALSE(scene.mind(worker).inside == worker);
}

TEST_CASE("no more than five are in a mine at once, and all come out beside it") {
  Scene scene(k_homestead);
  scene.put(0, Role::TownHall, 17, 5);
  const Word mine = first_node(scene, testing::k_gold_mine);
  std::vector<Word> workers;
  for (std::int32_t unit = 0; unit < 8; ++unit) {
    workers.push_back(scene.put(0, Role::Worker, 9, 3 + unit));
  }
  scene.settle();
  for (const Word worker : workers) scene.order(EventKind::OrderGather, 0, {worker}, mine);
  Word most = 0;
  for (Word tick = 0; tick < 600; ++tick) {
    scene.step();
    Word inside = 0;
    for (const Word worker : workers) {
      const CoreRow& row = scene.row(worker);
      if ((row.flags & snapshot::k_flag_inside) != 0) {
        ++inside;
      } else {
        REQUIRE(scene.board.paths.may_stand({row.grid_x, row.grid_z}, SizeClass::Small));
      }
    }
    REQUIRE(inside == stock(scene, mine).gatherers);
    most = std::max(most, inside);
  }
  CHECK(most == k_mine_gatherers_max);
  CHECK_MESSAGE(scene.player(0).gold >= 1000 + 8 * 10, "those who waited got in too");
}

TEST_CASE("a tree closes its cell until it is felled; then its worker takes the next") {
  Scene scene(k_homestead);
  scene.put(0, Role::TownHall, 17, 5);
  const Word tree = first_node(scene, testing::k_tree);
  const Cell cell{scene.row(tree).grid_x, scene.row(tree).grid_z};
  find_row(scene.board.state.resources, tree)->amount = 15;  // a load and a half
  const Word worker = scene.put(0, Role::Worker, 14, 12);
  scene.settle();
  CHECK_FALSE(scene.board.paths.may_stand(cell, SizeClass::Small));
  scene.order(EventKind::OrderGather, 0, {worker}, tree);
  scene.step(1000);
  CHECK_FALSE(scene.lives(tree));
  CHECK(scene.board.paths.may_stand(cell, SizeClass::Small));
  CHECK_MESSAGE(scene.board.state.corpses.empty(), "a felled tree is no corpse");
  CHECK(scene.player(0).wood >= 1000 + 25);
  Word left = 0;
  for (const snapshot::ResourceRow& row : scene.board.state.resources) {
    if (row.identity != worker && row.kind == k_wood_kind) left += row.amount;
  }
  CHECK(left + scene.mind(worker).load + scene.player(0).wood - 1000 == 215);
}

TEST_CASE("a dry wood ends the work with an alert, and a mine that runs dry lets everybody out") {
  Scene scene(k_homestead);
  scene.put(0, Role::TownHall, 17, 5);
  const Word mine = first_node(scene, testing::k_gold_mine);
  find_row(scene.board.state.resources, mine)->amount = 25;
  std::vector<Word> workers;
  for (std::int32_t unit = 0; unit < 4; ++unit) {
    workers.push_back(scene.put(0, Role::Worker, 9, 4 + unit));
  }
  scene.settle();
  for (const Word worker : workers) scene.order(EventKind::OrderGather, 0, {worker}, mine);
  scene.step(900);
  CHECK_FALSE(scene.lives(mine));
  CHECK(scene.player(0).gold == 1025);
  for (const Word worker : workers) {
    CHECK(scene.row(worker).flags == 0);
    CHECK(scene.row(worker).order == 0);
    CHECK(scene.mind(worker).inside == 0);
  }
  CHECK(scene.count_told(EventKind::AlertIdle) >= 4);
}

TEST_CASE("without a hall a worker waits with its load and goes on when one stands") {
  Scene scene(k_homestead);
  const Word worker = scene.put(0, Role::Worker, 9, 6);
  const Word mine = first_node(scene, testing::k_gold_mine);
  scene.settle();
  scene.order(EventKind::OrderGather, 0, {worker}, mine);
  scene.step(400);
  CHECK(scene.mind(worker).load == 10);
  CHECK(scene.row(worker).order == static_cast<Word>(EventKind::OrderGather));
  scene.put(0, Role::TownHall, 17, 5);
  scene.settle();
  scene.step(200);
  CHECK(scene.player(0).gold >= 1010);
}

TEST_CASE("nodes are found nearest first, seen and in reach, by kind") {
  Scene scene({"................................", "......T.........................",
               "................................", "..........######................",
               "..........#T...#................", "..........#....#................",
               "..........######....G...........", "................................",
               "................................", "................................"});
  const Word scout = scene.put(0, Role::Worker, 13, 8);
  scene.settle();
  const PointMm here = place_of(scene.row(scout));
  Word far_tree = 0;
  for (const CoreRow& row : scene.board.state.core) {
    if (row.type == testing::k_tree && row.grid_x == 6) far_tree = row.identity;
  }
  CHECK_MESSAGE(find_node(scene.board, 0, k_wood_kind, here, 30000) == far_tree,
                "the nearer tree is walled in");
  CHECK(find_node(scene.board, 0, k_wood_kind, here, 5000) == 0);
  CHECK(find_node(scene.board, 0, k_gold_kind, here, 30000) ==
        first_node(scene, testing::k_gold_mine));
  CHECK_MESSAGE(find_node(scene.board, 1, k_gold_kind, here, 30000) == 0, "never seen by it");
  find_row(scene.board.state.resources, far_tree)->amount = 0;
  CHECK(find_node(scene.board, 0, k_wood_kind, here, 30000) == 0);
}

TEST_CASE("a site takes its workers' ticks, grows with them, and then stands") {
  Scene scene(plain(32, 24));
  const Word worker = scene.put(0, Role::Worker, 5, 5);
  scene.settle();
  const Word house_type = testing::type_of(0, Role::House);
  const UnitType& type = scene.rules.type(house_type);
  const PointMm place = snap_site(scene.field, type, at(scene.field, 12, 8));
  scene.order(EventKind::OrderBuild, 0, {worker}, 0, place, house_type);
  CHECK(scene.player(0).gold == 920);
  CHECK(scene.player(0).wood == 940);
  REQUIRE(scene.board.state.construction.size() == 1);
  const Word site = scene.board.state.construction[0].identity;
  CHECK(scene.row(site).health_256 == type.health_256 / 10);
  CHECK_FALSE(scene.board.paths.may_stand(scene.field.cell_of(place), SizeClass::Small));
  Word ticks = 0;
  while (scene.board.state.construction[0].work_done == 0 && ticks < 400) {
    scene.step();
    ++ticks;
  }
  REQUIRE(ticks < 400);
  CHECK(scene.board.state.construction[0].builders == 1);
  scene.step(199);
  CHECK(scene.board.state.construction[0].work_done == 200);
  CHECK(scene.player(0).supply_max == 0);
  scene.step(201);
  CHECK(scene.board.state.construction.empty());
  CHECK(scene.row(site).health_256 == type.health_256);
  CHECK((scene.row(site).flags & snapshot::k_flag_under_construction) == 0);
  CHECK(scene.player(0).supply_max == 8);
  CHECK(scene.score_of(0).buildings_made == 1);
  CHECK(scene.count_told(EventKind::BuildingStarted) == 1);
  CHECK(scene.count_told(EventKind::BuildingFinished) == 1);
  scene.step(2);
  CHECK(scene.row(worker).order == 0);
}

TEST_CASE("two build twice as fast, and what was struck from a site stays struck") {
  Scene scene(plain(32, 24));
  const Word a = scene.put(0, Role::Worker, 8, 8);
  const Word b = scene.put(0, Role::Worker, 8, 9);
  scene.settle();
  const Word type = testing::type_of(0, Role::House);
  const PointMm place = snap_site(scene.field, scene.rules.type(type), at(scene.field, 12, 8));
  scene.order(EventKind::OrderBuild, 0, {a, b}, 0, place, type);
  const Word site = scene.board.state.construction[0].identity;
  lose_health(scene.board, scene.index(site), 10 * k_point, {});
  while (scene.lives(site) && scene.board.state.construction.empty() == false &&
         scene.board.state.construction[0].builders < 2) {
    scene.step();
    REQUIRE(scene.board.state.tick < 500);
  }
  const Word done = scene.board.state.construction[0].work_done;
  scene.step(50);
  CHECK(scene.board.state.construction[0].work_done == done + 100);
  scene.step(300);
  CHECK(scene.board.state.construction.empty());
  CHECK(scene.row(site).health_256 == scene.rules.type(type).health_256 - 10 * k_point);
}

TEST_CASE("a cancelled site gives back its part, frees its cells and leaves no corpse") {
  Scene scene(plain(32, 24));
  scene.settle();
  const Word type = testing::type_of(0, Role::Barracks);
  const PointMm place = snap_site(scene.field, scene.rules.type(type), at(scene.field, 12, 8));
  pay(scene.board, 0, scene.rules.type(type).cost);
  const Word site = begin_site(scene.board, 0, type, place);
  cancel_site(scene.board, scene.index(site));
  remove_dead(scene.board);
  CHECK(scene.player(0).gold == 1000 - 180 + 135);
  CHECK(scene.player(0).wood == 1000 - 100 + 75);
  CHECK(scene.board.state.construction.empty());
  CHECK(scene.board.state.corpses.empty());
  CHECK(scene.board.paths.may_stand(scene.field.cell_of(place), SizeClass::Small));
  CHECK(scene.score_of(0).buildings_lost == 0);
}

TEST_CASE("repairs cost a part of the price, the same in small steps, and stop without means") {
  Scene scene(plain(32, 24));
  const Word house = scene.put(0, Role::House, 12, 8);
  const Word worker = scene.put(0, Role::Worker, 10, 8);
  scene.settle();
  scene.row(house).health_256 = 200 * k_point;  // half
  scene.order(EventKind::OrderRepair, 0, {worker}, house);
  scene.step(300);
  CHECK(scene.row(house).health_256 == 400 * k_point);
  CHECK(scene.player(0).gold == 1000 - 14);  // 35 % of 80, half of it
  CHECK(scene.player(0).wood == 1000 - 11);  // 35 % of 60 is 21, of which 10 went before
  CHECK(scene.row(worker).order == 0);
  scene.row(house).health_256 = 200 * k_point;
  scene.player(0).gold = 3;
  scene.order(EventKind::OrderRepair, 0, {worker}, house);
  scene.step(300);
  CHECK(scene.player(0).gold == 0);
  CHECK(scene.row(house).health_256 < 400 * k_point);
  CHECK(scene.row(worker).order == 0);
}

TEST_CASE("a queue makes one after the other, each in its time, and pays and supplies exactly") {
  Scene scene(plain(40, 24));
  const Word barracks = scene.put(0, Role::Barracks, 12, 8);
  scene.put(0, Role::TownHall, 24, 8);
  scene.settle();
  const Word footman = testing::type_of(0, Role::Melee);
  const Word knight = testing::type_of(0, Role::Cavalry);
  for (const Word type : {footman, knight, footman}) {
    scene.order(EventKind::OrderTrain, 0, {barracks}, 0, {}, type);
  }
  CHECK(scene.player(0).gold == 1000 - 100 - 160 - 100);
  CHECK(scene.player(0).wood == 1000 - 20);
  CHECK(scene.player(0).supply_used == 4);
  const auto& queue = scene.board.state.production;
  REQUIRE(queue.size() == 3);
  CHECK(queue[0].end_tick == scene.board.state.tick + 200);
  CHECK(queue[1].end_tick == 0);
  scene.step(199);
  CHECK(scene.score_of(0).units_made == 0);
  scene.step(1);
  CHECK(scene.score_of(0).units_made == 1);
  REQUIRE(queue.size() == 2);
  CHECK(queue[0].place == 0);
  CHECK(queue[0].product == knight);
  CHECK(queue[0].end_tick == scene.board.state.tick + 360);
  CHECK(queue[1].place == 1);
  scene.step(360 + 200);
  CHECK(queue.empty());
  CHECK(scene.score_of(0).units_made == 3);
  CHECK(scene.count_told(EventKind::UnitMade) == 3);
  CHECK_MESSAGE(scene.player(0).supply_used == 4, "what was in the queue now stands");
  count_supply(scene.board);
  CHECK(scene.player(0).supply_used == 4);
  for (const CoreRow& row : scene.board.state.core) {
    if (row.flags != 0) continue;
    CHECK(scene.board.paths.may_stand({row.grid_x, row.grid_z}, SizeClass::Small));
  }
}

TEST_CASE("a cancelled place gives back its part and its supply, and the next begins at once") {
  Scene scene(plain(40, 24));
  const Word barracks = scene.put(0, Role::Barracks, 12, 8);
  scene.put(0, Role::TownHall, 24, 8);
  scene.settle();
  const Word footman = testing::type_of(0, Role::Melee);
  const Word knight = testing::type_of(0, Role::Cavalry);
  scene.order(EventKind::OrderTrain, 0, {barracks}, 0, {}, footman);
  scene.order(EventKind::OrderTrain, 0, {barracks}, 0, {}, knight);
  scene.step(50);
  cancel_queue(scene.board, scene.index(barracks), 0);
  CHECK(scene.player(0).gold == 1000 - 160 - 100 + 75);
  CHECK(scene.player(0).supply_used == 2);
  const auto& queue = scene.board.state.production;
  REQUIRE(queue.size() == 1);
  CHECK(queue[0].place == 0);
  CHECK(queue[0].product == knight);
  CHECK(queue[0].start_tick == scene.board.state.tick);
  cancel_queue(scene.board, scene.index(barracks), 5);
  CHECK(queue.size() == 1);
  hurt(scene.board, scene.index(barracks), 90000 * k_point, DamageKind::Magic, 0);
  CHECK(queue.empty());
  CHECK_MESSAGE(scene.player(0).supply_used == 0, "a queue that fell takes no supply");
}

TEST_CASE("new units walk to the rally point, workers to the node that it is set on") {
  Scene scene(k_homestead);
  const Word hall = scene.put(0, Role::TownHall, 17, 5);
  const Word mine = first_node(scene, testing::k_gold_mine);
  scene.settle();
  scene.order(EventKind::OrderRally, 0, {hall}, mine);
  scene.order(EventKind::OrderTrain, 0, {hall}, 0, {}, testing::type_of(0, Role::Worker));
  scene.step(102);
  REQUIRE(scene.score_of(0).units_made == 1);
  const Word worker = scene.board.state.core.back().identity;
  CHECK(scene.row(worker).order == static_cast<Word>(EventKind::OrderGather));
  scene.step(400);
  CHECK(scene.player(0).gold >= 1000 - 50 + 10);
  scene.order(EventKind::OrderRally, 0, {hall}, 0, at(scene.field, 28, 12));
  scene.order(EventKind::OrderTrain, 0, {hall}, 0, {}, testing::type_of(0, Role::Worker));
  scene.step(300);
  const Word second = scene.board.state.core.back().identity;
  CHECK(second != worker);
  CHECK(gap_mm(scene.board, scene.index(second), scene.index(second)) == 0);
  CHECK(std::abs(scene.row(second).grid_x - 28) <= 1);
  CHECK(std::abs(scene.row(second).grid_z - 12) <= 1);
}

TEST_CASE("who cannot get out waits inside until there is room") {
  // A barracks that fills its yard: nobody can stand beside it.
  Scene full({"########", "#......#", "#......#", "#......#", "#......#", "########"});
  const Word type = testing::type_of(0, Role::Barracks);
  const Word barracks = full.board.state.core[add_unit(full.board, type, 0, {0, 0})].identity;
  const Word wall_west =
      full.board.state.core[add_unit(full.board, testing::type_of(0, Role::Gate), 0, {-4000, 0})]
          .identity;
  add_unit(full.board, testing::type_of(0, Role::Gate), 0, {4000, 0});
  full.settle();
  enqueue(full.board, full.index(barracks), false, testing::type_of(0, Role::Melee));
  full.step(400);
  CHECK(full.score_of(0).units_made == 0);
  CHECK(full.board.state.production.size() == 1);
  kill(full.board, full.index(wall_west), 0);
  remove_dead(full.board);
  full.step(10);
  CHECK(full.score_of(0).units_made == 1);
  CHECK(full.board.state.production.empty());
}

TEST_CASE("an upgrade takes effect when it is researched, once a level") {
  Scene scene(plain(40, 24));
  const Word hall = scene.put(0, Role::TownHall, 12, 8);
  const Word load = testing::upgrade_of(0, testing::SmallUpgrade::Load);
  scene.settle();
  scene.order(EventKind::OrderResearch, 0, {hall}, 0, {}, load);
  CHECK(scene.player(0).gold == 940);
  scene.step(399);
  CHECK(upgrade_sum(scene.board, 0, Role::Worker, Stat::Load) == 0);
  scene.step(1);
  CHECK(upgrade_sum(scene.board, 0, Role::Worker, Stat::Load) == 20);
  CHECK(upgrade_sum(scene.board, 1, Role::Worker, Stat::Load) == 0);
  scene.order(EventKind::OrderResearch, 0, {hall}, 0, {}, load);
  CHECK_MESSAGE(scene.player(0).gold == 940 - 120, "the second level costs twice");
  cancel_queue(scene.board, scene.index(hall), 0);
  CHECK(scene.player(0).gold == 940 - 120 + 90);
  scene.order(EventKind::OrderResearch, 0, {hall}, 0, {}, load);
  scene.step(400);
  CHECK(upgrade_sum(scene.board, 0, Role::Worker, Stat::Load) == 40);
  CHECK(scene.board.state.upgrades.size() == 1);
  CHECK(scene.count_told(EventKind::UpgradeFinished) == 2);
}

TEST_CASE("supply never exceeds the rules' limit, and a lost house takes its own away") {
  Scene scene(plain(64, 64));
  std::vector<Word> houses;
  for (std::int32_t house = 0; house < 16; ++house) {
    houses.push_back(scene.put(0, Role::House, 4 + 4 * (house % 8), 4 + 8 * (house / 8)));
  }
  scene.settle();
  CHECK(scene.player(0).supply_max == 120);
  for (std::size_t house = 0; house < 4; ++house) {
    hurt(scene.board, scene.index(houses[house]), 90000 * k_point, DamageKind::Magic, 0);
  }
  CHECK(scene.player(0).supply_max == 96);
}

TEST_CASE("a way out is on the side asked for, free, and on ground that leads home") {
  Scene scene({"........................", "........................", "........................",
               "........................", "........................", "........................",
               "........................", "........................", "........................"});
  const Word house = scene.put(0, Role::House, 10, 4);
  const Word footman = testing::type_of(0, Role::Melee);
  scene.settle();
  const PointMm east = way_out(scene.board, scene.index(house), footman, at(scene.field, 20, 4));
  CHECK(scene.field.cell_of(east) == Cell{12, 4});
  add_unit(scene.board, footman, 0, east);
  scene.settle();
  const PointMm next = way_out(scene.board, scene.index(house), footman, at(scene.field, 20, 4));
  CHECK(next != east);
  CHECK(scene.field.cell_of(next).x >= 12);
}

TEST_CASE("a hero is one at a time, and can be trained again when it has died") {
  Scene scene(plain(64, 32));
  const Word hall = scene.put(0, Role::TownHall, 12, 8);
  scene.put(0, Role::Workshop, 24, 8);
  scene.player(0).gold = 5000;
  scene.settle();
  const Word hero_type = testing::type_of(0, Role::Hero);
  for (int order = 0; order < 2; ++order) {
    scene.order(EventKind::OrderTrain, 0, {hall}, 0, {}, hero_type);
  }
  CHECK(scene.board.state.production.size() == 1);
  CHECK(scene.count_told(EventKind::OrderRefused) == 1);
  scene.step(900);
  const Word hero = scene.board.state.core.back().identity;
  REQUIRE(scene.row(hero).type == hero_type);
  CHECK((scene.row(hero).flags & snapshot::k_flag_hero) != 0);
  scene.order(EventKind::OrderTrain, 0, {hall}, 0, {}, hero_type);
  CHECK(scene.count_told(EventKind::OrderRefused) == 2);
  lose_health(scene.board, scene.index(hero), 9000 * k_point, {});
  remove_dead(scene.board);
  scene.order(EventKind::OrderTrain, 0, {hall}, 0, {}, hero_type);
  CHECK(scene.board.state.production.size() == 1);
}

TEST_CASE("whatever workers are told, no gold is made or lost") {
  Scene scene(k_homestead);
  scene.put(0, Role::TownHall, 17, 5);
  const Word mine = first_node(scene, testing::k_gold_mine);
  std::vector<Word> workers;
  for (std::int32_t unit = 0; unit < 6; ++unit) {
    workers.push_back(scene.put(0, Role::Worker, 10, 3 + unit));
  }
  scene.settle();
  const Word before = stock(scene, mine).amount;
  base::RandomStream random(11);
  for (Word round = 0; round < 120; ++round) {
    const Word worker = workers[random.next() % workers.size()];
    switch (random.next() % 4) {
      case 0:
        scene.order(EventKind::OrderStop, 0, {worker});
        break;
      case 1:
        scene.order(EventKind::OrderMove, 0, {worker}, 0,
                    at(scene.field, static_cast<std::int32_t>(random.next() % 32), 9));
        break;
      case 2:
        scene.order(EventKind::OrderReturnLoad, 0, {worker});
        break;
      default:
        scene.order(EventKind::OrderGather, 0, {worker}, mine);
    }
    scene.step(25);
    Word carried = 0;
    Word inside = 0;
    for (const Word unit : workers) {
      carried += scene.mind(unit).load;
      inside += (scene.row(unit).flags & snapshot::k_flag_inside) != 0 ? 1 : 0;
      REQUIRE(scene.mind(unit).load <= 10);
    }
    REQUIRE(stock(scene, mine).amount + carried + scene.player(0).gold - 1000 == before);
    REQUIRE(inside <= k_mine_gatherers_max);
    REQUIRE(inside == stock(scene, mine).gatherers);
  }
  CHECK(scene.player(0).gold > 1000);
}

}  // namespace
}  // namespace terrane::rts
