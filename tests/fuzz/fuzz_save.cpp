// Saved matches from anywhere. The first byte chooses: 0, the rest is a save as it stands; 1, the
// rest changes words of a good state (seven bytes each: part, place as a share of the part's words,
// value) that is then saved with a right checksum, as whoever knows the format would. Whatever
// read_save() takes plays on for a second without reading outside its arrays.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "terrane/fetch/file.h"
#include "terrane/rts/arena.h"
#include "terrane/rts/match.h"
#include "terrane/rts/save.h"
#include "terrane/rts/state_parts.h"

namespace {

using namespace terrane::rts;

struct World {
  Rules rules;
  Battlefield field;
  State state;
};

void require(bool holds) {
  if (!holds) std::abort();
}

Rules game_rules() {
  std::vector<RulesText> set;
  for (const char* name : {"match.json", "nature.json", "people.json", "goblins.json"}) {
    const auto text =
        terrane::fetch::read_file(std::string(TERRANE_SOURCE_DIR "/data/rules/") + name);
    require(text.ok());
    set.push_back({name, {text.value().begin(), text.value().end()}});
  }
  auto rules = load_rules(set);
  require(rules.ok());
  return std::move(rules).value();
}

void play(Match& match, int ticks) {
  for (int tick = 0; tick < ticks; ++tick) {
    match.step();
    match.port().drain([](const terrane::snapshot::Event&) {});
    match.port().outbox().clear();
  }
}

// A small match with armies that have met, so that every table has rows.
const World& world() {
  static const World k_world = [] {
    World made{game_rules(), {}, {}};
    auto field = make_arena(1, 2, 96);
    require(field.ok());
    made.field = std::move(field).value();
    MatchSetup setup;
    setup.seed = 1;
    setup.players = {{0, 1}, {1, 0}};
    setup.units = 40;
    auto match = Match::start(made.rules, made.field, setup);
    require(match.ok());
    play(*match.value(), 600);
    made.state = match.value()->state();
    return made;
  }();
  return k_world;
}

SaveHead head_of_world() {
  return {world().rules.digest, digest(world().field), 1, world().state.tick};
}

void change(State& state, const std::uint8_t* patch) {
  const std::size_t wanted = patch[0] % k_parts;
  const std::uint32_t share = std::uint32_t{patch[1]} << 8 | patch[2];
  const Word value =
      Word{patch[3]} | Word{patch[4]} << 8 | Word{patch[5]} << 16 | Word{patch[6]} << 24;
  if (wanted == k_part_head) {
    HeadWords head = terrane::rts::head_of(state);
    head[share % k_head_words] = value;
    set_head(state, head);
    return;
  }
  for_each_part(state, [&](std::size_t part, auto& rows) {
    const std::size_t count = words_of(rows).words.size();
    if (part != wanted || count == 0) return;
    reinterpret_cast<Word*>(rows.data())[count * share / 65536] = value;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t k_patch_bytes = 7;
  constexpr std::size_t k_patches_max = 16;
  if (size == 0) return 0;
  std::vector<std::uint8_t> bytes(data + 1, data + size);
  if (data[0] != 0) {
    State state = world().state;
    for (std::size_t patch = 0; patch < k_patches_max; ++patch) {
      const std::size_t at = 1 + patch * k_patch_bytes;
      if (at + k_patch_bytes > size) break;
      change(state, data + at);
    }
    SaveHead head = head_of_world();
    head.tick = state.tick;
    write_save(state, head, bytes);
  }
  auto state = read_save(bytes, world().rules, world().field);
  if (!state.ok()) {
    require(terrane::base::to_sentence(state.error()).find('\n') == std::string::npos);
    return 0;
  }
  std::vector<std::uint8_t> again;
  SaveHead head = head_of_world();
  head.tick = state.value().tick;
  write_save(state.value(), head, again);
  require(data[0] == 0 || again == bytes);  // what was read is what was written
  auto match = Match::resume(world().rules, world().field, std::move(state).value());
  require(match.ok());
  play(*match.value(), 20);
  return 0;
}
