#include "match_options.h"

#include <algorithm>
#include <limits>

#include "report.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Word;

constexpr std::uint32_t k_units_max = 40000;
constexpr std::uint32_t k_ticks_max = 20u * 3600 * 24;  // a day
constexpr std::uint32_t k_plant_never = 0;
constexpr std::uint32_t k_delay_ticks_max = 100;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(at, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

// The level that `ai` stands for: the middle one.
Word usual_level(const rts::Rules& rules) {
  return static_cast<Word>(rules.opponents.size() / 2);
}

std::string list_controllers(const rts::Rules& rules) {
  std::string names = "ai, person, drawn";
  for (const rts::OpponentLevel& level : rules.opponents) names += ", " + level.name;
  return names + ", each also with a faction as in ai:" + rules.factions.back().name;
}

Result<void> add_player(const std::string& text, const rts::Rules& rules, MatchOptions& options) {
  const Error unknown{ErrorCode::BadUsage, "no such player", "--players " + text,
                      list_controllers(rules)};
  const std::vector<std::string> parts = split(text, ':');
  rts::PlayerSetup player;
  player.faction = static_cast<Word>(options.setup.players.size() %
                                     std::max<std::size_t>(rules.factions.size(), 1));
  if (parts.size() > 2) return unknown;
  if (parts.size() == 2) {
    const auto faction =
        std::find_if(rules.factions.begin(), rules.factions.end(),
                     [&](const rts::Faction& other) { return other.name == parts[1]; });
    if (faction == rules.factions.end()) return unknown;
    player.faction = static_cast<Word>(faction - rules.factions.begin());
  }
  Controller controller = Controller::Opponent;
  const auto level =
      std::find_if(rules.opponents.begin(), rules.opponents.end(),
                   [&](const rts::OpponentLevel& other) { return other.name == parts[0]; });
  if (parts[0] == "ai") {
    player.level = usual_level(rules);
  } else if (level != rules.opponents.end()) {
    player.level = static_cast<Word>(level - rules.opponents.begin());
  } else if (parts[0] == "person" || parts[0] == "drawn") {
    controller = parts[0] == "person" ? Controller::Person : Controller::Drawn;
  } else {
    return unknown;
  }
  options.setup.players.push_back(player);
  options.controllers.push_back(controller);
  return {};
}

// `TICK:FILE`.
Result<TickFile> parse_tick_file(const std::string& text, const std::string& option) {
  if (text.empty()) return TickFile{};
  const std::size_t colon = text.find(':');
  const std::string digits = text.substr(0, colon);
  const bool is_number = !digits.empty() && digits.size() <= 9 &&
                         digits.find_first_not_of("0123456789") == std::string::npos;
  if (colon == std::string::npos || colon + 1 == text.size() || !is_number) {
    return Error{ErrorCode::BadUsage, "no tick and file", option + " " + text,
                 "TICK:FILE, as in " + option + " 600:match.trs"};
  }
  TickFile result;
  result.tick = static_cast<Word>(std::stoul(digits));
  result.path = text.substr(colon + 1);
  TERRANE_TRY(check_range(result.tick, 0, k_ticks_max, option));
  TERRANE_TRY(check_output(result.path));
  return result;
}

Result<void> check_outputs(const MatchArguments& arguments, const MatchOptions& options) {
  TERRANE_TRY(check_output(arguments.json_path));
  TERRANE_TRY(check_output(arguments.record_path));
  const std::string* paths[] = {&arguments.json_path, &arguments.record_path,
                                &options.snapshot_at.path, &options.save_at.path};
  for (std::size_t a = 0; a < std::size(paths); ++a) {
    for (std::size_t b = a + 1; b < std::size(paths); ++b) {
      if (paths[a]->empty() || paths[b]->empty()) continue;
      TERRANE_TRY(check_two_files(*paths[a], *paths[b]));
    }
  }
  return {};
}

Result<void> check_peer(const MatchArguments& arguments, const MatchOptions& options) {
  if (arguments.host_port == 0 && arguments.join.empty()) return {};
  const auto refuse = [](std::string what, std::string expected) {
    return Error{ErrorCode::BadUsage, std::move(what), "--host or --join", std::move(expected)};
  };
  if (arguments.host_port != 0 && !arguments.join.empty()) {
    return refuse("a match is hosted or joined, not both", "one of --host and --join");
  }
  if (options.setup.players.size() != 2)
    return refuse("two processes play two sides", "two players");
  if (options.host.thread != play::MatchThread::Main) {
    return refuse("a match with a peer runs on the main thread", "--thread main");
  }
  if (!arguments.record_path.empty() && !arguments.load_path.empty()) {
    return refuse("a match that goes on from a save is not recorded", "no --record");
  }
  return check_range(arguments.input_delay, 1, k_delay_ticks_max, "--input-delay");
}

}  // namespace

Result<MatchOptions> parse_match(const MatchArguments& arguments, const rts::Rules& rules) {
  MatchOptions options;
  TERRANE_TRY(check_range(arguments.units, 0, k_units_max, "--units"));
  TERRANE_TRY(check_range(arguments.ticks, 0, k_ticks_max, "--ticks"));
  options.host.thread = TERRANE_TRY(play::parse_match_thread(arguments.thread));
  for (const std::string& player : split(arguments.players, ',')) {
    TERRANE_TRY(add_player(player, rules, options));
  }
  const std::size_t sides = options.setup.players.size();
  if (sides < 2 || sides > rts::k_players_max) {
    return Error{ErrorCode::OutOfRange, "a match of " + std::to_string(sides) + " sides",
                 "--players " + arguments.players, "two to eight, as in --players ai,ai"};
  }
  options.setup.seed = arguments.seed;
  options.setup.units = arguments.units;
  options.setup.ticks_max = arguments.ticks;
  options.host.plant_tick = arguments.plant_tick;
  if (arguments.plant_tick != k_plant_never && options.host.thread != play::MatchThread::Shadow) {
    return Error{ErrorCode::BadUsage, "a planted bit is found by a shadow", "--plant",
                 "--thread shadow"};
  }
  options.host.posted = arguments.posted;
  options.ground = {arguments.uri, arguments.area, arguments.seed,
                    static_cast<std::uint32_t>(sides), arguments.units};
  options.snapshot_at = TERRANE_TRY(parse_tick_file(arguments.snapshot_at, "--snapshot-at"));
  options.save_at = TERRANE_TRY(parse_tick_file(arguments.save_at, "--save-at"));
  TERRANE_TRY(check_outputs(arguments, options));
  TERRANE_TRY(check_peer(arguments, options));
  if (!arguments.record_path.empty() && !arguments.load_path.empty()) {
    return Error{ErrorCode::BadUsage, "a match that goes on from a save is not recorded",
                 "--record", "a match from its start, or no --record"};
  }
  return options;
}

}  // namespace terrane::app
