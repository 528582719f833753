#include <chrono>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "command.h"
#include "match_ground.h"
#include "progress.h"
#include "report.h"
#include "ride_run.h"
#include "terrane/base/digest.h"
#include "terrane/drive/recording.h"
#include "terrane/fetch/file.h"
#include "terrane/play/match_side.h"
#include "terrane/play/rules_files.h"
#include "terrane/rts/replay.h"
#include "terrane/world/open_world.h"

namespace terrane::app {
namespace {

using base::Result;

constexpr std::uint64_t k_replay_bytes_max = std::uint64_t{2} << 30;
constexpr std::uint32_t k_no_seek = 0xffffffffu;

struct ReplayOptions {
  std::string path;
  bool verify = false;
  std::uint32_t seek_tick = k_no_seek;
  std::string json_path;
};

base::Error of_file(base::Error error, const std::string& path) {
  error.where = path + ", " + error.where;
  return error;
}

Result<int> replay_drive(const ReplayOptions& options, std::span<const std::uint8_t> bytes) {
  if (options.seek_tick != k_no_seek) {
    return base::Error{base::ErrorCode::BadUsage, "a drive has no keyframes to go to", "--seek",
                       "a recorded match"};
  }
  const auto read = drive::read_recording(bytes);
  if (!read.ok()) return of_file(read.error(), options.path);
  const drive::Recording& recording = read.value();
  const auto provider = TERRANE_TRY(world::open_world(recording.world_uri));
  const RideEnd end = TERRANE_TRY(repeat_recording(recording, *provider));
  if (end.differences != 0) {
    std::fprintf(stderr, "terrane: the drive differs: %s\n", end.first_difference.c_str());
  }
  Report report;
  report.add_count("steps", end.steps);
  report.add_count("differences", end.differences);
  report.add_count("checksums_compared", end.compared);
  report.add("way_m", end.way_m);
  report.add_text("checksum", base::digest_text(end.checksum));
  if (!end.first_difference.empty()) report.add_text("first_difference", end.first_difference);
  TERRANE_TRY(write_report(report, options.json_path));
  return end.differences == 0 ? k_exit_done : k_exit_answer_is_no;
}

Result<int> run_replay(const ReplayOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  const std::string text = TERRANE_TRY(fetch::read_file(options.path, k_replay_bytes_max));
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  if (drive::is_recording(bytes)) return replay_drive(options, bytes);
  auto opened = rts::Replay::open(bytes);
  if (!opened.ok()) return of_file(opened.error(), options.path);
  const rts::Replay& replay = opened.value();
  const std::vector<rts::RulesText> texts = TERRANE_TRY(play::read_rules());
  const rts::Rules rules = TERRANE_TRY(rts::load_rules(texts));
  GroundOptions ground;
  ground.uri = replay.head().world_uri;
  ground.area = TERRANE_TRY(parse_area_text(replay.head().area));
  ground.seed = replay.head().setup.seed;
  ground.sides = static_cast<std::uint32_t>(replay.head().setup.players.size());
  ground.units = replay.head().setup.units;
  const rts::Battlefield field = TERRANE_TRY(make_ground(ground));
  auto player =
      TERRANE_TRY(rts::ReplayPlayer::open(replay, rules, field, play::match_engine_digest()));

  double seek_ms = 0;
  if (options.seek_tick != k_no_seek) {
    const double began_s = play::match_clock_s();
    TERRANE_TRY(player.seek(options.seek_tick));
    seek_ms = (play::match_clock_s() - began_s) * 1000.0;
  }
  std::uint64_t compared = 0;
  std::uint64_t differences = 0;
  std::string first;
  const auto look = [&] {
    if (!options.verify || replay.checksums(player.match().tick()) == nullptr) return;
    compared += 1;
    const std::string difference = player.difference();
    if (difference.empty()) return;
    if (differences == 0) first = difference;
    differences += 1;
  };
  look();
  Progress progress("playing the replay");
  while (options.seek_tick == k_no_seek && player.step()) {
    look();
    progress.show(player.match().tick(), replay.ticks());
  }
  if (options.verify && options.seek_tick == k_no_seek && player.match().tick() != replay.ticks()) {
    if (differences == 0) {
      first =
          "tick " + std::to_string(player.match().tick()) + ": the match ends before its replay";
    }
    differences += 1;
  }
  if (differences != 0) std::fprintf(stderr, "terrane: the replay differs: %s\n", first.c_str());
  Report report;
  report.add_count("ticks", player.match().tick());
  report.add_count("differences", differences);
  report.add_count("checksums_compared", compared);
  report.add_count("keyframes", replay.keyframes());
  if (options.seek_tick != k_no_seek) report.add("seek_ms", seek_ms);
  report.add_text("checksum", base::digest_text(rts::checksums(player.match().state()).total));
  if (!first.empty()) report.add_text("first_difference", first);
  TERRANE_TRY(write_report(report, options.json_path));
  return differences == 0 ? k_exit_done : k_exit_answer_is_no;
}

}  // namespace

void add_replay_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand("replay", "Plays a recorded match or drive");
  refuse_empty(*command
                    ->add_option("file", options->path,
                                 "A file that `match --record` or `ride --record` wrote")
                    ->required()
                    ->type_name("F"));
  command->add_flag("--verify", options->verify,
                    "Compares every stored checksum (of a drive they always are)");
  command->add_option("--seek", options->seek_tick, "Goes to that tick and stops")
      ->type_name("TICK");
  add_json_option(*command, options->json_path);
  command->footer("Example: terrane replay match.trr --verify");
  command->callback([&chosen, options] { chosen = [options] { return run_replay(*options); }; });
}

}  // namespace terrane::app
