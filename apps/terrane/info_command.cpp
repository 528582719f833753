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
  std::string json_path;
};

Result<int> run_info(const InfoOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  const Inventory inventory = TERRANE_TRY(take_inventory(options.uri));
  Report report;
  report.add_text("uri", inventory.uri);
  report.add_count("pieces", inventory.pieces);
  report.add_numbers("bbox", inventory.bbox);
  report.add_count("buildings", inventory.buildings);
  report.add_count("roads", inventory.roads);
  report.add_count("bridges", inventory.bridges);
  report.add_count("warnings", inventory.warnings);
  report.add_texts("warning_counts", inventory.warning_counts);
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_info_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "What a world or file holds");
  add_world_argument(*command, options->uri);
  add_json_option(*command, options->json_path);
  command->footer(
      "Example: terrane info osm:town.osm --json -\n"
      "A city has no end: of it, what lies within 600 m of its origin is counted.");
  command->callback([&chosen, options] { chosen = [options] { return run_info(*options); }; });
}

}  // namespace terrane::app
