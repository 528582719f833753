// Drives a streamer through a world without a window and measures it: 60 frames a second of virtual
// time, builds on virtual workers (virtual_workers.h), every byte copied into a pool of the real
// size. `main_thread_ms` is the real time of Streamer::update, nothing else. The observer waits
// until the first world stands, then moves. Owner thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/play/missing_at_view.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

inline constexpr double k_tour_frames_per_second = 60.0;

struct TourOptions {
  double seconds = 60;  // of virtual time, the wait for the first world included
  double speed_m_per_s = 30;
  std::optional<geo::Vec3> start;  // world space; default: the world's own start
  std::vector<geo::Vec3> route;    // places to pass instead of following roads
  std::uint64_t seed = 0;          // of the turns
  unsigned workers = 0;            // 0: builds run inline, on the main thread
  bool realtime = false;           // paced by the wall clock, builds on real threads
  double eye_height_m = 1.7;
  std::uint32_t pool_pages = 8192;
  stream::StreamerOptions streaming;
};

// Frames of the whole tour.
std::uint64_t frame_count(const TourOptions& options);

// One frame as it stands after its streaming work.
struct TourFrame {
  std::uint64_t number = 0;
  double time_s = 0;
  double main_thread_ms = 0;
  double main_thread_cpu_ms = 0;
  MissingAtView::Frame view;  // zeros until the first world stands
  stream::Observer observer;
  const stream::Streamer* streamer = nullptr;
};
// Told after each frame, outside what is measured: draws it, records it. An error ends the tour.
using TourListener = std::function<base::Result<void>(const TourFrame&)>;

struct TourReport {
  std::uint64_t frames = 0;
  double main_thread_ms_p50 = 0;
  double main_thread_ms_p99 = 0;
  double main_thread_ms_p999 = 0;
  double main_thread_ms_max = 0;
  // The same work in the thread's processor time: what is left when other programs are taken out.
  double main_thread_cpu_ms_p99 = 0;
  double main_thread_cpu_ms_max = 0;
  // From the tour's beginning on its clock; nothing when the first world never stood.
  std::optional<double> first_world_ms;
  std::uint64_t frames_before_first_world = 0;
  double missing_at_view_ratio = 0;
  std::uint64_t pieces_seen = 0;  // sums over frames, for the ratio's meaning
  std::uint64_t pieces_missing = 0;
  double pieces_wanted_p50 = 0;
  std::size_t resident_bytes_peak = 0;
  std::size_t overflow_pieces_peak = 0;
  std::size_t failed_pieces_peak = 0;
  double distance_m = 0;
  std::string transport;        // how builds ran
  stream::StreamerReport last;  // totals at the end
};

// `sink` takes pages; its pool must hold options.pool_pages.
base::Result<TourReport> run_tour(stream::Provider& provider, stream::PageSink& sink,
                                  const TourOptions& options, const TourListener& listener = {});

}  // namespace terrane::play
