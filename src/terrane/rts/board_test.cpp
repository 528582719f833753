#include "terrane/rts/board.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/rows.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using testing::at;
using testing::Scene;

TEST_CASE("rows of a table: found, merged behind their own, dropped") {
  std::vector<snapshot::OrderRow> rows;
  const snapshot::OrderRow first[] = {{3, 0}, {5, 0}, {9, 0}};
  merge_rows(rows, std::span<const snapshot::OrderRow>(first));
  const snapshot::OrderRow second[] = {{1, 0}, {5, 1}, {12, 0}};
  merge_rows(rows, std::span<const snapshot::OrderRow>(second));
  REQUIRE(rows.size() == 6);
  const Word wanted[] = {1, 3, 5, 5, 9, 12};
  for (std::size_t row = 0; row < rows.size(); ++row) CHECK(rows[row].identity == wanted[row]);
  CHECK(rows[2].place == 0);
  CHECK(rows[3].place == 1);
  CHECK(rows_of(rows, 5).size() == 2);
  CHECK(rows_of(rows, 6).empty());
  CHECK(find_row(rows, 9) == &rows[4]);
  CHECK(find_row(rows, 4) == nullptr);
  drop_rows(rows, [](const snapshot::OrderRow& row) { return row.identity == 5; });
  CHECK(rows.size() == 4);
}

TEST_CASE("a footprint covers whole cells around its middle") {
  Scene scene(testing::plain(20, 20));
  const UnitType& house = scene.rules.type(testing::type_of(0, Role::House));        // 3 x 3
  const UnitType& barracks = scene.rules.type(testing::type_of(0, Role::Barracks));  // 4 x 4
  const PointMm middle = snap_site(scene.field, house, at(scene.field, 10, 10));
  const CellRect three = footprint(scene.field, house, middle);
  CHECK(three.first == Cell{9, 9});
  CHECK(three.past == Cell{12, 12});
  const CellRect four =
      footprint(scene.field, barracks, snap_site(scene.field, barracks, at(scene.field, 10, 10)));
  CHECK(four.past.x - four.first.x == 4);
  CHECK(four.past.z - four.first.z == 4);
  CHECK(snap_site(scene.field, house, middle) == middle);  // a site that is one stays
}

TEST_CASE("who dies is found no more, and all of its rows go with it") {
  Scene scene(testing::plain(30, 30));
  const Word house = scene.put(0, Role::House, 5, 5);
  const Word soldier = scene.put(0, Role::Melee, 12, 12);
  const Word other = scene.put(0, Role::Melee, 14, 12);
  scene.settle();
  Board& board = scene.board;
  scene.order(snapshot::EventKind::OrderMove, 0, {soldier, other}, 0, at(scene.field, 20, 20));
  board.state.effects.push_back({soldier, 0, 0, 50, 256});
  board.state.groups = {{0, 1, soldier}, {0, 1, other}};
  CHECK_FALSE(board.paths.may_stand({5, 5}, SizeClass::Small));
  board.state.core[scene.index(soldier)].health_256 = 0;
  board.state.core[scene.index(house)].health_256 = 0;
  const std::size_t soldier_index = scene.index(soldier);
  kill(board, soldier_index, other);
  kill(board, scene.index(house), other);
  CHECK(is_dead(board, soldier_index));
  CHECK_FALSE(scene.lives(soldier));
  remove_dead(board);
  CHECK(board.died == std::vector<Word>{house, soldier});  // ascending
  CHECK(board.state.core.size() == 1);
  CHECK(board.state.minds.size() == 1);
  CHECK(scene.index(other) == 0);
  CHECK(board.state.effects.empty());
  CHECK(board.state.groups.size() == 1);
  CHECK(rows_of(board.state.orders, soldier).empty());
  CHECK(rows_of(board.state.orders, other).size() == 1);
  CHECK(board.paths.may_stand({5, 5}, SizeClass::Small));
  REQUIRE(board.state.corpses.size() == 2);
  CHECK(board.state.corpses[1].identity == soldier);
  scene.collect();
  CHECK(scene.count_told(snapshot::EventKind::UnitDied) == 1);
  CHECK(scene.count_told(snapshot::EventKind::BuildingLost) == 1);

  board.state.tick += static_cast<Word>(scene.rules.corpse_ticks) - 1;
  remove_dead(board);
  CHECK(board.state.corpses.size() == 2);
  board.state.tick += 1;
  remove_dead(board);
  CHECK(board.state.corpses.empty());
}

TEST_CASE("what is taken down whole leaves no corpse") {
  Scene scene(testing::plain(20, 20));
  const Word wall = scene.put(0, Role::Wall, 8, 8);
  kill(scene.board, scene.index(wall), 0);
  remove_dead(scene.board);
  CHECK(scene.board.state.corpses.empty());
  CHECK(scene.board.state.core.empty());
}

TEST_CASE("corpses of later ticks are put among the earlier ones") {
  Scene scene(testing::plain(20, 20));
  const Word first = scene.put(0, Role::Melee, 5, 5);
  const Word second = scene.put(0, Role::Melee, 7, 5);
  const Word third = scene.put(0, Role::Melee, 9, 5);
  for (const Word dies : {second, third, first}) {
    scene.row(dies).health_256 = 0;
    kill(scene.board, scene.index(dies), 0);
    remove_dead(scene.board);
    scene.board.died.clear();
  }
  REQUIRE(scene.board.state.corpses.size() == 3);
  CHECK(scene.board.state.corpses[0].identity == first);
  CHECK(scene.board.state.corpses[2].identity == third);
}

TEST_CASE("the match's stream draws what RandomStream draws") {
  Scene scene(testing::plain(10, 10));
  scene.board.state.random = base::hash(99);
  base::RandomStream stream(99);
  for (int draws = 0; draws < 5; ++draws) CHECK(draw(scene.board) == stream.next());
}

}  // namespace
}  // namespace terrane::rts
