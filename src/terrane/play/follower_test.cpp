#include "terrane/play/follower.h"

#include <doctest/doctest.h>

#include "field_world.h"

namespace terrane::play {
namespace {

TEST_CASE("a route is followed leg by leg and begins again") {
  const tests::FieldWorld world;
  RouteFollower route(world, {{0, 5, 0}, {10, 5, 0}, {10, 5, 10}});
  CHECK(route.place().position == geo::Vec3{0, 0, 0});  // on the ground
  CHECK(route.place().forward == geo::Vec3{1, 0, 0});
  route.advance(4);
  CHECK(route.place().position == geo::Vec3{4, 0, 0});
  route.advance(10);
  CHECK(route.place().position == geo::Vec3{10, 0, 4});
  CHECK(route.place().forward == geo::Vec3{0, 0, 1});
  route.advance(6);  // at the last place, on the way back to the first
  CHECK(route.place().position == geo::Vec3{10, 0, 10});
  CHECK(route.place().forward.x == doctest::Approx(-0.70711));
}

TEST_CASE("a route of one place, or of one place twice, stays there") {
  const tests::FieldWorld world;
  for (const auto& places :
       {std::vector<geo::Vec3>{{3, 0, 4}}, std::vector<geo::Vec3>{{3, 0, 4}, {3, 0, 4}}}) {
    RouteFollower route(world, places);
    route.advance(100);
    CHECK(route.place().position == geo::Vec3{3, 0, 4});
    CHECK(geo::length(route.place().forward) == doctest::Approx(1.0));
  }
}

TEST_CASE("without a road the observer stands and looks around") {
  const tests::FieldWorld world;
  StandingFollower standing(world, {1, 2, 3}, 0);
  const geo::Vec3 before = standing.place().forward;
  standing.advance(100);
  CHECK(standing.place().position == geo::Vec3{1, 0, 3});
  CHECK_FALSE(standing.place().forward == before);
}

}  // namespace
}  // namespace terrane::play
