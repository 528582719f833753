// A model of the exchange: all interleavings of a writer's and a reader's atomic steps, walked over
// every reachable state. The steps run the real Handover. The article's two buffers with a flip go
// through the same walk and are found to tear, so the walk can find what it looks for.
#include "terrane/snapshot/handover.h"

#include <doctest/doctest.h>

#include <array>
#include <set>
#include <tuple>
#include <vector>

namespace terrane::snapshot {
namespace {

// A buffer is two halves, each holding the number of the publish that wrote it.
using Halves = std::array<int, 2>;

constexpr int k_publishes = 8;

// Triple buffer with a reader that keeps the last two: exchange.h's four buffers.
struct TripleModel {
  std::array<Halves, 4> buffers{};
  std::uint8_t middle = 1;
  // Writer: 0 and 1 write a half, 2 publishes.
  int writer_step = 0;
  int published = 0;
  std::uint8_t writing = 0;
  // Reader: 0 looks, 1 takes, 2 to 5 read the halves of the previous and the current buffer.
  int reader_step = 0;
  std::uint8_t older = 2;
  std::uint8_t newer = 3;
  Halves seen{};
  int last_seen = 0;

  auto key() const {
    return std::tuple(buffers, middle, writer_step, published, writing, reader_step, older, newer,
                      seen, last_seen);
  }

  bool writer_can_step() const { return published < k_publishes; }
  void step_writer() {
    if (writer_step < 2) {
      buffers[writing][static_cast<std::size_t>(writer_step)] = published + 1;
      writer_step += 1;
      return;
    }
    Handover handover(middle);
    writing = handover.publish(writing);
    middle = handover.byte();
    published += 1;
    writer_step = 0;
  }

  // False when something torn or stale was read.
  bool step_reader() {
    if (reader_step == 0) {
      reader_step = Handover(middle).fresh() ? 1 : 2;
      return true;
    }
    if (reader_step == 1) {
      Handover handover(middle);
      const std::uint8_t got = handover.take(older);
      middle = handover.byte();
      older = newer;
      newer = got;
      reader_step = 2;
      return true;
    }
    const bool of_previous = reader_step < 4;
    const std::size_t half = static_cast<std::size_t>(reader_step % 2);
    seen[half] = buffers[of_previous ? older : newer][half];
    reader_step = reader_step == 5 ? 0 : reader_step + 1;
    if (half == 0) return true;
    const bool whole = seen[0] == seen[1];
    const bool not_older = of_previous ? seen[0] <= last_seen : seen[0] >= last_seen;
    if (!of_previous) last_seen = seen[0];
    return whole && not_older;
  }

  // The owners' numbers are a partition of all.
  bool invariant() const {
    const std::set<int> owned = {writing, middle & 0x7f, older, newer};
    return owned.size() == buffers.size();
  }
  // When the writer is done and the reader has looked once more, it has the last one.
  bool may_be_last(int seen_last) const { return seen_last == k_publishes; }
};

// The article's: two buffers, the writer writes the one the flip does not name.
struct FlipModel {
  std::array<Halves, 2> buffers{};
  std::uint8_t front = 0;
  int writer_step = 0;
  int published = 0;
  int reader_step = 0;
  std::uint8_t reading = 0;
  Halves seen{};

  auto key() const {
    return std::tuple(buffers, front, writer_step, published, reader_step, reading, seen);
  }
  bool writer_can_step() const { return published < k_publishes; }
  void step_writer() {
    if (writer_step < 2) {
      buffers[1u - front][static_cast<std::size_t>(writer_step)] = published + 1;
      writer_step += 1;
      return;
    }
    front = static_cast<std::uint8_t>(1 - front);
    published += 1;
    writer_step = 0;
  }
  bool step_reader() {
    if (reader_step == 0) {
      reading = front;
      reader_step = 1;
      return true;
    }
    const auto half = static_cast<std::size_t>(reader_step - 1);
    seen[half] = buffers[reading][half];
    reader_step = reader_step == 2 ? 0 : reader_step + 1;
    return half == 0 || seen[0] == seen[1];
  }
  bool invariant() const { return true; }
};

struct Walk {
  std::size_t states = 0;
  bool torn = false;
  bool broken = false;
};

template <typename Model>
Walk walk_all(std::vector<Model>* ends) {
  Walk walk;
  std::set<decltype(Model{}.key())> known;
  std::vector<Model> open = {Model{}};
  known.insert(open[0].key());
  while (!open.empty()) {
    const Model state = open.back();
    open.pop_back();
    walk.states += 1;
    if (!state.invariant()) walk.broken = true;
    const auto visit = [&](const Model& next) {
      if (known.insert(next.key()).second) open.push_back(next);
    };
    if (state.writer_can_step()) {
      Model next = state;
      next.step_writer();
      visit(next);
    } else if (ends != nullptr && state.reader_step == 0) {
      ends->push_back(state);
    }
    Model next = state;
    if (!next.step_reader()) walk.torn = true;
    visit(next);
  }
  return walk;
}

}  // namespace

TEST_CASE("handover: in every interleaving no read is torn, none goes back, ownership is whole") {
  std::vector<TripleModel> ends;
  const Walk walk = walk_all(&ends);
  CHECK(walk.states > 1000);
  CHECK_FALSE_MESSAGE(walk.torn, "a reader saw a buffer that was being written");
  CHECK_FALSE_MESSAGE(walk.broken, "two owners had one buffer");
  REQUIRE(!ends.empty());
  for (TripleModel end : ends) {
    for (int step = 0; step < 6; ++step) end.step_reader();
    CHECK(end.may_be_last(end.last_seen));
  }
  MESSAGE("handover: " << walk.states << " states");
}

TEST_CASE("handover: the same walk finds the tear of two buffers with a flip") {
  const Walk walk = walk_all<FlipModel>(nullptr);
  CHECK_MESSAGE(walk.torn, "the walk does not find a tear that is there");
}

}  // namespace terrane::snapshot
