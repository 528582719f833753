// The grown city built by message workers while it grows round a driver and goes behind him, from
// the wish for a piece to its content: one worker dies on the way and is replaced.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "terrane/city/city_provider.h"
#include "terrane/stream/message_testing.h"

using namespace terrane;
using namespace terrane::city;

namespace {

class StandingClock final : public stream::Clock {
 public:
  double now_s() override { return 1; }
};

}  // namespace

TEST_CASE("message workers build the grown city of a drive as its owner does") {
  const auto open = [](const stream::LoadMessage&) { return open_city(412, LayoutKind::Grown); };
  StandingClock clock;
  const auto city = std::move(open({})).value();
  std::vector<stream::testing::LoopbackScript> scripts(2);
  for (auto& script : scripts) script.open_world = open;
  stream::BuildService builds(*city,
                              stream::testing::make_loopback_transport(
                                  *city, scripts, {city->info().uri, "", nullptr}, clock),
                              {}, &clock);
  const auto follower =
      city->follow_roads(city->info().start.origin, city->info().start_heading_rad, 1);
  std::map<std::uint64_t, stream::PieceKey> asked;
  std::uint64_t next_id = 0;
  unsigned on_workers = 0;
  for (unsigned step = 0; step < 40; ++step) {
    follower->advance(100);
    stream::Observer observer;
    observer.position = follower->place().position;
    observer.forward = follower->place().forward;
    const auto selection = city->select({&observer, 1}, {}, {}).value();
    city->evict_far({&observer, 1});
    // The newest of what is wanted, which the workers have not heard of yet, and some of the rest.
    std::vector<stream::BuildJob> jobs;
    const std::size_t room = std::min<std::size_t>(builds.room(2), 12);
    for (std::size_t job = 0; job < room; ++job) {
      const std::size_t rank = job % 2 == 0 ? selection.pieces.size() - 1 - job : job * 7;
      const stream::PieceKey key = selection.pieces[rank].key;
      asked[++next_id] = key;
      jobs.push_back({next_id, {key, 2, stream::InputScope::Padded}, {}});
    }
    builds.submit(std::move(jobs));
    if (step == 20) scripts[1].error = "was closed";
    for (const stream::BuildOutcome& outcome : builds.pump(2)) {
      REQUIRE_MESSAGE(outcome.content.ok(), base::to_sentence(outcome.content.error()));
      const auto here = city->build_on_worker({outcome.key, 2, {}}, {});
      REQUIRE(here.ok());
      CHECK(content::digest(outcome.content.value()) == content::digest(here.value()));
      CHECK(asked[outcome.request_id] == outcome.key);
      asked.erase(outcome.request_id);
      on_workers += outcome.built_on_worker ? 1 : 0;
    }
  }
  for (int round = 0; round < 3; ++round) {
    for (const auto& outcome : builds.pump(2)) asked.erase(outcome.request_id);
  }
  CHECK_MESSAGE(asked.empty(), "a build was lost with its worker");
  CHECK(scripts[1].restarts == 1);
  CHECK_MESSAGE(builds.trouble() == "", builds.trouble());
  CHECK(on_workers > 200);
}
