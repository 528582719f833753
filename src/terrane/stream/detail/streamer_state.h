// The streamer's insides: its slots and the four groups of work on them, one source file each:
// streamer.cpp (selection, the frame, reports), streamer_builds.cpp (fetches, builds, failures),
// streamer_commits.cpp (pages in and out) and streamer_room.cpp (a pool that is short). Owner
// thread.
#pragma once

#include <array>
#include <deque>

#include "terrane/stream/flat_index.h"
#include "terrane/stream/streamer.h"

namespace terrane::stream::detail {

// Where a piece is on its way; see the picture in streamer.h.
enum class Stage : std::uint8_t {
  Free,     // the slot holds no piece, or one that is leaving
  ToFetch,  // waits to be asked for its needs
  Fetching,
  ToBuild,  // inputs are there, waits for a worker
  Building,
  ToCommit,  // built, and being copied into the pool page by page
  ForRoom,   // built, waits for farther pieces to drop a level of detail
  Resident,  // drawn at the wanted level
  Failed,    // waits for its retry
  Overflow,  // the pool has no room for it
};
inline constexpr std::size_t k_stage_count = 10;

struct Slot {
  // Hot: read for every piece at each selection.
  PieceKey key;
  double cost = 0;
  std::uint64_t request_id = 0;  // the latest; results of others are stale
  std::uint32_t stamp = 0;       // of the last selection that wanted it
  Stage stage = Stage::Free;
  bool within_reach = false;
  bool is_drawn = false;  // `drawn` is in the pool, perhaps at another level than wanted
  std::uint8_t wanted_lod = 0;
  std::uint8_t lod_penalty = 0;  // levels given up because the pool was short
  bool lowering = false;         // on its way to a coarser level to make room
  std::uint8_t request_lod = 0;
  std::uint8_t coarser_wishes = 0;  // selections in a row that wanted it coarser than it is drawn

  ResidentPiece drawn;
  std::size_t side_bytes = 0;   // of drawn.content
  std::size_t finer_pages = 0;  // what it took before it gave up a level
  std::size_t expected_gain() const { return (finer_pages + 1) / 2; }

  std::vector<fetch::Bytes> inputs;
  std::size_t inputs_missing = 0;

  // ToCommit and ForRoom: what was built; pages[0 .. pages_written) are in the pool.
  std::unique_ptr<content::Content> built;
  std::vector<PageId> pages;
  std::size_t pages_written = 0;

  std::size_t pages_needed = 0;  // ForRoom and Overflow: what it waits for
  unsigned attempts = 0;         // Failed
  double retry_at_s = 0;
  std::unique_ptr<base::Error> error;  // the last, while attempts > 0
};

// A heap of slots, cheapest first, ties by key.
struct QueueEntry {
  double cost = 0;
  PieceKey key;
  std::uint32_t slot = 0;
};

class CostQueue {
 public:
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const QueueEntry& front() const { return entries_.front(); }
  void push(const QueueEntry& entry);
  QueueEntry pop();

 private:
  std::vector<QueueEntry> entries_;
};

struct Flight {  // a fetch on its way
  std::uint64_t ticket = 0;
  std::uint64_t request_id = 0;
  std::uint32_t slot = 0;
  std::size_t input = 0;
};

struct PlannedFetch {
  std::uint64_t request_id = 0;
  std::uint32_t slot = 0;
  std::size_t input = 0;
  fetch::Request request;
};

}  // namespace terrane::stream::detail

namespace terrane::stream {

struct Streamer::State {
  using Slot = detail::Slot;
  using Stage = detail::Stage;

  State(Provider& provider_in, BuildService& builds_in, PageSink& sink_in, std::uint32_t pool_pages,
        Clock& clock_in, fetch::Fetcher* fetcher_in, StreamerOptions options_in);
  ~State();

  // streamer.cpp
  base::Result<void> select(std::span<const Observer> from, double now_s);
  void apply_selection();
  std::uint32_t claim(PieceKey key);
  void leave_unwanted();
  void update_held_keys();
  void rebuild_lists();
  void set_stage(Slot& slot, Stage stage);
  void start_over(Slot& slot);
  void enqueue(std::uint32_t index);
  std::uint8_t coarsest_level() const;
  std::uint8_t level_for(const Slot& slot) const;
  bool wants_other_level(Slot& slot) const;
  void note_first_world(double now_s);
  double distance_m(PieceKey key) const;
  double reach_m() const;
  bool ahead(PieceKey key) const;
  void refresh_report();

  // streamer_builds.cpp
  void retry_failed(double now_s);
  void collect_fetches(double now_s);
  void start_fetches();
  void plan_fetches(std::uint32_t index);
  void receive_builds(double deadline_s, double now_s);
  void submit_builds();
  void fail(Slot& slot, base::Error error, double now_s, double retry_after_s = 0);
  void cancel_fetches(std::uint64_t request_id);

  // streamer_commits.cpp
  void commit(double deadline_s);
  bool take_pages(std::uint32_t index, std::uint64_t& bytes_left);
  bool write_pages(Slot& slot, double deadline_s, std::uint64_t& bytes_left);
  void finish_commit(std::uint32_t index);
  void undraw(std::uint32_t index);
  void leave(std::uint32_t index);
  void release(std::uint32_t index);
  void release_some(std::size_t at_least);
  void discard_built(Slot& slot);
  void give_back(std::vector<PageId>& pages);
  void free_some();

  // streamer_room.cpp
  void make_room(std::uint32_t index);
  bool lower_others(const Slot& slot, std::size_t pages, bool only_farther);
  bool lower_itself(Slot& slot, std::size_t pages);
  bool drop_farther(const Slot& slot, std::size_t pages);
  void overflow(Slot& slot, std::size_t pages);
  void revisit_overflow();
  void restore_one_level();

  Provider& provider;
  BuildService& builds;
  PageSink& sink;
  PagePool pool;
  Clock& clock;
  fetch::Fetcher* fetcher;
  StreamerOptions options;
  std::function<void(const Failure&)> told;

  Selection selection;
  Selection next_selection;  // asked for, and applied in the next frame
  bool next_selection_waits = false;
  std::vector<Observer> observers;
  double next_select_s = -1e300;
  double next_evict_s = -1e300;
  std::uint32_t stamp = 0;

  std::deque<Slot> slots;  // addresses stay
  std::vector<std::uint32_t> free_slots;
  std::vector<std::uint32_t> order;     // slots of selection.pieces, in its order
  std::vector<std::uint32_t> previous;  // `order` of the selection before
  std::vector<std::uint32_t>
      leaving;  // no longer wanted; pages and memory are yet to be given back
  FlatIndex index_by_key;
  std::array<std::size_t, detail::k_stage_count> stage_counts{};
  std::size_t settled_count = 0;  // the pieces of `order` before this were settled

  detail::CostQueue to_fetch;
  detail::CostQueue to_build;
  detail::CostQueue to_commit;
  std::vector<std::uint32_t> for_room;
  std::vector<std::uint32_t> failed;
  std::deque<detail::PlannedFetch> planned_fetches;
  std::vector<detail::Flight> flights;
  std::uint64_t next_request_id = 0;
  std::uint64_t next_ticket = 0;
  std::size_t expected_pages = 0;  // that pieces on their way to a coarser level will give back
  std::size_t awaited_pages = 0;   // that pieces in ForRoom wait for
  std::size_t failing_count = 0;   // pieces with failed attempts, being retried or waiting for it
  bool room_came_back = false;

  std::vector<const ResidentPiece*> resident_by_cost;
  std::vector<PieceKey> held_keys;           // of all claimed slots, sorted
  std::vector<PieceKey> previous_held_keys;  // the memory of the last ones
  std::vector<PieceKey> claimed_keys;        // at this selection
  std::vector<PieceKey> left_keys;
  std::size_t side_bytes = 0;  // content of resident pieces beside their pages

  // What was let go of and is freed a little each frame.
  std::vector<std::vector<content::MeshPage>> dead_meshes;
  std::vector<std::shared_ptr<const content::Content>> dead_contents;

  StreamerReport report;
};

}  // namespace terrane::stream
