#include "terrane/play/tour.h"

#include <algorithm>
#include <chrono>
#include <utility>
#if !defined(__EMSCRIPTEN__)
#include <thread>
#endif

#include "terrane/play/follower.h"
#include "terrane/play/frame_clock.h"
#include "terrane/play/percentile.h"
#include "terrane/play/virtual_workers.h"

namespace terrane::play {
namespace {

using base::Result;
using Steady = std::chrono::steady_clock;

constexpr double k_frame_s = 1.0 / k_tour_frames_per_second;
// A world that does not stand by then is driven through as it is.
constexpr double k_wait_for_first_world_s = 30.0;

double milliseconds_since(Steady::time_point start) {
  return std::chrono::duration<double, std::milli>(Steady::now() - start).count();
}

std::unique_ptr<stream::RoadFollower> make_follower(const stream::Provider& provider,
                                                    const TourOptions& options) {
  if (!options.route.empty()) return std::make_unique<RouteFollower>(provider, options.route);
  const stream::WorldInfo& info = provider.info();
  const geo::Vec3 start = options.start.value_or(info.start.origin);
  auto along_roads = provider.follow_roads(start, info.start_heading_rad, options.seed);
  if (along_roads) return along_roads;
  return std::make_unique<StandingFollower>(provider, start, info.start_heading_rad);
}

class Tour {
 public:
  Tour(stream::Provider& provider, stream::PageSink& sink, const TourOptions& options)
      : provider_(provider), options_(options), frame_clock_(k_frame_s), missing_(provider) {
    builds_ = make_builds();
    streamer_ = std::make_unique<stream::Streamer>(provider, *builds_, sink, options.pool_pages,
                                                   clock(), nullptr, options.streaming);
    follower_ = make_follower(provider, options);
  }

  Result<TourReport> run(const TourListener& listener) {
    const std::uint64_t frames = frame_count(options_);
    began_ = Steady::now();
    began_on_clock_s_ = clock().now_s();
    for (std::uint64_t number = 0; number < frames; ++number) {
      TERRANE_TRY(run_frame(number, listener));
    }
    return finish(frames);
  }

 private:
  stream::Clock& clock() {
    return options_.realtime ? static_cast<stream::Clock&>(steady_clock_) : frame_clock_;
  }

  std::unique_ptr<stream::BuildService> make_builds() {
    std::unique_ptr<stream::BuildTransport> transport;
    if (options_.workers > 0 && options_.realtime) {
      transport = stream::make_thread_transport(provider_, options_.workers);
    } else if (options_.workers > 0) {
      auto workers = std::make_unique<VirtualWorkers>(provider_, options_.workers, frame_clock_);
      virtual_workers_ = workers.get();
      transport = std::move(workers);
    }
    return std::make_unique<stream::BuildService>(provider_, std::move(transport),
                                                  stream::BuildServiceOptions{}, &clock());
  }

  bool moves() const {
    const double time_s = static_cast<double>(moment_) * k_frame_s;
    return streamer_->report().first_world_ready || time_s >= k_wait_for_first_world_s;
  }

  stream::Observer observer() {
    const double speed = moves() ? options_.speed_m_per_s : 0.0;
    if (moment_ > 0) {
      follower_->advance(speed * k_frame_s);
      distance_m_ += speed * k_frame_s;
    }
    const stream::RoadPlace place = follower_->place();
    const geo::Frame frame = provider_.frame_at(place.position);
    stream::Observer observer;
    observer.position = place.position + frame.up * options_.eye_height_m;
    observer.forward = place.forward;
    observer.velocity = place.forward * speed;
    return observer;
  }

  Result<void> run_frame(std::uint64_t number, const TourListener& listener) {
    moment_ = number;
    TourFrame frame;
    frame.number = number;
    frame.time_s = static_cast<double>(number) * k_frame_s;
    frame.observer = observer();
    frame.streamer = streamer_.get();

    const double processor_began_s = thread_processor_time_s();
    const auto work_began = Steady::now();
    frame_clock_.begin_work();
    const auto updated = streamer_->update({&frame.observer, 1});
    frame.main_thread_ms = milliseconds_since(work_began);
    frame.main_thread_cpu_ms = (thread_processor_time_s() - processor_began_s) * 1000.0;
    frame_clock_.next_frame();
    if (!updated.ok()) return updated.error();

    if (virtual_workers_ != nullptr) virtual_workers_->run_submitted();
    take_notes(frame);
    if (listener) TERRANE_TRY(listener(frame));
    wait_for_next_frame(number);
    return {};
  }

  void take_notes(TourFrame& frame) {
    const stream::StreamerReport& report = streamer_->report();
    if (report.first_world_ready) {
      frame.view = missing_.count(*streamer_, {frame.observer.position, frame.observer.forward});
    } else {
      report_.frames_before_first_world += 1;
    }
    main_thread_ms_.push_back(frame.main_thread_ms);
    main_thread_cpu_ms_.push_back(frame.main_thread_cpu_ms);
    wanted_.push_back(static_cast<double>(report.wanted));
    report_.resident_bytes_peak = std::max(report_.resident_bytes_peak, report.resident_bytes);
    report_.overflow_pieces_peak = std::max(report_.overflow_pieces_peak, report.overflow_pieces);
    report_.failed_pieces_peak = std::max(report_.failed_pieces_peak, report.failed_pieces);
  }

  void wait_for_next_frame([[maybe_unused]] std::uint64_t number) {
#if !defined(__EMSCRIPTEN__)
    if (options_.realtime) {
      const std::chrono::duration<double> until(static_cast<double>(number + 1) * k_frame_s);
      std::this_thread::sleep_until(began_ + std::chrono::duration_cast<Steady::duration>(until));
    } else if (provider_.fetcher() != nullptr && streamer_->report().fetching > 0) {
      // What flies takes its time: virtual time may not run ahead of the network.
      std::this_thread::sleep_for(std::chrono::duration<double>(k_frame_s));
    }
#endif
  }

  TourReport finish(std::uint64_t frames) {
    report_.frames = frames;
    report_.main_thread_ms_p50 = percentile(main_thread_ms_, 0.5);
    report_.main_thread_ms_p99 = percentile(main_thread_ms_, 0.99);
    report_.main_thread_ms_p999 = percentile(main_thread_ms_, 0.999);
    report_.main_thread_ms_max = percentile(main_thread_ms_, 1.0);
    report_.main_thread_cpu_ms_p99 = percentile(main_thread_cpu_ms_, 0.99);
    report_.main_thread_cpu_ms_max = percentile(main_thread_cpu_ms_, 1.0);
    report_.missing_at_view_ratio = missing_.ratio();
    report_.pieces_seen = missing_.in_view();
    report_.pieces_missing = missing_.missing();
    report_.pieces_wanted_p50 = percentile(wanted_, 0.5);
    report_.distance_m = distance_m_;
    report_.transport = builds_->transport_name();
    report_.last = streamer_->report();
    if (report_.last.first_world_ready) {
      report_.first_world_ms = (report_.last.first_world_at_s - began_on_clock_s_) * 1000.0;
    }
    return report_;
  }

  stream::Provider& provider_;
  const TourOptions& options_;
  FrameClock frame_clock_;
  stream::SteadyClock steady_clock_;
  MissingAtView missing_;
  std::unique_ptr<stream::BuildService> builds_;
  VirtualWorkers* virtual_workers_ = nullptr;  // owned by builds_
  std::unique_ptr<stream::Streamer> streamer_;
  std::unique_ptr<stream::RoadFollower> follower_;
  std::uint64_t moment_ = 0;  // the frame that runs
  Steady::time_point began_;
  double began_on_clock_s_ = 0;
  double distance_m_ = 0;
  std::vector<double> main_thread_ms_;
  std::vector<double> main_thread_cpu_ms_;
  std::vector<double> wanted_;
  TourReport report_;
};

}  // namespace

std::uint64_t frame_count(const TourOptions& options) {
  return static_cast<std::uint64_t>(options.seconds * k_tour_frames_per_second + 0.5);
}

Result<TourReport> run_tour(stream::Provider& provider, stream::PageSink& sink,
                            const TourOptions& options, const TourListener& listener) {
  Tour tour(provider, sink, options);
  return tour.run(listener);
}

}  // namespace terrane::play
