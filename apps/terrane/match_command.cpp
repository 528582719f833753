#include <cstdio>
#include <memory>

#include "command.h"
#if !defined(__EMSCRIPTEN__)
#include "match_peer.h"
#endif
#include "match_run.h"
#include "progress.h"
#include "terrane/fetch/file.h"
#include "terrane/play/rules_files.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::uint64_t k_save_bytes_max = std::uint64_t{1} << 30;

Result<play::MatchRecipe> make_recipe(const MatchArguments& arguments, const MatchOptions& options,
                                      std::vector<rts::RulesText> texts) {
  play::MatchRecipe recipe;
  recipe.rules = std::move(texts);
  recipe.setup = options.setup;
  if (!arguments.load_path.empty()) {
    const std::string bytes = TERRANE_TRY(fetch::read_file(arguments.load_path, k_save_bytes_max));
    recipe.saved.assign(bytes.begin(), bytes.end());
  }
  recipe.field = TERRANE_TRY(make_ground(options.ground));
  return recipe;
}

Result<bool> play_alone(MatchRun& run, std::uint32_t ticks) {
  Progress progress("playing the match");
  while (run.goes_on()) {
    TERRANE_TRY(run.step(run.drawn_orders(true, true)));
    progress.show(run.host().tick(), ticks);
  }
  return true;
}

Result<bool> play_with(const MatchArguments& arguments, const rts::Rules& rules,
                       std::uint64_t field_digest, MatchRun& run) {
#if defined(__EMSCRIPTEN__)
  static_cast<void>(arguments);
  static_cast<void>(field_digest);
  static_cast<void>(run);
  static_cast<void>(rules);
  return Error{ErrorCode::Unavailable, "there are no sockets here", "--host or --join",
               "the native program"};
#else
  return play_with_peer(arguments, rules, field_digest, run);
#endif
}

Result<int> run_match(const MatchArguments& arguments) {
  std::vector<rts::RulesText> texts = TERRANE_TRY(play::read_rules());
  const rts::Rules rules = TERRANE_TRY(rts::load_rules(texts));
  const MatchOptions options = TERRANE_TRY(parse_match(arguments, rules));
  play::MatchRecipe recipe = TERRANE_TRY(make_recipe(arguments, options, std::move(texts)));
  const std::uint64_t field_digest = rts::digest(recipe.field);
  const auto run = TERRANE_TRY(MatchRun::start(arguments, options, rules, std::move(recipe)));
  const bool has_peer = arguments.host_port != 0 || !arguments.join.empty();
  const std::uint32_t ticks =
      arguments.ticks != 0 ? arguments.ticks : static_cast<std::uint32_t>(rules.match_ticks_max);
  const bool agreed = has_peer ? TERRANE_TRY(play_with(arguments, rules, field_digest, *run))
                               : TERRANE_TRY(play_alone(*run, ticks));
  TERRANE_TRY(run->finish());
  if (!run->host().trouble().empty()) {
    std::fprintf(stderr, "terrane: %s\n", run->host().trouble().c_str());
  }
  if (run->host().shadow_differences() != 0) {
    std::fprintf(stderr, "terrane: the shadow differs: %s\n",
                 run->host().first_difference().c_str());
  }
  if (arguments.report) {
    std::FILE* out = arguments.json_path == "-" ? stderr : stdout;
    std::fputs(run->chronicle().text().c_str(), out);
  }
  Report report;
  run->add_to(report);
  TERRANE_TRY(write_report(report, arguments.json_path));
  return agreed && run->host().shadow_differences() == 0 ? k_exit_done : k_exit_answer_is_no;
}

void add_options(CLI::App& command, MatchArguments& arguments) {
  command
      .add_option("--units", arguments.units,
                  "Units at the start in all; 0: a hall and five workers a side")
      ->type_name("N");
  command.add_option("--ticks", arguments.ticks, "Last tick, 20 a second; then the score decides")
      ->type_name("T");
  command.add_option("--seed", arguments.seed, "Of the match and its ground")->type_name("N");
  command
      .add_option("--players", arguments.players,
                  "Two to eight of ai, a level's name, person or drawn, each with :FACTION")
      ->type_name("P,P")
      ->capture_default_str();
  command.add_option("--thread", arguments.thread, "main, worker or shadow")
      ->type_name("WHERE")
      ->capture_default_str();
  command.add_flag("--posted", arguments.posted,
                   "The worker's snapshots are moved across and handed back, not shared");
  command.add_option("--plant", arguments.plant_tick, "Flips one bit in the shadow at that tick")
      ->type_name("TICK");
  refuse_empty(
      *command.add_option("--record", arguments.record_path, "Writes a replay")->type_name("F"));
  command.add_flag("--report", arguments.report, "Tells the match's story");
  refuse_empty(*command.add_option("--snapshot-at", arguments.snapshot_at, "Writes a snapshot")
                    ->type_name("TICK:F"));
  refuse_empty(
      *command.add_option("--save-at", arguments.save_at, "Writes a save")->type_name("TICK:F"));
  refuse_empty(
      *command.add_option("--load", arguments.load_path, "Goes on from a save")->type_name("F"));
  command.add_option("--host", arguments.host_port, "Plays side 1, waits for side 2 on loopback")
      ->type_name("PORT")
      ->check(CLI::Range(1, 65535));
  refuse_empty(*command.add_option("--join", arguments.join, "Plays side 2 of a hosted match")
                    ->type_name("ADDR:PORT"));
  command
      .add_option("--input-delay", arguments.input_delay,
                  "Ticks from an order to its running, with a peer")
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

void add_match_command(CLI::App& app, Action& chosen) {
  auto arguments = std::make_shared<MatchArguments>();
  CLI::App* command = app.add_subcommand("match", "A headless match");
  command
      ->add_option("world", arguments->uri,
                   "city:SEED, osm:FILE, or arena:SEED for a generated one (the default)")
      ->type_name("WORLD");
  add_area_options(*command, arguments->area);
  add_options(*command, *arguments);
  add_json_option(*command, arguments->json_path);
  command->footer(
      "Example: terrane match city:412 --units 400 --ticks 12000 --players ai,ai --seed 7");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_match(*arguments); }; });
}

}  // namespace terrane::app
