#include "terrane/rts/vision.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/harm.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;
using testing::at;
using testing::plain;
using testing::Scene;

constexpr std::int32_t k_point = 256;

void look(Scene& scene, Word ticks = 40) {
  for (; ticks > 0; --ticks) {
    ++scene.board.state.tick;
    scene.board.died.clear();
    remove_dead(scene.board);
    step_vision(scene.board);
  }
  scene.collect();
}

Word cells_in_sight(const Scene& scene, Word player) {
  Word count = 0;
  for (std::int32_t z = 0; z < scene.field.height_cells; z += 4) {
    for (std::int32_t x = 0; x < scene.field.width_cells; x += 4) {
      count += sees(scene.board, player, at(scene.field, x, z)) ? 1 : 0;
    }
  }
  return count;
}

TEST_CASE("a unit sees a circle around it, its player remembers what it leaves") {
  Scene scene(plain(128, 64));
  const Word scout = scene.put(0, Role::Melee, 30, 30);
  scene.settle();
  CHECK(sees(scene.board, 0, at(scene.field, 30, 30)));
  CHECK(sees(scene.board, 0, at(scene.field, 40, 30)));
  CHECK_FALSE(sees(scene.board, 0, at(scene.field, 48, 30)));
  CHECK_FALSE(has_seen(scene.board, 0, at(scene.field, 48, 30)));
  CHECK_FALSE(sees(scene.board, 1, at(scene.field, 30, 30)));
  CHECK(sees(scene.board, k_nature, at(scene.field, 100, 30)));
  // Cells of 4 m with middles within 12 m: 29.
  CHECK(cells_in_sight(scene, 0) == 29);
  put_at(scene.field, scene.row(scout), at(scene.field, 90, 30));
  look(scene, 1);
  CHECK_FALSE(sees(scene.board, 0, at(scene.field, 30, 30)));
  CHECK(has_seen(scene.board, 0, at(scene.field, 30, 30)));
  CHECK(sees(scene.board, 0, at(scene.field, 90, 30)));
  CHECK(cells_in_sight(scene, 0) == 29);
}

TEST_CASE("what two see stays seen when one goes or dies") {
  Scene scene(plain(128, 64));
  const Word a = scene.put(0, Role::Melee, 30, 30);
  const Word b = scene.put(0, Role::Melee, 31, 30);
  scene.settle();
  put_at(scene.field, scene.row(a), at(scene.field, 90, 30));
  look(scene, 1);
  CHECK(sees(scene.board, 0, at(scene.field, 30, 30)));
  kill(scene.board, scene.index(b), 0);
  remove_dead(scene.board);
  look(scene, 1);
  CHECK_FALSE(sees(scene.board, 0, at(scene.field, 30, 30)));
  CHECK(has_seen(scene.board, 0, at(scene.field, 30, 30)));
}

TEST_CASE("sight learnt late widens the circle of who stands still") {
  Scene scene(plain(128, 64));
  scene.put(0, Role::Melee, 30, 30);
  scene.settle();
  const Word before = cells_in_sight(scene, 0);
  scene.rules.types[testing::type_of(0, Role::Melee)].sight_mm = 20000;
  look(scene, 32);
  CHECK(cells_in_sight(scene, 0) > before);
  scene.rules.types[testing::type_of(0, Role::Melee)].sight_mm = 12000;
  look(scene, 32);
  CHECK(cells_in_sight(scene, 0) == before);
}

TEST_CASE("who is inside something sees nothing and is not seen") {
  Scene scene(plain(64, 64));
  const Word unit = scene.put(0, Role::Melee, 30, 30);
  const Word foe = scene.put(1, Role::Melee, 33, 30);
  scene.settle();
  CHECK(sees_unit(scene.board, 1, scene.index(unit)));
  scene.row(unit).flags |= snapshot::k_flag_inside;
  look(scene, 1);
  CHECK(cells_in_sight(scene, 0) == 0);
  CHECK_FALSE(sees_unit(scene.board, 1, scene.index(unit)));
  CHECK(sees_unit(scene.board, 0, scene.index(unit)));
  CHECK_FALSE(sees_unit(scene.board, 0, scene.index(foe)));
  scene.row(unit).flags &= ~snapshot::k_flag_inside;
  look(scene, 1);
  CHECK(cells_in_sight(scene, 0) == 29);
}

TEST_CASE("a building that fog covers is remembered as it was last seen, until it is seen again") {
  Scene scene(plain(128, 64));
  const Word house = scene.put(1, Role::House, 40, 30);
  const Word scout = scene.put(0, Role::Melee, 34, 30);
  scene.settle();
  look(scene, 8);
  CHECK_MESSAGE(scene.board.state.remembered.empty(), "it is in sight");
  CHECK(scene.count_told(EventKind::SeenFirst) == 1);
  scene.row(house).health_256 = 300 * k_point;
  put_at(scene.field, scene.row(scout), at(scene.field, 90, 30));
  look(scene, 8);
  REQUIRE(scene.board.state.remembered.size() == 1);
  snapshot::RememberedRow memory = scene.board.state.remembered[0];
  CHECK(memory.identity == house);
  CHECK(memory.viewer == 0);
  CHECK(memory.owner == 1);
  CHECK(memory.health_256 == 300 * k_point);

  // Razed in the fog: its memory stays.
  lose_health(scene.board, scene.index(house), 9000 * k_point, {});
  remove_dead(scene.board);
  look(scene, 40);
  REQUIRE(scene.board.state.remembered.size() == 1);
  CHECK(scene.board.state.remembered[0].health_256 == 300 * k_point);

  put_at(scene.field, scene.row(scout), at(scene.field, 34, 30));
  look(scene, 8);
  CHECK_MESSAGE(scene.board.state.remembered.empty(), "seen to be gone");
}

TEST_CASE("what is built in the fog is not known, and what is seen again is not remembered") {
  Scene scene(plain(128, 64));
  const Word scout = scene.put(0, Role::Melee, 34, 30);
  scene.settle();
  put_at(scene.field, scene.row(scout), at(scene.field, 90, 30));
  look(scene, 8);
  const Word house = scene.put(1, Role::House, 40, 30);
  scene.settle();
  look(scene, 40);
  CHECK(scene.board.state.remembered.empty());
  CHECK(scene.count_told(EventKind::SeenFirst) == 0);
  put_at(scene.field, scene.row(scout), at(scene.field, 34, 30));
  look(scene, 8);
  put_at(scene.field, scene.row(scout), at(scene.field, 90, 30));
  look(scene, 8);
  REQUIRE(scene.board.state.remembered.size() == 1);
  CHECK(scene.board.state.remembered[0].identity == house);
  put_at(scene.field, scene.row(scout), at(scene.field, 34, 30));
  look(scene, 8);
  CHECK(scene.board.state.remembered.empty());
}

TEST_CASE("counted again from the minds, sight is what it was, whatever was walked and died") {
  Scene scene(plain(96, 96), 3);
  base::RandomStream random(5);
  std::vector<Word> units;
  for (Word unit = 0; unit < 60; ++unit) {
    const auto x = static_cast<std::int32_t>(random.next() % 96);
    const auto z = static_cast<std::int32_t>(random.next() % 96);
    units.push_back(scene.put(unit % 3, unit % 7 == 0 ? Role::Cavalry : Role::Melee, x, z));
  }
  scene.settle();
  for (Word round = 0; round < 120; ++round) {
    const Word unit = units[random.next() % units.size()];
    const auto x = static_cast<std::int32_t>(random.next() % 96);
    const auto z = static_cast<std::int32_t>(random.next() % 96);
    if (scene.lives(unit)) {
      if (round % 9 == 8) {
        kill(scene.board, scene.index(unit), 0);
        remove_dead(scene.board);
      } else {
        put_at(scene.field, scene.row(unit), at(scene.field, x, z));
      }
    }
    look(scene, 1);
  }
  const auto seen = scene.board.seen;
  count_sight(scene.board);
  CHECK(scene.board.seen == seen);
  // The table says visible exactly where somebody is counted.
  std::size_t wrong = 0;
  for (Word player = 0; player < 3; ++player) {
    for (std::int32_t z = 0; z < 24; ++z) {
      for (std::int32_t x = 0; x < 24; ++x) {
        const auto cell =
            static_cast<std::size_t>(player * 24 * 24 + static_cast<Word>(z * 24 + x));
        const bool visible = sees(scene.board, player, at(scene.field, 4 * x + 1, 4 * z + 1));
        wrong += visible == (seen[cell] > 0) ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace terrane::rts
