#include "terrane/city/city_follower.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "terrane/city/city_roads.h"
#include "terrane/city/lattice_layout.h"

using namespace terrane;
using namespace terrane::city;

namespace {

// How far beyond the road's or pad's edge a point lies; negative on it.
double off_road_m(const Layout& layout, PlanePoint point) {
  double best = 1e9;
  const PlaneVector reach{30, 30};
  for (const JunctionNumber junction :
       layout.junctions_in(moved(point, -reach), moved(point, reach))) {
    const JunctionShape shape = layout.shape(junction).value();
    best = std::min(best, length(between(shape.centre, point)) - shape.radius_m);
  }
  const NearestStation nearest = nearest_station(layout, point);
  if (nearest.found) {
    const auto plan = layout.edge(nearest.edge);
    best = std::min(best, nearest.distance_m - plan->half_width_m[nearest.station]);
  }
  return best;
}

}  // namespace

TEST_CASE("the follower stays on roads and moves without a jump for 20 km") {
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto layout = std::make_shared<LatticeLayout>(412);
    const Ground& ground = layout->ground();
    const auto follower = follow_city_roads(layout, {0, 0, 0}, 0.0, seed);
    REQUIRE(follower);
    stream::RoadPlace before = follower->place();
    std::set<std::int64_t> cells;
    for (unsigned step = 0; step < 40000; ++step) {
      follower->advance(0.5);
      const stream::RoadPlace place = follower->place();
      REQUIRE(geo::is_finite(place.position));
      REQUIRE(std::fabs(geo::length(place.forward) - 1.0) < 1e-9);
      const double moved_m = geo::length(place.position - before.position);
      REQUIRE(moved_m > 0.3);
      REQUIRE(moved_m < 0.56);
      // Never turns on the spot: 0.5 m on, at most 9 degrees round.
      REQUIRE(geo::dot(place.forward, before.forward) > 0.987);
      // It looks where it goes.
      REQUIRE(geo::dot(geo::normalised(place.position - before.position), before.forward) > 0.97);
      const PlanePoint point = plane_point_of(place.position);
      if (step % 4 == 0) REQUIRE(off_road_m(*layout, point) < 0);
      REQUIRE(std::fabs(place.position.y - ground.height_mm(point) * 0.001) < 0.01);
      const JunctionId cell = Lattice::cell_of(point);
      cells.insert(std::int64_t{cell.i} * 100000 + cell.j);
      before = place;
    }
    CHECK(cells.size() > 20);
  }
}

TEST_CASE("one long step and many short ones end at the same place") {
  const auto layout = std::make_shared<LatticeLayout>(9);
  const auto a = follow_city_roads(layout, {100, 0, 100}, 1.0, 5);
  const auto b = follow_city_roads(layout, {100, 0, 100}, 1.0, 5);
  a->advance(2000.0);
  for (unsigned step = 0; step < 4000; ++step) b->advance(0.5);
  CHECK(geo::length(a->place().position - b->place().position) < 0.001);
}

TEST_CASE("a follower far out, and none for a place that is not one") {
  const auto layout = std::make_shared<LatticeLayout>(412);
  const auto far = follow_city_roads(layout, {1e7, 0, -1e7}, 0.0, 1);
  REQUIRE(far);
  far->advance(500.0);
  CHECK(std::fabs(far->place().position.x - 1e7) < 1500.0);
  CHECK(follow_city_roads(layout, {std::nan(""), 0, 0}, 0.0, 1) == nullptr);
}
