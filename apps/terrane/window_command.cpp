#include <filesystem>
#include <memory>
#include <string>

#include "command.h"
#include "headless_scene.h"
#include "live_arrival.h"
#include "report.h"
#include "terrane/drive/recording.h"
#include "terrane/fetch/file.h"
#include "terrane/play/ride_way.h"
#include "way_window.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double k_reach_m_min = 200;
constexpr double k_load_radius_m_min = 100;

struct WindowArguments {
  std::string uri;
  std::string at;
  std::string record_path;
  WayWindowOptions window;
  StreamingArguments streaming;
  play::RideOptions ride;
};

Result<void> check_arguments(const WindowArguments& arguments) {
  TERRANE_TRY(check_range(arguments.window.seconds, 0, 86400, "--seconds"));
  if (!arguments.record_path.empty()) TERRANE_TRY(check_made_file(arguments.record_path, ""));
  std::error_code error;
  const std::string& folder = arguments.window.frames_folder;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    return Error{ErrorCode::BadUsage, "is not there", "--frames-to " + folder, "a folder"};
  }
  TERRANE_TRY(check_streaming(arguments.streaming));
  // Nobody rides where what stands around has not arrived: less than this never brings enough.
  const stream::SelectionLimits& limits = arguments.streaming.streaming.limits;
  TERRANE_TRY(check_range(limits.reach_m, k_reach_m_min, 20000, "--reach"));
  return check_range(limits.load_radius_m, k_load_radius_m_min, 20000, "--load-radius");
}

Result<int> run_window(const WindowArguments& arguments) {
  TERRANE_TRY(check_arguments(arguments));
  const unsigned workers = TERRANE_TRY(parse_workers(arguments.streaming.workers));
  // First, since a world may take a while to open only to find no display.
  const std::unique_ptr<gpu::Window> window = TERRANE_TRY(open_window("Terrane " + arguments.uri));
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(arguments.uri));
  stream::Provider& provider = *opened.provider;
  play::RideOptions options = arguments.ride;
  const play::Settings settings = load_settings();
  options.live = live_options(arguments.streaming, workers);
  options.bindings = settings.bindings;
  options.hour = settings.hour;
  if (!arguments.at.empty()) {
    options.at = TERRANE_TRY(parse_place(arguments.at, "--at", provider.info()));
  }
  wait_for_place(provider, options.at.value_or(provider.info().start.origin));
  const auto way = TERRANE_TRY(play::RideWay::open(window->device(), provider, options));
  TERRANE_TRY(run_way(*window, *way, arguments.window, settings));
  if (!arguments.record_path.empty()) {
    const auto bytes = drive::write_recording(way->ride().recording());
    TERRANE_TRY(fetch::write_file(arguments.record_path, bytes));
  }
  return k_exit_done;
}

void add_window_command(CLI::App& app, Action& chosen, const std::string& name,
                        const std::string& does, const std::string& world, drive::Mover mover,
                        const std::string& keys) {
  auto arguments = std::make_shared<WindowArguments>();
  play::RideOptions& ride = arguments->ride;
  ride.mover = mover;
  ride.camera.speed_m_per_s = mover == drive::Mover::Car ? 15.0 : 3.0;
  CLI::App* command = app.add_subcommand(name, does);
  add_world_argument(*command, arguments->uri, world);
  command->add_option("--at", arguments->at, "Where: LAT,LON or X,Z; default: the world's start")
      ->type_name("PLACE");
  command
      ->add_option("--seconds", arguments->window.seconds, "Close after so long; 0: when asked to")
      ->type_name("S");
  command->add_flag("--free", ride.starts_free, "Starts with the free camera (key F)");
  command->add_flag("--autopilot", ride.autopilot,
                    "Follows the roads while nobody asks for anything");
  refuse_empty(*command
                    ->add_option("--record", arguments->record_path,
                                 "Writes what was asked for, for `terrane replay`")
                    ->type_name("F"));
  refuse_empty(*command
                    ->add_option("--frames-to", arguments->window.frames_folder,
                                 "Writes every frame as a numbered PNG into a folder")
                    ->type_name("DIR"));
  add_streaming_options(*command, arguments->streaming);
  command->footer(
      keys +
      "F changes to the free camera and back (there Space and Control rise and sink,\n"
      "Shift is faster), C looks from inside the car, F2 saves a picture, F3 shows the\n"
      "streaming, F11 fills the screen, Escape gives the pointer back and then closes.\n"
      "A gamepad works as well. Keys, units and the hour are kept in\n"
      "terrane/settings.json under $XDG_CONFIG_HOME or ~/.config.\nExample: terrane " +
      name + " " + world + "\nAny place on Earth, asked of a public map server: terrane " + name +
      " osm:overpass --at 43.7347,7.4214");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_window(*arguments); }; });
}

}  // namespace

void add_window_commands(CLI::App& app, Action& chosen) {
  add_window_command(app, chosen, "drive", "The window, in a car on a road of the city", "city:412",
                     drive::Mover::Car,
                     "W and S drive, brake and reverse, A and D steer, Space is the handbrake.\n");
  add_window_command(app, chosen, "walk", "The window, on foot on a map",
                     "osm:", drive::Mover::Walker,
                     "W A S D walk, the mouse looks, Shift runs, Space jumps.\n");
}

}  // namespace terrane::app
