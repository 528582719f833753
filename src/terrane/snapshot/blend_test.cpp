#include "terrane/snapshot/blend.h"

#include <doctest/doctest.h>

#include <vector>

#include "terrane/snapshot/testing.h"

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

// Holds the words that the views show.
struct Two {
  Two(const SampleWorld& before, const SampleWorld& after)
      : previous(testing::encoded(before)), current(testing::encoded(after)) {
    latest.previous = View::open(previous).value();
    latest.current = View::open(current).value();
  }
  std::vector<Word> previous;
  std::vector<Word> current;
  Latest latest;
};

SampleWorld world_of(std::vector<CoreRow> units, Word tick) {
  SampleWorld world = testing::sample_world(0);
  world.core = std::move(units);
  world.tick = tick;
  return world;
}

CoreRow unit_at(Word identity, std::int32_t x_mm, Word facing_turn16, std::int32_t health_256) {
  CoreRow unit;
  unit.identity = identity;
  unit.world_x_mm = x_mm;
  unit.world_y_mm = x_mm / 2;
  unit.world_z_mm = -x_mm;
  unit.facing_turn16 = facing_turn16;
  unit.health_256 = health_256;
  return unit;
}

}  // namespace

TEST_CASE("blend: position and health go straight, facing the shorter way round") {
  const Two two(world_of({unit_at(20, 1000, 0xf000, 2560)}, 7),
                world_of({unit_at(20, 2000, 0x1000, 1280)}, 8));
  const auto at = [&](std::uint32_t factor) {
    Blended blended;
    REQUIRE(Blend(two.latest, factor).find(20, blended));
    return blended;
  };
  CHECK(at(0).x_mm == 1000);
  CHECK(at(0).facing_turn16 == 0xf000);
  CHECK(at(k_factor_one).x_mm == 2000);
  CHECK(at(k_factor_one).z_mm == -2000);
  CHECK(at(k_factor_one).facing_turn16 == 0x1000);
  CHECK(at(k_factor_one).health_256 == 1280);
  CHECK(at(k_factor_one / 2).x_mm == 1500);
  CHECK(at(k_factor_one / 2).y_mm == 750);
  CHECK(at(k_factor_one / 2).z_mm == -1500);
  CHECK(at(k_factor_one / 2).facing_turn16 == 0);  // over north, not over south
  CHECK(at(k_factor_one / 2).health_256 == 1920);
  CHECK(at(k_factor_one / 4).facing_turn16 == 0xf800);
}

TEST_CASE("blend: facing never turns more than half round, from any facing to any") {
  for (Word from = 0; from < 0x10000; from += 0x0c01) {
    for (Word to = 0; to < 0x10000; to += 0x0b03) {
      CHECK(blend_facing(from, to, 0) == from);
      CHECK(blend_facing(from, to, k_factor_one) == to);
      const Word half = blend_facing(from, to, k_factor_one / 2);
      const Word left = (half - from) & 0xffff;
      const Word turned = left <= 0x8000 ? left : 0x10000 - left;
      CHECK(turned <= 0x4000);
    }
  }
  CHECK(blend_facing(0, 0x8000, k_factor_one / 2) == 0x4000);
}

TEST_CASE("blend: units that are new or gone stand where they are known to be") {
  const Two two(world_of({unit_at(20, 0, 0, 1), unit_at(21, 500, 0, 1)}, 7),
                world_of({unit_at(21, 700, 0, 1), unit_at(30, 900, 9, 5)}, 8));
  std::vector<Blended> seen;
  Blend(two.latest, k_factor_one / 2).for_each([&](const Blended& unit) { seen.push_back(unit); });
  REQUIRE(seen.size() == 3);
  CHECK(seen[0].identity == 20);
  CHECK(seen[0].presence == Presence::Gone);
  CHECK(seen[0].row == 0);
  CHECK(seen[1].identity == 21);
  CHECK(seen[1].presence == Presence::Both);
  CHECK(seen[1].x_mm == 600);
  CHECK(seen[1].row == 0);  // of the current snapshot
  CHECK(seen[2].identity == 30);
  CHECK(seen[2].presence == Presence::New);
  CHECK(seen[2].x_mm == 900);
  seen.clear();
  Blend(two.latest, k_factor_one).for_each([&](const Blended& unit) { seen.push_back(unit); });
  CHECK(seen.size() == 2);  // gone
  Blended blended;
  CHECK(!Blend(two.latest, k_factor_one).find(20, blended));
  CHECK(!Blend(two.latest, 0).find(22, blended));
}

TEST_CASE("blend: a unit that was placed elsewhere does not slide there") {
  const Two two(world_of({unit_at(20, 0, 0, 100)}, 7), world_of({unit_at(20, 40000, 0, 200)}, 8));
  Blended blended;
  REQUIRE(Blend(two.latest, k_factor_one / 2).find(20, blended));
  CHECK(blended.x_mm == 40000);
  CHECK(blended.health_256 == 150);
}

TEST_CASE("blend: positions at the ends of the range do not overflow") {
  SampleWorld before = world_of({unit_at(20, 0, 0, 0)}, 7);
  SampleWorld after = before;
  after.tick = 4000000000u;  // so far apart that no distance is a jump
  before.core[0].world_x_mm = INT32_MIN;
  after.core[0].world_x_mm = INT32_MAX;
  const Two two(before, after);
  Blended blended;
  REQUIRE(Blend(two.latest, k_factor_one / 2).find(20, blended));
  CHECK(blended.x_mm == -1);
}

TEST_CASE("blend: the factor of a moment, also when ticks were skipped") {
  const Two two(world_of({}, 10), world_of({}, 14));
  CHECK(blend_factor(two.latest, 9 << 16) == 0);
  CHECK(blend_factor(two.latest, 10 << 16) == 0);
  CHECK(blend_factor(two.latest, 12 << 16) == k_factor_one / 2);
  CHECK(blend_factor(two.latest, 14 << 16) == k_factor_one);
  CHECK(blend_factor(two.latest, 99 << 16) == k_factor_one);
  const Two same(world_of({}, 10), world_of({}, 10));
  CHECK(blend_factor(same.latest, 0) == k_factor_one);
}

}  // namespace terrane::snapshot
