#include "terrane/rts/crowd.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/rts/testing.h"

namespace terrane::rts {
namespace {

Body standing(PointMm place, std::int32_t radius_mm = 400) {
  Body body;
  body.place = place;
  body.radius_mm = radius_mm;
  body.step_max_mm = 200;
  return body;
}

Body walking(PointMm place, VectorMm wish) {
  Body body = standing(place);
  body.wish = wish;
  body.stance = Stance::Walks;
  return body;
}

void run(Crowd& crowd, const WalkGrid& grid, int ticks) {
  for (; ticks > 0; --ticks) {
    crowd.step(grid);
    for (std::size_t at = 0; at < crowd.bodies.size(); ++at) {
      crowd.bodies[at].place = crowd.moved[at].place;
    }
  }
}

// Of the smaller radius, in percent.
std::int32_t worst_overlap(const Crowd& crowd) {
  std::int32_t worst = 0;
  for (std::size_t a = 0; a < crowd.bodies.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Body& one = crowd.bodies[a];
      const Body& other = crowd.bodies[b];
      const std::int32_t overlap =
          one.radius_mm + other.radius_mm - distance_between(one.place, other.place);
      worst = std::max(worst, overlap * 100 / std::min(one.radius_mm, other.radius_mm));
    }
  }
  return worst;
}

Battlefield room(std::int32_t cells) {
  const std::string line(static_cast<std::size_t>(cells), '.');
  return testing::drawn_field(std::vector<std::string_view>(static_cast<std::size_t>(cells), line));
}

}  // namespace

TEST_CASE("bodies heaped on one another come to rest beside one another, and stay there") {
  const Battlefield field = room(60);
  const WalkGrid grid(field);
  Crowd crowd;
  for (std::uint32_t at = 0; at < 150; ++at) {
    const auto draw = [&](std::uint64_t which) {
      return static_cast<std::int32_t>(base::draw_index(base::hash(at, which), 4000)) - 2000;
    };
    // Some exactly where others are.
    const PointMm place = at % 10 == 0 ? PointMm{500, 500} : PointMm{draw(1), draw(2)};
    crowd.bodies.push_back(standing(place, at % 7 == 0 ? 800 : 400));
  }
  run(crowd, grid, 600);
  CHECK(worst_overlap(crowd) <= 10);
  const std::vector<Body> before = crowd.bodies;
  run(crowd, grid, 50);
  std::uint32_t moved = 0;
  for (std::size_t at = 0; at < before.size(); ++at) {
    moved += before[at].place == crowd.bodies[at].place ? 0 : 1;
  }
  CHECK_MESSAGE(moved == 0, "the crowd trembles");
}

TEST_CASE("the order of bodies does not show") {
  const Battlefield field = room(40);
  const WalkGrid grid(field);
  Crowd one;
  for (std::uint32_t at = 0; at < 80; ++at) {
    const auto draw = [&](std::uint64_t which, std::uint32_t past) {
      return static_cast<std::int32_t>(base::draw_index(base::hash(at, which), past));
    };
    const PointMm place{draw(1, 6000) - 3000, draw(2, 6000) - 3000};
    if (at % 2 == 0) {
      one.bodies.push_back(walking(place, {draw(3, 400) - 200, draw(4, 400) - 200}));
    } else {
      one.bodies.push_back(standing(place));
    }
    one.bodies.back().side = at % 3;
  }
  Crowd other;
  other.bodies.assign(one.bodies.rbegin(), one.bodies.rend());
  for (int tick = 0; tick < 30; ++tick) {
    run(one, grid, 1);
    run(other, grid, 1);
    for (std::size_t at = 0; at < one.bodies.size(); ++at) {
      const Body& same = other.bodies[other.bodies.size() - 1 - at];
      REQUIRE(one.bodies[at].place == same.place);
    }
  }
}

TEST_CASE("two who meet head on pass each other") {
  const Battlefield field = room(40);
  const WalkGrid grid(field);
  Crowd crowd;
  crowd.bodies.push_back(walking({-5000, 0}, {200, 0}));
  crowd.bodies.push_back(walking({5000, 0}, {-200, 0}));
  run(crowd, grid, 60);
  CHECK(crowd.bodies[0].place.x_mm > 4000);
  CHECK(crowd.bodies[1].place.x_mm < -4000);
}

TEST_CASE("who stands steps aside for its own side only") {
  const Battlefield field = room(40);
  const WalkGrid grid(field);
  for (const std::uint32_t side : {0u, 1u}) {
    Crowd crowd;
    crowd.bodies.push_back(walking({-3000, 40}, {200, 0}));
    crowd.bodies.push_back(standing({0, 0}));
    crowd.bodies[1].side = side;
    run(crowd, grid, 40);
    CHECK(crowd.bodies[0].place.x_mm > 3000);  // it comes by in either case
    const bool stepped = !(crowd.bodies[1].place == PointMm{0, 0});
    CHECK(stepped == (side == 0));
  }
  // Nor does who fights or works, for anybody.
  Crowd crowd;
  crowd.bodies.push_back(walking({-3000, 0}, {200, 0}));
  crowd.bodies.push_back(standing({0, 0}));
  crowd.bodies[1].stance = Stance::Holds;
  run(crowd, grid, 40);
  CHECK(crowd.bodies[1].place == PointMm{0, 0});
  CHECK(crowd.bodies[0].place.x_mm > 3000);
}

TEST_CASE("nobody is pushed into closed ground or through a corner") {
  const Battlefield field = testing::drawn_field({
      "....................",
      "....................",
      "......####..........",
      "......#..#..........",
      "......#..#..........",
      "......#####.........",
      "..........#.........",
      "...........#........",
      "............#.......",
      "....................",
  });
  const WalkGrid grid(field);
  Crowd crowd;
  for (std::uint32_t at = 0; at < 200; ++at) {
    const auto draw = [&](std::uint64_t which, std::uint32_t past) {
      return static_cast<std::int32_t>(base::draw_index(base::hash(at, which), past));
    };
    const PointMm place{draw(1, 20'000) - 10'000, draw(2, 10'000) - 5000};
    if (!grid.may_stand(place, SizeClass::Small)) continue;
    crowd.bodies.push_back(walking(place, {draw(3, 400) - 200, draw(4, 400) - 200}));
    crowd.bodies.back().step_max_mm = 400;
  }
  const auto in_pit = [&](const Body& body) {
    const Cell cell = field.cell_of(body.place);
    return cell.x >= 7 && cell.x <= 8 && cell.z >= 3 && cell.z <= 4;
  };
  const auto count = std::count_if(crowd.bodies.begin(), crowd.bodies.end(), in_pit);
  REQUIRE(count > 0);
  for (int tick = 0; tick < 100; ++tick) {
    run(crowd, grid, 1);
    for (const Body& body : crowd.bodies) {
      REQUIRE(grid.may_stand(body.place, SizeClass::Small));
    }
  }
  CHECK(std::count_if(crowd.bodies.begin(), crowd.bodies.end(), in_pit) == count);
}

}  // namespace terrane::rts
