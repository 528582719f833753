#include "terrane/stream/build_service.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "terrane/base/digest.h"
#include "terrane/base/log.h"

namespace terrane::stream {
namespace {

constexpr double k_hello_after_load_s = 2.0;
constexpr double k_hello_after_start_s = 10.0;
constexpr double k_probe_answer_s = 10.0;
constexpr std::uint64_t k_probe_request_id = UINT64_MAX;
// The moving average of build times is that of about so many builds; of the first few, the plain
// average, since the very first piece is seldom a typical one.
constexpr unsigned k_averaged_builds = 10;
// Levels of detail with an average of their own; any beyond share the last.
constexpr std::size_t k_averaged_levels = 4;
// Shares of room add up to one but for rounding.
constexpr double k_whole_room = 1.0 + 2e-6;

using Bundle = std::vector<BuildJob>;

struct Worker {
  enum class Phase { Starting, AwaitingProbe, Probing, Ready, Lost };
  Phase phase = Phase::Starting;
  bool replaced = false;
  double since_s = 0;           // when this phase began
  double loaded_at_s = -1;      // its code; -1 until then
  std::vector<Bundle> bundles;  // in flight: the jobs not yet returned

  std::size_t job_count() const {
    std::size_t count = 0;
    for (const Bundle& bundle : bundles) count += bundle.size();
    return count;
  }
};

struct Average {
  double ms = 0;
  unsigned builds = 0;  // at most k_averaged_builds
};

struct Probe {
  bool chosen = false;
  bool built = false;
  BuildJob job;
  std::uint64_t digest = 0;
};

}  // namespace

struct BuildService::State {
  State(const Provider& provider_in, std::unique_ptr<BuildTransport> transport_in,
        BuildServiceOptions options_in, Clock* clock_in)
      : provider(provider_in),
        transport(std::move(transport_in)),
        options(options_in),
        clock(clock_in != nullptr ? *clock_in : steady_clock),
        workers(transport != nullptr ? transport->worker_count() : 0) {
    for (Worker& worker : workers) worker.since_s = clock.now_s();
    run_inline = workers.empty();
  }

  double expected_ms(std::uint8_t lod) const;
  std::size_t bundle_size(std::uint8_t lod) const;
  double bundles_for(const std::vector<BuildJob>& jobs) const;
  void note_build(std::uint8_t lod, double build_ms);
  std::size_t free_bundles() const;
  bool wants_probe() const;
  void send(std::vector<BuildJob> jobs);
  Worker* least_busy();
  void watch(unsigned index, double now_s);
  void greet(unsigned index, double now_s);
  void send_probe(unsigned index, double now_s);
  void take(BuildTransport::Finished finished, std::vector<BuildOutcome>& outcomes);
  void check_probe(unsigned index, const BuildOutcome& outcome);
  void lose(unsigned index, const std::string& why, bool may_replace, double now_s);
  void enter(Worker& worker, Worker::Phase phase, double now_s);
  void resubmit();
  void build_inline(double deadline_s, std::vector<BuildOutcome>& outcomes);

  const Provider& provider;
  std::unique_ptr<BuildTransport> transport;
  BuildServiceOptions options;
  SteadyClock steady_clock;
  Clock& clock;
  std::vector<Worker> workers;
  bool run_inline = false;
  std::deque<BuildJob> inline_jobs;
  std::vector<BuildJob> returned;                   // of lost workers, to be sent again
  std::array<Average, k_averaged_levels> averages;  // of builds, by level of detail
  Probe probe;
  std::string trouble;
};

// A level that was never built is taken to cost what the next finer one does: a coarser level is
// seldom dearer.
double BuildService::State::expected_ms(std::uint8_t lod) const {
  for (std::size_t level = std::min<std::size_t>(lod, k_averaged_levels - 1) + 1; level > 0;) {
    level -= 1;
    if (averages[level].builds > 0) return averages[level].ms;
  }
  return options.first_build_ms;
}

std::size_t BuildService::State::bundle_size(std::uint8_t lod) const {
  const double pieces = options.bundle_target_ms / std::max(expected_ms(lod), 1e-3);
  return static_cast<std::size_t>(std::clamp(pieces, 1.0, double(options.bundle_limit)));
}

// How many bundles the jobs fill, as a sum of shares.
double BuildService::State::bundles_for(const std::vector<BuildJob>& jobs) const {
  double bundles = 0;
  for (const BuildJob& job : jobs) {
    bundles += 1.0 / static_cast<double>(bundle_size(job.request.lod));
  }
  return bundles;
}

void BuildService::State::note_build(std::uint8_t lod, double build_ms) {
  Average& average = averages[std::min<std::size_t>(lod, k_averaged_levels - 1)];
  average.builds = std::min(average.builds + 1, k_averaged_builds);
  average.ms += (build_ms - average.ms) / average.builds;
}

std::size_t BuildService::State::free_bundles() const {
  std::size_t count = 0;
  for (const Worker& worker : workers) {
    if (worker.phase != Worker::Phase::Ready) continue;
    count += options.bundles_in_flight -
             std::min<std::size_t>(options.bundles_in_flight, worker.bundles.size());
  }
  return count;
}

bool BuildService::State::wants_probe() const {
  if (probe.chosen) return false;
  return std::any_of(workers.begin(), workers.end(), [](const Worker& worker) {
    return worker.phase == Worker::Phase::AwaitingProbe;
  });
}

Worker* BuildService::State::least_busy() {
  Worker* best = nullptr;
  for (Worker& worker : workers) {
    if (worker.phase != Worker::Phase::Ready) continue;
    if (worker.bundles.size() >= options.bundles_in_flight) continue;
    const bool better =
        best == nullptr || worker.bundles.size() < best->bundles.size() ||
        (worker.bundles.size() == best->bundles.size() && worker.job_count() < best->job_count());
    if (better) best = &worker;
  }
  return best;
}

// Deals the jobs out like cards, round by round, so that the cheapest ones are built side by side
// and each worker has its own in order: no bundle of one level is larger than its bundle_size(),
// bundles of several levels are alike in number of jobs, and no ready worker idles while another
// has two jobs.
void BuildService::State::send(std::vector<BuildJob> jobs) {
  if (jobs.empty()) return;
  const std::size_t slots = std::max<std::size_t>(free_bundles(), 1);
  const auto fewest = static_cast<std::size_t>(std::ceil(bundles_for(jobs) * (2.0 - k_whole_room)));
  const auto ready = static_cast<std::size_t>(
      std::count_if(workers.begin(), workers.end(),
                    [](const Worker& worker) { return worker.phase == Worker::Phase::Ready; }));
  const std::size_t count = std::min({std::max(fewest, ready), slots, jobs.size()});
  const std::size_t size = (jobs.size() + count - 1) / count;
  const std::size_t players = std::min(count, ready);
  std::vector<Bundle> bundles(count);
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const std::size_t first = job / (players * size) * players;  // bundle of this round
    const std::size_t width = std::min(players, count - first);
    bundles[first + job % width].push_back(std::move(jobs[job]));
  }
  std::erase_if(bundles, [](const Bundle& bundle) { return bundle.empty(); });
  for (Bundle& bundle : bundles) {
    Worker* worker = least_busy();
    TERRANE_ASSERT(worker != nullptr, "no more jobs than there is room for");
    worker->bundles.push_back(bundle);
    transport->submit(static_cast<unsigned>(worker - workers.data()), std::move(bundle));
  }
}

void BuildService::State::enter(Worker& worker, Worker::Phase phase, double now_s) {
  worker.phase = phase;
  worker.since_s = now_s;
}

void BuildService::State::watch(unsigned index, double now_s) {
  Worker& worker = workers[index];
  if (worker.phase == Worker::Phase::Lost) return;
  if (!transport->alive(index)) {
    const std::string why = transport->why_dead(index);
    return lose(index, why.empty() ? "died" : "died: " + why, true, now_s);
  }
  if (worker.phase == Worker::Phase::Starting) {
    if (worker.loaded_at_s < 0 && transport->code_loaded(index)) worker.loaded_at_s = now_s;
    if (transport->ready(index)) {
      greet(index, now_s);
    } else if (worker.loaded_at_s >= 0 && now_s - worker.loaded_at_s > k_hello_after_load_s) {
      lose(index, "said nothing within 2 s of loading its code", true, now_s);
    } else if (now_s - worker.since_s > k_hello_after_start_s) {
      lose(index, "did not load its code within 10 s", true, now_s);
    }
  } else if (worker.phase == Worker::Phase::AwaitingProbe && probe.built) {
    send_probe(index, now_s);
  } else if (worker.phase == Worker::Phase::Probing && now_s - worker.since_s > k_probe_answer_s) {
    lose(index, "did not build its probe piece within 10 s", true, now_s);
  }
}

void BuildService::State::greet(unsigned index, double now_s) {
  const std::optional<WorkerHello> hello = transport->hello(index);
  if (!hello.has_value()) return enter(workers[index], Worker::Phase::Ready, now_s);
  const WorldInfo& info = provider.info();
  if (hello->uri != info.uri) {
    return lose(index, "opened the world " + hello->uri + " instead of " + info.uri, false, now_s);
  }
  if (hello->rules_digest != info.rules_digest) {
    return lose(index,
                "builds by other rules (digest " + base::digest_text(hello->rules_digest) +
                    " instead of " + base::digest_text(info.rules_digest) + ")",
                false, now_s);
  }
  enter(workers[index], Worker::Phase::AwaitingProbe, now_s);
}

void BuildService::State::send_probe(unsigned index, double now_s) {
  BuildJob job = probe.job;
  job.request_id = k_probe_request_id;
  enter(workers[index], Worker::Phase::Probing, now_s);
  transport->submit(index, {std::move(job)});
}

void BuildService::State::check_probe(unsigned index, const BuildOutcome& outcome) {
  Worker& worker = workers[index];
  if (worker.phase != Worker::Phase::Probing) return;
  if (!outcome.content.ok()) {
    lose(index, "could not build its probe piece: " + base::to_sentence(outcome.content.error()),
         false, clock.now_s());
  } else if (content::digest(outcome.content.value()) != probe.digest) {
    lose(index, "built its probe piece " + base::digest_text(outcome.key.value) + " differently",
         false, clock.now_s());
  } else {
    enter(worker, Worker::Phase::Ready, clock.now_s());
  }
}

void BuildService::State::take(BuildTransport::Finished finished,
                               std::vector<BuildOutcome>& outcomes) {
  BuildOutcome& outcome = finished.outcome;
  if (outcome.request_id == k_probe_request_id) return check_probe(finished.worker, outcome);
  for (Bundle& bundle : workers[finished.worker].bundles) {
    const auto job = std::find_if(bundle.begin(), bundle.end(), [&](const BuildJob& candidate) {
      return candidate.request_id == outcome.request_id;
    });
    if (job == bundle.end()) continue;
    note_build(job->request.lod, outcome.build_ms);
    // In no order from now on; what is sent again is sorted then.
    if (&*job != &bundle.back()) *job = std::move(bundle.back());
    bundle.pop_back();
    outcomes.push_back(std::move(outcome));
    break;  // an outcome that nobody waits for came from a worker that was given up
  }
  std::vector<Bundle>& bundles = workers[finished.worker].bundles;
  std::erase_if(bundles, [](const Bundle& bundle) { return bundle.empty(); });
}

void BuildService::State::lose(unsigned index, const std::string& why, bool may_replace,
                               double now_s) {
  Worker& worker = workers[index];
  for (Bundle& bundle : worker.bundles) {
    std::move(bundle.begin(), bundle.end(), std::back_inserter(returned));
  }
  worker.bundles.clear();
  const std::string sentence = "build worker " + std::to_string(index + 1) + " of " +
                               std::to_string(workers.size()) + " " + why;
  if (may_replace && !worker.replaced && transport->replace(index)) {
    base::log_line(base::LogLevel::Warning, "stream", sentence + "; it was replaced");
    worker.replaced = true;
    worker.loaded_at_s = -1;
    return enter(worker, Worker::Phase::Starting, now_s);
  }
  enter(worker, Worker::Phase::Lost, now_s);
  transport->dismiss(index);
  run_inline = std::all_of(workers.begin(), workers.end(),
                           [](const Worker& other) { return other.phase == Worker::Phase::Lost; });
  trouble = sentence + (run_inline ? "; pieces are built on the main thread now"
                                   : "; the other workers go on");
  base::log_line(base::LogLevel::Warning, "stream", trouble);
}

void BuildService::State::resubmit() {
  if (returned.empty()) return;
  std::sort(returned.begin(), returned.end(), [](const BuildJob& a, const BuildJob& b) {
    return a.request_id < b.request_id;  // the order in which they were asked for
  });
  if (run_inline) {
    std::move(returned.begin(), returned.end(), std::back_inserter(inline_jobs));
    returned.clear();
    return;
  }
  double left = static_cast<double>(free_bundles()) * k_whole_room;
  const auto end = std::find_if(returned.begin(), returned.end(), [&](const BuildJob& job) {
    left -= 1.0 / static_cast<double>(bundle_size(job.request.lod));
    return left < 0;
  });
  std::vector<BuildJob> again(std::make_move_iterator(returned.begin()),
                              std::make_move_iterator(end));
  returned.erase(returned.begin(), end);
  send(std::move(again));
}

void BuildService::State::build_inline(double deadline_s, std::vector<BuildOutcome>& outcomes) {
  for (unsigned count = 0; count < options.inline_pieces_per_frame && !inline_jobs.empty();
       ++count) {
    const double start_s = clock.now_s();
    if (count > 0 && start_s >= deadline_s) break;
    const BuildJob job = std::move(inline_jobs.front());
    inline_jobs.pop_front();
    BuildOutcome outcome{job.request_id, job.request.key,
                         provider.build_on_worker(job.request, job.inputs), 0, false};
    outcome.build_ms = (clock.now_s() - start_s) * 1e3;
    if (probe.chosen && !probe.built && job.request_id == probe.job.request_id) {
      probe.built = outcome.content.ok();
      probe.chosen = probe.built;  // a piece that cannot be had is no probe: the next job will be
      if (probe.built) probe.digest = content::digest(outcome.content.value());
    }
    outcomes.push_back(std::move(outcome));
  }
}

BuildService::BuildService(const Provider& provider, std::unique_ptr<BuildTransport> transport,
                           BuildServiceOptions options, Clock* clock)
    : state_(std::make_unique<State>(provider, std::move(transport), options, clock)) {}

BuildService::~BuildService() = default;

std::size_t BuildService::room(std::uint8_t lod) const {
  const State& state = *state_;
  if (state.run_inline) {
    const std::size_t cap = state.options.inline_pieces_per_frame;
    return cap - std::min(cap, state.inline_jobs.size());
  }
  const double bundles =
      static_cast<double>(state.free_bundles()) - state.bundles_for(state.returned);
  const double room = std::floor(bundles * k_whole_room * double(state.bundle_size(lod)));
  return static_cast<std::size_t>(std::max(room, 0.0)) + (state.wants_probe() ? 1 : 0);
}

namespace {

[[maybe_unused]] double share_of_room(const BuildService& service,
                                      const std::vector<BuildJob>& jobs) {
  double share = 0;
  for (const BuildJob& job : jobs) {
    share += 1.0 / static_cast<double>(service.room(job.request.lod));
  }
  return share;
}

}  // namespace

void BuildService::submit(std::vector<BuildJob> jobs) {
  State& state = *state_;
  TERRANE_ASSERT(share_of_room(*this, jobs) <= k_whole_room, "no more jobs than there is room for");
  if (!state.run_inline && !jobs.empty() && state.wants_probe()) {
    state.probe.chosen = true;
    state.probe.job = jobs.front();
    state.inline_jobs.push_back(std::move(jobs.front()));
    jobs.erase(jobs.begin());
  }
  if (state.run_inline) {
    std::move(jobs.begin(), jobs.end(), std::back_inserter(state.inline_jobs));
  } else {
    state.send(std::move(jobs));
  }
}

std::vector<BuildOutcome> BuildService::pump(double deadline_s) {
  State& state = *state_;
  std::vector<BuildOutcome> outcomes;
  if (state.transport != nullptr) {
    for (BuildTransport::Finished& finished :
         state.transport->collect_by(state.clock, deadline_s)) {
      state.take(std::move(finished), outcomes);
    }
    const double now_s = state.clock.now_s();
    for (unsigned index = 0; index < state.workers.size(); ++index) state.watch(index, now_s);
    state.resubmit();
  }
  state.build_inline(deadline_s, outcomes);
  return outcomes;
}

std::size_t BuildService::in_flight() const {
  std::size_t count = state_->inline_jobs.size() + state_->returned.size();
  for (const Worker& worker : state_->workers) count += worker.job_count();
  return count;
}

bool BuildService::inline_fallback() const {
  return state_->run_inline;
}

const std::string& BuildService::trouble() const {
  return state_->trouble;
}

const char* BuildService::transport_name() const {
  return state_->run_inline ? "inline" : state_->transport->name();
}

}  // namespace terrane::stream
