#include "terrane/snapshot/compare.h"

#include <doctest/doctest.h>

#include <vector>

#include "terrane/snapshot/print.h"
#include "terrane/snapshot/testing.h"

namespace terrane::snapshot {
namespace {

using testing::SampleWorld;

Difference difference_of(const SampleWorld& a, const SampleWorld& b) {
  const std::vector<Word> words_a = testing::encoded(a);
  const std::vector<Word> words_b = testing::encoded(b);
  const auto found = first_difference(View::open(words_a).value(), View::open(words_b).value());
  REQUIRE(found.has_value());
  return *found;
}

}  // namespace

TEST_CASE("compare: a planted difference is named by table, identity and field") {
  const SampleWorld a = testing::sample_world(10);
  SampleWorld b = a;
  b.core[4].health_256 ^= 1;
  CHECK(to_sentence(difference_of(a, b)) == "core: unit 24, health_256: 11264, not 11265");
  b = a;
  b.core[4].world_x_mm = -5;
  CHECK(difference_of(a, b).b == -5);
  b = a;
  b.orders[1].x_mm = -1;
  CHECK(to_sentence(difference_of(a, b)) == "orders: unit 16, x_mm: 0, not -1");
  b = a;
  b.vision[k_vision_head_words + 2] ^= 4;
  CHECK(difference_of(a, b).table == "vision");
  CHECK(difference_of(a, b).field == "cells[2]");
  b = a;
  b.tick += 1;
  CHECK(to_sentence(difference_of(a, b)) == "header, tick: 100, not 101");
  b = a;
  b.core.erase(b.core.begin() + 3);
  CHECK(to_sentence(difference_of(a, b)) == "core: unit 22, row: 1, not 0");
  CHECK(to_sentence(difference_of(b, a)) == "core: unit 22, row: 0, not 1");
  b = a;
  b.scores.pop_back();
  CHECK(to_sentence(difference_of(a, b)) == "scores: unit 2, row: 1, not 0");
}

TEST_CASE("compare: every single bit of a snapshot is seen, by its subsystem's checksum too") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(3));
  const View view = View::open(words).value();
  const Checksums sums = checksums(view);
  CHECK(first_differing(sums, sums).empty());
  CHECK(!first_difference(view, view).has_value());
  for (std::size_t at = 1; at < words.size(); ++at) {
    for (Word bit = 0; bit < 32; bit += 5) {
      std::vector<Word> changed = words;
      changed[at] ^= 1u << bit;
      const auto other = View::open(changed);
      if (!other.ok()) continue;
      const auto found = first_difference(view, other.value());
      REQUIRE_MESSAGE(found.has_value(), "word " << at << " bit " << bit << " went unseen");
      const Checksums other_sums = checksums(other.value());
      CHECK(other_sums.total != sums.total);
      const std::string_view subsystem = first_differing(sums, other_sums);
      CHECK(subsystem == (found->table == "header" ? "tick" : found->table));
    }
  }
}

TEST_CASE("compare: checksums are the same numbers on every platform") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(3));
  CHECK(checksums(View::open(words).value()).total == 10527224337759396755ull);
}

TEST_CASE("print: a snapshot's text names fields and counts what it leaves out") {
  const std::vector<Word> words = testing::encoded(testing::sample_world(5));
  const std::string text = to_text(View::open(words).value(), 2);
  CHECK(text.find("snapshot version 3, tick 100") == 0);
  CHECK(text.find("core 16 world_x_mm=-1500") != std::string::npos);
  CHECK(text.find("and 3 more") != std::string::npos);
  CHECK(text.find("visible_cells=16 remembered_cells=16 of 64") != std::string::npos);
}

}  // namespace terrane::snapshot
