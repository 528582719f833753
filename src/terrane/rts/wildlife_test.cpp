#include "terrane/rts/wildlife.h"

#include <doctest/doctest.h>

#include "terrane/rts/apart.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using testing::at;
using testing::plain;
using testing::Scene;

constexpr std::int32_t k_point = 256;

Battlefield pasture(std::initializer_list<Spot> animals) {
  Battlefield field = plain(128, 128);
  for (const Spot& spot : animals) {
    const Cell cell{spot.place.x_mm, spot.place.z_mm};  // given as cells
    field.animals.push_back({field.middle_of(cell), spot.kind});
  }
  return field;
}

Word animal(const Scene& scene, std::size_t number) {
  return scene.board.state.wildlife[number].identity;
}
Word mood(const Scene& scene, std::size_t number) {
  return scene.board.state.wildlife[number].mood;
}
PointMm home(const Scene& scene, std::size_t number) {
  const snapshot::WildlifeRow& row = scene.board.state.wildlife[number];
  return {row.home_x_mm, row.home_z_mm};
}

TEST_CASE("animals that nobody troubles graze, move about and stay within thirty metres of home") {
  Scene scene(pasture({{{60, 60}, 0}, {{70, 60}, 0}, {{20, 20}, 1}}));
  std::int64_t furthest2 = 0;
  bool moved = false;
  for (Word tick = 0; tick < 6000; ++tick) {
    scene.step();
    for (std::size_t number = 0; number < 3; ++number) {
      REQUIRE(mood(scene, number) == 0);
      const std::int64_t distance2 =
          distance2_mm(place_of(scene.row(animal(scene, number))), home(scene, number));
      furthest2 = std::max(furthest2, distance2);
      moved = moved || distance2 > 3000LL * 3000;
    }
  }
  CHECK(moved);
  CHECK(furthest2 <= 30000LL * 30000);
}

TEST_CASE("deer flee from who comes near, and go home when they are calm") {
  Scene scene(pasture({{{60, 60}, 0}}));
  const Word person = scene.put(0, Role::Worker, 56, 60);
  scene.settle();
  const std::int64_t before =
      distance2_mm(place_of(scene.row(animal(scene, 0))), place_of(scene.row(person)));
  scene.step(60);
  CHECK(mood(scene, 0) == 1);
  CHECK(distance2_mm(place_of(scene.row(animal(scene, 0))), place_of(scene.row(person))) > before);
  kill(scene.board, scene.index(person), 0);
  remove_dead(scene.board);
  scene.step(700);
  CHECK(mood(scene, 0) == 0);
  CHECK(within(place_of(scene.row(animal(scene, 0))), home(scene, 0), 12000));
}

TEST_CASE("a herd flees together when one of it is hit, the others within twelve metres") {
  Scene scene(pasture({{{60, 60}, 0}, {{68, 60}, 0}, {{100, 60}, 0}, {{62, 60}, 1}}));
  const Word archer = scene.put(0, Role::Ranged, 48, 60);
  scene.settle();
  ++scene.board.state.tick;
  hurt(scene.board, scene.index(animal(scene, 0)), k_point, DamageKind::Pierce, archer);
  step_wildlife(scene.board);
  CHECK(mood(scene, 0) == 1);
  CHECK(mood(scene, 1) == 1);
  CHECK_MESSAGE(mood(scene, 2) == 0, "too far to know");
  CHECK_MESSAGE(mood(scene, 3) == 0, "a wolf is not of the herd");
}

TEST_CASE("wolves attack who comes near, the pack helps, and they give up far from home") {
  Scene scene(pasture({{{60, 60}, 1}, {{66, 60}, 1}}));
  const Word person = scene.put(0, Role::Worker, 56, 60);
  scene.settle();
  const std::int32_t before = scene.row(person).health_256;
  scene.step(100);
  CHECK(mood(scene, 0) == 2);
  REQUIRE(scene.lives(person));
  CHECK(scene.row(person).health_256 < before);
  scene.row(person).health_256 = scene.row(person).health_max_256 = 100000 * k_point;
  put_at(scene.field, scene.row(person), at(scene.field, 110, 60));
  scene.settle();
  Word tick = 0;
  for (; tick < 1000 && (mood(scene, 0) == 2 || mood(scene, 1) == 2); ++tick) {
    scene.step();
    put_at(scene.field, scene.row(person), at(scene.field, 110, 60));
    for (std::size_t number = 0; number < 2; ++number) {
      REQUIRE(within(place_of(scene.row(animal(scene, number))), home(scene, number), 26000));
    }
  }
  CHECK(tick < 1000);
  scene.step(400);
  CHECK(within(place_of(scene.row(animal(scene, 0))), home(scene, 0), 12000));
}

TEST_CASE("soldiers leave grazing animals alone, and strike back at a wolf") {
  Scene scene(pasture({{{60, 60}, 0}, {{90, 90}, 1}}));
  const Word footman = scene.put(0, Role::Melee, 89, 86);
  scene.settle();
  CHECK(find_foe(scene.board, scene.index(footman), 12000) == k_no_index);
  scene.step(400);
  REQUIRE(scene.lives(footman));
  const bool unhurt =
      scene.lives(animal(scene, 1)) && scene.row(animal(scene, 1)).health_256 == 40 * k_point;
  CHECK_FALSE(unhurt);
}

}  // namespace
}  // namespace terrane::rts
