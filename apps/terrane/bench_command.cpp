#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "bench_match.h"
#include "command.h"
#include "report.h"
#include "terrane/city/lattice.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The value below which `share` of the sorted numbers lie.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(place + 0.5)];
}

// What one level of detail of a street takes to build, piece by piece on this thread.
struct LevelCost {
  std::vector<double> segment_ms;  // sorted
  std::size_t vertices = 0;
};

constexpr char k_city[] = "city:412";
constexpr double k_street_radius_m = 600.0;
constexpr unsigned k_rounds = 3;  // the first warms up the plans that a thread keeps

Result<LevelCost> build_street(const stream::Provider& world,
                               const std::vector<stream::PieceKey>& keys, std::uint8_t lod) {
  LevelCost cost;
  for (unsigned round = 0; round < k_rounds; ++round) {
    cost.segment_ms.clear();
    cost.vertices = 0;
    for (const stream::PieceKey key : keys) {
      const Clock::time_point start = Clock::now();
      const auto content = TERRANE_TRY(world.build_on_worker({key, lod, {}}, {}));
      cost.segment_ms.push_back(seconds_since(start) * 1000.0);
      cost.vertices += content.vertex_count();
    }
  }
  std::sort(cost.segment_ms.begin(), cost.segment_ms.end());
  return cost;
}

// The mesh bytes (vertices and indices) of the 180 pieces that a walk finds first, all at full
// detail, and with the three levels shared out among them, nearest first.
constexpr std::size_t k_article_pieces = 180;

Result<std::size_t> mesh_bytes(const stream::Provider& world,
                               const std::vector<stream::WantedPiece>& pieces, bool with_levels) {
  std::size_t bytes = 0;
  for (std::size_t index = 0; index < std::min(k_article_pieces, pieces.size()); ++index) {
    const auto lod = static_cast<std::uint8_t>(with_levels ? index * 3 / k_article_pieces : 0);
    bytes += TERRANE_TRY(world.build_on_worker({pieces[index].key, lod, {}}, {})).mesh_bytes();
  }
  return bytes;
}

// Every junction of a square with both decisions about the edges it starts.
double lattice_junctions_per_second(std::uint64_t& sum) {
  constexpr std::int32_t k_side = 2000;
  const city::Lattice lattice(412);
  const Clock::time_point start = Clock::now();
  for (std::int32_t j = 0; j < k_side; ++j) {
    for (std::int32_t i = 0; i < k_side; ++i) {
      const city::PlanePoint place = lattice.position({i, j});
      const city::Lattice::Edges edges = lattice.edges_from({i, j});
      sum += static_cast<std::uint64_t>(place.x_mm * 3 + place.z_mm) + (edges.east ? 1u : 0u) +
             (edges.south ? 2u : 0u);
    }
  }
  return static_cast<double>(k_side) * k_side / seconds_since(start);
}

Result<void> bench_city(Report& report) {
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(k_city));
  stream::Provider& world = *opened.provider;
  const stream::Area area{-k_street_radius_m, -k_street_radius_m, k_street_radius_m,
                          k_street_radius_m};
  const auto keys = TERRANE_TRY(world.pieces_in(&area));
  std::vector<LevelCost> levels;
  for (std::uint8_t lod = 0; lod < world.info().lod_count; ++lod) {
    levels.push_back(TERRANE_TRY(build_street(world, keys, lod)));
  }
  const auto median_ms = [](const LevelCost& cost) { return quantile(cost.segment_ms, 0.5); };
  const LevelCost& full = levels[0];
  double total_ms = 0;
  for (const double ms : full.segment_ms) total_ms += ms;
  report.add_count("city_pieces", keys.size());
  report.add("city_segments_per_second", 1000.0 / median_ms(full));
  report.add("city_segments_per_second_mean",
             1000.0 * static_cast<double>(full.segment_ms.size()) / total_ms);
  report.add("city_segment_ms_p99", quantile(full.segment_ms, 0.99));
  report.add("city_segment_ms_max", full.segment_ms.back());
  for (std::size_t lod = 1; lod < levels.size(); ++lod) {
    const std::string level = "city_level_" + std::to_string(lod);
    report.add(level + "_time_ratio", median_ms(levels[lod]) / median_ms(full));
    report.add(level + "_vertices_ratio",
               static_cast<double>(levels[lod].vertices) / static_cast<double>(full.vertices));
  }

  stream::Observer observer;
  observer.position = world.info().start.origin;
  observer.forward = geo::direction_of(world.info().start_heading_rad, 0);
  const auto selection = TERRANE_TRY(world.select({&observer, 1}, {}, {}));
  const std::size_t full_bytes = TERRANE_TRY(mesh_bytes(world, selection.pieces, false));
  const std::size_t level_bytes = TERRANE_TRY(mesh_bytes(world, selection.pieces, true));
  report.add_count("city_180_pieces_bytes", full_bytes);
  report.add("city_180_pieces_levels_ratio",
             static_cast<double>(level_bytes) / static_cast<double>(full_bytes));

  std::uint64_t sum = 0;
  report.add("lattice_junctions_per_second", lattice_junctions_per_second(sum));
  report.add_text("lattice_checksum", std::to_string(sum));
  return {};
}

struct Bench {
  const char* name;
  Result<void> (*run)(Report& report);
};
constexpr Bench k_benches[] = {{"city", bench_city}, {"match", bench_match}};

struct BenchOptions {
  std::string filter;
  std::string json_path;
};

Result<int> run_bench(const BenchOptions& options) {
  TERRANE_TRY(check_output(options.json_path));
  Report report;
  std::vector<std::string> ran;
  for (const Bench& bench : k_benches) {
    if (std::string(bench.name).find(options.filter) == std::string::npos) continue;
    TERRANE_TRY(bench.run(report));
    ran.emplace_back(bench.name);
  }
  if (ran.empty()) {
    return Error{ErrorCode::BadUsage, "no such bench", options.filter,
                 "city or match, or nothing for all"};
  }
  report.add_texts("results", std::move(ran));
  TERRANE_TRY(write_report(report, options.json_path));
  return k_exit_done;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measures side by side, in one run");
  command->add_option("filter", options->filter, "Part of a bench's name: city or match")
      ->type_name("FILTER");
  add_json_option(*command, options->json_path);
  command->footer("Example: terrane bench match --json -");
  command->callback([&chosen, options] { chosen = [options] { return run_bench(*options); }; });
}

}  // namespace terrane::app
