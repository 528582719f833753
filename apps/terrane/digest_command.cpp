#include <cstdio>
#include <memory>

#include "build_area.h"
#include "command.h"
#include "progress.h"
#include "report.h"
#include "terrane/base/digest.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct DigestOptions {
  std::string uri;
  AreaOptions area;
  unsigned lod = 0;
  std::string order = "forward";
  unsigned threads = 1;
  std::string json_path;
};

Result<std::vector<std::uint64_t>> digest_pieces(const stream::Provider& provider,
                                                 const std::vector<stream::PieceKey>& keys,
                                                 const BuildPlan& plan) {
  std::vector<std::uint64_t> digests(keys.size());
  std::vector<std::unique_ptr<Error>> errors(keys.size());
  Progress progress("building pieces");
  build_pieces(
      provider, keys, plan,
      [&](std::size_t index, Result<content::Content> result) {
        if (result.ok()) {
          digests[index] = content::digest(result.value());
        } else {
          errors[index] = std::make_unique<Error>(result.error());
        }
      },
      [&](std::size_t done) { progress.show(done, keys.size()); });
  for (const std::unique_ptr<Error>& error : errors) {
    if (error) return *error;
  }
  return digests;
}

Result<int> run_digest(const DigestOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  BuildPlan plan;
  plan.order = TERRANE_TRY(parse_order(options.order));
  plan.threads = options.threads;
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(options.uri));
  const stream::WorldInfo& info = opened.provider->info();
  TERRANE_TRY(check_range(options.lod, 0, info.lod_count - 1, "--lod"));
  plan.lod = static_cast<std::uint8_t>(options.lod);
  const auto area = TERRANE_TRY(parse_area(options.area, info));
  const auto keys = TERRANE_TRY(opened.provider->pieces_in(area ? &*area : nullptr));
  const auto digests = TERRANE_TRY(digest_pieces(*opened.provider, keys, plan));

  base::Digester world;
  std::vector<std::string> lines;
  for (std::size_t index = 0; index < keys.size(); ++index) {
    world.add(keys[index].value);
    world.add(digests[index]);
    lines.push_back(base::digest_text(keys[index].value) + " " + base::digest_text(digests[index]));
  }
  const std::string world_text = base::digest_text(world.value());
  if (options.json_path != "-") {
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
    std::printf("world %s\n", world_text.c_str());
  }
  if (!options.json_path.empty()) {
    Report report;
    report.add_text("uri", info.uri);
    report.add_count("pieces", keys.size());
    report.add_text("world", world_text);
    report.add_texts("digests", std::move(lines));
    TERRANE_TRY(write_report(report, options.json_path));
  }
  return k_exit_done;
}

}  // namespace

void add_digest_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<DigestOptions>();
  CLI::App* command =
      app.add_subcommand("digest", "Builds every piece of an area and prints digests");
  add_world_argument(*command, options->uri);
  add_area_options(*command, options->area);
  command->add_option("--lod", options->lod, "Level of detail, 0 is the finest")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--order", options->order, "forward, reverse or random:N: must not matter")
      ->type_name("ORDER")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Build threads, 1 to 64: must not matter")
      ->type_name("N")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_json_option(*command, options->json_path);
  command->footer("Example: terrane digest city:412 --around 0,0 --radius 600 --threads 2");
  command->callback([&chosen, options] { chosen = [options] { return run_digest(*options); }; });
}

}  // namespace terrane::app
