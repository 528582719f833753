#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "command.h"
#include "headless_scene.h"
#include "match_options.h"
#include "report.h"
#include "terrane/base/trig.h"
#include "terrane/fetch/file.h"
#include "terrane/gpu/headless_context.h"
#include "terrane/play/command_way.h"
#include "terrane/play/rules_files.h"
#include "terrane/rts/replay.h"
#include "way_window.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Word;

constexpr std::uint64_t k_replay_bytes_max = std::uint64_t{2} << 30;
constexpr std::uint64_t k_save_bytes_max = std::uint64_t{1} << 30;
constexpr double k_fill_patience_s = 60;
constexpr double k_frame_s = 1.0 / 30;  // without a window

struct CommandArguments {
  MatchArguments match;
  std::string replay_path;
  std::string out_path;
  std::string size = "1280,720";
  std::string at;
  double height_m = 0;
  double heading_deg = 0;
  double hour = 10;
  double tick_ms = 0;
  std::uint32_t seek_tick = 0;
  bool army = false;
  WayWindowOptions window;
  StreamingArguments streaming;
};

// What a match or a replay is opened with; `replay` empty for a match.
struct Opened {
  std::unique_ptr<OpenedWorld> world;  // none for an arena
  play::CommandOptions options;
};

// A person is called human on this command line.
std::string with_persons(std::string players) {
  const std::string human = "human";
  for (std::size_t at = players.find(human); at != std::string::npos; at = players.find(human)) {
    players.replace(at, human.size(), "person");
  }
  return players;
}

Result<void> open_world_of(const GroundOptions& ground, Opened& opened) {
  if (!is_generated(ground)) {
    opened.world = std::make_unique<OpenedWorld>(TERRANE_TRY(open_world_argument(ground.uri)));
  }
  const stream::Provider* provider = opened.world ? opened.world->provider.get() : nullptr;
  opened.options.desk.recipe.field = TERRANE_TRY(make_ground(ground, provider));
  return {};
}

Result<void> open_replay(const CommandArguments& arguments, Opened& opened) {
  const std::string text = TERRANE_TRY(fetch::read_file(arguments.replay_path, k_replay_bytes_max));
  play::DeskOptions& desk = opened.options.desk;
  desk.replay.assign(text.begin(), text.end());
  desk.player = rts::k_none;
  const auto replay = rts::Replay::open(desk.replay);
  if (!replay.ok()) {
    Error error = replay.error();
    error.where = arguments.replay_path + ", " + error.where;
    return error;
  }
  const rts::ReplayHead& head = replay.value().head();
  GroundOptions ground;
  ground.uri = head.world_uri;
  ground.area = TERRANE_TRY(parse_area_text(head.area));
  ground.seed = head.setup.seed;
  ground.sides = static_cast<std::uint32_t>(head.setup.players.size());
  ground.units = head.setup.units;
  return open_world_of(ground, opened);
}

Result<void> open_match(const CommandArguments& arguments, const rts::Rules& rules,
                        Opened& opened) {
  MatchArguments wanted = arguments.match;
  wanted.players = with_persons(wanted.players);
  const MatchOptions options = TERRANE_TRY(parse_match(wanted, rules));
  play::DeskOptions& desk = opened.options.desk;
  desk.recipe.setup = options.setup;
  desk.host = options.host;
  desk.area = area_text(wanted.area);
  desk.player = rts::k_none;
  for (std::size_t side = options.controllers.size(); side-- > 0;) {
    if (options.controllers[side] == Controller::Drawn) {
      return Error{ErrorCode::BadUsage, "a drawn player is for headless matches",
                   "--players " + arguments.match.players, "human, ai or a level's name"};
    }
    if (options.controllers[side] == Controller::Person) desk.player = static_cast<Word>(side);
  }
  if (!wanted.load_path.empty()) {
    const std::string bytes = TERRANE_TRY(fetch::read_file(wanted.load_path, k_save_bytes_max));
    desk.recipe.saved.assign(bytes.begin(), bytes.end());
  }
  return open_world_of(options.ground, opened);
}

Result<Opened> open_all(const CommandArguments& arguments) {
  Opened opened;
  play::DeskOptions& desk = opened.options.desk;
  desk.recipe.rules = TERRANE_TRY(play::read_rules());
  const rts::Rules rules = TERRANE_TRY(rts::load_rules(desk.recipe.rules));
  if (arguments.replay_path.empty()) {
    TERRANE_TRY(open_match(arguments, rules, opened));
  } else {
    TERRANE_TRY(open_replay(arguments, opened));
    desk.host.thread = TERRANE_TRY(play::parse_match_thread(arguments.match.thread));
  }
  desk.host.tick_at_least_s = arguments.tick_ms / 1000;
  opened.options.hour = arguments.hour;
  const unsigned workers = TERRANE_TRY(parse_workers(arguments.streaming.workers));
  opened.options.live = live_options(arguments.streaming, workers);
  return opened;
}

// Where to look from, and what to press, before the first frame.
Result<void> begin_as_asked(const CommandArguments& arguments, play::CommandWay& way) {
  play::CommandDesk& desk = way.desk();
  if (!arguments.at.empty()) {
    const auto place = TERRANE_TRY(
        parse_numbers(arguments.at, 2, "--at", "X,Z in metres from the middle of the battlefield"));
    desk.camera().look_at(place[0], place[1]);
  }
  if (arguments.height_m > 0) desk.camera().set_height(arguments.height_m);
  desk.camera().set_heading(arguments.heading_deg * base::k_radians_per_degree);
  std::vector<gpu::InputRecord> records;
  const auto press = [&](play::Deed deed, std::uint32_t argument) {
    gpu::InputRecord record;
    record.kind = gpu::InputKind::Panel;
    record.action = play::action_of(deed, argument);
    records.push_back(record);
  };
  if (arguments.army) press(play::Deed::Army, 0);
  if (arguments.seek_tick > 0) press(play::Deed::Seek, arguments.seek_tick);
  return way.step(records, 0, 1280, 720);
}

void add_hud(const play::CommandWay& way, Report& report) {
  play::Hud hud;
  way.describe(hud);
  const play::HudCommand& command = *hud.command;
  report.add_text("world", hud.world);
  report.add_text("side", command.side);
  report.add_count("tick", command.tick);
  report.add_count("gold", static_cast<std::uint64_t>(command.gold));
  report.add_count("wood", static_cast<std::uint64_t>(command.wood));
  report.add_text("selected", command.selected);
  report.add_text("outcome", command.outcome);
  report.add("tick_ms", command.tick_ms);
  report.add("cross_ms", command.cross_ms);
  report.add_count("pieces", hud.streaming.pieces);
}

// Without a window: so many seconds of the match, then one picture once the world stands.
Result<int> run_headless(const CommandArguments& arguments, Opened& opened) {
  const auto size = TERRANE_TRY(parse_numbers(arguments.size, 2, "--size", "WIDTH,HEIGHT"));
  TERRANE_TRY(check_range(size[0], 16, 8192, "--size"));
  TERRANE_TRY(check_range(size[1], 16, 8192, "--size"));
  const auto width = static_cast<std::uint32_t>(size[0]);
  const auto height = static_cast<std::uint32_t>(size[1]);
  const auto context = TERRANE_TRY(gpu::HeadlessContext::open());
  stream::Provider* provider = opened.world ? opened.world->provider.get() : nullptr;
  const auto way =
      TERRANE_TRY(play::CommandWay::open(context->device(), provider, std::move(opened.options)));
  TERRANE_TRY(begin_as_asked(arguments, *way));
  for (double passed_s = 0; passed_s < arguments.window.seconds; passed_s += k_frame_s) {
    TERRANE_TRY(way->step({}, k_frame_s, width, height));
    // As fast as it goes, but a worker needs its time.
    while (way->desk().match().host().begun() > 2) {
      TERRANE_TRY(way->step({}, 0, width, height));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (way->desk().match().moment_tick() < way->desk().match().tick()) break;
    }
  }
  const double began_s = play::match_clock_s();
  const auto is_filled = [&] {
    const stream::StreamerReport& report = way->live().streamer().report();
    return report.first_world_ready && report.fetching == 0 && report.queued == 0 &&
           report.building == 0;
  };
  do {
    TERRANE_TRY(way->step({}, 0, width, height));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while ((!is_filled() || way->desk().match().is_seeking()) &&
           play::match_clock_s() - began_s < k_fill_patience_s);
  const gpu::Texture target =
      TERRANE_TRY(play::make_picture_target(context->device(), width, height));
  TERRANE_TRY(way->draw(target));
  const render::Picture picture = TERRANE_TRY(render::read_picture(context->device(), target));
  TERRANE_TRY(write_png(picture, arguments.out_path));
  Report report;
  add_hud(*way, report);
  TERRANE_TRY(write_report(report, arguments.match.json_path));
  return k_exit_done;
}

Result<int> run_command(const CommandArguments& arguments) {
  TERRANE_TRY(check_range(arguments.window.seconds, 0, 86400, "--seconds"));
  TERRANE_TRY(check_range(arguments.hour, 0, 24, "--hour"));
  TERRANE_TRY(check_range(arguments.tick_ms, 0, 1000, "--slow-ticks"));
  TERRANE_TRY(check_streaming(arguments.streaming));
  TERRANE_TRY(check_output(arguments.match.json_path));
  if (!arguments.out_path.empty()) TERRANE_TRY(check_output(arguments.out_path));
  if (!arguments.replay_path.empty() && !arguments.match.load_path.empty()) {
    return Error{ErrorCode::BadUsage, "a replay and a save at once", "--replay and --load",
                 "one of the two"};
  }
  if (!arguments.replay_path.empty() && !arguments.match.record_path.empty()) {
    return Error{ErrorCode::BadUsage, "a replay is recorded already", "--replay and --record",
                 "one of the two"};
  }
  if (!arguments.out_path.empty()) {
    Opened opened = TERRANE_TRY(open_all(arguments));
    return run_headless(arguments, opened);
  }
  // First, since a world may take a while to open only to find no display.
  const std::unique_ptr<gpu::Window> window = TERRANE_TRY(open_window("Terrane command"));
  Opened opened = TERRANE_TRY(open_all(arguments));
  stream::Provider* provider = opened.world ? opened.world->provider.get() : nullptr;
  const auto way =
      TERRANE_TRY(play::CommandWay::open(window->device(), provider, std::move(opened.options)));
  TERRANE_TRY(begin_as_asked(arguments, *way));
  TERRANE_TRY(run_way(*window, *way, arguments.window, load_settings()));
  if (!arguments.match.record_path.empty()) {
    const std::vector<std::uint8_t> replay = way->desk().match().replay();
    TERRANE_TRY(fetch::write_file(arguments.match.record_path, replay));
  }
  Report report;
  add_hud(*way, report);
  if (!arguments.match.json_path.empty()) {
    TERRANE_TRY(write_report(report, arguments.match.json_path));
  }
  return k_exit_done;
}

void add_options(CLI::App& command, CommandArguments& arguments) {
  MatchArguments& match = arguments.match;
  command
      .add_option("--units", match.units,
                  "Units at the start in all; 0: a hall and five workers a side")
      ->type_name("N");
  command
      .add_option("--players", match.players,
                  "Two to eight of human, ai or a level's name, each with :FACTION; "
                  "without a human you spectate")
      ->type_name("P,P")
      ->capture_default_str();
  command.add_option("--seed", match.seed, "Of the match and its ground")->type_name("N");
  command.add_option("--thread", match.thread, "Where the match runs: main, worker or shadow")
      ->type_name("WHERE")
      ->capture_default_str();
  refuse_empty(
      *command.add_option("--load", match.load_path, "Goes on from a save")->type_name("F"));
  refuse_empty(*command
                    .add_option("--replay", arguments.replay_path,
                                "Shows a recorded match instead of playing one")
                    ->type_name("F"));
  refuse_empty(*command
                    .add_option("--record", match.record_path,
                                "Writes a replay of what was played, once the window closes")
                    ->type_name("F"));
  command.add_option("--seek", arguments.seek_tick, "Tick of the replay to begin at")
      ->type_name("TICK");
  command
      .add_option("--seconds", arguments.window.seconds,
                  "Close after so long; 0: when asked to. With --out: of the match before it")
      ->type_name("S");
  refuse_empty(
      *command
           .add_option("--out", arguments.out_path, "No window: writes one picture after --seconds")
           ->type_name("F.png"));
  command.add_option("--size", arguments.size, "Of that picture")
      ->type_name("W,H")
      ->capture_default_str();
  command.add_option("--at", arguments.at, "Where to look: metres from the battlefield's middle")
      ->type_name("X,Z");
  command.add_option("--height", arguments.height_m, "Of the eye above the ground, 15 to 120")
      ->type_name("M");
  command.add_option("--heading", arguments.heading_deg, "Degrees to the left of north")
      ->type_name("DEG");
  command.add_option("--hour", arguments.hour, "Of the day")->type_name("H")->capture_default_str();
  command.add_flag("--army", arguments.army, "Selects everybody who fights");
  command.add_option("--slow-ticks", arguments.tick_ms, "Each tick takes at least so many ms")
      ->type_name("MS");
  refuse_empty(*command
                    .add_option("--frames-to", arguments.window.frames_folder,
                                "Writes every frame as a numbered PNG into a folder")
                    ->type_name("DIR"));
}

}  // namespace

void add_command_window(CLI::App& app, Action& chosen) {
  auto arguments = std::make_shared<CommandArguments>();
  arguments->match.uri = "city:412";
  arguments->match.players = "human,ai";
  arguments->match.thread = "worker";
  arguments->match.units = 60;
  CLI::App* command = app.add_subcommand("command", "The window, over a real-time strategy match");
  command
      ->add_option("world", arguments->match.uri,
                   "city:SEED, osm:FILE, or arena:SEED for a generated battlefield")
      ->type_name("WORLD")
      ->capture_default_str();
  add_area_options(*command, arguments->match.area);
  add_options(*command, *arguments);
  add_json_option(*command, arguments->match.json_path);
  add_streaming_options(*command, arguments->streaming);
  command->footer(
      "Drag or click selects, the right button orders, Shift queues. Letters are on the buttons;\n"
      "the arrows, the picture's edge and the middle button move the view (W A S D too while "
      "nobody\n"
      "is selected), Q and E turn it, the wheel zooms. Control with a digit sets a group, the "
      "digit\n"
      "recalls it, I is the next idle worker, Z the army, Tab the next kind, Space the last "
      "report,\n"
      "Home the hall, Plus and Minus the speed, F4 pauses, F2 saves a picture, Escape lets go and\n"
      "then closes.\n"
      "Example: terrane command city:412 --units 120 --seed 7");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_command(*arguments); }; });
}

}  // namespace terrane::app
