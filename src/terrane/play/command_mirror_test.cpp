#include "terrane/play/command_mirror.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/play/command_testing.h"
#include "terrane/snapshot/encode.h"

namespace terrane::play {
namespace {

using snapshot::EventKind;

// What the match itself says to an order now.
rts::Refusal of_match(rts::Match& match, EventKind kind, const snapshot::OrderPayload& order,
                      const std::vector<Word>& units) {
  std::vector<Word> record;
  REQUIRE(
      snapshot::append_event(record, kind, match.tick() + 1, order, std::span<const Word>(units))
          .ok());
  std::size_t at = 0;
  const auto event = snapshot::read_event(record, at);
  REQUIRE(event.ok());
  return rts::check(match.board(), event.value());
}

}  // namespace

TEST_CASE("the mirror refuses what the match refuses, for the same reason") {
  MatchRecipe recipe = testing::arena_recipe(60, true);
  const rts::Rules rules = rts::load_rules(recipe.rules).value();
  auto started = rts::Match::start(rules, recipe.field, recipe.setup);
  REQUIRE(started.ok());
  rts::Match& match = *started.value();
  MatchMirror mirror(rules, recipe.field);
  snapshot::Buffer buffer;
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 8; ++round) {
    for (int tick = 0; tick < 150; ++tick) match.step();
    match.port().drain([](const snapshot::Event&) {});
    match.port().outbox().clear();
    snapshot::encode(match.state().source(), buffer);
    const auto view = snapshot::View::open(buffer.words());
    REQUIRE(view.ok());
    mirror.follow(view.value());
    mirror.follow(view.value());  // the same tick again changes nothing
    for (Word player = 0; player < 2; ++player) {
      std::vector<Word> workers;
      std::vector<Word> buildings;
      for (const rts::CoreRow& row : match.state().core) {
        if (row.owner != player) continue;
        const rts::Role role = rules.type(row.type).role;
        if (role == rts::Role::Worker) workers.push_back(row.identity);
        if (rts::is_building(role)) buildings.push_back(row.identity);
      }
      for (Word draw = 0; draw < 120; ++draw) {
        const std::uint64_t key = base::hash(std::uint64_t{3}, round, player, draw);
        snapshot::OrderPayload order;
        order.player = player;
        order.argument =
            base::draw_index(base::hash(key, 1), static_cast<Word>(rules.types.size()));
        const auto side_mm = static_cast<std::int64_t>(recipe.field.width_cells) * 500;
        order.x_mm =
            static_cast<std::int32_t>(base::draw_integer(base::hash(key, 2), -side_mm, side_mm));
        order.z_mm =
            static_cast<std::int32_t>(base::draw_integer(base::hash(key, 3), -side_mm, side_mm));
        constexpr EventKind k_kinds[] = {EventKind::OrderBuild,    EventKind::OrderTrain,
                                         EventKind::OrderResearch, EventKind::OrderAttack,
                                         EventKind::OrderGather,   EventKind::OrderRepair};
        const EventKind kind = k_kinds[draw % 6];
        if (kind == EventKind::OrderResearch) {
          order.argument %= static_cast<Word>(rules.upgrades.size());
        }
        if (draw % 6 >= 3) {
          order.target = match.state()
                             .core[base::draw_index(base::hash(key, 4),
                                                    static_cast<Word>(match.state().core.size()))]
                             .identity;
        }
        const bool by_building = kind == EventKind::OrderTrain || kind == EventKind::OrderResearch;
        const std::vector<Word>& units = by_building ? buildings : workers;
        const rts::Refusal ours = mirror.ask(kind, order, units);
        const rts::Refusal theirs = of_match(match, kind, order, units);
        CHECK_MESSAGE(ours == theirs, "order " << static_cast<Word>(kind) << " of player " << player
                                               << ": the mirror says " << rts::refusal_text(ours)
                                               << ", the match " << rts::refusal_text(theirs));
        (theirs == rts::Refusal::None ? accepted : refused) += 1;
      }
    }
  }
  CHECK_MESSAGE(accepted > 20, "hardly any order was a good one: the test says little");
  CHECK(refused > 20);
}

}  // namespace terrane::play
