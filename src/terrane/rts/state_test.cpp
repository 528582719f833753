#include "terrane/rts/state.h"

#include <doctest/doctest.h>

#include <string>

#include "terrane/rts/state_parts.h"

namespace terrane::rts {
namespace {

// A state with two rows in every table, each word different.
State sample_state() {
  State state;
  state.tick = 7;
  state.random = 0x0123456789abcdefULL;
  state.vision_stride = 10;
  for_each_part(state, [](std::size_t part, auto& rows) {
    rows.resize(part == k_part_vision ? 20 : 2);
    Word* words = reinterpret_cast<Word*>(rows.data());
    const std::size_t count = words_of(rows).words.size();
    for (std::size_t at = 0; at < count; ++at) words[at] = static_cast<Word>(part * 1000 + at);
  });
  return state;
}

template <typename Use>
void for_each_word(State& state, Use&& use) {
  for_each_part(state, [&](std::size_t part, auto& rows) {
    Word* words = reinterpret_cast<Word*>(rows.data());
    const std::size_t count = words_of(rows).words.size();
    for (std::size_t at = 0; at < count; ++at) use(part, at, words[at]);
  });
}

}  // namespace

TEST_CASE("a flipped bit of any word changes its part's checksum and no other") {
  State state = sample_state();
  const StateChecksums before = checksums(state);
  for_each_word(state, [&](std::size_t part, std::size_t at, Word& word) {
    word ^= 1u << (at % 32);
    const StateChecksums after = checksums(state);
    word ^= 1u << (at % 32);
    REQUIRE_MESSAGE(after.total != before.total, checksum_part_name(part) << " word " << at);
    for (std::size_t other = 0; other < k_parts; ++other) {
      REQUIRE((after.parts[other] != before.parts[other]) == (other == part));
    }
  });
  CHECK(checksums(state) == before);
}

TEST_CASE("the head's numbers are in the checksum, the random stream among them") {
  const State state = sample_state();
  const StateChecksums before = checksums(state);
  for (std::size_t word = 0; word < k_head_words; ++word) {
    State other = state;
    HeadWords head = head_of(other);
    head[word] ^= 1;
    set_head(other, head);
    CHECK(head_of(other) == head);
    CHECK_MESSAGE(checksums(other).parts[k_part_head] != before.parts[k_part_head],
                  "head word " << word);
    CHECK(first_difference(state, other)->table == "head");
  }
}

TEST_CASE("rows that moved from one table to the next are noticed") {
  State a = sample_state();
  State b = a;
  a.groups.pop_back();
  CHECK(checksums(a).parts[k_part_groups] != checksums(b).parts[k_part_groups]);
  b.groups.clear();
  a.groups.clear();
  CHECK(checksums(a) == checksums(b));
}

TEST_CASE("the first difference names part, unit and field") {
  State state = sample_state();
  State other = state;
  CHECK_FALSE(first_difference(state, other).has_value());
  std::size_t found = 0;
  for_each_word(other, [&](std::size_t part, std::size_t at, Word& word) {
    word ^= 4;
    const auto difference = first_difference(state, other);
    REQUIRE(difference.has_value());
    REQUIRE_MESSAGE(difference->table == checksum_part_name(part),
                    "part " << part << " word " << at);
    word ^= 4;
    found += 1;
  });
  CHECK(found > 300);

  other.minds[1].experience += 1;
  CHECK(snapshot::to_sentence(*first_difference(state, other)) ==
        "minds: unit " + std::to_string(state.minds[1].identity) +
            ", experience: " + std::to_string(state.minds[1].experience) + ", not " +
            std::to_string(state.minds[1].experience + 1));
  other = state;
  other.core[0].health_256 -= 1;
  CHECK(first_difference(state, other)->field == "health_256");
  other = state;
  other.plans[1].words[17] += 1;
  CHECK(first_difference(state, other)->field == "words[17]");
  other = state;
  other.core.pop_back();
  other.minds.pop_back();
  CHECK(first_difference(state, other)->field == "row");
  other = state;
  other.vision[19] ^= 1;
  CHECK(first_difference(state, other)->field == "cells[1]");
}

}  // namespace terrane::rts
