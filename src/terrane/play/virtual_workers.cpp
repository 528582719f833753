#include "terrane/play/virtual_workers.h"

#include <algorithm>
#include <utility>
#if defined(__EMSCRIPTEN__)
#include <chrono>
#else
#include <ctime>
#endif

namespace terrane::play {

#if defined(__EMSCRIPTEN__)
double thread_processor_time_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
#else
double thread_processor_time_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
#endif

VirtualWorkers::VirtualWorkers(const stream::Provider& provider, unsigned count,
                               stream::Clock& clock, std::function<double()> processor_time_s)
    : provider_(provider),
      clock_(clock),
      processor_time_s_(std::move(processor_time_s)),
      free_at_s_(count, 0.0) {
  TERRANE_ASSERT(count > 0, "a transport has at least one worker");
}

void VirtualWorkers::run_submitted() {
  std::vector<Submitted> batch;
  batch.swap(submitted_);
  for (Submitted& submitted : batch) run(std::move(submitted));
}

void VirtualWorkers::run(Submitted submitted) {
  const double before_s = processor_time_s_();
  base::Result<content::Content> content =
      provider_.build_on_worker(submitted.job.request, submitted.job.inputs);
  const double spent_s = std::max(processor_time_s_() - before_s, 0.0);

  double& free_at_s = free_at_s_[submitted.worker];
  free_at_s = std::max(free_at_s, submitted.at_s) + spent_s;
  stream::BuildOutcome outcome{submitted.job.request_id, submitted.job.request.key,
                               std::move(content), spent_s * 1000.0, true};
  done_.push_back(Done{free_at_s, Finished{submitted.worker, std::move(outcome)}});
}

double VirtualWorkers::busy_until_s() const {
  return *std::max_element(free_at_s_.begin(), free_at_s_.end());
}

unsigned VirtualWorkers::worker_count() const {
  return static_cast<unsigned>(free_at_s_.size());
}
bool VirtualWorkers::ready(unsigned) const {
  return true;
}
bool VirtualWorkers::alive(unsigned) const {
  return true;
}

void VirtualWorkers::submit(unsigned worker, std::vector<stream::BuildJob> bundle) {
  TERRANE_ASSERT(worker < free_at_s_.size(), "a bundle goes to a worker that there is");
  for (stream::BuildJob& job : bundle) {
    submitted_.push_back(Submitted{worker, clock_.now_s(), std::move(job)});
  }
}

std::vector<stream::BuildTransport::Finished> VirtualWorkers::collect() {
  const double now_s = clock_.now_s();
  // Jobs of one worker stand in the order in which they were done; a stable sort keeps it among
  // equals.
  std::stable_sort(done_.begin(), done_.end(),
                   [](const Done& a, const Done& b) { return a.at_s < b.at_s; });
  const auto later = std::find_if(done_.begin(), done_.end(),
                                  [now_s](const Done& done) { return done.at_s > now_s; });
  std::vector<Finished> due;
  for (auto done = done_.begin(); done != later; ++done) due.push_back(std::move(done->finished));
  done_.erase(done_.begin(), later);
  return due;
}

bool VirtualWorkers::replace(unsigned) {
  return false;
}
const char* VirtualWorkers::name() const {
  return "virtual";
}

}  // namespace terrane::play
