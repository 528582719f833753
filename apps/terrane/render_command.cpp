#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "command.h"
#include "headless_scene.h"
#include "live_arrival.h"
#include "map_drawing.h"
#include "report.h"
#include "terrane/base/trig.h"
#include "terrane/play/follower.h"
#include "terrane/play/percentile.h"
#include "world_options.h"

namespace terrane::app {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::uint32_t k_side_min = 16;
constexpr std::uint32_t k_side_max = 8192;
constexpr double k_patience_s = 120;
// A square area beside its legend.
constexpr const char* k_map_size = "1440x1200";

struct RenderArguments {
  std::string uri;
  std::string at;
  double height_m = 1.7;
  double heading_deg = 0;
  bool heading_given = false;
  double pitch_deg = 0;
  double fov_deg = 60;
  double hour = 10;
  std::string date;
  unsigned frames = 1;
  bool map = false;
  AreaOptions area;  // of the map
  std::string size = "1280x720";
  bool size_given = false;
  std::string out_path;
  std::string json_path;
  StreamingArguments streaming;
};

struct PictureSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

Result<PictureSize> parse_size(const std::string& text) {
  PictureSize size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  const bool has_height = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
  const auto height = has_height ? std::from_chars(width.ptr + 1, end, size.height) : width;
  const bool in_range = size.width >= k_side_min && size.width <= k_side_max &&
                        size.height >= k_side_min && size.height <= k_side_max;
  if (has_height && height.ec == std::errc{} && height.ptr == end && in_range) return size;
  return Error{ErrorCode::OutOfRange, "not a picture's size", "--size " + text,
               "WIDTHxHEIGHT, each from 16 to 8192 pixels"};
}

// YYYY-MM-DD, a day that there is.
Result<void> check_date(const std::string& text) {
  int year = 0;
  int month = 0;
  int day = 0;
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%4d-%2d-%2d%c", &year, &month, &day, &rest);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (read == 3 && year >= 1 && date.ok()) return {};
  return Error{ErrorCode::BadUsage, "not a date", "--date " + text, "YYYY-MM-DD"};
}

Result<void> check_arguments(const RenderArguments& arguments) {
  TERRANE_TRY(check_streaming(arguments.streaming));
  TERRANE_TRY(check_range(arguments.height_m, 0.1, 100000, "--height"));
  TERRANE_TRY(check_range(arguments.heading_deg, -360, 360, "--heading"));
  TERRANE_TRY(check_range(arguments.pitch_deg, -90, 90, "--pitch"));
  TERRANE_TRY(check_range(arguments.fov_deg, 10, 150, "--fov"));
  TERRANE_TRY(check_range(arguments.hour, 0, 24, "--hour"));
  TERRANE_TRY(check_range(arguments.frames, 1, 100000, "--frames"));
  if (!arguments.date.empty()) {
    TERRANE_TRY(check_date(arguments.date));
    std::fputs("terrane: note: --date does not move the sun yet\n", stderr);
  }
  const bool has_area = !arguments.area.bbox.empty() || !arguments.area.around.empty();
  if (has_area && !arguments.map) {
    return Error{ErrorCode::BadUsage, "a picture from an eye has no area", "--bbox, --around",
                 "--map beside it, or --at for the eye's place"};
  }
  if (arguments.map && !arguments.at.empty()) {
    return Error{ErrorCode::BadUsage, "a map has no eye", "--at " + arguments.at,
                 "--around with --radius, or --bbox"};
  }
  TERRANE_TRY(check_made_file(arguments.out_path, arguments.json_path));
  return check_output(arguments.json_path);
}

Result<play::SceneView> view_of(const RenderArguments& arguments,
                                const stream::Provider& provider) {
  const stream::WorldInfo& info = provider.info();
  geo::Vec3 place = info.start.origin;
  if (!arguments.at.empty()) place = TERRANE_TRY(parse_place(arguments.at, "--at", info));
  play::SceneView view;
  view.position = play::above_ground(provider, place, arguments.height_m);
  view.heading_rad = -arguments.heading_deg * base::k_radians_per_degree;
  if (arguments.at.empty() && !arguments.heading_given) view.heading_rad = info.start_heading_rad;
  view.pitch_rad = arguments.pitch_deg * base::k_radians_per_degree;
  view.vertical_fov_rad = arguments.fov_deg * base::k_radians_per_degree;
  view.hour = arguments.hour >= 24 ? 0 : arguments.hour;
  return view;
}

stream::Observer observer_of(const play::SceneView& view, const stream::Provider& provider) {
  const geo::Frame frame = provider.frame_at(view.position);
  stream::Observer observer;
  observer.position = view.position;
  observer.forward = frame.direction_to_world(geo::direction_of(view.heading_rad, view.pitch_rad));
  return observer;
}

struct DrawnFrames {
  render::FrameReport last;
  render::Picture picture;
  double frame_ms = 0;  // the median
};

// Each frame is timed until its picture can be read, since drawing runs behind the calls.
Result<DrawnFrames> draw_frames(HeadlessScene& scene, const stream::Provider& provider,
                                const stream::Streamer& streamer, const play::SceneView& view,
                                unsigned count) {
  DrawnFrames drawn;
  std::vector<double> frame_ms;
  for (unsigned frame = 0; frame < count; ++frame) {
    const auto began = std::chrono::steady_clock::now();
    drawn.last = TERRANE_TRY(scene.draw(provider, streamer, view));
    drawn.picture = TERRANE_TRY(scene.picture());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    frame_ms.push_back(took.count());
  }
  drawn.frame_ms = play::percentile(frame_ms, 0.5);
  return drawn;
}

void tell_failures(const stream::Streamer& streamer) {
  for (const stream::Failure& failure : streamer.failures()) {
    std::fprintf(stderr, "terrane: a piece is missing: %s\n",
                 base::to_sentence(failure.error).c_str());
  }
}

// A live place's map tiles; nothing for other worlds.
Result<void> wait_for_area(const stream::Provider& provider,
                           const std::optional<stream::Area>& area) {
  if (provider.fetcher() == nullptr) return {};
  const auto pieces = TERRANE_TRY(provider.pieces_in(area ? &*area : nullptr));
  TERRANE_TRY(wait_for_pieces(provider, pieces, k_area_patience_s));
  return {};
}

Result<int> run_map(const RenderArguments& arguments, PictureSize size) {
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(arguments.uri));
  const stream::WorldInfo& info = opened.provider->info();
  const std::optional<stream::Area> area = TERRANE_TRY(parse_area(arguments.area, info));
  TERRANE_TRY(wait_for_area(*opened.provider, area));
  const content::Plan plan = TERRANE_TRY(opened.provider->plan_in(area ? &*area : nullptr));
  constexpr double k_map_side_least_m = 20.0;
  if (plan.high.x_m - plan.low.x_m < k_map_side_least_m ||
      plan.high.z_m - plan.low.z_m < k_map_side_least_m) {
    return Error{ErrorCode::OutOfRange, "too small an area for a map", "the area's corners",
                 "at least 20 m a side"};
  }
  const auto began = std::chrono::steady_clock::now();
  MapReport drawn;
  const render::Picture picture =
      TERRANE_TRY(draw_plan(plan, {info.uri, info.attribution}, size.width, size.height, drawn));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
  TERRANE_TRY(write_png(picture, arguments.out_path));

  Report report;
  report.add_text("uri", info.uri);
  report.add_text("out", arguments.out_path);
  report.add_count("pieces", drawn.lines);
  report.add_count("areas", drawn.areas);
  report.add_count("labels", drawn.labels);
  report.add_count("triangles", 0);
  report.add_count("draw_calls", 0);
  report.add("frame_ms", took.count());
  TERRANE_TRY(write_report(report, arguments.json_path));
  return k_exit_done;
}

Result<int> run_render(const RenderArguments& arguments) {
  TERRANE_TRY(check_arguments(arguments));
  const bool map_default = arguments.map && !arguments.size_given;
  const PictureSize size = TERRANE_TRY(parse_size(map_default ? k_map_size : arguments.size));
  if (arguments.map) return run_map(arguments, size);
  const unsigned workers = TERRANE_TRY(parse_workers(arguments.streaming.workers));
  const OpenedWorld opened = TERRANE_TRY(open_world_argument(arguments.uri));
  stream::Provider& provider = *opened.provider;
  const play::SceneView view = TERRANE_TRY(view_of(arguments, provider));

  const auto scene =
      TERRANE_TRY(HeadlessScene::open(size.width, size.height, arguments.streaming.pool_pages));
  play::LiveWorld live(provider, scene->page_sink(), live_options(arguments.streaming, workers));
  TERRANE_TRY(fill(live, observer_of(view, provider), k_patience_s));
  tell_failures(live.streamer());
  const DrawnFrames drawn =
      TERRANE_TRY(draw_frames(*scene, provider, live.streamer(), view, arguments.frames));
  TERRANE_TRY(write_png(drawn.picture, arguments.out_path));

  Report report;
  report.add_text("uri", provider.info().uri);
  report.add_text("out", arguments.out_path);
  report.add_count("pieces", drawn.last.pieces_drawn);
  report.add_count("pieces_culled", drawn.last.pieces_culled);
  report.add_count("pieces_resident", live.streamer().report().resident);
  report.add_count("pages", drawn.last.pages_drawn);
  report.add_count("instances", drawn.last.instances_drawn);
  report.add_count("triangles", drawn.last.triangles);
  report.add_count("draw_calls", drawn.last.draw_calls);
  report.add("frame_ms", drawn.frame_ms);
  report.add("fog_end_m", drawn.last.fog_end_m);
  TERRANE_TRY(write_report(report, arguments.json_path));
  return k_exit_done;
}

void add_view_options(CLI::App& command, const std::shared_ptr<RenderArguments>& arguments) {
  const auto add = [&](const char* name, auto& value, const char* does, const char* type) {
    return command.add_option(name, value, does)->type_name(type)->capture_default_str();
  };
  add("--at", arguments->at, "Where: LAT,LON or X,Z; default: the world's start", "PLACE");
  add("--height", arguments->height_m, "Of the eye above the ground", "M");
  add("--heading", arguments->heading_deg, "Compass degrees, clockwise from north", "DEG")
      ->each([arguments](const std::string&) { arguments->heading_given = true; });
  add("--pitch", arguments->pitch_deg, "Degrees, positive up", "DEG");
  add("--fov", arguments->fov_deg, "Field of view from bottom to top", "DEG");
  add("--hour", arguments->hour, "Of the local solar day, 0 to 24", "H");
  add("--date", arguments->date, "Day of the year, as YYYY-MM-DD", "D");
  add("--frames", arguments->frames, "Draw so many; frame_ms is their median", "N");
  command.add_flag("--map", arguments->map,
                   "Draw a labelled plan from above instead, of --bbox or --around");
  add("--size", arguments->size, "Of the picture in pixels; a map's is 1440x1200", "WxH")
      ->each([arguments](const std::string&) { arguments->size_given = true; });
  add("--out", arguments->out_path, "The picture", "F.png")->required();
}

}  // namespace

void add_render_command(CLI::App& app, Action& chosen) {
  auto arguments = std::make_shared<RenderArguments>();
  // A picture stands still: it looks farther than a journey, and nothing need be fetched for a
  // turn.
  stream::SelectionLimits& limits = arguments->streaming.streaming.limits;
  limits.load_radius_m = 2500;
  limits.unload_radius_m = 2600;
  limits.reach_m = 1600;
  limits.prefetch_factor = 1.0;
  limits.piece_limit = 12000;
  arguments->streaming.pool_pages = 24576;
  CLI::App* command = app.add_subcommand("render", "Draws one frame into a PNG, headless");
  add_world_argument(*command, arguments->uri);
  add_view_options(*command, arguments);
  add_area_options(*command, arguments->area);
  add_streaming_options(*command, arguments->streaming);
  add_json_option(*command, arguments->json_path);
  command->footer(
      "Example: terrane render city:412 --at 0,0 --heading 90 --size 1280x720 --out street.png\n"
      "A map: terrane render city:412 --map --around 0,0 --radius 2000 --out map.png");
  command->callback(
      [&chosen, arguments] { chosen = [arguments] { return run_render(*arguments); }; });
}

}  // namespace terrane::app
