#include "terrane/snapshot/view.h"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/compare.h"
#include "terrane/snapshot/print.h"
#include "terrane/snapshot/testing.h"

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

// Every accessor over everything, so that a sanitizer sees a read outside.
Word read_all(const View& view) {
  Word sum = view.tick() + view.version();
  const auto add = [&sum](const Rows& rows) {
    for (Word row = 0; row < rows.count(); ++row) {
      for (const Word word : rows.row(row)) sum += word;
      sum += rows.find(rows.identity(row)) + rows.word(row, 2000);
    }
  };
  add(view.core());
  for (Word row = 0; row < view.core().count(); ++row) {
    sum += view.core().get<CoreRow>(row).rank;
    sum += static_cast<Word>(view.core().column(&CoreRow::rank)[row]);
    sum += view.core().each<CoreRow>()[row].get(&CoreRow::rank);
  }
  for (Word number = 0; number < k_table_count; ++number) {
    add(view.table(static_cast<Table>(number)));
  }
  for (Word row = 0; row < view.table(Table::Vision).count(); ++row) {
    const auto sight = view.vision_row(row);
    if (!sight.ok()) continue;
    const VisionRow& head = sight.value().head();
    const auto east = static_cast<std::int32_t>(head.width_cells) - 1;
    const auto south = static_cast<std::int32_t>(head.height_cells) - 1;
    sum += static_cast<Word>(sight.value().at(0, 0)) + static_cast<Word>(sight.value().at(1, 1));
    sum += static_cast<Word>(sight.value().at(east, south));
  }
  return sum;
}

// A copy of exactly that many words on the heap, so that a sanitizer sees a read past the end.
struct Exact {
  explicit Exact(std::span<const Word> words) : size(words.size()), copy(new Word[words.size()]) {
    std::copy(words.begin(), words.end(), copy.get());
  }
  std::span<const Word> words() const { return {copy.get(), size}; }
  std::size_t size;
  std::unique_ptr<Word[]> copy;
};

template <typename Row>
void check_rows(const Rows& rows, const std::vector<Row>& expected) {
  REQUIRE(rows.count() == expected.size());
  CHECK(rows.stride() == k_row_words<Row>);
  for (Word row = 0; row < rows.count(); ++row) {
    const Row read = rows.get<Row>(row);
    CHECK(std::memcmp(&read, &expected[row], sizeof(Row)) == 0);
  }
}

}  // namespace

TEST_CASE("view: what was encoded is read back, core and every side table") {
  const SampleWorld world = testing::sample_world(12);
  const std::vector<Word> words = testing::encoded(world);
  CHECK(words.size() == encoded_words(world.source()));
  const auto opened = View::open(words);
  REQUIRE(opened.ok());
  const View& view = opened.value();
  CHECK(view.version() == 3);
  CHECK(view.tick() == 100);
  CHECK(view.unknown_words() == 0);
  CHECK(words[0] == 0x54530003u);
  CHECK(words[3] == 27);
  check_rows(view.core(), world.core);
  check_rows(view.table(Table::Construction), world.construction);
  check_rows(view.table(Table::Production), world.production);
  check_rows(view.table(Table::Projectiles), world.projectiles);
  check_rows(view.table(Table::Resources), world.resources);
  check_rows(view.table(Table::Effects), world.effects);
  check_rows(view.table(Table::Orders), world.orders);
  check_rows(view.table(Table::Players), world.players);
  check_rows(view.table(Table::Wildlife), world.wildlife);
  check_rows(view.table(Table::RallyPoints), world.rally_points);
  check_rows(view.table(Table::Upgrades), world.upgrades);
  check_rows(view.table(Table::Corpses), world.corpses);
  check_rows(view.table(Table::Remembered), world.remembered);
  check_rows(view.table(Table::Scores), world.scores);
}

TEST_CASE("view: rows are found by identity, several of one identity as a range") {
  const SampleWorld world = testing::sample_world(12);
  const std::vector<Word> words = testing::encoded(world);
  const View view = View::open(words).value();
  for (Word row = 0; row < world.core.size(); ++row) {
    CHECK(view.core().find(world.core[row].identity) == row);
    CHECK(view.core().find(world.core[row].identity + 1) == view.core().count());
  }
  const Rows& orders = view.table(Table::Orders);
  const Word first = orders.find(k_first_unit_identity);
  CHECK(first == 0);
  CHECK(orders.find_end(k_first_unit_identity) - first == 2);
  CHECK(orders.find(7777) == orders.find_end(7777));
  Word next = 0;
  for (const auto row : view.core().each<CoreRow>()) {
    CHECK(row.get(&CoreRow::health_256) == world.core[next].health_256);
    CHECK(row.get(&CoreRow::rank) == world.core[next].rank);
    next += 1;
  }
  CHECK(next == world.core.size());
  CHECK(view.table(Table::Orders).each<CoreRow>().count() == 0);  // too narrow to be core rows
  const auto health = view.core().column(&CoreRow::health_256);
  for (Word row = 0; row < world.core.size(); ++row) {
    CHECK(health[row] == world.core[row].health_256);
  }
}

TEST_CASE("view: a player's sight, two bits a cell") {
  const SampleWorld world = testing::sample_world(3, 9);
  const std::vector<Word> words = testing::encoded(world);
  const View view = View::open(words).value();
  const auto sight = view.vision_of(1);
  REQUIRE(sight.ok());
  CHECK(sight.value().head().width_cells == 9);
  CHECK(sight.value().at(0, 0) == CellSight::Visible);
  CHECK(sight.value().at(4, 0) == CellSight::Remembered);
  CHECK(sight.value().at(8, 0) == CellSight::Remembered);  // cell 8: player 1's own bit
  CHECK(view.vision_of(0).value().at(8, 0) == CellSight::Unseen);
  CHECK(sight.value().at(7, 1) == CellSight::Visible);  // cell 16, the second word's first
  CHECK(sight.value().at(-1, 0) == CellSight::Unseen);
  CHECK(sight.value().at(9, 0) == CellSight::Unseen);
  CHECK(view.vision_of(5).error().code == base::ErrorCode::NotFound);
}

TEST_CASE("view: versions 1 and 2 read with what they lacked as 0") {
  const SampleWorld world = testing::sample_world(8);
  const std::vector<Word> words = testing::encoded(world);
  for (const Word version : {1u, 2u}) {
    const std::vector<Word> old = testing::as_version(words, version);
    const auto opened = View::open(old);
    REQUIRE(opened.ok());
    const View& view = opened.value();
    CHECK(view.version() == version);
    CHECK(view.core().stride() == (version == 1 ? 24 : 26));
    for (Word row = 0; row < view.core().count(); ++row) {
      CoreRow expected = world.core[row];
      expected.rank = 0;
      if (version == 1) expected.status = expected.status_end = 0;
      const auto read = view.core().get<CoreRow>(row);
      CHECK(std::memcmp(&read, &expected, sizeof(CoreRow)) == 0);
      CHECK(view.core().column(&CoreRow::rank)[row] == 0);
      CHECK(view.core().each<CoreRow>()[row].get(&CoreRow::rank) == 0);
      CHECK(view.core().each<CoreRow>()[row].get(&CoreRow::action_tick) == expected.action_tick);
      CHECK(view.core().column(&CoreRow::status)[row] == expected.status);
    }
    check_rows(view.table(Table::Corpses), world.corpses);
    CHECK(view.table(Table::Remembered).count() == (version == 1 ? 0 : 1));
    CHECK(view.table(Table::Scores).count() == 0);
  }
}

TEST_CASE("view: what a future version appended is skipped") {
  const SampleWorld world = testing::sample_world(8);
  const std::vector<Word> words = testing::as_future(testing::encoded(world));
  const auto opened = View::open(words);
  REQUIRE(opened.ok());
  const View& view = opened.value();
  CHECK(view.version() == 4);
  CHECK(view.unknown_words() == 5);
  for (Word row = 0; row < view.core().count(); ++row) {
    const auto read = view.core().get<CoreRow>(row);
    CHECK(std::memcmp(&read, &world.core[row], sizeof(CoreRow)) == 0);
  }
  CHECK(view.table(Table::Scores).get<ScoreRow>(1).gold_gathered == 2400);
  CHECK(view.vision_of(0).value().at(0, 0) == CellSight::Visible);
  std::vector<Word> later_epoch = words;
  later_epoch[0] |= 1u << 8;
  CHECK(View::open(later_epoch).error().what == "the snapshot is of a later epoch");
}

TEST_CASE("view: every cut is refused with a reason") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(5));
  for (std::size_t size = 0; size < words.size(); ++size) {
    const Exact cut(std::span<const Word>(words).first(size));
    const auto opened = View::open(cut.words());
    REQUIRE_MESSAGE(!opened.ok(),
                    "a snapshot of " << size << " words of " << words.size() << " was accepted");
    CHECK(opened.error().code == base::ErrorCode::Incomplete);
    CHECK(!opened.error().where.empty());
    CHECK(!opened.error().expected.empty());
  }
}

TEST_CASE("view: any one word changed is refused with a reason, or read within the buffer") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(4));
  base::RandomStream random(11);
  std::size_t refused = 0;
  std::size_t read = 0;
  Word sum = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::vector<Word> values = {0,
                                1,
                                0x7fffffffu,
                                0x80000000u,
                                0xffffffffu,
                                words[at] + 1,
                                words[at] - 1,
                                k_rows_max,
                                k_rows_max + 1};
    for (Word bit = 0; bit < 32; ++bit) values.push_back(words[at] ^ (1u << bit));
    values.push_back(static_cast<Word>(random.next()));
    for (const Word value : values) {
      std::vector<Word> changed = words;
      changed[at] = value;
      const Exact exact(changed);
      const auto opened = View::open(exact.words());
      if (opened.ok()) {
        sum += read_all(opened.value());
        read += 1;
      } else {
        CHECK(!opened.error().what.empty());
        CHECK(!opened.error().where.empty());
        CHECK(!opened.error().expected.empty());
        refused += 1;
      }
    }
  }
  CHECK(sum != 0);
  CHECK(refused > 1000);
  CHECK(read > 1000);
}

TEST_CASE("view: counts and strides that lie are refused") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(5));
  const auto refusal = [&](std::size_t at, Word value) {
    std::vector<Word> changed = words;
    changed[at] = value;
    const auto opened = View::open(changed);
    REQUIRE(!opened.ok());
    return opened.error();
  };
  CHECK(refusal(0, 0x12340003u).what == "not a snapshot");
  CHECK(refusal(0, 0x54530000u).what == "the snapshot has version 0");
  CHECK(refusal(2, 0xffffffffu).what == "4294967295 rows are claimed");
  CHECK(refusal(2, 1u << 20).code == base::ErrorCode::Incomplete);
  CHECK(refusal(3, 26).where == "snapshot table core");  // version 3 has 27
  CHECK(refusal(3, 0x40000001u).code == base::ErrorCode::OutOfRange);
  CHECK(refusal(15, 900).where == "snapshot table corpses");
  CHECK(refusal(16 + 27, 16).what == "row 1 has identity 16");
  std::vector<Word> longer = words;
  longer.push_back(0);
  CHECK(View::open(longer).error().what == "1 words follow the last table");
}

TEST_CASE("view: vision cells that do not fit in their row are refused when asked for") {
  SampleWorld world = testing::sample_world(3);
  const auto refused = [&](std::size_t word, Word value) {
    SampleWorld changed = world;
    changed.vision[word] = value;
    const std::vector<Word> words = testing::encoded(changed);
    return !View::open(words).value().vision_of(0).ok() && !check_source(changed.source()).ok();
  };
  CHECK(refused(1, 9));            // wider than its cells
  CHECK(refused(1, 0xffffffffu));  // wider than anything
  CHECK(refused(6, 9));            // beyond the row
  CHECK(refused(6, 0));            // in its own head
  CHECK(refused(7, 0xfffffff8u));
  CHECK(refused(7, 3));
}

TEST_CASE("view: an unordered or doubled identity is refused by name of the table") {
  SampleWorld world = testing::sample_world(5);
  world.core[3].identity = world.core[2].identity;
  CHECK(check_source(world.source()).error().where == "snapshot table core");
  world = testing::sample_world(5);
  world.orders[1].identity -= 1;
  CHECK(check_source(world.source()).error().where == "snapshot table orders");
  world = testing::sample_world(5);
  world.core[0].identity = 0;
  CHECK(!check_source(world.source()).ok());
}

TEST_CASE("view: a row about a unit that is not in the core, or about no player, is found") {
  SampleWorld world = testing::sample_world(5);
  REQUIRE(check_source(world.source()).ok());
  world.effects[0].identity = 17;
  CHECK(check_source(world.source()).error().where == "snapshot table effects");
  world = testing::sample_world(5);
  world.players.push_back(world.players[1]);
  world.players[2].identity = player_identity(k_players_max);
  CHECK(check_source(world.source()).error().where == "snapshot table players");
}

TEST_CASE("view: a started match without units, sight or players is no black map but an error") {
  SampleWorld world = testing::sample_world(5);
  const auto checked = [](const SampleWorld& changed) {
    const std::vector<Word> words = testing::encoded(changed);
    return check_started(View::open(words).value());
  };
  CHECK(checked(world).ok());
  SampleWorld without = world;
  without.core.clear();
  CHECK(checked(without).error().where == "snapshot table core");
  without = world;
  without.vision.clear();
  CHECK(checked(without).error().where == "snapshot table vision");
  without = world;
  without.players.clear();
  CHECK(checked(without).error().where == "snapshot table players");
}

TEST_CASE("buffer: words go to bytes little end first and back") {
  const std::vector<Word> words = {0x54530003u, 0xffffffffu, 7};
  std::vector<std::uint8_t> bytes(12);
  words_to_bytes(words, bytes);
  CHECK(bytes[0] == 3);
  CHECK(bytes[2] == 0x53);
  CHECK(bytes[3] == 0x54);
  Buffer buffer;
  REQUIRE(words_from_bytes(bytes, buffer).ok());
  CHECK(std::equal(words.begin(), words.end(), buffer.words().begin(), buffer.words().end()));
  bytes.pop_back();
  CHECK(words_from_bytes(bytes, buffer).error().code == base::ErrorCode::Incomplete);
}

}  // namespace terrane::snapshot
