#include "terrane/stream/build_service.h"

#include <doctest/doctest.h>

#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

using testing::ManualClock;
using testing::ScriptedProvider;
using testing::ScriptedTransport;
using testing::ScriptedWorker;
using testing::ScriptedWorkers;

// A service over `count` scripted workers, and jobs for it.
struct Bench {
  explicit Bench(unsigned count, BuildServiceOptions options = {}) : Bench(make(count), options) {}
  Bench(ScriptedWorkers workers, BuildServiceOptions options)
      : script(std::move(workers)),
        service(provider, std::make_unique<ScriptedTransport>(provider, script), options, &clock) {}

  static ScriptedWorkers make(unsigned count) {
    ScriptedWorkers workers;
    workers.workers.resize(count);
    workers.finish_chance = 0;  // nothing comes back unless a test says so
    return workers;
  }
  static ScriptedWorkers make_greeting(unsigned count, const WorkerHello& hello) {
    ScriptedWorkers workers = make(count);
    for (ScriptedWorker& worker : workers.workers) worker.hello = hello;
    return workers;
  }

  std::vector<BuildOutcome> pump() { return service.pump(clock.time_s + 1); }
  void submit(std::size_t count, std::uint8_t lod = 0) {
    std::vector<BuildJob> jobs;
    for (std::size_t job = 0; job < count; ++job) {
      ++next_id;
      const auto key = ScriptedProvider::key_of({static_cast<int>(next_id), 0});
      jobs.push_back({next_id, {key, lod, InputScope::Padded}, {}});
    }
    service.submit(std::move(jobs));
  }
  void submit_all_room() { submit(service.room()); }

  ScriptedProvider provider;
  ManualClock clock;
  ScriptedWorkers script;
  BuildService service;
  std::uint64_t next_id = 0;
};

BuildServiceOptions one_piece_bundles() {
  BuildServiceOptions options;
  options.bundle_limit = 1;
  return options;
}

}  // namespace

TEST_CASE("three bundles in flight a worker, and no more") {
  Bench bench(2, one_piece_bundles());
  bench.pump();
  CHECK(bench.service.room() == 6);
  bench.submit_all_room();
  CHECK(bench.service.room() == 0);
  CHECK(bench.service.in_flight() == 6);
  CHECK(bench.script.workers[0].bundles == 3);
  CHECK(bench.script.workers[1].bundles == 3);
  bench.script.finish_chance = 1;
  CHECK(bench.pump().size() == 6);
  CHECK(bench.service.in_flight() == 0);
  CHECK(bench.service.room() == 6);
}

TEST_CASE("new jobs go to the least busy ready worker") {
  Bench bench(3, one_piece_bundles());
  bench.script.workers[1].ready = false;
  bench.pump();
  bench.submit(3);
  CHECK(bench.script.workers[0].jobs.size() == 2);
  CHECK_MESSAGE(bench.script.workers[1].jobs.empty(), "a worker that is not ready got a job");
  CHECK(bench.script.workers[2].jobs.size() == 1);
  bench.submit(1);
  CHECK_MESSAGE(bench.script.workers[2].jobs.size() == 2, "a busier worker got the job");
  bench.script.workers[1].ready = true;
  bench.pump();
  bench.submit(1);
  CHECK(bench.script.workers[1].jobs.size() == 1);
}

TEST_CASE("bundles are sized by the moving average of build times") {
  BuildServiceOptions options;
  options.bundle_target_ms = 6;
  options.bundle_limit = 32;
  options.first_build_ms = 6;
  Bench bench(1, options);
  bench.pump();
  CHECK(bench.service.room() == 3);
  bench.script.build_ms = 1.0;
  bench.script.finish_chance = 1;
  bench.submit(1);
  bench.pump();
  CHECK(bench.service.room() == 3 * 6);
  bench.script.build_ms = 0.01;
  for (int round = 0; round < 200; ++round) {
    bench.submit(1);
    bench.pump();
  }
  CHECK_MESSAGE(bench.service.room() == 3 * 32, "quick pieces are not bundled to the limit");
  bench.script.build_ms = 500;
  for (int round = 0; round < 50; ++round) {
    bench.submit(1);
    bench.pump();
  }
  CHECK_MESSAGE(bench.service.room() == 3, "slow pieces are sent in bundles");
}

TEST_CASE("each level of detail has its own average, so that quick levels fill the workers too") {
  BuildServiceOptions options;
  options.bundle_target_ms = 6;
  options.bundle_limit = 256;
  options.first_build_ms = 6;
  Bench bench(1, options);
  bench.pump();
  bench.script.finish_chance = 1;
  bench.script.build_ms = 1.0;
  bench.submit(3);
  bench.pump();
  CHECK(bench.service.room(0) == 3 * 6);
  CHECK_MESSAGE(bench.service.room(2) == 3 * 6, "a level never built counts as the next finer one");
  bench.script.build_ms = 0.05;
  bench.submit(3, 2);
  bench.pump();
  CHECK(bench.service.room(0) == 3 * 6);
  CHECK_MESSAGE(bench.service.room(2) == 3 * 120, "quick pieces are counted as slow ones");

  // Two thirds of the room in one level leave one third for the other.
  bench.script.finish_chance = 0;
  bench.submit(12, 0);
  CHECK(bench.service.room(2) == 120);
  bench.submit(120, 2);
  CHECK(bench.service.room(0) == 0);
  CHECK(bench.service.in_flight() == 12 + 120);
}

TEST_CASE("jobs are dealt out, so that the cheapest are built side by side") {
  BuildServiceOptions options;
  options.first_build_ms = 0.1;
  Bench bench(2, options);
  bench.pump();
  bench.submit(4);
  REQUIRE(bench.script.workers[0].jobs.size() == 2);
  REQUIRE(bench.script.workers[1].jobs.size() == 2);
  CHECK(bench.script.workers[0].jobs[0].request_id == 1);
  CHECK(bench.script.workers[1].jobs[0].request_id == 2);
}

TEST_CASE("a worker that dies returns its requests and is replaced once") {
  Bench bench(2, one_piece_bundles());
  bench.pump();
  bench.submit(6);
  bench.script.workers[0].alive = false;
  bench.pump();
  CHECK(bench.script.workers[0].replacements == 1);
  CHECK_MESSAGE(bench.service.in_flight() == 6, "the requests of a dead worker were lost");
  CHECK(bench.service.trouble().empty());
  bench.script.finish_chance = 1;
  std::set<std::uint64_t> ids;
  for (int round = 0; round < 4; ++round) {
    for (const BuildOutcome& outcome : bench.pump()) {
      CHECK_MESSAGE(ids.insert(outcome.request_id).second, "a request was answered twice");
    }
  }
  CHECK(ids.size() == 6);
  bench.script.workers[0].alive = false;
  bench.pump();
  CHECK_MESSAGE(bench.script.workers[0].replacements == 1, "a worker was replaced twice");
  CHECK_FALSE(bench.service.inline_fallback());
  CHECK(bench.service.trouble() == "build worker 1 of 2 died; the other workers go on");
}

TEST_CASE("when no worker is left the fallback builds everything and says why") {
  Bench bench(1, one_piece_bundles());
  bench.pump();
  bench.submit(3);
  bench.script.workers[0].replaceable = false;
  bench.script.workers[0].alive = false;
  std::vector<BuildOutcome> outcomes = bench.pump();
  CHECK(bench.service.inline_fallback());
  CHECK(bench.service.trouble() ==
        "build worker 1 of 1 died; pieces are built on the main thread now");
  CHECK(std::string(bench.service.transport_name()) == "inline");
  REQUIRE(outcomes.size() == 3);
  for (const BuildOutcome& outcome : outcomes) {
    CHECK(outcome.content.ok());
    CHECK_FALSE(outcome.built_on_worker);
  }
  CHECK_MESSAGE(bench.service.room() > 0, "the fallback takes no more jobs");
}

TEST_CASE("a worker that never says hello is dead two seconds after its code was loaded") {
  Bench bench(1);
  bench.script.workers[0].ready = false;
  bench.script.workers[0].replaceable = false;
  bench.pump();
  bench.clock.time_s += 1.9;
  bench.pump();
  CHECK_FALSE(bench.service.inline_fallback());
  bench.clock.time_s += 0.2;
  bench.pump();
  CHECK(bench.service.inline_fallback());
  CHECK(bench.service.trouble().find("within 2 s of loading its code") != std::string::npos);
}

TEST_CASE("a worker whose code never loads is dead ten seconds after its start") {
  Bench bench(1);
  bench.script.workers[0].ready = false;
  bench.script.workers[0].loaded = false;
  bench.pump();
  bench.clock.time_s += 9.9;
  bench.pump();
  CHECK(bench.script.workers[0].replacements == 0);
  bench.clock.time_s += 0.2;
  bench.pump();
  CHECK(bench.script.workers[0].replacements == 1);
  bench.clock.time_s += 10.1;
  bench.pump();
  CHECK(bench.service.inline_fallback());
  CHECK(bench.service.trouble().find("did not load its code within 10 s") != std::string::npos);
}

TEST_CASE("a worker with another world or other rules is refused by name") {
  Bench other_world(Bench::make_greeting(1, {"scripted:2", 77}), {});
  other_world.pump();
  CHECK(other_world.service.inline_fallback());
  CHECK(other_world.service.trouble().find("scripted:2 instead of scripted:1") !=
        std::string::npos);

  Bench other_rules(Bench::make_greeting(1, {"scripted:1", 78}), {});
  other_rules.pump();
  CHECK(other_rules.service.inline_fallback());
  CHECK(other_rules.service.trouble().find("other rules") != std::string::npos);
  CHECK_MESSAGE(other_rules.script.workers[0].replacements == 0,
                "a refused worker was started again, with the same rules");
}

TEST_CASE("a worker that builds the probe piece differently is refused; one that agrees is used") {
  Bench bench(Bench::make_greeting(2, {"scripted:1", 77}), {});
  bench.script.finish_chance = 1;
  bench.script.workers[1].builds_differently = true;
  bench.pump();
  CHECK_MESSAGE(bench.service.room() == 1, "there must be room for exactly the probe");
  bench.submit(1);
  const std::vector<BuildOutcome> first = bench.pump();
  REQUIRE_MESSAGE(first.size() == 1, "the probe piece is a piece like any other");
  CHECK(first[0].request_id == 1);
  CHECK_FALSE(first[0].built_on_worker);
  for (int round = 0; round < 3; ++round) CHECK(bench.pump().empty());
  CHECK_FALSE(bench.service.inline_fallback());
  CHECK(bench.service.trouble().find("worker 2 of 2 built its probe piece") != std::string::npos);
  CHECK(bench.service.room() > 0);
  bench.submit_all_room();
  CHECK_MESSAGE(bench.script.workers[1].jobs.empty(), "a refused worker got a job");
  for (const BuildOutcome& outcome : bench.pump()) CHECK(outcome.built_on_worker);
}

TEST_CASE("a probe piece that cannot be had is no probe: the next job is") {
  Bench bench(Bench::make_greeting(1, {"scripted:1", 77}), {});
  bench.script.finish_chance = 1;
  bench.provider.failing.insert(ScriptedProvider::key_of({1, 0}).value);
  bench.pump();
  bench.submit(1);
  const std::vector<BuildOutcome> first = bench.pump();
  REQUIRE(first.size() == 1);
  CHECK_FALSE(first[0].content.ok());
  CHECK(bench.service.room() == 1);
  bench.submit(1);
  for (int round = 0; round < 3; ++round) bench.pump();
  CHECK(bench.service.room() > 1);
  CHECK(bench.service.trouble().empty());
}

TEST_CASE("without a transport builds run inline: five a frame, fewer when the time is over") {
  ScriptedProvider provider;
  ManualClock clock;
  provider.on_build = [&clock] { clock.time_s += 0.001; };
  BuildService service(provider, nullptr, {}, &clock);
  CHECK(service.inline_fallback());
  CHECK(service.trouble().empty());
  CHECK(service.room() == 5);
  std::vector<BuildJob> jobs;
  for (std::uint64_t id = 1; id <= 5; ++id) jobs.push_back({id, {{id}, 0, InputScope::Padded}, {}});
  service.submit(jobs);
  CHECK(service.pump(clock.time_s + 0.0015).size() == 2);
  CHECK_MESSAGE(service.pump(clock.time_s - 1).size() == 1, "a late frame must still move on");
  const std::vector<BuildOutcome> rest = service.pump(clock.time_s + 10);
  REQUIRE(rest.size() == 2);
  CHECK(rest[0].request_id == 4);
  CHECK(rest[0].build_ms == doctest::Approx(1.0));
}

}  // namespace terrane::stream
