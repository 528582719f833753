#include "terrane/play/tour_trace.h"

#include <cstdio>

namespace terrane::play {
namespace {

constexpr const char* k_csv_head =
    "frame,time_s,main_thread_ms,main_thread_cpu_ms,wanted,resident,queued,building,pieces_built,"
    "stale_results,"
    "resident_bytes,in_view,missing,x_m,y_m,z_m\n";

}  // namespace

TourTrace::TourTrace(TraceFormat format) : format_(format) {}

void TourTrace::add(const TourFrame& frame) {
  const stream::StreamerReport& report = frame.streamer->report();
  const geo::Vec3 at = frame.observer.position;
  char row[512];
  if (format_ == TraceFormat::Csv) {
    std::snprintf(row, sizeof(row),
                  "%llu,%.6f,%.4f,%.4f,%zu,%zu,%zu,%zu,%llu,%llu,%zu,%llu,%llu,%.3f,%.3f,%.3f\n",
                  static_cast<unsigned long long>(frame.number), frame.time_s, frame.main_thread_ms,
                  frame.main_thread_cpu_ms, report.wanted, report.resident, report.queued,
                  report.building, static_cast<unsigned long long>(report.pieces_built),
                  static_cast<unsigned long long>(report.stale_results), report.resident_bytes,
                  static_cast<unsigned long long>(frame.view.in_view),
                  static_cast<unsigned long long>(frame.view.missing), at.x, at.y, at.z);
  } else {
    // Times are microseconds; a counter event draws its values as bands.
    const double time_us = frame.time_s * 1e6;
    std::snprintf(
        row, sizeof(row),
        "%s{\"name\":\"update\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%.1f,\"dur\":%.1f},\n"
        "{\"name\":\"pieces\",\"ph\":\"C\",\"pid\":1,\"ts\":%.1f,\"args\":{\"resident\":%zu,"
        "\"queued\":%zu,\"building\":%zu}}",
        rows_.empty() ? "" : ",\n", time_us, frame.main_thread_ms * 1000.0, time_us,
        report.resident, report.queued, report.building);
  }
  rows_ += row;
}

std::string TourTrace::text() const {
  if (format_ == TraceFormat::Csv) return k_csv_head + rows_;
  return "{\"traceEvents\":[\n" + rows_ + "\n]}\n";
}

}  // namespace terrane::play
