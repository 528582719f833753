// The geodesy of this folder against PROJ's, through its program `cct` (Debian package proj-bin).
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"

namespace terrane::geo {
namespace {

struct Degrees {
  double lat_deg = 0;
  double lon_deg = 0;
  double height_m = 0;
};

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.15g", value);
  return text;
}

Geodetic radians(const Degrees& degrees) {
  return {degrees.lat_deg * base::k_radians_per_degree,
          degrees.lon_deg * base::k_radians_per_degree, degrees.height_m};
}

// East, north and up of each point as PROJ sees them from the origin; empty when cct did not run.
std::vector<Vec3> topocentric_by_proj(const Degrees& origin, const std::vector<Degrees>& points) {
  const std::filesystem::path input =
      std::filesystem::temp_directory_path() /
      ("terrane_proj_test_" + number(origin.lat_deg) + "_" + number(origin.lon_deg) + ".txt");
  std::FILE* file = std::fopen(input.c_str(), "w");
  if (file == nullptr) return {};
  for (const Degrees& point : points) {
    std::fprintf(file, "%.15g %.15g %.15g 0\n", point.lon_deg, point.lat_deg, point.height_m);
  }
  std::fclose(file);
  const std::string command =
      "cct -d 9 +proj=pipeline +step +proj=cart +ellps=WGS84 +step "
      "+proj=topocentric +ellps=WGS84 +lat_0=" +
      number(origin.lat_deg) + " +lon_0=" + number(origin.lon_deg) +
      " +h_0=" + number(origin.height_m) + " '" + input.string() + "'";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::vector<Vec3> local;
  double east = 0;
  double north = 0;
  double up = 0;
  char rest[64];
  while (std::fscanf(pipe, "%lf %lf %lf %63s", &east, &north, &up, rest) == 4) {
    local.push_back({east, north, up});
  }
  const int status = pclose(pipe);
  std::filesystem::remove(input);
  return status == 0 ? local : std::vector<Vec3>{};
}

}  // namespace

TEST_CASE("local frames agree with PROJ within 1 mm over 50 km") {
  REQUIRE_MESSAGE(std::system("command -v cct > /dev/null 2>&1") == 0,
                  "PROJ's program cct is missing: ./dev setup installs it (package proj-bin)");
  std::vector<Degrees> origins = {{0, 0, 0},       {43.73, 7.42, 20},   {-33.86, 151.2, 0},
                                  {84, 20, 0},     {84, -180, 0},       {84, 179.95, 300},
                                  {-84, 180, 0},   {10, 180, 0},        {-10, -179.99, 50},
                                  {0, 179.999, 0}, {37.78, -122.4, 60}, {-54.8, -68.3, 10}};
  for (std::uint64_t place = 0; origins.size() < 50; ++place) {
    origins.push_back({base::draw_between(base::hash(1, place), -84, 84),
                       base::draw_between(base::hash(2, place), -180, 180),
                       base::draw_between(base::hash(3, place), -50, 3000)});
  }
  double worst_m = 0;
  double farthest_m = 0;
  std::size_t compared = 0;
  for (const Degrees& origin : origins) {
    const Frame frame = tangent_frame(radians(origin));
    std::vector<Degrees> points;
    for (std::uint64_t place = 0; place < 50; ++place) {
      const std::uint64_t key = base::hash(4, points.size(), compared);
      const double across = base::draw_between(base::hash(key, 1), -0.3, 0.3);
      const double lat_deg = origin.lat_deg + base::draw_between(base::hash(key, 2), -0.3, 0.3);
      const double lon_deg =
          origin.lon_deg + across / base::cos(origin.lat_deg * base::k_radians_per_degree);
      points.push_back({lat_deg,
                        lon_deg > 180    ? lon_deg - 360
                        : lon_deg < -180 ? lon_deg + 360
                                         : lon_deg,
                        base::draw_between(base::hash(key, 3), -100, 5000)});
    }
    const std::vector<Vec3> expected = topocentric_by_proj(origin, points);
    REQUIRE_MESSAGE(expected.size() == points.size(), "cct did not answer for every point");
    for (std::size_t place = 0; place < points.size(); ++place) {
      const Vec3 local = frame.to_local(to_ecef(radians(points[place])));
      const Vec3 east_north_up{local.x, -local.z, local.y};
      worst_m = std::fmax(worst_m, length(east_north_up - expected[place]));
      farthest_m = std::fmax(farthest_m, length(local));
      compared += 1;
    }
  }
  CAPTURE(worst_m);
  CHECK(compared == 2500);
  CHECK(farthest_m > 40e3);
  CHECK(worst_m < 1e-3);
  MESSAGE("worst difference ", worst_m * 1e3, " mm over ", compared, " points up to ",
          farthest_m / 1e3, " km away");
}

}  // namespace terrane::geo
