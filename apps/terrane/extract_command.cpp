#include <cmath>
#include <memory>

#include "command.h"
#include "report.h"
#include "terrane/osm/extract.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct ExtractOptions {
  std::string uri;
  AreaOptions area;
  std::string out_path;
  std::string json_path;
};

// Outward to whole units of 1e-7 degree, so that a box printed by `info` takes in what it was made
// of.
geo::BoundsE7 bounds_of_area(const stream::Area& area) {
  const auto down = [](double degrees) {
    return static_cast<std::int32_t>(std::floor(degrees * 1e7 + 1e-3));
  };
  const auto up = [](double degrees) {
    return static_cast<std::int32_t>(std::ceil(degrees * 1e7 - 1e-3));
  };
  return {down(area.min_y), down(area.min_x), up(area.max_y), up(area.max_x)};
}

Result<int> run_extract(const ExtractOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  TERRANE_TRY(check_made_file(options.out_path, options.json_path));
  const auto name = TERRANE_TRY(world::parse_world_uri(options.uri, 0));
  if (name.scheme != world::Scheme::Map) {
    return Error{ErrorCode::BadUsage, "only a map can be cut", options.uri, "a world of osm:FILE"};
  }
  stream::WorldInfo info;
  info.geographic = true;
  const auto area = TERRANE_TRY(parse_area(options.area, info));
  if (!area) {
    return Error{ErrorCode::BadUsage, "no area given", "terrane extract",
                 "--bbox WEST,SOUTH,EAST,NORTH in degrees, or --around with --radius"};
  }
  const std::string path = TERRANE_TRY(world::map_path(name));
  const auto cut = TERRANE_TRY(osm::extract_area(path, bounds_of_area(*area), options.out_path));
  Report report;
  report.add_text("out", options.out_path);
  report.add_count("nodes", cut.nodes);
  report.add_count("ways", cut.ways);
  report.add_count("relations", cut.relations);
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_extract_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<ExtractOptions>();
  CLI::App* command = app.add_subcommand("extract", "Cuts an area of a map as Overpass JSON");
  add_world_argument(*command, options->uri);
  add_area_options(*command, options->area);
  command->add_option("--out", options->out_path, "The file to write")
      ->type_name("F.json")
      ->required();
  add_json_option(*command, options->json_path);
  command->footer(
      "Example: terrane extract osm:monaco.osm.pbf --bbox 7.41,43.73,7.43,43.74 --out port.json");
  command->callback([&chosen, options] { chosen = [options] { return run_extract(*options); }; });
}

}  // namespace terrane::app
