// A match as the rest of the program has it: orders in, one snapshot source, events out, and a
// setting that says where it runs. Main: here. Worker: in a thread. Shadow: here, and once more in
// a thread with a world of its own, every tick compared and the first difference named down to row
// and field. A worker that does not answer within two seconds of its start is given up, and the
// match goes on here. Owner thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/play/match_side.h"
#include "terrane/snapshot/event_port.h"

namespace terrane::play {

enum class MatchThread : std::uint8_t { Main, Worker, Shadow };
// "main", "worker" or "shadow"; BadUsage names the option.
base::Result<MatchThread> parse_match_thread(std::string_view text);

struct HostOptions {
  MatchThread thread = MatchThread::Main;
  snapshot::Word checksum_every = 0;  // ticks between two checksums of a TickRecord; 0: none
  bool posted = false;                // the exchange of the worker
  double ready_patience_s = 2;        // for a worker's handshake
  double tick_patience_s = 10;        // for one tick of a worker
  snapshot::Word plant_tick = 0;      // the worker's state has one bit turned over then; 0: never
  double tick_at_least_s = 0;         // slows every tick down, to see who waits for it
};

// Makes the side that is not here; null where there is none.
using WorkerMaker =
    std::function<std::unique_ptr<MatchSide>(MatchRecipe recipe, const SideOptions& options)>;

class MatchHost {
 public:
  // `make_worker` null: a thread, and where there are no threads a second world on this one.
  // Fails as MatchWorld::open() and check_started(): a match without units, vision or players is
  // an error, not a black map.
  static base::Result<std::unique_ptr<MatchHost>> start(MatchRecipe recipe,
                                                        const HostOptions& options,
                                                        WorkerMaker make_worker = {});

  // An order or other event of the table for the next tick that has not begun, or for a later one.
  template <typename Payload>
  base::Result<void> give(snapshot::EventKind kind, const Payload& payload,
                          std::span<const snapshot::Word> list = {}, snapshot::Word ticks_on = 1) {
    return outside_.emit(kind, tick() + begun_ + ticks_on, payload, list);
  }
  // The same as a record, which carries its tick.
  base::Result<void> give_record(std::span<const snapshot::Word> record) {
    return outside_.emit_record(record);
  }

  // Runs one tick wherever the match runs and waits for it, and for those begun before. Incomplete
  // when a worker that has it alone does not answer any more: the match is lost then, but for what
  // was saved or recorded.
  base::Result<void> step();

  // The same without waiting, for who draws meanwhile. begin_step() asks for one more tick (here it
  // is run at once) and takes the orders given so far; poll() takes what has been done since and
  // says whether that was a tick. Between the two nothing of the match changes but latest().
  // Incomplete as step(), once a tick was begun longer ago than its patience.
  void begin_step();
  base::Result<bool> poll();
  // Ticks asked for and not taken yet.
  snapshot::Word begun() const { return begun_; }

  snapshot::Word tick() const { return tick_; }
  bool over() const { return last_.over; }
  const TickRecord& last() const { return last_; }
  // The last that had checksums; of tick 0 before the first.
  const TickRecord& last_checked() const { return last_checked_; }
  // Whether ticks run in a thread of their own.
  bool in_worker() const { return options_.thread == MatchThread::Worker && worker_is_thread_; }
  // The last two snapshots; valid until the next call or step.
  const snapshot::Latest& latest() { return authority_->snapshots().latest(); }
  snapshot::SnapshotSource& snapshots() { return authority_->snapshots(); }
  // Events since the last call, from both directions, each once.
  template <typename Use>
  void drain(Use&& use) {
    outside_.drain(use);
  }
  base::Result<std::vector<std::uint8_t>> save() { return authority_->save(k_save_patience_s); }
  // Without waiting, of the ticks asked for so far: see MatchSide.
  void begin_save() { authority_->begin_save(); }
  std::optional<std::vector<std::uint8_t>> take_save() { return authority_->take_save(); }

  // Why the match does not run where it was asked to; empty when it does.
  const std::string& trouble() const { return trouble_; }
  bool has_shadow() const { return shadow_ != nullptr; }
  // Ticks after which the two worlds were not the same, and a sentence about the first.
  std::uint64_t shadow_differences() const { return differences_; }
  const std::string& first_difference() const { return first_difference_; }
  // Of the ticks that a worker sent over: from its publishing to its view being open here, and the
  // opening alone. Microseconds, one a tick; empty without a worker.
  const std::vector<double>& cross_us() const { return cross_us_; }
  const std::vector<double>& decode_us() const { return decode_us_; }

 private:
  static constexpr double k_save_patience_s = 10;

  explicit MatchHost(const HostOptions& options) : options_(options) {}
  base::Result<void> start_sides(MatchRecipe recipe, WorkerMaker make_worker);
  // Waits for Ready; a sentence when it does not come or is not of this engine.
  std::string handshake(MatchSide& worker);
  // Takes the next begun tick: false when it is not done within the patience.
  base::Result<bool> take_tick(double patience_s);
  base::Result<void> take_shadow(const TickRecord& here);
  void take_crossing(MatchSide& worker, const TickRecord& record);
  void compare(const TickRecord& here, const TickRecord& there);
  std::string name_difference(const TickRecord& here, const TickRecord& there);

  HostOptions options_;
  std::unique_ptr<MatchSide> authority_;
  std::unique_ptr<MatchSide> shadow_;
  bool worker_is_thread_ = false;
  snapshot::EventPort outside_{snapshot::Side::Outside};
  snapshot::Word tick_ = 0;
  snapshot::Word begun_ = 0;
  double begun_s_ = 0;  // when the oldest of them was, or the one before it came
  TickRecord last_;
  TickRecord last_checked_;
  std::string trouble_;
  std::uint64_t differences_ = 0;
  std::string first_difference_;
  std::vector<double> cross_us_;
  std::vector<double> decode_us_;
  // For naming a difference between states: what a save is read with.
  std::unique_ptr<rts::Rules> rules_;
  std::unique_ptr<rts::Battlefield> field_;
};

}  // namespace terrane::play
