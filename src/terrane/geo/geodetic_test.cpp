#include "terrane/geo/geodetic.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::geo {
namespace {

constexpr double k_degree = base::k_radians_per_degree;

double draw(std::uint64_t place, double low, double high) {
  return base::draw_between(base::hash(31, place), low, high);
}

}  // namespace

TEST_CASE("degrees become OpenStreetMap's integers, longitudes wrapped") {
  CHECK(to_position_e7(43.7384176, 7.4246158) == PositionE7{437384176, 74246158});
  CHECK(to_position_e7(-0.00000005, 0.00000005) == PositionE7{0, 1});
  CHECK(to_position_e7(0, 180).lon_e7 == -1800000000);
  CHECK(to_position_e7(0, -180).lon_e7 == -1800000000);
  CHECK(to_position_e7(0, 181).lon_e7 == -1790000000);
  CHECK(to_position_e7(0, -181).lon_e7 == 1790000000);
  CHECK(to_position_e7(0, 540).lon_e7 == -1800000000);
  CHECK(to_position_e7(90, 0).lat_e7 == 900000000);
}

TEST_CASE("known points on the ellipsoid") {
  const Vec3 origin = to_ecef(Geodetic{0, 0, 0});
  CHECK(origin == Vec3{6378137.0, 0, 0});
  const Vec3 pole = to_ecef({90 * k_degree, 0, 0});
  CHECK(std::fabs(pole.x) < 1e-6);
  CHECK(pole.z == doctest::Approx(6356752.314245179).epsilon(1e-15));
  const Vec3 antimeridian = to_ecef({0, base::k_pi, 100.0});
  CHECK(antimeridian.x == -6378237.0);
  CHECK(std::fabs(antimeridian.y) < 1e-6);
}

TEST_CASE("geodetic to ECEF and back, both hemispheres, poles, from -10 km to 1,000 km") {
  double worst_m = 0;
  for (std::uint64_t place = 0; place < 50'000; ++place) {
    Geodetic position;
    position.lat_rad = draw(place, -90, 90) * k_degree;
    position.lon_rad = draw(place + 100'000, -180, 180) * k_degree;
    position.height_m = draw(place + 200'000, -1e4, place % 2 == 0 ? 1e4 : 1e6);
    if (place % 10 == 0) position.lat_rad = (place % 20 == 0 ? 90 : -90) * k_degree;
    const Vec3 ecef = to_ecef(position);
    const Geodetic back = to_geodetic(ecef);
    worst_m = std::fmax(worst_m, std::fabs(back.height_m - position.height_m));
    worst_m = std::fmax(worst_m, length(to_ecef(back) - ecef));
  }
  CHECK(worst_m < 1e-6);
}

TEST_CASE("a tangent frame is orthonormal, right-handed and points up") {
  for (std::uint64_t place = 0; place < 5000; ++place) {
    const Geodetic position{draw(place, -90, 90) * k_degree,
                            draw(place + 9000, -180, 180) * k_degree, draw(place, -100, 5000)};
    const Frame frame = tangent_frame(position);
    for (const Vec3 axis : {frame.east, frame.up, frame.south}) {
      CHECK(std::fabs(length(axis) - 1.0) < 1e-14);
    }
    CHECK(std::fabs(dot(frame.east, frame.up)) < 1e-14);
    CHECK(std::fabs(dot(frame.up, frame.south)) < 1e-14);
    CHECK(std::fabs(dot(frame.south, frame.east)) < 1e-14);
    CHECK(length(cross(frame.east, frame.up) - frame.south) < 1e-14);
    CHECK(frame.origin == to_ecef(position));
    Geodetic higher = position;
    higher.height_m += 10.0;
    CHECK(length(frame.to_local(to_ecef(higher)) - Vec3{0, 10, 0}) < 1e-6);
  }
}

TEST_CASE("a tangent frame's axes look east and south") {
  const Geodetic position{48.0 * k_degree, 11.0 * k_degree, 0};
  const Frame frame = tangent_frame(position);
  const Vec3 east = frame.to_local(to_ecef({position.lat_rad, position.lon_rad + 1e-6, 0}));
  CHECK(east.x > 4.0);
  CHECK(std::fabs(east.z) < 1e-3);
  const Vec3 south = frame.to_local(to_ecef({position.lat_rad - 1e-6, position.lon_rad, 0}));
  CHECK(south.z > 6.0);
  CHECK(std::fabs(south.x) < 1e-3);
}

}  // namespace terrane::geo
