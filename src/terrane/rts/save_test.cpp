#include "terrane/rts/save.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/match.h"
#include "terrane/rts/save_check.h"
#include "terrane/rts/scene.h"
#include "terrane/rts/state_parts.h"

namespace terrane::rts {
namespace {

struct Saved {
  Rules rules = testing::small_rules();
  Battlefield field = testing::open_field(96, 2);
  State state;
  std::vector<std::uint8_t> bytes;

  explicit Saved(Word units = 60, int ticks = 150) {
    MatchSetup setup;
    setup.seed = 3;
    setup.players = {{0, 2}, {1, 1}};
    setup.units = units;
    auto match = Match::start(rules, field, setup);
    REQUIRE(match.ok());
    for (int tick = 0; tick < ticks; ++tick) {
      match.value()->step();
      match.value()->port().drain([](const snapshot::Event&) {});
      match.value()->port().outbox().clear();
    }
    std::vector<Word> record;
    snapshot::OrderPayload payload;
    REQUIRE(
        append_event(record, snapshot::EventKind::OrderStop, match.value()->tick() + 30, payload)
            .ok());
    REQUIRE(match.value()->give(record).ok());
    state = match.value()->state();
    write();
  }
  void write() { write_save(state, {rules.digest, digest(field), 3, state.tick}, bytes); }
  auto read() const { return read_save(bytes, rules, field); }
};

TEST_CASE("a save gives back every word of the state") {
  Saved saved;
  const auto state = saved.read();
  REQUIRE_MESSAGE(state.ok(), (state.ok() ? "" : to_sentence(state.error())));
  const auto difference = first_difference(saved.state, state.value());
  CHECK_MESSAGE(!difference.has_value(), (difference ? to_sentence(*difference) : ""));
  CHECK(checksums(saved.state) == checksums(state.value()));
  const auto head = read_save_head(saved.bytes);
  REQUIRE(head.ok());
  CHECK(head.value().tick == saved.state.tick);
  CHECK(head.value().seed == 3);
  CHECK(head.value().rules_digest == saved.rules.digest);
}

TEST_CASE("a packed save is a fraction of it and comes back byte for byte") {
  const std::vector<std::uint8_t> bytes = Saved().bytes;
  std::vector<std::uint8_t> packed;
  pack_save(bytes, packed);
  CHECK_MESSAGE(packed.size() * 4 < bytes.size(), packed.size() << " of " << bytes.size());
  const auto back = unpack_save(packed);
  REQUIRE(back.ok());
  CHECK(back.value() == bytes);
  for (std::size_t size = 0; size < packed.size(); size += 7) {
    CHECK_FALSE(unpack_save(std::span<const std::uint8_t>(packed).first(size)).ok());
  }
}

TEST_CASE("a save that was cut anywhere is refused") {
  const Saved saved(0, 5);
  for (std::size_t size = 0; size < saved.bytes.size();
       size += size < 200 ? 1 : saved.bytes.size() / 97) {
    const std::span<const std::uint8_t> part(saved.bytes.data(), size);
    const auto state = read_save(part, saved.rules, saved.field);
    REQUIRE_MESSAGE(!state.ok(), size << " bytes");
    CHECK(state.error().code == base::ErrorCode::Incomplete);
  }
  std::vector<std::uint8_t> longer = saved.bytes;
  longer.push_back(0);
  CHECK_FALSE(read_save(longer, saved.rules, saved.field).ok());
}

TEST_CASE("a flipped bit anywhere in a save is refused") {
  Saved saved(0, 5);
  for (std::size_t at = 0; at < saved.bytes.size(); at += at < 200 ? 1 : saved.bytes.size() / 211) {
    saved.bytes[at] ^= static_cast<std::uint8_t>(1u << (at % 8));
    CHECK_MESSAGE(!saved.read().ok(), "byte " << at);
    saved.bytes[at] ^= static_cast<std::uint8_t>(1u << (at % 8));
  }
  CHECK(saved.read().ok());
}

TEST_CASE("a save of other rules, another field or a later version is refused as such") {
  Saved saved(0, 5);
  Rules other_rules = saved.rules;
  other_rules.digest += 1;
  const auto by_rules = read_save(saved.bytes, other_rules, saved.field);
  REQUIRE_FALSE(by_rules.ok());
  CHECK(by_rules.error().what.find("rules") != std::string::npos);
  Battlefield other_field = saved.field;
  other_field.height_mm[17] += 1;
  const auto by_field = read_save(saved.bytes, saved.rules, other_field);
  REQUIRE_FALSE(by_field.ok());
  CHECK(by_field.error().what.find("field") != std::string::npos);
  saved.bytes[4] = 2;
  const auto by_version = saved.read();
  REQUIRE_FALSE(by_version.ok());
  CHECK(by_version.error().what == "version 2");
}

TEST_CASE("rows that cannot be are refused with part and field named") {
  struct Case {
    const char* names;
    void (*spoil)(State&);
  };
  const Case cases[] = {
      {"type", [](State& state) { state.core[3].type = 9999; }},
      {"place", [](State& state) { state.core[3].world_x_mm = 900'000'000; }},
      {"identity", [](State& state) { std::swap(state.core[2], state.core[3]); }},
      {"owner", [](State& state) { state.core[0].owner = 0; }},
      {"flags", [](State& state) { state.core[0].flags ^= snapshot::k_flag_building; }},
      {"health_256", [](State& state) { state.core[1].health_256 = 0; }},
      {"going", [](State& state) { state.minds.back().going = 17; }},
      {"activity", [](State& state) { state.minds.back().activity = 99; }},
      {"goal", [](State& state) { state.minds.back().goal_x_mm = -2'000'000'000; }},
      {"seen_from", [](State& state) { state.minds.back().seen_from = 1u << 20; }},
      {"seen_m", [](State& state) { state.minds.back().seen_m = 4000; }},
      {"count", [](State& state) { state.minds.pop_back(); }},
      {"next_identity", [](State& state) { state.next_identity = 1u << 30; }},
      {"faction", [](State& state) { state.players[0].faction = 2; }},
      {"controller", [](State& state) { state.players[0].controller = 0; }},
      {"plans", [](State& state) { state.plans.pop_back(); }},
      {"level", [](State& state) { state.player_minds[1].level = 3; }},
      {"homeless_tick", [](State& state) { state.player_minds[1].homeless_tick = state.tick + 1; }},
      {"orders",
       [](State& state) {
         state.orders.insert(state.orders.begin(), {3, 0, 1});
       }},
      {"production", [](State& state) { state.production.push_back({state.core[0].identity}); }},
      {"construction",
       [](State& state) {
         state.construction.push_back({16, 0, 1, 0});
       }},
      {"projectiles",
       [](State& state) {
         state.projectiles.push_back({20, 0, 0xffff});
       }},
      {"resources", [](State& state) { state.resources.erase(state.resources.begin()); }},
      {"effects",
       [](State& state) {
         state.effects.push_back({16, 0, 0, 5, 256});
       }},
      {"vision", [](State& state) { state.vision[9] = 0xffffffffu; }},
      {"vision", [](State& state) { state.vision[1] += 1; }},
      {"upgrades",
       [](State& state) {
         state.upgrades.push_back({1, 4000, 1});
       }},
      {"remembered",
       [](State& state) {
         state.remembered.push_back({16, 12});
       }},
      {"control_groups",
       [](State& state) {
         state.groups.push_back({0, 1, 5});
       }},
      {"pending", [](State& state) { state.pending[1] = state.tick; }},
      {"payload", [](State& state) { state.pending[2] = 0xffffff; }},
      {"corpses",
       [](State& state) {
         state.corpses.push_back({16, 4000, 0});
       }},
  };
  const Saved good;
  for (const Case& wrong : cases) {
    Saved saved = good;
    wrong.spoil(saved.state);
    saved.write();
    const auto state = saved.read();
    REQUIRE_MESSAGE(!state.ok(), wrong.names);
    if (std::string(wrong.names) == "payload") continue;  // the record's reader says it its way
    CHECK_MESSAGE(to_sentence(state.error()).find(wrong.names) != std::string::npos,
                  wrong.names << ": " << to_sentence(state.error()));
  }
}

TEST_CASE("docs/formats/save_v1.md lists every section and every field of what is not drawn") {
  std::ifstream file(std::string(TERRANE_SOURCE_DIR) + "/docs/formats/save_v1.md");
  const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  REQUIRE_MESSAGE(!page.empty(), "docs/formats/save_v1.md cannot be read");
  const State empty;
  for_each_part(empty, [&](std::size_t part, const auto& rows) {
    const std::string name(checksum_part_name(part));
    const std::string width = part == k_part_vision ? "`vision_stride` of the head"
                                                    : std::to_string(words_of(rows).row_words);
    const std::string line = "| `" + name + "` | " + width + " |";
    CHECK_MESSAGE(page.find(line) != std::string::npos, "the page lacks: " << line);
  });
  for (const std::size_t part : {k_part_head, k_part_minds, k_part_player_minds, k_part_groups}) {
    for (const snapshot::Field& field : part_fields(part)) {
      const std::string line =
          "| " + std::to_string(field.word) + " | `" + std::string(field.name) + "` | " +
          (field.is_signed ? "i32" : "u32") + " | " + std::string(field.unit) + " |";
      CHECK_MESSAGE(page.find(line) != std::string::npos, "the page lacks: " << line);
    }
  }
}

TEST_CASE("whatever words a well-formed save holds, it is refused or it plays on") {
  const Saved good;
  Word refused = 0;
  Word played = 0;
  base::RandomStream stream(41);
  for (int tries = 0; tries < 400; ++tries) {
    Saved saved = good;
    for (int flips = 0; flips < 3; ++flips) {
      const std::uint64_t part_key = stream.next();
      const std::uint64_t word_key = stream.next();
      const std::uint64_t value_key = stream.next();
      const Word wanted = k_part_core + base::draw_index(part_key, k_parts - 1);
      for_each_part(saved.state, [&](std::size_t part, auto& rows) {
        const auto count = static_cast<Word>(words_of(rows).words.size());
        if (part != wanted || count == 0) return;
        Word& word = reinterpret_cast<Word*>(rows.data())[base::draw_index(word_key, count)];
        word = base::draw_chance(value_key, 0.5) ? word ^ 1u << (value_key % 32)
                                                 : static_cast<Word>(value_key >> 32);
      });
    }
    saved.write();
    auto state = saved.read();
    if (!state.ok()) {
      refused += 1;
      continue;
    }
    played += 1;
    auto match = Match::resume(saved.rules, saved.field, std::move(state).value());
    for (int ticks = 0; ticks < 40; ++ticks) match.value()->step();
  }
  CHECK(refused > 50);
  CHECK(played > 50);
}

}  // namespace
}  // namespace terrane::rts
