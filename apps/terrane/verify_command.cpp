#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "agreement.h"
#include "build_area.h"
#include "command.h"
#include "progress.h"
#include "report.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::Result;

struct VerifyOptions {
  std::string uri;
  AreaOptions area;
  std::string plant;
  bool plant_given = false;
  std::string json_path;
};

// The builds that are compared with the first. What is planted goes into the second.
struct Round {
  std::string how;
  BuildPlan plan;
  // Every second piece only, between neighbours of the first build: levels of detail must meet.
  bool every_second = false;
};

std::vector<Round> rounds_of(std::uint8_t lod_count) {
  using stream::InputScope;
  std::vector<Round> rounds{
      {"forward on one thread", {{OrderKind::Forward, 0}, 1, 0, InputScope::Padded}},
      {"in reverse on two threads", {{OrderKind::Reverse, 0}, 2, 0, InputScope::Padded}},
      {"in random order on four threads", {{OrderKind::Random, 7}, 4, 0, InputScope::Padded}},
      {"from more than its own input", {{OrderKind::Forward, 0}, 2, 0, InputScope::Everything}}};
  for (std::uint8_t lod = 1; lod < lod_count; ++lod) {
    rounds.push_back({"at level of detail " + std::to_string(lod),
                      {{OrderKind::Forward, 0}, 2, lod, InputScope::Padded},
                      true});
  }
  return rounds;
}
// The first round that looks for what is planted; none where the world has one level only.
std::optional<std::size_t> planted_round(const std::vector<Round>& rounds, PlantKind kind) {
  for (std::size_t number = 1; number < rounds.size(); ++number) {
    if (rounds[number].every_second == (kind == PlantKind::Level)) return number;
  }
  return std::nullopt;
}

struct PlantedChange {
  PlantKind kind = PlantKind::Station;
  Plant plant;
};

Result<std::vector<PieceFacts>> build_facts(const stream::Provider& provider,
                                            const std::vector<stream::PieceKey>& keys,
                                            const Round& round, const PlantedChange* planted) {
  std::vector<PieceFacts> facts(keys.size());
  std::vector<std::unique_ptr<Error>> errors(keys.size());
  Progress progress("building " + round.how);
  build_pieces(
      provider, keys, round.plan,
      [&](std::size_t index, Result<content::Content> result) {
        if (!result.ok()) {
          errors[index] = std::make_unique<Error>(result.error());
          return;
        }
        content::Content& content = result.value();
        if (planted != nullptr && planted->plant.piece == index) {
          apply_plant(planted->kind, planted->plant, content);
        }
        facts[index] = facts_of(content);
      },
      [&](std::size_t done) { progress.show(done, keys.size()); });
  for (const std::unique_ptr<Error>& error : errors) {
    if (error) return *error;
  }
  return facts;
}

// What does not hold in every build is a difference; the same fault is not counted several times.
void merge(Agreement& all, Agreement again) {
  all.differences = std::max(all.differences, again.differences);
  all.unowned = std::max(all.unowned, again.unowned);
  all.owned_twice = std::max(all.owned_twice, again.owned_twice);
  for (std::string& sentence : again.named) {
    const bool known = std::find(all.named.begin(), all.named.end(), sentence) != all.named.end();
    if (!known && all.named.size() < k_named_max) all.named.push_back(std::move(sentence));
  }
}

// Compares all rounds; borders and owners are counted of the first, their differences of each.
Result<Agreement> compare_rounds(const stream::Provider& provider,
                                 const std::vector<stream::PieceKey>& keys,
                                 const std::vector<Round>& rounds,
                                 const std::optional<PlantKind>& plant_kind) {
  const auto first = TERRANE_TRY(build_facts(provider, keys, rounds[0], nullptr));
  const auto objects = provider.objects_in(keys);
  Agreement all;
  compare_borders(keys, first, all);
  compare_owners(keys, first, objects, all);
  PlantedChange change;
  std::optional<std::size_t> planted_in;
  if (plant_kind) {
    change.kind = *plant_kind;
    change.plant = TERRANE_TRY(place_plant(*plant_kind, keys, first));
    planted_in = planted_round(rounds, *plant_kind);
    if (!planted_in) {
      return Error{base::ErrorCode::NotFound, "the world has one level of detail only",
                   "--plant level", "a world with several, as city:412"};
    }
  }
  for (std::size_t number = 1; number < rounds.size(); ++number) {
    const Round& round = rounds[number];
    const bool planted = planted_in == number;
    auto facts = TERRANE_TRY(build_facts(provider, keys, round, planted ? &change : nullptr));
    Agreement again;
    if (round.every_second) {
      for (std::size_t index = 0; index < keys.size(); ++index) {
        if (!is_at_other_level(index)) facts[index] = first[index];
      }
    } else {
      compare_builds(keys, first, facts, round.how, again);
    }
    compare_borders(keys, facts, again);
    compare_owners(keys, facts, objects, again);
    merge(all, std::move(again));
  }
  return all;
}

Result<int> run_verify(const VerifyOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  std::optional<PlantKind> plant;
  if (options.plant_given) plant = TERRANE_TRY(parse_plant(options.plant));
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  const stream::WorldInfo& info = opened.provider->info();
  const auto area = TERRANE_TRY(parse_area(options.area, info));
  const auto keys = TERRANE_TRY(opened.provider->pieces_in(area ? &*area : nullptr));
  const std::vector<Round> rounds = rounds_of(info.lod_count);
  const Agreement agreement = TERRANE_TRY(compare_rounds(*opened.provider, keys, rounds, plant));

  for (const std::string& sentence : agreement.named) {
    std::fprintf(stderr, "terrane: difference: %s\n", sentence.c_str());
  }
  Report report;
  report.add_text("uri", info.uri);
  report.add_count("pieces", keys.size());
  report.add_count("builds", rounds.size());
  report.add_count("borders", agreement.borders);
  report.add_count("border_points", agreement.border_points);
  report.add_count("differences", agreement.differences);
  report.add_count("unowned", agreement.unowned);
  report.add_count("owned_twice", agreement.owned_twice);
  report.add_texts("named", agreement.named);
  TERRANE_TRY(write_report(report, options.json_path));
  const bool agrees =
      agreement.differences == 0 && agreement.unowned == 0 && agreement.owned_twice == 0;
  return agrees ? k_exit_done : k_exit_answer_is_no;
}

}  // namespace

void add_verify_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify", "Builds an area several times and compares every shared border");
  add_world_argument(*command, options->uri);
  add_area_options(*command, options->area);
  const CLI::Option* plant =
      command
          ->add_option(
              "--plant", options->plant,
              "Move one border value by 1 mm in one build, to see that it is found: station, "
              "edge, road, water, owner or level")
          ->type_name("KIND");
  add_json_option(*command, options->json_path);
  command->footer(
      "Example: terrane verify city:412 --around 0,0 --radius 300 --json -\n"
      "Exit 1 when anything differs.");
  command->callback([&chosen, options, plant] {
    options->plant_given = plant->count() > 0;
    chosen = [options] { return run_verify(*options); };
  });
}

}  // namespace terrane::app
