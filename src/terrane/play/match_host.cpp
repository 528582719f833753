#include "terrane/play/match_host.h"

#include <chrono>
#include <thread>
#include <utility>

#include "terrane/rts/state.h"
#include "terrane/snapshot/compare.h"

namespace terrane::play {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Word;

Result<MatchThread> parse_match_thread(std::string_view text) {
  if (text == "main") return MatchThread::Main;
  if (text == "worker") return MatchThread::Worker;
  if (text == "shadow") return MatchThread::Shadow;
  return Error{ErrorCode::BadUsage, "no such thread", "--thread " + std::string(text),
               "main, worker or shadow"};
}

Result<std::unique_ptr<MatchHost>> MatchHost::start(MatchRecipe recipe, const HostOptions& options,
                                                    WorkerMaker make_worker) {
  std::unique_ptr<MatchHost> host(new MatchHost(options));
  TERRANE_TRY(host->start_sides(std::move(recipe), std::move(make_worker)));
  const snapshot::Latest& latest = host->latest();
  if (!latest.ready()) {
    return Error{ErrorCode::Incomplete, "the match gave no snapshot", "match",
                 "its first snapshot before the first tick"};
  }
  TERRANE_TRY(snapshot::check_started(latest.current));
  host->tick_ = latest.current_tick();
  return host;
}

Result<void> MatchHost::start_sides(MatchRecipe recipe, WorkerMaker make_worker) {
  SideOptions side;
  side.checksum_every = options_.checksum_every;
  side.tick_at_least_s = options_.tick_at_least_s;
  if (options_.thread == MatchThread::Shadow) side.checksum_every = 1;
  const bool wants_worker = options_.thread != MatchThread::Main;
  if (options_.thread == MatchThread::Shadow) {
    rules_ = std::make_unique<rts::Rules>(TERRANE_TRY(rts::load_rules(recipe.rules)));
    field_ = std::make_unique<rts::Battlefield>(recipe.field);
  }
  std::unique_ptr<MatchSide> worker;
  if (wants_worker) {
    SideOptions there = side;
    there.posted = options_.posted;
    worker = make_worker ? make_worker(recipe, there) : make_thread_side(recipe, there);
    worker_is_thread_ = worker != nullptr;
    if (worker) trouble_ = handshake(*worker);
    if (!trouble_.empty()) {
      worker = nullptr;
      worker_is_thread_ = false;
    }
    if (worker && options_.plant_tick != 0) worker->plant(options_.plant_tick);
  }
  if (worker && options_.thread == MatchThread::Worker) {
    authority_ = std::move(worker);
    return {};
  }
  if (options_.thread == MatchThread::Worker && trouble_.empty()) {
    trouble_ = "there are no threads here: the match runs on the main thread";
  }
  const bool second_here = options_.thread == MatchThread::Shadow && !worker && trouble_.empty();
  if (second_here) {
    worker = TERRANE_TRY(make_inline_side(recipe, side));
    if (options_.plant_tick != 0) worker->plant(options_.plant_tick);
    static_cast<void>(worker->take_events());
  }
  shadow_ = std::move(worker);
  authority_ = TERRANE_TRY(make_inline_side(std::move(recipe), side));
  return outside_.receive(authority_->take_events());
}

std::string MatchHost::handshake(MatchSide& worker) {
  const double began_s = match_clock_s();
  while (match_clock_s() - began_s < options_.ready_patience_s) {
    const std::vector<Word> events = worker.take_events();
    if (events.empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    std::size_t at = 0;
    const auto first = snapshot::take(snapshot::Side::Outside, events, at);
    if (!first.ok()) return "the match's worker said what is no event: " + first.error().what;
    if (first.value().info->kind == snapshot::EventKind::Failed) {
      snapshot::TextPayload text;
      static_cast<void>(first.value().get(text));
      return "the match's worker could not start: " + snapshot::text_of(text);
    }
    snapshot::BuildPayload build;
    const std::uint64_t engine = match_engine_digest();
    if (!first.value().get(build) || build.engine_low != static_cast<Word>(engine) ||
        build.engine_high != static_cast<Word>(engine >> 32) ||
        build.snapshot_version != snapshot::k_version) {
      return "the match's worker is of another engine";
    }
    if (options_.thread == MatchThread::Worker) {
      const auto received = outside_.receive(events);
      if (!received.ok()) return "the match's worker said what is no event";
    }
    return {};
  }
  return "the match's worker did not answer within " +
         std::to_string(options_.ready_patience_s).substr(0, 3) +
         " s: the match goes on on the main thread";
}

void MatchHost::begin_step() {
  std::vector<Word>& orders = outside_.outbox();
  if (!orders.empty()) {
    authority_->give(orders);
    if (shadow_) shadow_->give(orders);
    orders.clear();
  }
  if (begun_ == 0) begun_s_ = match_clock_s();
  begun_ += 1;
  if (shadow_) shadow_->run_tick();  // first, so that the two run at the same time
  authority_->run_tick();
}

Result<void> MatchHost::step() {
  begin_step();
  while (begun_ > 0) {
    if (TERRANE_TRY(take_tick(options_.tick_patience_s))) continue;
    return Error{ErrorCode::Incomplete, "the match's worker does not answer any more",
                 "tick " + std::to_string(tick_ + 1),
                 "a tick within " + std::to_string(options_.tick_patience_s) + " s"};
  }
  return {};
}

Result<bool> MatchHost::poll() {
  bool any = false;
  while (begun_ > 0) {
    if (!TERRANE_TRY(take_tick(0))) break;
    any = true;
  }
  if (begun_ > 0 && match_clock_s() - begun_s_ > options_.tick_patience_s) {
    return Error{ErrorCode::Incomplete, "the match's worker does not answer any more",
                 "tick " + std::to_string(tick_ + 1),
                 "a tick within " + std::to_string(options_.tick_patience_s) + " s"};
  }
  return any;
}

Result<bool> MatchHost::take_tick(double patience_s) {
  const auto here = authority_->wait_tick(patience_s);
  if (!here) return false;
  begun_ -= 1;
  begun_s_ = match_clock_s();
  last_ = *here;
  if (last_.checksums) last_checked_ = last_;
  tick_ = here->tick;
  TERRANE_TRY(outside_.receive(authority_->take_events()));
  if (options_.thread == MatchThread::Worker && worker_is_thread_) {
    take_crossing(*authority_, *here);
  }
  if (shadow_) TERRANE_TRY(take_shadow(*here));
  return true;
}

// A comparison needs both, so that a shadow is waited for.
Result<void> MatchHost::take_shadow(const TickRecord& here) {
  const auto there = shadow_->wait_tick(options_.tick_patience_s);
  if (!there) {
    trouble_ = "the shadow match's worker does not answer any more";
    shadow_ = nullptr;
    return {};
  }
  static_cast<void>(shadow_->take_events());  // the same events once more
  take_crossing(*shadow_, *there);
  compare(here, *there);
  return {};
}

void MatchHost::take_crossing(MatchSide& worker, const TickRecord& record) {
  const double began_s = match_clock_s();
  const snapshot::Latest& latest = worker.snapshots().latest();
  const double opened_s = match_clock_s();
  if (!latest.ready() || latest.current_tick() != record.tick) return;
  decode_us_.push_back((opened_s - began_s) * 1e6);
  cross_us_.push_back((opened_s - record.published_s) * 1e6);
}

void MatchHost::compare(const TickRecord& here, const TickRecord& there) {
  const bool sums_agree = here.tick == there.tick && here.checksums && there.checksums &&
                          *here.checksums == *there.checksums;
  const snapshot::View a = authority_->snapshots().latest().current;
  const snapshot::View b = shadow_->snapshots().latest().current;
  const auto drawn = snapshot::first_difference(a, b);
  if (sums_agree && !drawn) return;
  differences_ += 1;
  if (differences_ > 1) return;
  first_difference_ = "tick " + std::to_string(here.tick) + ": " +
                      (drawn ? snapshot::to_sentence(*drawn) : name_difference(here, there));
}

std::string MatchHost::name_difference(const TickRecord& here, const TickRecord& there) {
  if (here.tick != there.tick) return "the shadow is at tick " + std::to_string(there.tick);
  const auto ours = authority_->save(k_save_patience_s);
  const auto theirs = shadow_->save(k_save_patience_s);
  if (!ours.ok()) return base::to_sentence(ours.error());
  if (!theirs.ok()) return base::to_sentence(theirs.error());
  const auto a = rts::read_save(ours.value(), *rules_, *field_);
  const auto b = rts::read_save(theirs.value(), *rules_, *field_);
  if (!a.ok()) return base::to_sentence(a.error());
  if (!b.ok()) return base::to_sentence(b.error());
  const auto difference = rts::first_difference(a.value(), b.value());
  return difference ? snapshot::to_sentence(*difference) : "checksums differ, the states do not";
}

}  // namespace terrane::play
