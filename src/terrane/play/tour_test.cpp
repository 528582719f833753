#include "terrane/play/tour.h"

#include <doctest/doctest.h>

#include "field_world.h"
#include "terrane/play/tour_trace.h"

namespace terrane::play {
namespace {

TourOptions short_tour() {
  TourOptions options;
  options.seconds = 3;
  options.speed_m_per_s = 50;
  options.workers = 1;
  options.pool_pages = 256;
  options.streaming.limits.load_radius_m = 300;
  options.streaming.limits.unload_radius_m = 400;
  return options;
}

TEST_CASE("a tour drives its seconds at 60 frames each and sees no hole") {
  tests::FieldWorld world;
  stream::MemoryPageSink sink(256);
  const auto toured = run_tour(world, sink, short_tour());
  REQUIRE(toured.ok());
  const TourReport& report = toured.value();
  CHECK(report.frames == 180);
  REQUIRE(report.first_world_ms.has_value());
  CHECK(*report.first_world_ms < 1000);
  CHECK(report.missing_at_view_ratio == 0);
  CHECK(report.pieces_seen > 0);
  CHECK(report.failed_pieces_peak == 0);
  CHECK(report.overflow_pieces_peak == 0);
  CHECK(report.last.pieces_built > 28);  // the first circle
  CHECK(report.last.built_on_workers == report.last.pieces_built);
  CHECK(report.resident_bytes_peak > 0);
  CHECK(report.distance_m > 50);
  CHECK(report.main_thread_ms_p50 <= report.main_thread_ms_p99);
  CHECK(report.main_thread_ms_p99 <= report.main_thread_ms_max);
  CHECK(report.transport == "virtual");
}

TEST_CASE("with builds on the main thread none is counted for a worker") {
  tests::FieldWorld world;
  stream::MemoryPageSink sink(256);
  TourOptions options = short_tour();
  options.workers = 0;
  const auto toured = run_tour(world, sink, options);
  REQUIRE(toured.ok());
  CHECK(toured.value().last.pieces_built > 28);
  CHECK(toured.value().last.built_on_workers == 0);
  CHECK(toured.value().missing_at_view_ratio == 0);
}

TEST_CASE("a pool that is too small is reported, and what has no room counts as missing") {
  tests::FieldWorld world;
  stream::MemoryPageSink sink(8);
  TourOptions options = short_tour();
  options.pool_pages = 8;
  const auto toured = run_tour(world, sink, options);
  REQUIRE(toured.ok());
  CHECK(toured.value().overflow_pieces_peak > 0);
  CHECK(toured.value().missing_at_view_ratio > 0);
}

TEST_CASE("a route is followed instead of the road, and a listener can end the tour") {
  tests::FieldWorld world;
  stream::MemoryPageSink sink(256);
  TourOptions options = short_tour();
  options.route = {{0, 0, 0}, {1000, 0, 0}};
  double last_x = 0;
  const auto toured = run_tour(world, sink, options, [&](const TourFrame& frame) {
    last_x = frame.observer.position.x;
    CHECK(frame.observer.position.y == doctest::Approx(1.7));
    return base::Result<void>();
  });
  REQUIRE(toured.ok());
  CHECK(last_x == doctest::Approx(toured.value().distance_m));

  const auto ended = run_tour(world, sink, options, [](const TourFrame&) {
    return base::Result<void>(base::Error{base::ErrorCode::IoFailed, "enough", "", ""});
  });
  CHECK_FALSE(ended.ok());
}

TEST_CASE("a world without roads is toured standing") {
  tests::FieldWorld world;
  world.set_road(false);
  stream::MemoryPageSink sink(256);
  geo::Vec3 last{};
  const auto toured = run_tour(world, sink, short_tour(), [&](const TourFrame& frame) {
    last = frame.observer.position;
    return base::Result<void>();
  });
  REQUIRE(toured.ok());
  CHECK(last == geo::Vec3{0, 1.7, 0});
  CHECK(toured.value().missing_at_view_ratio == 0);
}

TEST_CASE("a trace has one row or event pair a frame") {
  for (const TraceFormat format : {TraceFormat::Csv, TraceFormat::ChromeJson}) {
    tests::FieldWorld world;
    stream::MemoryPageSink sink(256);
    TourOptions options = short_tour();
    options.seconds = 0.5;
    TourTrace trace(format);
    const auto toured = run_tour(world, sink, options, [&](const TourFrame& frame) {
      trace.add(frame);
      return base::Result<void>();
    });
    REQUIRE(toured.ok());
    const std::string text = trace.text();
    const auto lines = std::count(text.begin(), text.end(), '\n');
    CHECK(lines == (format == TraceFormat::Csv ? 31 : 62));
  }
}

}  // namespace
}  // namespace terrane::play
