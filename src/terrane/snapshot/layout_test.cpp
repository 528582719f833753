#include "terrane/snapshot/layout.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace terrane::snapshot {
namespace {

std::string page() {
  std::ifstream file(std::string(TERRANE_SOURCE_DIR) + "/docs/formats/snapshot_v3.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void check_words(std::string_view table, std::span<const Field> fields) {
  for (Word word = 0; word < fields.size(); ++word) {
    CHECK_MESSAGE(fields[word].word == word,
                  "a field of " << std::string(table) << " is missing or out of order at " << word);
  }
  CHECK(fields[0].name == "identity");
}

}  // namespace

TEST_CASE("layout: the field tables name every word of every row once, in order") {
  check_words(k_core_name, core_fields());
  CHECK(core_fields().size() == 27);
  for (Word number = 0; number < k_table_count; ++number) {
    const auto table = static_cast<Table>(number);
    check_words(table_name(table), table_fields(table));
  }
  CHECK(table_words(Table::Construction) == k_row_words<ConstructionRow>);
  CHECK(table_words(Table::Production) == k_row_words<ProductionRow>);
  CHECK(table_words(Table::Projectiles) == k_row_words<ProjectileRow>);
  CHECK(table_words(Table::Resources) == k_row_words<ResourceRow>);
  CHECK(table_words(Table::Effects) == k_row_words<EffectRow>);
  CHECK(table_words(Table::Orders) == k_row_words<OrderRow>);
  CHECK(table_words(Table::Vision) == k_row_words<VisionRow>);
  CHECK(table_words(Table::Players) == k_row_words<PlayerRow>);
  CHECK(table_words(Table::Wildlife) == k_row_words<WildlifeRow>);
  CHECK(table_words(Table::RallyPoints) == k_row_words<RallyRow>);
  CHECK(table_words(Table::Upgrades) == k_row_words<UpgradeRow>);
  CHECK(table_words(Table::Corpses) == k_row_words<CorpseRow>);
  CHECK(table_words(Table::Remembered) == k_row_words<RememberedRow>);
  CHECK(table_words(Table::Scores) == k_row_words<ScoreRow>);
}

TEST_CASE("layout: what each version appended") {
  CHECK(core_words_of(1) == 24);
  CHECK(core_words_of(2) == 26);
  CHECK(core_words_of(3) == 27);
  CHECK(core_fields()[24].name == "status");
  CHECK(core_fields()[25].name == "status_end");
  CHECK(core_fields()[26].name == "rank");
  CHECK(tables_of(1) == k_counted_tables);
  CHECK(tables_of(2) == 13);
  CHECK(tables_of(3) == k_table_count);
}

TEST_CASE("layout: docs/formats/snapshot_v3.md lists every field with its word, type and unit") {
  const std::string text = page();
  REQUIRE_MESSAGE(!text.empty(), "docs/formats/snapshot_v3.md cannot be read");
  const auto expect_line = [&](const Field& field) {
    const std::string line = "| " + std::to_string(field.word) + " | `" + std::string(field.name) +
                             "` | " + (field.is_signed ? "i32" : "u32") + " | " +
                             std::string(field.unit) + " |";
    CHECK_MESSAGE(text.find(line) != std::string::npos, "the page lacks: " << line);
  };
  for (const Field& field : core_fields()) expect_line(field);
  std::size_t at = 0;
  for (Word number = 0; number < k_table_count; ++number) {
    const auto table = static_cast<Table>(number);
    at = text.find("### " + std::string(table_name(table)), at);
    CHECK_MESSAGE(at != std::string::npos, "the page lacks " << std::string(table_name(table)));
    for (const Field& field : table_fields(table)) expect_line(field);
  }
}

}  // namespace terrane::snapshot
