// The one loop that turns selections into resident pieces under a budget. Called each frame on the
// owner thread; never builds there unless the fallback is on.
//
// Each piece goes through these states; a result is applied only if its slot still wants that key
// and that request is the slot's latest:
//
//   wanted -> fetching -> ready -> building -> built -> committing -> resident -> (released)
//               |                     |
//               +---- failed: told to the app, retried with back-off, listed until it works
//
// Source: article "Streaming an open world with Web Workers" (claim, release, staleness, clocks).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "terrane/stream/build_service.h"
#include "terrane/stream/clock.h"
#include "terrane/stream/observer.h"
#include "terrane/stream/pages.h"
#include "terrane/stream/provider.h"

namespace terrane::stream {

struct StreamerOptions {
  SelectionLimits limits;
  double frame_budget_ms = 0.4;  // streaming work a frame; lower arrives later, higher costs frames
  double loading_budget_ms = 2.0;  // the same until the first world stands: nothing is drawn yet
  double commit_limit_ms = 0.1;    // one commit step; a large piece commits over several frames
  std::uint64_t frame_bytes = std::uint64_t{8} << 20;  // copied a frame at most
  double select_interval_s = 0.25;
  // Limits of each selection's growth; what is left waits for the next frame. Too low delays the
  // first world, too high makes long frames where much is new.
  std::uint32_t growth_per_selection = 8;
  double evict_interval_s = 2.0;
  unsigned fetches_in_flight = 8;
  double retry_first_s = 1.0;  // doubles with each failure
  double retry_longest_s = 60.0;
};

struct ResidentPiece {
  PieceKey key;
  std::uint8_t lod = 0;
  double cost = 0;
  geo::Frame frame;
  content::BoundsMm bounds;  // of the whole content
  std::vector<PageId> pages;
  std::vector<content::BoundsMm> page_bounds;    // for culling, beside `pages`
  std::vector<std::uint16_t> page_index_counts;  // beside `pages`
  // Everything but the mesh pages, which live in the pool. Immutable.
  std::shared_ptr<const content::Content> content;
};

struct Failure {
  PieceKey key;
  base::Error error;
  unsigned attempts = 0;
  double retry_at_s = 0;
};

struct StreamerReport {
  std::size_t wanted = 0;  // in the last selection
  std::size_t resident = 0;
  std::size_t fetching = 0;
  std::size_t queued = 0;  // ready, waiting for a worker
  std::size_t building = 0;
  std::uint64_t pieces_built = 0;  // results received, stale ones included
  std::uint64_t built_on_workers = 0;
  std::uint64_t stale_results = 0;
  std::uint64_t bytes_committed = 0;
  std::uint64_t bytes_fetched = 0;
  std::uint64_t queries = 0;
  std::size_t overflow_pieces = 0;  // wanted, built, and without room in the pool now
  std::size_t failed_pieces = 0;    // now
  std::size_t resident_bytes = 0;   // pool pages in use and content beside them
  SelectionEnd selection_end = SelectionEnd::ReachedCostLimit;
  // Once everything within the current selection's reach was resident, or listed as failed or
  // overflowing; stays true.
  bool first_world_ready = false;
  double first_world_at_s = -1;  // on the clock
};

class Streamer {
 public:
  // All borrowed for the streamer's life. `fetcher` may be null for worlds that need nothing.
  Streamer(Provider& provider, BuildService& builds, PageSink& sink, std::uint32_t pool_pages,
           Clock& clock, fetch::Fetcher* fetcher = nullptr, StreamerOptions options = {});
  ~Streamer();

  // One frame's work. An error only for bad arguments (a position that is not finite).
  base::Result<void> update(std::span<const Observer> observers);

  // Sorted by cost, nearest first. Valid until the next update.
  std::span<const ResidentPiece* const> resident() const;
  const ResidentPiece* find(PieceKey key) const;
  const Selection& selection() const;
  const StreamerReport& report() const;
  // Pieces that cannot be had now, and why. An app shows them.
  std::vector<Failure> failures() const;
  // Names of the wanted pieces that the pool has no room for, cheapest first, for the report.
  std::vector<PieceKey> overflowing() const;
  // The straight distance from the first observer to the nearest place ahead that is not resident,
  // where "ahead" is a cone of 130 degrees around the view, and everything near: fog must close
  // before it. Where nothing is missing, the distance at which the selection ends. Metres.
  double clear_distance_m() const;
  // Told at once when a piece fails, and with attempts == 0 when it comes back; may be empty.
  void on_failure(std::function<void(const Failure&)> told);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::stream
