// A steady match does not allocate: this file counts operator new for the whole test program. The
// sanitizers bring their own operator new, so their builds leave this file out.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define TERRANE_OWN_NEW 1
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define TERRANE_OWN_NEW 1
#endif

#if !defined(TERRANE_OWN_NEW)
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "terrane/snapshot/blend.h"
#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/delta.h"
#include "terrane/snapshot/event_port.h"
#include "terrane/snapshot/exchange.h"
#include "terrane/snapshot/testing.h"

namespace {

std::atomic<std::size_t> allocations{0};

void* allocate(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

// Out of line, or g++ sees malloc's memory reach delete and warns of a mismatch.
#define TERRANE_OUT_OF_LINE __attribute__((noinline))
TERRANE_OUT_OF_LINE void* operator new(std::size_t bytes) {
  return allocate(bytes);
}
TERRANE_OUT_OF_LINE void* operator new[](std::size_t bytes) {
  return allocate(bytes);
}
TERRANE_OUT_OF_LINE void operator delete(void* memory) noexcept {
  std::free(memory);
}
TERRANE_OUT_OF_LINE void operator delete[](void* memory) noexcept {
  std::free(memory);
}
TERRANE_OUT_OF_LINE void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
TERRANE_OUT_OF_LINE void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
#undef TERRANE_OUT_OF_LINE

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

// A tick as a match and its renderer spend it.
template <typename Exchange>
std::int64_t tick(Exchange& exchange, SampleWorld& world) {
  testing::step_at_rest(world);
  Buffer* buffer = exchange.begin();
  REQUIRE(buffer != nullptr);
  encode(world.source(), *buffer);
  exchange.publish();
  const Latest& latest = exchange.latest();
  std::int64_t sum = 0;
  Blend(latest, k_factor_one / 3).for_each([&](const Blended& unit) { sum += unit.x_mm; });
  const Rows& orders = latest.current.table(Table::Orders);
  for (const CoreRow& unit : world.core) sum += orders.find(unit.identity);
  sum += static_cast<std::int64_t>(checksums(latest.current).core & 1);
  const auto sight = latest.current.vision_of(0);
  return sum + static_cast<std::int64_t>(sight.value().at(1, 1));
}

}  // namespace

TEST_CASE("allocation: the counter counts") {
  const std::size_t before = allocations.load();
  // Through a volatile pointer, or a compiler may leave the pair out.
  int* volatile number = new int(3);
  delete number;
  CHECK(allocations.load() > before);
}

TEST_CASE("allocation: encode, exchange, decode, look up and blend allocate nothing once warm") {
  SampleWorld world = testing::sample_world(500, 64);
  SharedExchange shared;
  PostedExchange posted;
  std::int64_t sum = 0;
  for (int warm = 0; warm < 6; ++warm) sum += tick(shared, world) + tick(posted, world);
  const std::size_t before = allocations.load();
  for (int steady = 0; steady < 50; ++steady) sum += tick(shared, world) + tick(posted, world);
  const std::size_t made = allocations.load() - before;
  CHECK(made == 0);
  CHECK(sum != 0);
}

TEST_CASE("allocation: units that come and go allocate only as the buffer grows") {
  base::RandomStream random(4);
  SampleWorld world = testing::sample_world(300);
  Buffer buffer;
  encode(world.source(), buffer);
  std::size_t made = 0;
  for (int step = 0; step < 400; ++step) {
    testing::step(world, random);
    const std::size_t before = allocations.load();
    encode(world.source(), buffer);
    made += allocations.load() - before;
  }
  CHECK(made <= 2);
}

TEST_CASE("allocation: deltas and events reuse what they have") {
  base::RandomStream random(6);
  SampleWorld world = testing::sample_world(200);
  DeltaSender sender;
  DeltaReceiver receiver;
  EventPort match(Side::Match);
  EventPort outside(Side::Outside);
  std::vector<std::uint8_t> bytes;
  Buffer buffer;
  std::size_t made = 0;
  std::size_t heard = 0;
  for (int step = 0; step < 120; ++step) {
    testing::step_at_rest(world);
    world.core[random.next() % 200].health_256 -= 5;
    encode(world.source(), buffer);
    const std::size_t before = allocations.load();
    const View view = View::open(std::as_const(buffer).words()).value();
    const bool sent = sender.encode(view, bytes).ok();
    const auto decoded = receiver.decode(bytes);
    const bool told = match.emit(EventKind::Blow, view.tick(), HitPayload{}).ok() &&
                      outside.receive(match.outbox()).ok();
    match.outbox().clear();
    match.drain([&](const Event&) { heard += 1; });
    outside.drain([&](const Event&) { heard += 1; });
    const std::size_t after = allocations.load();
    REQUIRE((sent && told && decoded.ok()));
    sender.acknowledge(view.tick());
    if (step >= 40) made += after - before;  // once the 32 baselines are full
  }
  CHECK(made == 0);
  CHECK(heard == 240);
}

}  // namespace terrane::snapshot

#endif
