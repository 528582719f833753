#include "world_options.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "report.h"
#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"
#include "terrane/stream/area.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// A world may be endless; what is built in one go may not.
constexpr double k_radius_m_max = 50000.0;
constexpr double k_plane_m_max = 1.0e9;
constexpr double k_lat_deg_max = 85.0511287;

Result<void> check_degrees(double lat_deg, double lon_deg, const std::string& option) {
  TERRANE_TRY(check_range(lat_deg, -k_lat_deg_max, k_lat_deg_max, option + " (latitude)"));
  return check_range(lon_deg, -180.0, 180.0, option + " (longitude)");
}

Result<stream::Area> parse_bbox(const std::string& text, const stream::WorldInfo& info) {
  const char* expected =
      info.geographic ? "WEST,SOUTH,EAST,NORTH in degrees" : "X0,Z0,X1,Z1 in metres";
  const std::vector<double> n = TERRANE_TRY(parse_numbers(text, 4, "--bbox", expected));
  if (n[0] >= n[2] || n[1] >= n[3]) {
    return Error{ErrorCode::OutOfRange, "the area is empty or turned round", "--bbox " + text,
                 std::string(expected) + ", the smaller first"};
  }
  if (info.geographic) {
    TERRANE_TRY(check_degrees(n[1], n[0], "--bbox"));
    TERRANE_TRY(check_degrees(n[3], n[2], "--bbox"));
  } else {
    for (const double value : n)
      TERRANE_TRY(check_range(value, -k_plane_m_max, k_plane_m_max, "--bbox"));
    TERRANE_TRY(check_range(n[2] - n[0], 0, 2 * k_radius_m_max, "width of --bbox"));
    TERRANE_TRY(check_range(n[3] - n[1], 0, 2 * k_radius_m_max, "depth of --bbox"));
  }
  return stream::Area{n[0], n[1], n[2], n[3]};
}

// The square around a place: `radius_m` to each side.
Result<stream::Area> parse_around(const AreaOptions& options, const stream::WorldInfo& info) {
  TERRANE_TRY(check_range(options.radius_m, 1.0, k_radius_m_max, "--radius"));
  const double r = options.radius_m;
  const geo::Vec3 place = TERRANE_TRY(parse_place(options.around, "--around", info));
  return stream::area_around(info, place, r);
}

}  // namespace

void add_world_argument(CLI::App& command, std::string& uri, const std::string& default_uri) {
  CLI::Option* option = command.add_option(
      "world", uri,
      "The world: city:SEED[?layout=lattice|grown], osm:FILE, osm: for the made-up town, or any "
      "place on Earth by osm:overpass[?endpoint=URL]");
  option->type_name("WORLD");
  if (default_uri.empty()) {
    option->required();
  } else {
    uri = default_uri;
    option->capture_default_str();
  }
}

Result<OpenedWorld> open_world_argument(const std::string& uri) {
  OpenedWorld opened;
  opened.name = TERRANE_TRY(world::parse_world_uri(uri, world::draw_seed()));
  opened.provider = TERRANE_TRY(world::open_world(opened.name));
  if (opened.name.seed_was_drawn) {
    std::fprintf(stderr, "terrane: this world is %s\n", opened.provider->info().uri.c_str());
  }
  return opened;
}

void add_area_options(CLI::App& command, AreaOptions& options) {
  CLI::Option* bbox = command.add_option(
      "--bbox", options.bbox, "Area: WEST,SOUTH,EAST,NORTH in degrees, or X0,Z0,X1,Z1 in metres");
  CLI::Option* around = command.add_option("--around", options.around,
                                           "Middle of an area: LAT,LON or X,Z; with --radius");
  CLI::Option* radius =
      command.add_option("--radius", options.radius_m, "Metres to each side of --around");
  for (CLI::Option* option : {bbox, around, radius}) refuse_empty(*option);
  bbox->type_name("W,S,E,N")->excludes(around);
  around->type_name("LAT,LON|X,Z")->needs(radius);
  radius->type_name("M")->needs(around);
}

Result<std::optional<stream::Area>> parse_area(const AreaOptions& options,
                                               const stream::WorldInfo& info) {
  if (!options.bbox.empty()) {
    return std::optional<stream::Area>(TERRANE_TRY(parse_bbox(options.bbox, info)));
  }
  if (!options.around.empty()) {
    return std::optional<stream::Area>(TERRANE_TRY(parse_around(options, info)));
  }
  return std::optional<stream::Area>();
}

Result<geo::Vec3> parse_place(const std::string& text, const std::string& option,
                              const stream::WorldInfo& info) {
  const char* expected = info.geographic ? "LAT,LON in degrees" : "X,Z in metres";
  const std::vector<double> n = TERRANE_TRY(parse_numbers(text, 2, option, expected));
  if (info.geographic) {
    TERRANE_TRY(check_degrees(n[0], n[1], option));
    return geo::to_ecef({n[0] * base::k_radians_per_degree, n[1] * base::k_radians_per_degree, 0});
  }
  for (const double value : n)
    TERRANE_TRY(check_range(value, -k_plane_m_max, k_plane_m_max, option));
  return geo::Vec3{n[0], 0, n[1]};
}

Result<std::vector<double>> parse_numbers(const std::string& text, std::size_t count,
                                          const std::string& option, const std::string& expected) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  const Error error{ErrorCode::BadUsage, "cannot be read as numbers", option + " " + text,
                    expected};
  while (true) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at || !std::isfinite(number) || numbers.size() == count) return error;
    numbers.push_back(number);
    if (*end == '\0') break;
    if (*end != ',') return error;
    at = end + 1;
  }
  if (numbers.size() != count) return error;
  return numbers;
}

Result<void> check_range(double number, double low, double high, const std::string& option) {
  if (number >= low && number <= high) return {};
  char range[96];
  std::snprintf(range, sizeof(range), "a number from %.10g to %.10g", low, high);
  char given[64];
  std::snprintf(given, sizeof(given), " %.10g", number);
  return Error{ErrorCode::OutOfRange, "out of range", option + given, range};
}

}  // namespace terrane::app
