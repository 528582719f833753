// Builds pieces somewhere else and brings the results back. One interface, three transports:
// threads, inline (the fallback and tests) and message workers for the browser
// (message_transport.h). `tour` adds virtual workers of its own. The service hands out requests in
// bundles: three bundles in flight a worker, the least busy first; a bundle is one piece where
// pieces are slow, and several where they are quick, so that a worker never runs dry between two
// frames.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/stream/clock.h"
#include "terrane/stream/provider.h"

namespace terrane::stream {

struct BuildJob {
  std::uint64_t request_id = 0;  // rises with each request; the latest of a slot counts
  BuildRequest request;
  std::vector<fetch::Bytes> inputs;
};

struct BuildOutcome {
  std::uint64_t request_id = 0;
  PieceKey key;
  base::Result<content::Content> content;
  double build_ms = 0;  // on its thread
  bool built_on_worker = true;
};

// What a worker that holds a world of its own says when it is there.
struct WorkerHello {
  std::string uri;
  std::uint64_t rules_digest = 0;
};

// Runs bundles of jobs. Owner thread for every call.
class BuildTransport {
 public:
  virtual ~BuildTransport() = default;
  virtual unsigned worker_count() const = 0;
  // True once worker `worker` has said hello. The service counts one that does not within ten
  // seconds of its start, or two of `code_loaded`, as dead.
  virtual bool ready(unsigned worker) const = 0;
  // What it said; nothing for a worker that shares the service's provider, where there is nothing
  // to compare. Asked when ready.
  virtual std::optional<WorkerHello> hello(unsigned worker) const {
    static_cast<void>(worker);
    return std::nullopt;
  }
  virtual bool code_loaded(unsigned worker) const {
    static_cast<void>(worker);
    return true;
  }
  virtual bool alive(unsigned worker) const = 0;
  // Why it is not alive, as a part of a sentence; empty where nobody can say.
  virtual std::string why_dead(unsigned worker) const {
    static_cast<void>(worker);
    return {};
  }
  virtual void submit(unsigned worker, std::vector<BuildJob> bundle) = 0;
  // Finished builds since the last call, and which worker ran each.
  struct Finished {
    unsigned worker = 0;
    BuildOutcome outcome;
  };
  virtual std::vector<Finished> collect() = 0;
  // The same where bringing a result back costs the owner time: what cannot be had before the
  // deadline of `clock` waits for the next call, but at least one comes.
  virtual std::vector<Finished> collect_by(Clock& clock, double deadline_s) {
    static_cast<void>(clock);
    static_cast<void>(deadline_s);
    return collect();
  }
  // A new worker in the place of a dead one; false when none can be started.
  virtual bool replace(unsigned worker) = 0;
  // Lets go of what a worker holds that will not be asked again: it was refused, or died for good.
  virtual void dismiss(unsigned worker) { static_cast<void>(worker); }
  // "threads", "inline", …: for reports.
  virtual const char* name() const = 0;
};

// Worker threads; each shares the immutable provider. `count` 1 to 8. Null where there are no
// threads (WebAssembly without shared memory, or the system gives none).
std::unique_ptr<BuildTransport> make_thread_transport(const Provider& provider, unsigned count);
// Cores minus one, 1 to 8 (native).
unsigned default_worker_count();

struct BuildServiceOptions {
  unsigned bundles_in_flight =
      3;  // a worker; too low lets workers run dry, too high makes results stale
  // Work in a bundle by the moving averages of build times. Three bundles must last from one frame
  // to the next, or workers run dry.
  double bundle_target_ms = 8.0;
  unsigned bundle_limit = 256;           // pieces in a bundle at most
  double first_build_ms = 0.5;           // what a build is taken to cost until the first is back
  unsigned inline_pieces_per_frame = 5;  // the fallback's cap, beside the frame's time budget
};

// A worker that said hello is refused when its world's URI or rules digest is another, or when it
// builds the probe piece with another digest. The probe is the first job submitted: the owner
// thread builds it inline (its result is used like any other) and each such worker builds it again.
// Owner thread.
class BuildService {
 public:
  // Without a transport, builds run inline within `pump`. `clock` is borrowed and measures
  // deadlines and the workers' time limits: the streamer's own clock, or null for the real one.
  BuildService(const Provider& provider, std::unique_ptr<BuildTransport> transport,
               BuildServiceOptions options = {}, Clock* clock = nullptr);
  ~BuildService();

  // How many jobs of a level of detail it would take now; the streamer keeps the rest, sorted by
  // cost. Coarse levels build much quicker than fine ones, so each level has its own average.
  std::size_t room(std::uint8_t lod = 0) const;
  // Takes jobs, cheapest first. Each fills one part in room(its level); together at most the whole.
  void submit(std::vector<BuildJob> jobs);
  // Collects what is finished, replaces a dead worker once, falls back to inline builds after that.
  // Inline builds run here, at least one and at most until `deadline_s` of the service's clock.
  std::vector<BuildOutcome> pump(double deadline_s);
  std::size_t in_flight() const;
  // True when builds run inline. `trouble()` says why workers were lost, for the screen; empty when
  // none was (a replaced worker is not lost), or when there never was a transport.
  bool inline_fallback() const;
  const std::string& trouble() const;
  const char* transport_name() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace terrane::stream
