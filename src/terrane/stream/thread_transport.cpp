// The threads transport: one queue a worker, one list of results for all. The provider is immutable
// and shared; a job and its result belong to one thread at a time.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/base/log.h"
#include "terrane/stream/build_service.h"

namespace terrane::stream {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

std::unique_ptr<BuildTransport> make_thread_transport(const Provider&, unsigned) {
  return nullptr;
}

#else

namespace {

using Finished = BuildTransport::Finished;

class ResultList {
 public:
  void add_on_worker(Finished finished) {
    const std::lock_guard lock(mutex_);
    results_.push_back(std::move(finished));
  }
  std::vector<Finished> take_all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Finished> results_;
};

class WorkerThread {
 public:
  WorkerThread(const Provider& provider, unsigned number, ResultList& results)
      : provider_(provider),
        number_(number),
        results_(results),
        thread_([this] { run_on_worker(); }) {}

  ~WorkerThread() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void submit(std::vector<BuildJob> bundle) {
    {
      const std::lock_guard lock(mutex_);
      for (BuildJob& job : bundle) jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
  }

 private:
  void run_on_worker() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
      if (stopping_) return;
      const BuildJob job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      build_on_worker(job);
      lock.lock();
    }
  }

  void build_on_worker(const BuildJob& job) {
    const auto start = std::chrono::steady_clock::now();
    BuildOutcome outcome{job.request_id, job.request.key,
                         provider_.build_on_worker(job.request, job.inputs), 0, true};
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    outcome.build_ms = took.count();
    results_.add_on_worker({number_, std::move(outcome)});
  }

  const Provider& provider_;
  const unsigned number_;
  ResultList& results_;
  std::mutex mutex_;  // guards the two below
  std::deque<BuildJob> jobs_;
  bool stopping_ = false;
  std::condition_variable wake_;
  std::thread thread_;  // last: it uses all of the above
};

class ThreadTransport final : public BuildTransport {
 public:
  // Where the system gives fewer threads than asked for, those it gives.
  ThreadTransport(const Provider& provider, unsigned count) {
    try {
      for (unsigned number = 0; number < count; ++number) {
        workers_.push_back(std::make_unique<WorkerThread>(provider, number, results_));
      }
    } catch (const std::system_error&) {
      base::log_line(base::LogLevel::Warning, "stream",
                     "the system gave fewer threads than wanted");
    }
  }
  unsigned worker_count() const override { return static_cast<unsigned>(workers_.size()); }
  // A thread shares the provider and the code: it is there once it was made.
  bool ready(unsigned) const override { return true; }
  bool alive(unsigned) const override { return true; }
  void submit(unsigned worker, std::vector<BuildJob> bundle) override {
    workers_[worker]->submit(std::move(bundle));
  }
  std::vector<Finished> collect() override { return results_.take_all(); }
  bool replace(unsigned) override { return false; }
  const char* name() const override { return "threads"; }

 private:
  ResultList results_;
  std::vector<std::unique_ptr<WorkerThread> > workers_;
};

}  // namespace

std::unique_ptr<BuildTransport> make_thread_transport(const Provider& provider, unsigned count) {
  TERRANE_ASSERT(count >= 1 && count <= 8, "1 to 8 worker threads");
  auto transport = std::make_unique<ThreadTransport>(provider, count);
  if (transport->worker_count() == 0) return nullptr;
  return transport;
}

#endif

unsigned default_worker_count() {
  const unsigned cores = std::thread::hardware_concurrency();
  return std::clamp(cores, 2u, 9u) - 1;
}

}  // namespace terrane::stream
