#include "terrane/play/match_side.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "terrane/base/hash.h"
#include "terrane/base/log.h"
#include "terrane/play/match_fault.h"
#include "terrane/snapshot/event_port.h"

namespace terrane::play {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::Word;

void append_all(std::vector<Word>& to, const std::vector<Word>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// What both sides do on the thread of the match.
class Runner {
 public:
  Runner(std::unique_ptr<MatchWorld> world, const SideOptions& options)
      : world_(std::move(world)), options_(options) {}

  void give(const std::vector<Word>& records) {
    rts::Match& match = world_->match();
    std::size_t at = 0;
    while (at < records.size()) {
      const std::size_t began = at;
      const auto event = snapshot::take(snapshot::Side::Match, records, at);
      if (!event.ok()) {
        base::log_line(base::LogLevel::Warning, "match", base::to_sentence(event.error()));
        return;
      }
      record_.assign(records.begin() + static_cast<std::ptrdiff_t>(began),
                     records.begin() + static_cast<std::ptrdiff_t>(at));
      record_[0] &= ~snapshot::k_event_tag;
      const auto given = match.give(record_);
      if (!given.ok()) {
        base::log_line(base::LogLevel::Warning, "match", base::to_sentence(given.error()));
      }
    }
  }

  void plant(Word tick) { plant_tick_ = tick; }

  // The snapshot goes into `sink`, what the match let out is appended to `events`.
  TickRecord run_tick(snapshot::SnapshotSink& sink, std::vector<Word>& events) {
    rts::Match& match = world_->match();
    TickRecord record;
    const double began_s = match_clock_s();
    match.step();
    const double rest_s = options_.tick_at_least_s - (match_clock_s() - began_s);
    if (rest_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(rest_s));
    record.step_ms = (match_clock_s() - began_s) * 1000.0;
    record.tick = match.tick();
    record.over = match.over();
    if (plant_tick_ != 0 && record.tick == plant_tick_) flip_one_bit(match.board().state);
    if (options_.checksum_every != 0 &&
        (record.tick % options_.checksum_every == 0 || record.over)) {
      record.checksums = rts::checksums(match.state());
    }
    publish(sink, record);
    match.port().drain([](const snapshot::Event&) {});  // nobody listens on this side
    append_all(events, match.port().outbox());
    match.port().outbox().clear();
    return record;
  }

  // The state as it stands, before any tick.
  void publish_first(snapshot::SnapshotSink& sink) {
    TickRecord record;
    publish(sink, record);
  }

  void emit_ready(std::vector<Word>& events) {
    const std::uint64_t engine = match_engine_digest();
    snapshot::BuildPayload payload;
    payload.engine_low = static_cast<Word>(engine);
    payload.engine_high = static_cast<Word>(engine >> 32);
    payload.snapshot_version = snapshot::k_version;
    emit(events, snapshot::EventKind::Ready, payload);
    append_all(events, world_->match().port().outbox());  // what start() had to say
    world_->match().port().outbox().clear();
  }

  template <typename Payload>
  static void emit(std::vector<Word>& events, snapshot::EventKind kind, const Payload& payload) {
    snapshot::EventPort port(snapshot::Side::Match);
    const auto emitted = port.emit(kind, 0, payload);
    TERRANE_ASSERT(emitted.ok(), "the event is in the table");
    append_all(events, port.outbox());
  }

  void save(std::vector<std::uint8_t>& out) const { world_->save(out); }

 private:
  void publish(snapshot::SnapshotSink& sink, TickRecord& record) {
    snapshot::Buffer* buffer = sink.begin();
    if (buffer == nullptr) return;  // counted by the sink; the next tick carries everything again
    const double began_s = match_clock_s();
    world_->encode(*buffer);
    record.published_s = match_clock_s();
    record.encode_us = (record.published_s - began_s) * 1e6;
    sink.publish();
  }

  std::unique_ptr<MatchWorld> world_;
  SideOptions options_;
  Word plant_tick_ = 0;
  std::vector<Word> record_;
};

template <typename Value>
std::optional<Value> first_of(std::deque<Value>& waiting) {
  if (waiting.empty()) return std::nullopt;
  std::optional<Value> first(std::move(waiting.front()));
  waiting.pop_front();
  return first;
}

// Either exchange behind both of its interfaces.
struct Exchange {
  explicit Exchange(bool posted) {
    if (posted) {
      auto made = std::make_unique<snapshot::PostedExchange>();
      sink = made.get();
      source = made.get();
      posted_exchange = std::move(made);
    } else {
      auto made = std::make_unique<snapshot::SharedExchange>();
      sink = made.get();
      source = made.get();
      shared_exchange = std::move(made);
    }
  }
  snapshot::SnapshotSink* sink = nullptr;
  snapshot::SnapshotSource* source = nullptr;
  std::unique_ptr<snapshot::PostedExchange> posted_exchange;
  std::unique_ptr<snapshot::SharedExchange> shared_exchange;
};

class InlineSide final : public MatchSide {
 public:
  InlineSide(std::unique_ptr<MatchWorld> world, const SideOptions& options)
      : runner_(std::move(world), options), exchange_(options.posted) {
    runner_.emit_ready(events_);
    runner_.publish_first(*exchange_.sink);
  }

  void give(const std::vector<Word>& records) override { runner_.give(records); }
  void run_tick() override { records_.push_back(runner_.run_tick(*exchange_.sink, events_)); }
  void plant(Word tick) override { runner_.plant(tick); }
  std::optional<TickRecord> wait_tick(double) override {
    if (records_.empty()) return std::nullopt;
    const TickRecord record = records_.front();
    records_.pop_front();
    return record;
  }
  std::vector<Word> take_events() override { return std::exchange(events_, {}); }
  snapshot::SnapshotSource& snapshots() override { return *exchange_.source; }
  Result<std::vector<std::uint8_t>> save(double) override {
    std::vector<std::uint8_t> bytes;
    runner_.save(bytes);
    return bytes;
  }
  void begin_save() override { runner_.save(saves_.emplace_back()); }
  std::optional<std::vector<std::uint8_t>> take_save() override { return first_of(saves_); }

 private:
  Runner runner_;
  Exchange exchange_;
  std::deque<TickRecord> records_;
  std::deque<std::vector<std::uint8_t>> saves_;
  std::vector<Word> events_;
};

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)

// What the two threads share. The worker keeps it alive too, so that one which never answered can
// be left alone.
class Meeting {
 public:
  explicit Meeting(const SideOptions& options) : options_(options), exchange_(options.posted) {}

  struct Command {
    enum class Kind { Give, Tick, Plant, Save, Stop };
    Kind kind = Kind::Tick;
    std::vector<Word> records;
    Word tick = 0;
  };

  void post(Command command) {
    {
      const std::lock_guard lock(mutex_);
      commands_.push_back(std::move(command));
    }
    wake_.notify_one();
  }
  std::optional<TickRecord> wait_tick(double patience_s) { return wait(records_, patience_s); }
  std::optional<std::vector<std::uint8_t>> wait_save(double patience_s) {
    return wait(saves_, patience_s);
  }
  std::vector<Word> take_events() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }
  snapshot::SnapshotSource& snapshots() { return *exchange_.source; }

  void run_on_worker(MatchRecipe recipe) {
    auto world = MatchWorld::open(std::move(recipe));
    std::vector<Word> events;
    if (!world.ok()) {
      Runner::emit(
          events, snapshot::EventKind::Failed,
          snapshot::text_payload(base::to_sentence(world.error()), 0, snapshot::k_owner_nature));
      answer_on_worker([&] { append_all(events_, events); });
      return;
    }
    Runner runner(std::move(world).value(), options_);
    runner.emit_ready(events);
    runner.publish_first(*exchange_.sink);
    answer_on_worker([&] { append_all(events_, events); });
    for (;;) {
      const Command command = next_command_on_worker();
      switch (command.kind) {
        case Command::Kind::Stop:
          return;
        case Command::Kind::Give:
          runner.give(command.records);
          break;
        case Command::Kind::Plant:
          runner.plant(command.tick);
          break;
        case Command::Kind::Save: {
          std::vector<std::uint8_t> bytes;
          runner.save(bytes);
          answer_on_worker([&] { saves_.push_back(std::move(bytes)); });
          break;
        }
        case Command::Kind::Tick: {
          events.clear();
          const TickRecord record = runner.run_tick(*exchange_.sink, events);
          answer_on_worker([&] {
            records_.push_back(record);
            append_all(events_, events);
          });
          break;
        }
      }
    }
  }

 private:
  // Of `waiting`, which the mutex guards.
  template <typename Value>
  std::optional<Value> wait(std::deque<Value>& waiting, double patience_s) {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, std::chrono::duration<double>(patience_s),
                       [&] { return !waiting.empty(); });
    return first_of(waiting);
  }

  Command next_command_on_worker() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return !commands_.empty(); });
    Command command = std::move(commands_.front());
    commands_.pop_front();
    return command;
  }

  template <typename Change>
  void answer_on_worker(Change change) {
    {
      const std::lock_guard lock(mutex_);
      change();
    }
    answered_.notify_one();
  }

  const SideOptions options_;
  Exchange exchange_;
  std::mutex mutex_;  // guards the four below
  std::deque<Command> commands_;
  std::deque<TickRecord> records_;
  std::deque<std::vector<std::uint8_t>> saves_;
  std::vector<Word> events_;
  std::condition_variable wake_;      // of the worker
  std::condition_variable answered_;  // of the owner
};

class ThreadSide final : public MatchSide {
 public:
  ThreadSide(MatchRecipe recipe, const SideOptions& options)
      : meeting_(std::make_shared<Meeting>(options)) {
    thread_ = std::thread([meeting = meeting_, own = std::move(recipe)]() mutable {
      meeting->run_on_worker(std::move(own));
    });
  }
  // One that has said nothing yet may never have begun (a browser's may not), and is not waited
  // for.
  ~ThreadSide() override {
    meeting_->post({Command::Kind::Stop, {}, 0});
    if (heard_) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }

  void give(const std::vector<Word>& records) override {
    meeting_->post({Command::Kind::Give, records, 0});
  }
  void run_tick() override { meeting_->post({Command::Kind::Tick, {}, 0}); }
  void plant(Word tick) override { meeting_->post({Command::Kind::Plant, {}, tick}); }

  std::optional<TickRecord> wait_tick(double patience_s) override {
    return meeting_->wait_tick(patience_s);
  }
  std::vector<Word> take_events() override {
    std::vector<Word> events = meeting_->take_events();
    heard_ = heard_ || !events.empty();
    return events;
  }
  snapshot::SnapshotSource& snapshots() override { return meeting_->snapshots(); }

  Result<std::vector<std::uint8_t>> save(double patience_s) override {
    begin_save();
    auto bytes = meeting_->wait_save(patience_s);
    if (bytes) return std::move(*bytes);
    return Error{ErrorCode::Incomplete, "the match's worker gave no save", "match",
                 "an answer within " + std::to_string(patience_s) + " s"};
  }
  void begin_save() override { meeting_->post({Command::Kind::Save, {}, 0}); }
  std::optional<std::vector<std::uint8_t>> take_save() override { return meeting_->wait_save(0); }

 private:
  using Command = Meeting::Command;
  std::shared_ptr<Meeting> meeting_;
  std::thread thread_;
  bool heard_ = false;
};

#endif

}  // namespace

double match_clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::uint64_t match_engine_digest() {
  return base::hash(base::hash_text("terrane match"), rts::k_simulation_version,
                    snapshot::k_version);
}

Result<std::unique_ptr<MatchSide>> make_inline_side(MatchRecipe recipe,
                                                    const SideOptions& options) {
  auto world = TERRANE_TRY(MatchWorld::open(std::move(recipe)));
  return std::unique_ptr<MatchSide>(std::make_unique<InlineSide>(std::move(world), options));
}

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

std::unique_ptr<MatchSide> make_thread_side(MatchRecipe, const SideOptions&) {
  return nullptr;
}

#else

std::unique_ptr<MatchSide> make_thread_side(MatchRecipe recipe, const SideOptions& options) {
  try {
    return std::make_unique<ThreadSide>(std::move(recipe), options);
  } catch (const std::system_error&) {
    return nullptr;
  }
}

#endif

}  // namespace terrane::play
