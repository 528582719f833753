#include "terrane/play/hud_streaming.h"

#include <set>
#include <string>

#include "terrane/base/result.h"

namespace terrane::play {

void describe_streaming(const LiveWorld& live, const FrameTimes& times,
                        const render::FrameReport& frame, Hud& hud) {
  constexpr std::size_t k_failures_shown = 8;
  const stream::StreamerReport& report = live.streamer().report();
  HudStreaming& panel = hud.streaming;
  panel.pieces = report.resident;
  panel.wanted = report.wanted;
  panel.queued = report.fetching + report.queued + report.building;
  panel.update_ms = times.update_ms();
  panel.update_ms_p99 = times.update_ms_p99();
  panel.update_ms_max = times.update_ms_max();
  panel.frames_per_second = times.frames_per_second();
  panel.draw_calls = frame.draw_calls;
  panel.triangles = frame.triangles;
  panel.first_world_ready = report.first_world_ready;
  panel.transport = live.builds().transport_name();
  panel.trouble = live.builds().trouble();
  panel.queries = report.queries;
  panel.bytes_fetched = report.bytes_fetched;
  panel.failures.clear();
  if (report.failed_pieces > 0) {
    std::set<std::string> told;  // sectors that miss the same map tile fail with it alike
    for (const stream::Failure& failure : live.streamer().failures()) {
      if (panel.failures.size() == k_failures_shown) break;
      if (!told.insert(failure.error.what + failure.error.where).second) continue;
      panel.failures.push_back(base::to_sentence(failure.error));
    }
  }
  if (report.overflow_pieces > 0) {
    panel.failures.push_back(std::to_string(report.overflow_pieces) +
                             " pieces have no room in the pool");
  }
  if (!report.first_world_ready) hud.caption = "building the world ...";
}

}  // namespace terrane::play
