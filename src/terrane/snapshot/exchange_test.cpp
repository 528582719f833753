#include "terrane/snapshot/exchange.h"

#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "terrane/snapshot/blend.h"
#include "terrane/snapshot/encode.h"
#include "terrane/snapshot/testing.h"

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

bool publish(SnapshotSink& sink, SampleWorld& world, Word tick) {
  Buffer* buffer = sink.begin();
  if (buffer == nullptr) return false;
  world.tick = tick;
  encode(world.source(), *buffer);
  sink.publish();
  return true;
}

// A snapshot whose every row tells its tick, so that a mixture of two is seen.
void fill(SampleWorld& world, Word tick) {
  for (CoreRow& unit : world.core) {
    unit.world_x_mm = static_cast<std::int32_t>(tick);
    unit.rank = tick;
  }
  world.scores.back().wood_gathered = tick;
}

bool whole(const View& view) {
  const auto x = view.core().column(&CoreRow::world_x_mm);
  const auto rank = view.core().column(&CoreRow::rank);
  for (Word row = 0; row < view.core().count(); ++row) {
    if (static_cast<Word>(x[row]) != view.tick() || rank[row] != view.tick()) return false;
  }
  return view.table(Table::Scores).get<ScoreRow>(1).wood_gathered == view.tick();
}

template <typename Exchange>
void check_in_order() {
  Exchange exchange;
  SampleWorld world = testing::sample_world(3);
  CHECK(!exchange.latest().ready());
  REQUIRE(publish(exchange, world, 10));
  CHECK(exchange.latest().ready());
  CHECK(exchange.latest().previous_tick() == 10);
  CHECK(exchange.latest().current_tick() == 10);
  REQUIRE(publish(exchange, world, 11));
  CHECK(exchange.latest().previous_tick() == 10);
  CHECK(exchange.latest().current_tick() == 11);
  // Nothing new: the same two.
  CHECK(exchange.latest().previous_tick() == 10);
  CHECK(exchange.latest().current_tick() == 11);
  for (Word tick = 12; tick < 200; ++tick) {
    REQUIRE(publish(exchange, world, tick));
    const Latest& latest = exchange.latest();
    CHECK(latest.previous_tick() == tick - 1);
    CHECK(latest.current_tick() == tick);
    CHECK(latest.current.core().count() == 3);
  }
  CHECK(exchange.skipped() == 0);
  CHECK(exchange.refused() == 0);
}

// A view that is held stays what it was, however much is published meanwhile.
template <typename Exchange>
void check_held() {
  Exchange exchange;
  SampleWorld world = testing::sample_world(3);
  fill(world, 1);
  publish(exchange, world, 1);
  exchange.latest();
  fill(world, 2);
  publish(exchange, world, 2);
  const Latest held = exchange.latest();
  for (Word tick = 3; tick < 20; ++tick) {
    fill(world, tick);
    publish(exchange, world, tick);
    CHECK(held.previous.tick() == 1);
    CHECK(whole(held.previous));
    CHECK(held.current.tick() == 2);
    CHECK(whole(held.current));
  }
  const Latest& newest = exchange.latest();
  CHECK(newest.current_tick() > 2);
  CHECK(whole(newest.current));
}

template <typename Exchange>
void check_refused() {
  Exchange exchange;
  SampleWorld world = testing::sample_world(3);
  publish(exchange, world, 1);
  exchange.latest();
  publish(exchange, world, 2);
  exchange.latest();
  Buffer* buffer = exchange.begin();
  REQUIRE(buffer != nullptr);
  encode(world.source(), *buffer);
  buffer->words()[0] = 0;
  exchange.publish();
  CHECK(exchange.latest().current_tick() == 2);
  CHECK(exchange.refused() == 1);
  CHECK(exchange.refusal().what == "not a snapshot");
  CHECK(whole(exchange.latest().current) == false);  // still readable: not filled with ticks
  for (Word tick = 3; tick < 20; ++tick) {
    REQUIRE(publish(exchange, world, tick));
    CHECK(exchange.latest().current_tick() == tick);
  }
}

}  // namespace

TEST_CASE("exchange: the reader has the last two snapshots, whichever exchange carries them") {
  check_in_order<SharedExchange>();
  check_in_order<PostedExchange>();
}

TEST_CASE("exchange: what a reader holds is not written to") {
  check_held<SharedExchange>();
  check_held<PostedExchange>();
}

TEST_CASE("exchange: a snapshot that cannot be read is not shown, and said") {
  check_refused<SharedExchange>();
  check_refused<PostedExchange>();
}

TEST_CASE("shared exchange: a slow reader gets the newest and what it had before") {
  SharedExchange exchange;
  SampleWorld world = testing::sample_world(3);
  for (Word tick = 1; tick <= 5; ++tick) publish(exchange, world, tick);
  CHECK(exchange.latest().current_tick() == 5);
  for (Word tick = 6; tick <= 9; ++tick) publish(exchange, world, tick);
  CHECK(exchange.latest().previous_tick() == 5);
  CHECK(exchange.latest().current_tick() == 9);
}

TEST_CASE(
    "posted exchange: with every buffer out the tick is skipped and counted, not waited for") {
  PostedExchange exchange;
  SampleWorld world = testing::sample_world(3);
  Word tick = 1;
  while (publish(exchange, world, tick)) tick += 1;
  CHECK(tick == 5);  // four buffers, none came back
  CHECK(exchange.skipped() == 1);
  CHECK(exchange.latest().previous_tick() == 3);
  CHECK(exchange.latest().current_tick() == 4);
  CHECK(publish(exchange, world, 6));  // the reader handed two back
  CHECK(exchange.latest().current_tick() == 6);
  CHECK(exchange.latest().previous_tick() == 4);
}

TEST_CASE(
    "posted exchange: its ends work with somebody else carrying the buffers, as a page does") {
  BufferRing out, back, in, done;  // the worker's two rings and the page's two
  PostedWriter writer(out, back);
  PostedReader reader(in, done);
  SampleWorld world = testing::sample_world(3);
  const auto carry = [](BufferRing& from, BufferRing& to) {
    Buffer buffer;
    while (from.pop(buffer)) {
      Buffer arrived;
      arrived.assign(std::as_const(buffer).words());  // another memory
      REQUIRE(to.push(arrived));
    }
  };
  for (Word tick = 1; tick < 50; ++tick) {
    fill(world, tick);
    REQUIRE(publish(writer, world, tick));
    carry(out, in);
    CHECK(reader.latest().current_tick() == tick);
    CHECK(whole(reader.latest().current));
    CHECK(whole(reader.latest().previous));
    carry(done, back);
  }
  CHECK(writer.skipped() == 0);
}

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
namespace {

// Two threads as fast as they can; the world changes its size, so buffers grow while they travel.
template <typename Exchange>
void check_threads(Word ticks) {
  Exchange exchange;
  std::thread writer([&exchange, ticks] {
    SampleWorld world = testing::sample_world(40);
    for (Word tick = 1; tick <= ticks;) {
      if (tick % 64 == 0 && world.core.size() < 300) {
        const CoreRow last = world.core.back();
        world.core.push_back(last);
        world.core.back().identity += 1;
      }
      fill(world, tick);
      if (publish(exchange, world, tick)) {
        tick += 1;
      } else {
        std::this_thread::yield();
      }
    }
  });
  Word last_tick = 0;
  Word steps = 0;
  bool torn = false;
  bool backwards = false;
  while (last_tick < ticks) {
    const Latest& latest = exchange.latest();
    if (!latest.ready()) {
      std::this_thread::yield();
      continue;
    }
    torn = torn || !whole(latest.current) || !whole(latest.previous);
    backwards = backwards || latest.current_tick() < last_tick ||
                latest.previous_tick() > latest.current_tick();
    if (latest.current_tick() == last_tick) std::this_thread::yield();
    last_tick = latest.current_tick();
    steps += 1;
  }
  writer.join();
  CHECK_FALSE_MESSAGE(torn, "a reader saw a snapshot of two ticks");
  CHECK_FALSE(backwards);
  CHECK(exchange.refused() == 0);
  CHECK(steps > 0);
}

}  // namespace

TEST_CASE("exchange: two threads, no snapshot is torn and none goes back (run it under tsan)") {
  check_threads<SharedExchange>(20000);
  check_threads<PostedExchange>(20000);
}
#endif

}  // namespace terrane::snapshot
