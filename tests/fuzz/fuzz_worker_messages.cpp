// What an owner and a message worker hear, from anywhere. The first byte chooses: 0 a message to a
// worker that opened the grown city, 1 a message to one that opened nothing, 2 an answer to an
// owner that asked for two builds, 3 changes of the grown city alone. A worker answers garbage with
// trouble, once; an owner gives a liar up with a reason; neither reads outside.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terrane/city/city_provider.h"
#include "terrane/city/grown_mirror.h"
#include "terrane/city/junction.h"
#include "terrane/stream/message_testing.h"

using namespace terrane;
using namespace terrane::stream;

namespace {

constexpr std::uint64_t k_seed = 412;

void require(bool holds) {
  if (!holds) std::abort();
}

class StandingClock final : public Clock {
 public:
  double now_s() override { return 1; }
};

base::Result<std::unique_ptr<Provider>> open_grown(const LoadMessage&) {
  return city::open_city(k_seed, city::LayoutKind::Grown);
}

void hear_as_worker(MessageView message, bool is_loaded) {
  StandingClock clock;
  std::vector<Message> said;
  MessageWorker worker(
      open_grown, [&](MessageView of) { said.emplace_back(of.begin(), of.end()); }, clock);
  if (is_loaded) {
    Message load;
    write_load({"city:412?layout=grown", "", nullptr}, load);
    worker.receive(load);
    require(said.size() == 1 && kind_of(said[0]).value() == MessageKind::Hello);
    said.clear();
  }
  worker.receive(message);
  for (const Message& answer : said) require(kind_of(answer).ok());
  const bool gave_up = !said.empty() && kind_of(said.back()).value() == MessageKind::Trouble;
  said.clear();
  worker.receive(message);
  require(!gave_up || said.empty());
}

void hear_as_owner(MessageView answer) {
  static const std::unique_ptr<Provider> provider = std::move(open_grown({})).value();
  StandingClock clock;
  std::vector<testing::LoopbackScript> scripts(1);
  scripts[0].open_world = open_grown;
  scripts[0].hears = false;
  const auto transport = testing::make_loopback_transport(
      *provider, scripts, {provider->info().uri, "", nullptr}, clock);
  Message hello;
  write_hello({provider->info().uri, provider->info().rules_digest}, hello);
  scripts[0].to_owner.push_back(hello);
  transport->collect();
  require(transport->ready(0));
  transport->submit(0,
                    {{1, {{5}, 0, InputScope::Padded}, {}}, {2, {{6}, 0, InputScope::Padded}, {}}});
  scripts[0].to_owner.emplace_back(answer.begin(), answer.end());
  const auto finished = transport->collect();
  require(finished.size() + (transport->alive(0) ? 0 : 1) == 1);
  require(transport->alive(0) == transport->why_dead(0).empty());
  require(transport->replace(0) && transport->alive(0));
}

void hear_changes(std::span<const std::uint8_t> changes) {
  city::GrownMirror mirror(k_seed);
  if (!mirror.apply(changes).ok()) return;
  constexpr std::int64_t k_far_mm = 40000000;
  for (const auto junction : mirror.junctions_in({-k_far_mm, -k_far_mm}, {k_far_mm, k_far_mm})) {
    city::build_junction(*mirror.junction(junction), mirror.ground(), 1);
  }
  require(!mirror.apply(changes).ok() || mirror.size() > 0 || changes.size() == 24);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::uint8_t> rest(data + 1, size - 1);
  switch (data[0] & 3) {
    case 0:
      hear_as_worker(rest, true);
      break;
    case 1:
      hear_as_worker(rest, false);
      break;
    case 2:
      hear_as_owner(rest);
      break;
    default:
      hear_changes(rest);
      break;
  }
  return 0;
}
