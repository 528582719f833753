// A small match with armies that have met, so that every table has rows: what the fuzz targets for
// saves, replays and lockstep start from. It plays by data/rules.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "terrane/fetch/file.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/match.h"
#include "terrane/rts/state_parts.h"

namespace terrane::fuzz {

inline constexpr std::uint64_t k_engine_digest = 1;

struct SmallMatch {
  rts::Rules rules;
  rts::Battlefield field;
  rts::MatchSetup setup;
  rts::State state;  // of its tick 600
};

// A fuzz target's word for CHECK: what does not hold is a finding.
inline void require(bool holds) {
  if (!holds) std::abort();
}

inline void play(rts::Match& match, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) {
    match.step();
    match.port().drain([](const snapshot::Event&) {});
    match.port().outbox().clear();
  }
}

inline rts::Rules game_rules() {
  std::vector<rts::RulesText> set;
  for (const char* name : {"match.json", "nature.json", "people.json", "goblins.json"}) {
    const auto text = fetch::read_file(std::string(TERRANE_SOURCE_DIR "/data/rules/") + name);
    require(text.ok());
    set.push_back({name, {text.value().begin(), text.value().end()}});
  }
  auto rules = rts::load_rules(set);
  require(rules.ok());
  return std::move(rules).value();
}

inline const SmallMatch& small_match() {
  static const SmallMatch k_match = [] {
    SmallMatch made{game_rules(), {}, {}, {}};
    auto field = rts::make_arena(1, 2, 96);
    require(field.ok());
    made.field = std::move(field).value();
    made.setup.seed = 1;
    made.setup.players = {{0, 1}, {1, 0}};
    made.setup.units = 40;
    auto match = rts::Match::start(made.rules, made.field, made.setup);
    require(match.ok());
    play(*match.value(), 600);
    made.state = match.value()->state();
    return made;
  }();
  return k_match;
}

// Changes a word of a state: patch is the part, the word's place as a share of the part's words
// (two bytes, the high one first), and its value (four bytes, the low ones first).
inline constexpr std::size_t k_patch_bytes = 7;

inline void change_word(rts::State& state, std::span<const std::uint8_t> patch) {
  require(patch.size() == k_patch_bytes);
  const std::size_t wanted = patch[0] % rts::k_parts;
  const std::uint32_t share = std::uint32_t{patch[1]} << 8 | patch[2];
  const rts::Word value = rts::Word{patch[3]} | rts::Word{patch[4]} << 8 |
                          rts::Word{patch[5]} << 16 | rts::Word{patch[6]} << 24;
  if (wanted == rts::k_part_head) {
    rts::HeadWords head = rts::head_of(state);
    head[share % rts::k_head_words] = value;
    rts::set_head(state, head);
    return;
  }
  rts::for_each_part(state, [&](std::size_t part, auto& rows) {
    const std::size_t count = rts::words_of(rows).words.size();
    if (part != wanted || count == 0) return;
    reinterpret_cast<rts::Word*>(rows.data())[count * share / 65536] = value;
  });
}

}  // namespace terrane::fuzz
