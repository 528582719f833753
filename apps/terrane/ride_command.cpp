#include <cstdio>
#include <memory>
#include <string>

#include "command.h"
#include "live_arrival.h"
#include "report.h"
#include "ride_run.h"
#include "terrane/base/digest.h"
#include "terrane/fetch/file.h"
#include "terrane/play/road_pilot.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Result;

struct RideOptions {
  std::string uri;
  std::string at;
  std::string mover = "car";
  double seconds = 30;
  double speed_m_s = 12;
  std::uint64_t seed = 0;
  std::string record_path;
  std::string json_path;
};

Result<int> run_ride(const RideOptions& options) {
  TERRANE_TRY(check_range(options.seconds, 0.1, 36000, "--seconds"));
  TERRANE_TRY(check_range(options.speed_m_s, 1, 70, "--speed"));
  TERRANE_TRY(check_output(options.json_path));
  if (!options.record_path.empty()) {
    TERRANE_TRY(check_made_file(options.record_path, options.json_path));
  }
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  stream::Provider& provider = *opened.provider;
  geo::Vec3 place = provider.info().start.origin;
  if (!options.at.empty()) place = TERRANE_TRY(parse_place(options.at, "--at", provider.info()));
  wait_for_place(provider, place);
  const play::RoadStart start =
      play::start_on_road(provider, place, provider.info().start_heading_rad, options.seed);
  const drive::Mover mover = options.mover == "car" ? drive::Mover::Car : drive::Mover::Walker;
  RideRun run(provider, mover, start.position, start.heading_rad);
  const RideEnd end =
      TERRANE_TRY(run.follow_roads(options.seconds, options.speed_m_s, options.seed));
  if (!options.record_path.empty()) {
    TERRANE_TRY(
        fetch::write_file(options.record_path, drive::write_recording(run.ride().recording())));
  }
  Report report;
  report.add_count("steps", end.steps);
  report.add("way_m", end.way_m);
  report.add("speed_m_s_max", end.speed_m_s_max);
  report.add_count("bumps", end.bumps);
  report.add_text("checksum", base::digest_text(end.checksum));
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_ride_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<RideOptions>();
  CLI::App* command = app.add_subcommand(
      "ride", "Drives or walks along a world's roads without a window, and records it");
  add_world_argument(*command, options->uri, "city:412");
  command->add_option("--at", options->at, "Where: LAT,LON or X,Z; default: the world's start")
      ->type_name("PLACE");
  command->add_option("--mover", options->mover, "What moves (default: car)")
      ->check(CLI::IsMember({"car", "walker"}));
  command->add_option("--seconds", options->seconds, "How long (default: 30)")->type_name("S");
  command->add_option("--speed", options->speed_m_s, "The car's wished speed (default: 12)")
      ->type_name("M_PER_S");
  command->add_option("--seed", options->seed, "Of the turns (default: 0)")->type_name("N");
  refuse_empty(*command
                    ->add_option("--record", options->record_path,
                                 "Writes what was asked of it, for `terrane replay`")
                    ->type_name("F"));
  add_json_option(*command, options->json_path);
  command->footer("Example: terrane ride city:412 --seconds 60 --record drive.trd");
  command->callback([&chosen, options] { chosen = [options] { return run_ride(*options); }; });
}

}  // namespace terrane::app
