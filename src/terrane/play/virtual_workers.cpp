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
      workers_(count) {
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

  Worker& worker = workers_[submitted.worker];
  worker.free_at_s = std::max(worker.free_at_s, submitted.at_s) + spent_s;
  worker.done.push_back(Done{worker.free_at_s,
                             {submitted.job.request_id, submitted.job.request.key,
                              std::move(content), spent_s * 1000.0, true}});
}

double VirtualWorkers::busy_until_s() const {
  double latest_s = 0;
  for (const Worker& worker : workers_) latest_s = std::max(latest_s, worker.free_at_s);
  return latest_s;
}

unsigned VirtualWorkers::worker_count() const {
  return static_cast<unsigned>(workers_.size());
}
bool VirtualWorkers::ready(unsigned) const {
  return true;
}
bool VirtualWorkers::alive(unsigned) const {
  return true;
}

void VirtualWorkers::submit(unsigned worker, std::vector<stream::BuildJob> bundle) {
  TERRANE_ASSERT(worker < workers_.size(), "a bundle goes to a worker that there is");
  for (stream::BuildJob& job : bundle) {
    submitted_.push_back(Submitted{worker, clock_.now_s(), std::move(job)});
  }
}

std::vector<stream::BuildTransport::Finished> VirtualWorkers::collect() {
  const double now_s = clock_.now_s();
  std::vector<Finished> due;
  for (;;) {
    Worker* next = nullptr;  // the one that was done first with what is due
    for (Worker& worker : workers_) {
      if (worker.done.empty() || worker.done.front().at_s > now_s) continue;
      if (next == nullptr || worker.done.front().at_s < next->done.front().at_s) next = &worker;
    }
    if (next == nullptr) return due;
    const auto number = static_cast<unsigned>(next - workers_.data());
    due.push_back(Finished{number, std::move(next->done.front().outcome)});
    next->done.pop_front();
  }
}

bool VirtualWorkers::replace(unsigned) {
  return false;
}
const char* VirtualWorkers::name() const {
  return "virtual";
}

}  // namespace terrane::play
