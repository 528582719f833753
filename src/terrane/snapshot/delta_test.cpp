#include "terrane/snapshot/delta.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "terrane/snapshot/nibble.h"
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

// Bytes in front of the numbers.
std::size_t head_bytes(const Bytes& delta) {
  VarintReader in(delta);
  in.bytes(4);
  in.varint();
  in.byte();
  in.varint();
  in.varint();
  in.bytes(8);
  in.varint();
  REQUIRE(!in.failed());
  return in.at();
}
NibbleReader numbers_of(const Bytes& delta) {
  return NibbleReader(std::span<const std::uint8_t>(delta).subspan(head_bytes(delta)));
}

// The same with longer core rows, as a writer of this version may make them.
std::vector<Word> with_core_stride(const std::vector<Word>& words, Word stride) {
  const View view = view_of(words);
  std::vector<Word> result(words.begin(), words.begin() + k_header_words);
  result[3] = stride;
  for (Word row = 0; row < view.core().count(); ++row) {
    const std::span<const Word> from = view.core().row(row);
    result.insert(result.end(), from.begin(), from.end());
    for (Word word = view.core().stride(); word < stride; ++word) {
      result.push_back(word * (row % 3) + view.tick());
    }
  }
  const std::size_t core_words = std::size_t{view.core().count()} * view.core().stride();
  result.insert(result.end(),
                words.begin() + k_header_words + static_cast<std::ptrdiff_t>(core_words),
                words.end());
  return result;
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

TEST_CASE("nibble: every length comes back, cut and too long ones are refused") {
  Bytes bytes;
  const std::uint32_t values[] = {0, 7, 8, 63, 64, 511, 0x3fffffffu, 0x7fffffffu, 0xffffffffu};
  NibbleWriter out(bytes);
  for (const std::uint32_t value : values) out.number(value);
  CHECK(bytes.size() == 22);  // 1, 1, 2, 2, 3, 3, 10, 11 and 11 nibbles, in whole bytes
  CHECK(bytes[0] == 0x70);
  CHECK(bytes[1] == 0x18);
  NibbleReader in(bytes);
  for (const std::uint32_t value : values) CHECK(in.number() == value);
  CHECK(!in.failed());
  CHECK(in.at_end());
  const Bytes long_one = {0xff, 0xff, 0xff, 0xff, 0xff, 0x04};  // 33 bits
  NibbleReader beyond(long_one);
  CHECK(beyond.number() == 0);
  CHECK(beyond.failed());
  const Bytes cut = {0x98};
  NibbleReader short_one(cut);
  CHECK(short_one.number() == 0);
  CHECK(short_one.failed());
  CHECK(short_one.number() == 0);
  const Bytes filled = {0x13};  // a 3, and what should be nothing
  NibbleReader more(filled);
  CHECK(more.number() == 3);
  CHECK(!more.at_end());
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
  for (const Word stride : {30u, 31u, 32u, 59u, 70u}) {
    SampleWorld later = world;
    base::RandomStream random(stride);
    testing::step(later, random);
    const std::vector<Word> before = with_core_stride(today, stride);
    const std::vector<Word> after = with_core_stride(testing::encoded(later), stride);
    check_round_trip(view_of(before), view_of(after));
    check_round_trip(view_of(today), view_of(after));
    check_round_trip(View(), view_of(after));
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

TEST_CASE("delta: a unit that changes its velocity says that and not its place") {
  SampleWorld world = testing::sample_world(400, 100);
  const std::vector<Word> before = testing::encoded(world);
  testing::step_at_rest(world);
  const std::size_t at_rest = delta_of(view_of(before), view_of(testing::encoded(world))).size();
  CoreRow& unit = world.core[200];
  unit.velocity_x_mm += 3;
  unit.world_x_mm += 3;
  const Bytes turned = delta_of(view_of(before), view_of(testing::encoded(world)));
  // Stride, count, the step's rows, the mask with one bit, 6, and the step of the rows behind it.
  CHECK(turned.size() <= at_rest + 8);
  unit.world_x_mm += 1;
  CHECK(delta_of(view_of(before), view_of(testing::encoded(world))).size() > turned.size());
}

TEST_CASE("delta: a moment costs the same late in a match") {
  std::size_t sizes[2] = {};
  for (const Word late : {0u, 1u}) {
    SampleWorld world = testing::sample_world(40);
    world.tick += late * 1'000'000;
    const std::vector<Word> before = testing::encoded(world);
    for (CoreRow& unit : world.core) unit.animation_tick = world.tick;
    ProjectileRow shot = world.projectiles.back();
    shot.serial += 1;
    shot.start_tick = world.tick;
    shot.end_tick = world.tick + 12;
    world.projectiles.push_back(shot);
    const Bytes bytes = delta_of(view_of(before), view_of(testing::encoded(world)));
    sizes[late] = bytes.size() - head_bytes(bytes);
  }
  CHECK(sizes[0] == sizes[1]);
}

TEST_CASE("delta: new rows cost what sets them apart from the row in front of them") {
  SampleWorld world = testing::sample_world(40);
  const std::vector<Word> before = testing::encoded(world);
  const std::size_t at_rest = delta_of(view_of(before), view_of(before)).size();
  for (int number = 0; number < 50; ++number) {
    CoreRow unit = world.core.back();
    unit.identity += 1;
    world.core.push_back(unit);
  }
  const std::vector<Word> after = testing::encoded(world);
  // A mask of eight nibbles and the identity's one.
  CHECK(delta_of(view_of(before), view_of(after)).size() <= at_rest + 10 + 50 * 5);
}

TEST_CASE("delta: the core's words are said in the order of docs/formats/snapshot_v3.md") {
  std::ifstream file(std::string(TERRANE_SOURCE_DIR) + "/docs/formats/snapshot_v3.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::size_t at = page.find("what a row has beyond them follows):");
  REQUIRE_MESSAGE(at != std::string::npos, "the page lacks the order of the core's words");
  const std::vector<Word> before = testing::encoded(testing::sample_world(3));
  Word places = 0;
  for (; places < k_row_words<CoreRow>; ++places) {
    const std::size_t first = page.find('`', at) + 1;
    at = page.find('`', first) + 1;
    const std::string name = page.substr(first, at - 1 - first);
    const auto fields = core_fields();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& other) { return other.name == name; });
    REQUIRE_MESSAGE(field != fields.end(), "the core has no " << name);
    if (name == "identity") continue;  // with another one it is another row
    std::vector<Word> after = before;
    after[k_header_words + k_row_words<CoreRow> + field->word] += 1;
    const Bytes bytes = delta_of(view_of(before), view_of(after));  // no tick later: nothing moved
    NibbleReader in = numbers_of(bytes);
    CHECK(in.number() == k_row_words<CoreRow>);
    CHECK(in.number() == 3);
    CHECK(in.number() == (1u << 2 | 1));  // one row as expected, then changed ones
    CHECK_MESSAGE(in.number() == 1u << places << 1, name << " has another place");
  }
  CHECK(page[at] == '.');  // the list ends with the last word
}

TEST_CASE("delta: the bytes of one are those of docs/formats/snapshot_v3.md for ever") {
  SampleWorld world = testing::sample_world(4);
  const std::vector<Word> before = testing::encoded(world);
  testing::step_at_rest(world);
  world.core[0].velocity_x_mm -= 20;  // turns: y, velocity and place follow
  world.core[0].world_x_mm -= 20;
  world.core[0].world_y_mm += 2;
  world.core[1].animation_tick = 101;  // begins now
  world.core.erase(world.core.begin() + 2);
  world.players[1].gold += 25;
  world.projectiles.push_back({18, 10, 1, 16, 101, 110, 0, 1600, 0, 300, 0, -40});
  const Bytes bytes = delta_of(view_of(before), view_of(testing::encoded(world)));
  const Bytes golden = {84,  83,  68,  50,  3,   1,   100, 1,  158, 106, 231, 65,
                        50,  107, 216, 156, 137, 2,   59,  19, 71,  79,  136, 72,
                        112, 196, 33,  230, 190, 31,  34,  3,  42,  216, 31,  239,
                        45,  239, 159, 244, 219, 132, 142, 63, 25,  82,  72,  106};
  std::string text;
  for (const std::uint8_t byte : bytes) text += std::to_string(byte) + ", ";
  CHECK_MESSAGE(bytes == golden, "now: " << text);
  Buffer buffer;
  const auto decoded = decode_delta(view_of(before), golden, buffer);
  REQUIRE(decoded.ok());
  CHECK(same_words(std::as_const(buffer).words(), testing::encoded(world)));
}

TEST_CASE("delta: the first form is refused by name") {
  Bytes bytes = delta_of(View(), view_of(testing::encoded(testing::sample_world(2))));
  bytes[3] = '1';
  Buffer buffer;
  const base::Error error = decode_delta(View(), bytes, buffer).error();
  CHECK(error.code == base::ErrorCode::OutOfRange);
  CHECK(error.where.find("TSD1") != std::string::npos);
  CHECK(read_delta_head(bytes).error().code == base::ErrorCode::OutOfRange);
  bytes[3] = '3';
  CHECK(decode_delta(View(), bytes, buffer).error().code == base::ErrorCode::BadData);
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
  Bytes bytes = delta_of(View(), view_of(testing::encoded(SampleWorld())));
  bytes.resize(head_bytes(bytes));
  NibbleWriter out(bytes);
  SUBCASE("rows without bytes") {
    out.number(k_row_words<CoreRow>);
    out.number(k_rows_max);
  }
  SUBCASE("a stride beyond the limit") {
    out.number(0xffffffffu);
    out.number(1);
  }
  SUBCASE("rows of the largest stride") {
    out.number(k_table_stride_max);
    out.number(33);
    for (int number = 0; number < 100; ++number) out.number(0);
  }
  SUBCASE("no words a row") {
    out.number(0);
    out.number(1);
  }
  Buffer buffer;
  const auto decoded = decode_delta(View(), bytes, buffer);
  REQUIRE(!decoded.ok());
  CHECK(decoded.error().where.find("table core") != std::string::npos);
  CHECK(buffer.words().size() < 1000);
}

TEST_CASE("delta: a step beyond its rows is refused") {
  const std::vector<Word> before = testing::encoded(testing::sample_world(3));
  std::vector<Word> after = before;
  after[k_header_words + 2] += 1;  // a core that is told
  const Bytes good = delta_of(view_of(before), view_of(after));
  const std::vector<std::vector<std::uint32_t>> steps = {
      {4 << 2 | 0},                 // four of three rows as expected
      {0 << 2 | 0},                 // none of them
      {4 << 2 | 3},                 // four of three are gone
      {0 << 2 | 3},                 // none is
      {3 << 2 | 1, 0, 0},           // the fourth changes
      {3 << 2 | 3, 0 << 2 | 1, 0},  // none is left to change
      {0 << 2 | 2, 1, 1, 1, 0},     // four new ones for three
  };
  for (const auto& numbers : steps) {
    Bytes bytes = good;
    bytes.resize(head_bytes(good));
    NibbleWriter out(bytes);
    out.number(k_row_words<CoreRow>);
    out.number(3);
    for (const std::uint32_t number : numbers) out.number(number);
    out.number(0x1249);  // enough behind it
    Buffer buffer;
    const auto decoded = decode_delta(view_of(before), bytes, buffer);
    REQUIRE(!decoded.ok());
    CHECK_MESSAGE(decoded.error().what.find("beyond its rows") != std::string::npos,
                  "step " << numbers[0] << ": " << decoded.error().what);
  }
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
    CHECK(baselines.find(tick)->view.tick() == tick);
  }
  CHECK(!baselines.find(41).has_value());
}

}  // namespace terrane::snapshot
