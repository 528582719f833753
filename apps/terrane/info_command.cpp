#include <memory>

#include "command.h"
#include "inventory.h"
#include "report.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Result;

struct InfoOptions {
  std::string uri;
  AreaOptions area;
  std::string json_path;
};

void add_sizes(Report& report, const Inventory& inventory) {
  if (!inventory.sizes) return;
  const SizeReport& sizes = *inventory.sizes;
  report.add("vertices_per_piece_p50", sizes.p50);
  report.add("vertices_per_piece_p90", sizes.p90);
  report.add("vertices_per_piece_p99", sizes.p99);
  report.add_count("vertices_per_piece_max", sizes.most);
  report.add("vertices_per_building_segment_p50", sizes.building_segment_p50);
  report.add_text("fullest_piece", sizes.fullest);
  report.add_count("nearest_pieces", inventory.nearest.pieces);
  report.add_count("mesh_bytes_180_nearest", inventory.nearest.full_bytes);
  report.add_count("mesh_bytes_180_nearest_with_levels", inventory.nearest.levels_bytes);
  report.add_texts("vertices_per_piece", sizes.summaries);
  report.add_texts("vertices_histogram", sizes.histogram);
}

Result<int> run_info(const InfoOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  const Inventory inventory = TERRANE_TRY(take_inventory(options.uri, options.area));
  Report report;
  report.add_text("uri", inventory.uri);
  report.add_count("pieces", inventory.pieces);
  report.add_numbers("bbox", inventory.bbox);
  report.add_count("buildings", inventory.buildings);
  report.add_count("roads", inventory.roads);
  report.add_count("bridges", inventory.bridges);
  report.add_count("warnings", inventory.warnings);
  report.add_texts("warning_counts", inventory.warning_counts);
  add_sizes(report, inventory);
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_info_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "What a world or file holds");
  add_world_argument(*command, options->uri);
  add_area_options(*command, options->area);
  add_json_option(*command, options->json_path);
  command->footer(
      "Example: terrane info osm:town.osm --json -\n"
      "How full pieces are: terrane info city:412 --around 0,0 --radius 600\n"
      "A city has no end: without an area, what lies within 600 m of its origin is counted.");
  command->callback([&chosen, options] { chosen = [options] { return run_info(*options); }; });
}

}  // namespace terrane::app
