#include <cstdio>
#include <limits>
#include <memory>
#include <set>

#include "command.h"
#include "live_arrival.h"
#include "progress.h"
#include "report.h"
#include "startup.h"
#include "streaming_options.h"
#include "terrane/fetch/file.h"
#include "terrane/play/tour.h"
#include "terrane/play/tour_trace.h"
#include "tour_output.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct TourArguments {
  std::string uri;
  std::string at;
  StreamingArguments streaming;
  std::string route_path;
  std::string trace_path;
  std::string json_path;
  std::string sheet_path;
  bool draw = false;
  play::TourOptions tour;
};

// One place a line, as `X,Z` or `LAT,LON`; empty lines and lines that begin with # are passed over.
Result<std::vector<geo::Vec3>> read_route(const std::string& path, const stream::WorldInfo& info) {
  const std::string text = TERRANE_TRY(fetch::read_file(path, std::uint64_t{16} << 20));
  std::vector<geo::Vec3> places;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    line_number += 1;
    begin = end + 1;
    if (line.empty() || line[0] == '#') continue;
    const std::string place = "line " + std::to_string(line_number) + " of " + path;
    places.push_back(TERRANE_TRY(parse_place(line, place, info)));
  }
  if (places.empty()) {
    return Error{ErrorCode::BadData, "the route holds no place", path,
                 info.geographic ? "a LAT,LON a line" : "an X,Z a line"};
  }
  return places;
}

bool draws(const TourArguments& arguments) {
  return arguments.draw || !arguments.sheet_path.empty();
}

Result<void> check_arguments(const TourArguments& arguments) {
  TERRANE_TRY(check_output(arguments.json_path));
  TERRANE_TRY(check_output(arguments.trace_path));
  TERRANE_TRY(check_output(arguments.sheet_path));
  const std::string* const outputs[] = {&arguments.json_path, &arguments.trace_path,
                                        &arguments.sheet_path};
  for (std::size_t first = 0; first < 3; ++first) {
    for (std::size_t second = first + 1; second < 3; ++second) {
      if (outputs[first]->empty() || *outputs[first] == "-") continue;
      TERRANE_TRY(check_two_files(*outputs[first], *outputs[second]));
    }
  }
  TERRANE_TRY(check_range(arguments.tour.seconds, 0.1, 86400, "--seconds"));
  TERRANE_TRY(check_range(arguments.tour.speed_m_per_s, 0, 1000, "--speed"));
  TERRANE_TRY(check_streaming(arguments.streaming));
#if defined(__EMSCRIPTEN__)
  if (draws(arguments)) {
    return Error{ErrorCode::Unavailable, "drawing is not in the WebAssembly build",
                 "--draw or --sheet", "a tour without it"};
  }
#endif
  return {};
}

// Real time before the tour begins.
struct StartTimes {
  double opening_ms = 0;  // from the program's start until the world was open and the pool there
};

Report make_report(const std::string& uri, const play::TourReport& tour, const StartTimes& start) {
  const stream::StreamerReport& last = tour.last;
  const double ran_s = static_cast<double>(tour.frames) / play::k_tour_frames_per_second;
  const double built = static_cast<double>(last.pieces_built);
  Report report;
  report.add_text("uri", uri);
  report.add_count("frames", tour.frames);
  report.add("main_thread_ms_p50", tour.main_thread_ms_p50);
  report.add("main_thread_ms_p99", tour.main_thread_ms_p99);
  report.add("main_thread_ms_p999", tour.main_thread_ms_p999);
  report.add("main_thread_ms_max", tour.main_thread_ms_max);
  report.add("main_thread_cpu_ms_p99", tour.main_thread_cpu_ms_p99);
  report.add("main_thread_cpu_ms_max", tour.main_thread_cpu_ms_max);
  report.add("first_world_ms", tour.first_world_ms ? start.opening_ms + *tour.first_world_ms
                                                   : std::numeric_limits<double>::quiet_NaN());
  report.add("opening_ms", start.opening_ms);
  report.add_count("frames_before_first_world", tour.frames_before_first_world);
  report.add_count("pieces_built", last.pieces_built);
  report.add("pieces_built_per_second", ran_s > 0 ? built / ran_s : 0);
  report.add_count("stale_results", last.stale_results);
  report.add_count("overflow_pieces", tour.overflow_pieces_peak);
  report.add_count("failed_pieces", tour.failed_pieces_peak);
  report.add("missing_at_view_ratio", tour.missing_at_view_ratio);
  report.add_count("pieces_seen", tour.pieces_seen);
  report.add_count("pieces_missing", tour.pieces_missing);
  report.add_count("resident_bytes_peak", tour.resident_bytes_peak);
  report.add_count("bytes_committed", last.bytes_committed);
  report.add("pieces_wanted_p50", tour.pieces_wanted_p50);
  report.add("built_on_workers_ratio",
             built > 0 ? static_cast<double>(last.built_on_workers) / built : 0);
  report.add_count("queries", last.queries);
  report.add_count("bytes_fetched", last.bytes_fetched);
  report.add("distance_m", tour.distance_m);
  report.add_text("transport", tour.transport);
  report.add_text("selection_end",
                  last.selection_end == stream::SelectionEnd::ReachedCostLimit    ? "cost limit"
                  : last.selection_end == stream::SelectionEnd::ReachedPieceLimit ? "piece limit"
                                                                                  : "end of world");
  return report;
}

// What could not be had, each fault of each thing once, on standard error as it comes.
class FailureTeller {
 public:
  void look_at(const stream::Streamer& streamer) {
    if (streamer.report().failed_pieces == 0) return;
    for (const stream::Failure& failure : streamer.failures()) {
      if (sentences_.size() == k_told_max) return;
      if (!known_.insert(failure.error.what + failure.error.where).second) continue;
      sentences_.push_back(base::to_sentence(failure.error));
      std::fprintf(stderr, "terrane: a piece is missing: %s\n", sentences_.back().c_str());
    }
  }
  std::vector<std::string> take_sentences() { return std::move(sentences_); }

 private:
  static constexpr std::size_t k_told_max = 20;
  std::set<std::string> known_;
  std::vector<std::string> sentences_;
};

#if !defined(__EMSCRIPTEN__)
Result<std::unique_ptr<TourOutput>> make_drawn_output_for(const stream::Provider& provider,
                                                          const TourArguments& arguments) {
  DrawnTourOptions options;
  options.pool_pages = arguments.streaming.pool_pages;
  options.frames = play::frame_count(arguments.tour);
  options.draw_every_frame = arguments.draw;
  options.sheet_path = arguments.sheet_path;
  return make_drawn_output(provider, options);
}
#endif

Result<int> run_tour_command(TourArguments& arguments) {
  TERRANE_TRY(check_arguments(arguments));
  arguments.tour.workers = TERRANE_TRY(parse_workers(arguments.streaming.workers));
  arguments.tour.streaming = arguments.streaming.streaming;
  arguments.tour.pool_pages = arguments.streaming.pool_pages;
  std::unique_ptr<TourOutput> output;  // a pool in memory is made ready while the world opens
  if (!draws(arguments)) output = make_memory_output(arguments.tour.pool_pages);
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(arguments.uri));
  stream::Provider& provider = *opened.provider;
  const stream::WorldInfo& info = provider.info();
  if (!arguments.at.empty()) {
    arguments.tour.start = TERRANE_TRY(parse_place(arguments.at, "--at", info));
  }
  if (!arguments.route_path.empty()) {
    arguments.tour.route = TERRANE_TRY(read_route(arguments.route_path, info));
  }
  wait_for_place(provider, arguments.tour.start.value_or(info.start.origin));
#if !defined(__EMSCRIPTEN__)
  if (draws(arguments)) output = TERRANE_TRY(make_drawn_output_for(provider, arguments));
#endif
  StartTimes start;
  start.opening_ms = seconds_since_process_start() * 1000.0;

  const bool chrome = arguments.trace_path.size() > 5 &&
                      arguments.trace_path.substr(arguments.trace_path.size() - 5) == ".json";
  play::TourTrace trace(chrome ? play::TraceFormat::ChromeJson : play::TraceFormat::Csv);
  Progress progress("touring " + info.uri);
  const auto frames = static_cast<std::size_t>(play::frame_count(arguments.tour));
  FailureTeller failures;
  const auto listen = [&](const play::TourFrame& frame) -> Result<void> {
    if (!arguments.trace_path.empty()) trace.add(frame);
    failures.look_at(*frame.streamer);
    progress.show(static_cast<std::size_t>(frame.number), frames);
    return output->after_frame(frame);
  };
  const auto tour = TERRANE_TRY(play::run_tour(provider, output->sink(), arguments.tour, listen));

  TERRANE_TRY(output->finish());
  if (!arguments.trace_path.empty()) {
    TERRANE_TRY(fetch::write_file(arguments.trace_path, trace.text()));
  }
  Report report = make_report(info.uri, tour, start);
  report.add_texts("failures", failures.take_sentences());
  TERRANE_TRY(write_report(report, arguments.json_path));
  return k_exit_done;
}

}  // namespace

void add_tour_command(CLI::App& app, Action& chosen) {
  auto arguments = std::make_shared<TourArguments>();
  CLI::App* command =
      app.add_subcommand("tour", "Drives the streamer through a world, headless, and measures it");
  add_world_argument(*command, arguments->uri);
  command->add_option("--seconds", arguments->tour.seconds, "Virtual time to drive")
      ->type_name("S")
      ->capture_default_str();
  command->add_option("--speed", arguments->tour.speed_m_per_s, "Metres per second")
      ->type_name("M_PER_S")
      ->capture_default_str();
  command
      ->add_option("--at", arguments->at,
                   "Where to start: LAT,LON or X,Z; default: the world's start")
      ->type_name("PLACE");
  command->add_flag("--realtime", arguments->tour.realtime,
                    "Pace by the wall clock, with real threads");
  command->add_flag("--draw", arguments->draw, "Draw each frame as well, headless");
  command
      ->add_option("--sheet", arguments->sheet_path,
                   "Draw a contact sheet of nine pictures along the way")
      ->type_name("F.png");
  command
      ->add_option("--route", arguments->route_path, "Pass these places instead of following roads")
      ->type_name("F");
  command
      ->add_option("--trace", arguments->trace_path,
                   "Write each frame: CSV, or a Chrome trace for a name that ends in .json")
      ->type_name("F");
  command->add_option("--seed", arguments->tour.seed, "Of the turns taken")
      ->type_name("N")
      ->capture_default_str();
  add_streaming_options(*command, arguments->streaming);
  add_json_option(*command, arguments->json_path);
  command->footer("Example: terrane tour city:412 --seconds 60 --speed 30 --json -");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_tour_command(*arguments); }; });
}

}  // namespace terrane::app
