#include "terrane/play/virtual_workers.h"

#include <doctest/doctest.h>

#include "field_world.h"

namespace terrane::play {
namespace {

class SetClock final : public stream::Clock {
 public:
  double now_s() override { return time_s; }
  double time_s = 0;
};

// Exact in binary, so that what is due at the same time is so to the last bit.
constexpr double k_ms = 1.0 / 1024;

// Workers whose every build takes 3 ms, told by a processor clock that steps at each look.
struct Bench {
  tests::FieldWorld world;
  SetClock clock;
  double processor_s = 0;
  VirtualWorkers workers;
  std::uint64_t next_id = 1;

  explicit Bench(unsigned count)
      : workers(world, count, clock, [this] { return processor_s += 3 * k_ms; }) {}

  void submit(unsigned worker, unsigned jobs) {
    std::vector<stream::BuildJob> bundle;
    for (unsigned job = 0; job < jobs; ++job) {
      const auto key = tests::FieldWorld::key_at(static_cast<std::int32_t>(next_id), 0);
      bundle.push_back({next_id++, {key, 0, stream::InputScope::Padded}, {}});
    }
    workers.submit(worker, std::move(bundle));
  }
  std::vector<std::uint64_t> due_at(double time_s) {
    clock.time_s = time_s;
    std::vector<std::uint64_t> ids;
    for (const auto& finished : workers.collect()) ids.push_back(finished.outcome.request_id);
    return ids;
  }
};

using Ids = std::vector<std::uint64_t>;

TEST_CASE("nothing is built inside submit, and nothing is due before it is built") {
  Bench bench(1);
  bench.submit(0, 1);
  CHECK(bench.world.builds() == 0);
  CHECK(bench.due_at(1.0) == Ids{});
  bench.workers.run_submitted();
  CHECK(bench.world.builds() == 1);
}

TEST_CASE("a build that took 3 ms arrives 3 ms of virtual time later") {
  Bench bench(1);
  bench.clock.time_s = 10;
  bench.submit(0, 1);
  bench.workers.run_submitted();
  CHECK(bench.due_at(10 + 2.9 * k_ms) == Ids{});
  CHECK(bench.due_at(10 + 3 * k_ms) == Ids{1});
  CHECK(bench.due_at(20.0) == Ids{});
}

TEST_CASE("the builds of one worker queue behind each other, those of two do not") {
  Bench one(1);
  one.submit(0, 2);
  one.workers.run_submitted();
  CHECK(one.due_at(3 * k_ms) == Ids{1});
  CHECK(one.due_at(6 * k_ms) == Ids{2});

  Bench two(2);
  two.submit(0, 1);
  two.submit(1, 1);
  two.workers.run_submitted();
  CHECK(two.due_at(3 * k_ms) == Ids{1, 2});
}

TEST_CASE("a worker that was idle begins when the job comes, not when it was free") {
  Bench bench(1);
  bench.submit(0, 1);
  bench.workers.run_submitted();
  CHECK(bench.due_at(5.0) == Ids{1});
  bench.submit(0, 1);
  bench.workers.run_submitted();
  CHECK(bench.due_at(5 + 2 * k_ms) == Ids{});
  CHECK(bench.due_at(5 + 3 * k_ms) == Ids{2});
  CHECK(bench.workers.busy_until_s() == doctest::Approx(5 + 3 * k_ms));
}

TEST_CASE("results of several workers come in the order in which they were done") {
  Bench bench(2);
  bench.submit(0, 3);  // done at 3, 6, 9 ms
  bench.workers.run_submitted();
  bench.clock.time_s = k_ms;
  bench.submit(1, 2);  // done at 4, 7 ms
  bench.workers.run_submitted();
  CHECK(bench.due_at(1.0) == Ids{1, 4, 2, 5, 3});
}

}  // namespace
}  // namespace terrane::play
