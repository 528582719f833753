#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "terrane/stream/build_service.h"
#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

using testing::ScriptedProvider;

// Waits in real time: long enough for any machine, and a failure instead of a hang.
template <typename Done>
bool wait_for(Done done) {
  for (int round = 0; round < 20000; ++round) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)

TEST_CASE("threads build every job once, with the same content as an inline build") {
  ScriptedProvider provider;
  for (const unsigned count : {1u, 2u, 8u}) {
    BuildService service(provider, make_thread_transport(provider, count));
    std::map<std::uint64_t, std::uint64_t> digests;
    std::uint64_t next_id = 0;
    CHECK(wait_for([&] {
      for (const BuildOutcome& outcome : service.pump(0)) {
        CHECK(outcome.built_on_worker);
        REQUIRE(outcome.content.ok());
        CHECK(digests.emplace(outcome.key.value, content::digest(outcome.content.value())).second);
      }
      std::vector<BuildJob> jobs;
      while (jobs.size() < service.room() && next_id < 500) {
        ++next_id;
        jobs.push_back({next_id, {{next_id}, 0, InputScope::Padded}, {}});
      }
      service.submit(std::move(jobs));
      return digests.size() == 500;
    }));
    for (const auto& [key, digest] : digests) {
      const auto content = provider.build_on_worker({{key}, 0, InputScope::Padded}, {});
      REQUIRE(content::digest(content.value()) == digest);
    }
  }
}

TEST_CASE("worker threads end with their transport, whatever is still waiting") {
  std::atomic<int> builds = 0;
  ScriptedProvider provider;
  provider.on_build = [&builds] {
    ++builds;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  {
    const auto transport = make_thread_transport(provider, 2);
    std::vector<BuildJob> jobs(1000);
    transport->submit(0, jobs);
    transport->submit(1, std::move(jobs));
    CHECK(wait_for([&] { return builds > 0; }));
  }
  const int when_ended = builds;
  CHECK_MESSAGE(when_ended < 2000, "the destructor waited for all the waiting jobs");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK_MESSAGE(builds == when_ended, "a worker outlived its transport");
}

#else

TEST_CASE("without threads there is no thread transport, and the service builds inline") {
  ScriptedProvider provider;
  auto transport = make_thread_transport(provider, 2);
  CHECK(transport == nullptr);
  BuildService service(provider, std::move(transport));
  CHECK(service.inline_fallback());
}

#endif

TEST_CASE("by default there is a worker for each core but one, 1 to 8") {
  CHECK(default_worker_count() >= 1);
  CHECK(default_worker_count() <= 8);
}

}  // namespace terrane::stream
