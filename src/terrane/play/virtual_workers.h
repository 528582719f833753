// Workers of a machine that is not this one: a transport for `tour`. A job runs inline, between two
// frames, with its thread's processor time measured; its result is delivered that many milliseconds
// of virtual time later, after whatever the same worker had to do before. So a tour reports what N
// workers would have done, however fast or busy the machine is that runs it. Owner thread.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "terrane/stream/build_service.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

// Seconds of processor time that this thread has used; wall time where the platform has no such
// clock.
double thread_processor_time_s();

class VirtualWorkers final : public stream::BuildTransport {
 public:
  // All borrowed. `processor_time_s` is injected by tests. `count` at least 1.
  VirtualWorkers(const stream::Provider& provider, unsigned count, stream::Clock& clock,
                 std::function<double()> processor_time_s = thread_processor_time_s);

  // Builds what was submitted since the last call. Between two frames.
  void run_submitted();
  // When the last job submitted so far will be done, on the clock.
  double busy_until_s() const;

  unsigned worker_count() const override;
  bool ready(unsigned worker) const override;
  bool alive(unsigned worker) const override;
  void submit(unsigned worker, std::vector<stream::BuildJob> bundle) override;
  // What is due by the clock, in the order in which it was done.
  std::vector<Finished> collect() override;
  bool replace(unsigned worker) override;
  const char* name() const override;

 private:
  struct Submitted {
    unsigned worker = 0;
    double at_s = 0;
    stream::BuildJob job;
  };
  struct Done {
    double at_s = 0;
    stream::BuildOutcome outcome;
  };
  struct Worker {
    double free_at_s = 0;
    std::deque<Done> done;  // in the order in which it was done
  };

  void run(Submitted submitted);

  const stream::Provider& provider_;
  stream::Clock& clock_;
  std::function<double()> processor_time_s_;
  std::vector<Worker> workers_;
  std::vector<Submitted> submitted_;
};

}  // namespace terrane::play
