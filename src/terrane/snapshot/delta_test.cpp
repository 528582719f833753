#include "terrane/snapshot/delta.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "terrane/snapshot/testing.h"
#include "terrane/snapshot/varint.h"

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;
using Bytes = std::vector<std::uint8_t>;

bool same_words(std::span<const Word> a, std::span<const Word> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

View view_of(const std::vector<Word>& words) {
  return View::open(words).value();
}

Bytes delta_of(const View& before, const View& after) {
  Bytes bytes;
  REQUIRE(encode_delta(before, after, bytes).ok());
  return bytes;
}

void check_round_trip(const View& before, const View& after) {
  const Bytes bytes = delta_of(before, after);
  Buffer buffer;
  const auto decoded = decode_delta(before, bytes, buffer);
  REQUIRE_MESSAGE(decoded.ok(), decoded.error().what);
  CHECK(same_words(std::as_const(buffer).words(), after.words()));
}

}  // namespace

TEST_CASE("varint: every length and sign comes back, too long ones are refused") {
  Bytes bytes;
  const std::uint32_t values[] = {0, 1, 127, 128, 16383, 16384, 0x7fffffffu, 0xffffffffu};
  for (const std::uint32_t value : values) write_varint(bytes, zigzag(value));
  VarintReader in(bytes);
  for (const std::uint32_t value : values) CHECK(unzigzag(in.varint()) == value);
  CHECK(!in.failed());
  CHECK(in.remaining() == 0);
  CHECK(zigzag(0xffffffffu) == 1);  // -1
  const Bytes long_one = {0xff, 0xff, 0xff, 0xff, 0x1f};
  VarintReader beyond(long_one);
  CHECK(beyond.varint() == 0);
  CHECK(beyond.failed());
}

TEST_CASE("delta: decoding gives the snapshot word for word, over random battles") {
  base::RandomStream random(5);
  for (int match = 0; match < 12; ++match) {
    std::vector<std::vector<Word>> history;
    SampleWorld world = testing::sample_world(static_cast<Word>(random.next() % 60), 40);
    for (int tick = 0; tick < 25; ++tick) {
      history.push_back(testing::encoded(world));
      const std::size_t back = random.next() % history.size();
      check_round_trip(view_of(history[back]), view_of(history.back()));
      // The other way round too: nothing says that the baseline is older.
      check_round_trip(view_of(history.back()), view_of(history[back]));
      testing::step(world, random);
    }
    check_round_trip(View(), view_of(history.back()));
  }
}

TEST_CASE("delta: between versions, strides and empty tables") {
  const SampleWorld world = testing::sample_world(6);
  const std::vector<Word> today = testing::encoded(world);
  const std::vector<Word> first = testing::as_version(today, 1);
  const std::vector<Word> second = testing::as_version(today, 2);
  const std::vector<Word> wider = testing::encoded(testing::sample_world(6, 30));
  const std::vector<Word> none = testing::encoded(SampleWorld());
  const std::vector<const std::vector<Word>*> all = {&today, &first, &second, &wider, &none};
  for (const auto* before : all) {
    for (const auto* after : all) check_round_trip(view_of(*before), view_of(*after));
  }
  Bytes bytes;
  const std::vector<Word> future = testing::as_future(today);
  CHECK(!encode_delta(View(), view_of(future), bytes).ok());
}

TEST_CASE("delta: at rest and in steady motion a unit costs nothing") {
  SampleWorld world = testing::sample_world(400, 100);
  const std::vector<Word> before = testing::encoded(world);
  testing::step_at_rest(world);
  const Bytes one = delta_of(view_of(before), view_of(testing::encoded(world)));
  CHECK(one.size() <= 20);
  for (int tick = 0; tick < 9; ++tick) testing::step_at_rest(world);
  const std::vector<Word> later = testing::encoded(world);
  CHECK(delta_of(view_of(before), view_of(later)).size() <= 20);
  check_round_trip(view_of(before), view_of(later));
}

TEST_CASE("delta: one changed field of one unit costs a few bytes") {
  SampleWorld world = testing::sample_world(400, 100);
  const std::vector<Word> before = testing::encoded(world);
  const std::size_t at_rest = delta_of(view_of(before), view_of(before)).size();
  world.core[200].health_256 -= 300;
  const std::vector<Word> after = testing::encoded(world);
  CHECK(delta_of(view_of(before), view_of(after)).size() <= at_rest + 16);
}

TEST_CASE("delta: against another baseline, cut or flipped it is refused") {
  base::RandomStream random(8);
  SampleWorld world = testing::sample_world(6);
  const std::vector<Word> before = testing::encoded(world);
  testing::step(world, random);
  const std::vector<Word> after = testing::encoded(world);
  testing::step(world, random);
  const std::vector<Word> other = testing::encoded(world);
  const Bytes bytes = delta_of(view_of(before), view_of(after));
  Buffer buffer;
  CHECK(decode_delta(view_of(other), bytes, buffer).error().code == base::ErrorCode::NotFound);
  CHECK(decode_delta(View(), bytes, buffer).error().code == base::ErrorCode::NotFound);
  std::vector<Word> changed = before;
  changed[20] ^= 1;  // the same tick, another world
  CHECK(decode_delta(view_of(changed), bytes, buffer).error().code == base::ErrorCode::NotFound);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const auto decoded = decode_delta(view_of(before), cut, buffer);
    REQUIRE_MESSAGE(!decoded.ok(), "a delta of " << size << " bytes was accepted");
    CHECK(!decoded.error().expected.empty());
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes flipped = bytes;
      flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ (1 << bit));
      const auto decoded = decode_delta(view_of(before), flipped, buffer);
      // A flip that still gives the same words may pass (a varint has more than one spelling).
      CHECK((!decoded.ok() || same_words(std::as_const(buffer).words(), after)));
    }
  }
}

TEST_CASE("delta: a few bytes cannot ask for much memory") {
  Bytes bytes = {'T', 'S', 'D', '1', 3, 0, 0, 1};
  SUBCASE("rows without bytes") {
    const Bytes none = delta_of(View(), view_of(testing::encoded(SampleWorld())));
    bytes.assign(none.begin(), none.end());
    // stride and count of the core follow the head's 17 bytes
    bytes.resize(18);
    write_varint(bytes, 27);
    write_varint(bytes, k_rows_max);
  }
  SUBCASE("a stride beyond the limit") {
    bytes.insert(bytes.end(), 8, 0);
    write_varint(bytes, 1);
    write_varint(bytes, 0xffffffffu);
    write_varint(bytes, 1);
  }
  Buffer buffer;
  CHECK(!decode_delta(View(), bytes, buffer).ok());
  CHECK(buffer.words().size() < 1000);
}

TEST_CASE("delta stream: acknowledged baselines, with lost and late packets") {
  base::RandomStream random(21);
  DeltaSender sender;
  DeltaReceiver receiver;
  SampleWorld world = testing::sample_world(50);
  std::vector<Word> acknowledgements;
  Bytes bytes;
  std::size_t received = 0;
  for (int tick = 0; tick < 300; ++tick) {
    testing::step(world, random);
    const std::vector<Word> words = testing::encoded(world);
    REQUIRE(sender.encode(view_of(words), bytes).ok());
    const bool blackout = tick > 100 && tick < 150;  // longer than the ring
    if (random.next() % 4 == 0 || blackout) continue;
    const auto decoded = receiver.decode(bytes);
    REQUIRE_MESSAGE(decoded.ok(), "tick " << tick);
    CHECK(same_words(decoded.value().words(), words));
    received += 1;
    acknowledgements.push_back(decoded.value().tick());
    if (acknowledgements.size() > 3 && random.next() % 2 == 0) {
      sender.acknowledge(acknowledgements[acknowledgements.size() - 3]);
    }
  }
  CHECK(received > 150);
}

TEST_CASE("baselines: the last 32 by tick, one of each") {
  Baselines baselines;
  SampleWorld world = testing::sample_world(2);
  for (Word tick = 1; tick <= 40; ++tick) {
    world.tick = tick;
    baselines.keep(view_of(testing::encoded(world)));
    baselines.keep(view_of(testing::encoded(world)));
  }
  CHECK(!baselines.find(8).has_value());
  for (Word tick = 9; tick <= 40; ++tick) {
    REQUIRE(baselines.find(tick).has_value());
    CHECK(baselines.find(tick)->tick() == tick);
  }
  CHECK(!baselines.find(41).has_value());
}

}  // namespace terrane::snapshot
