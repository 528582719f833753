#include "world_options.h"

#include <doctest/doctest.h>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"

namespace terrane::app {
namespace {

stream::WorldInfo world(bool geographic) {
  stream::WorldInfo info;
  info.geographic = geographic;
  return info;
}

stream::Area area(const AreaOptions& options, bool geographic) {
  auto parsed = parse_area(options, world(geographic));
  REQUIRE(parsed.ok());
  REQUIRE(parsed.value().has_value());
  return *parsed.value();
}

TEST_CASE("no area option means all that the world holds") {
  CHECK_FALSE(parse_area({}, world(false)).value().has_value());
}

TEST_CASE("an area of the plane is metres") {
  const stream::Area box = area({"-10,-20.5,30,40", "", 0}, false);
  CHECK(box.min_x == -10);
  CHECK(box.min_y == -20.5);
  CHECK(box.max_x == 30);
  CHECK(box.max_y == 40);
  const stream::Area square = area({"", "100,200", 50}, false);
  CHECK(square.min_x == 50);
  CHECK(square.max_y == 250);
}

TEST_CASE("an area of a map is degrees, and a radius in metres is the same way in all directions") {
  const stream::Area box = area({"7.4,43.7,7.5,43.8", "", 0}, true);
  CHECK(box.min_x == 7.4);
  CHECK(box.max_y == 43.8);
  const stream::Area square = area({"", "43.73,7.42", 1000}, true);
  const double north_m = (square.max_y - 43.73) * 111111.0;
  const double east_m = (square.max_x - 7.42) * 111111.0 * 0.7226;
  CHECK(north_m == doctest::Approx(1000).epsilon(0.01));
  CHECK(east_m == doctest::Approx(1000).epsilon(0.01));
  CHECK(square.min_x + square.max_x == doctest::Approx(2 * 7.42));
}

TEST_CASE("areas and places that cannot be meant are refused by name") {
  for (const char* bbox : {"1,2,3", "1,2,3,4,5", "a,b,c,d", "5,0,1,1", "0,0,0,0", "nan,0,1,1",
                           "0,0,inf,1", "1,2,3,4x", ",,,", "-9e5,0,9e5,1"}) {
    CHECK_MESSAGE(!parse_area({bbox, "", 0}, world(false)).ok(), bbox);
  }
  CHECK_FALSE(parse_area({"7,89,8,89.5", "", 0}, world(true)).ok());
  CHECK_FALSE(parse_area({"179,0,181,1", "", 0}, world(true)).ok());
  CHECK_FALSE(parse_area({"", "0,0", 0}, world(false)).ok());
  CHECK_FALSE(parse_area({"", "0,0", 1e7}, world(false)).ok());
  const auto place = parse_place("91,0", "--at", world(true));
  REQUIRE_FALSE(place.ok());
  CHECK(place.error().where.find("--at") != std::string::npos);
}

TEST_CASE("a place on a map is LAT,LON on the ellipsoid") {
  const geo::Vec3 place = parse_place("43.73,7.42", "--at", world(true)).value();
  const geo::Geodetic back = geo::to_geodetic(place);
  CHECK(back.lat_rad / base::k_radians_per_degree == doctest::Approx(43.73));
  CHECK(back.lon_rad / base::k_radians_per_degree == doctest::Approx(7.42));
  CHECK(parse_place("3,-4", "--at", world(false)).value() == geo::Vec3{3, 0, -4});
}

}  // namespace
}  // namespace terrane::app
