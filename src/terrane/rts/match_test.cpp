#include "terrane/rts/match.h"

#include <doctest/doctest.h>

#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/invariants.h"
#include "terrane/rts/order_checks.h"
#include "terrane/rts/outcome.h"
#include "terrane/rts/save.h"
#include "terrane/rts/scene.h"

namespace terrane::rts {
namespace {

using snapshot::EventKind;

struct Ground {
  Rules rules = testing::small_rules();
  Battlefield field = testing::open_field(96, 2);

  std::unique_ptr<Match> start(Word units, Word level = k_none, std::uint64_t seed = 7) const {
    MatchSetup setup;
    setup.seed = seed;
    setup.players = {{0, level}, {1, level}};
    setup.units = units;
    auto match = Match::start(rules, field, setup);
    REQUIRE_MESSAGE(match.ok(), (match.ok() ? "" : to_sentence(match.error())));
    return std::move(match).value();
  }
};

void drain(Match& match) {
  match.port().drain([](const snapshot::Event&) {});
  match.port().outbox().clear();
}

// A chunk of numbers, the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : stream_(seed) {}
  Word below(Word count) { return base::draw_index(stream_.next(), count); }
  bool chance(Word one_in) { return below(one_in) == 0; }

 private:
  base::RandomStream stream_;
};

// Orders of every kind, for units of everybody, at places in and out of the field: some good, many
// not.
void give_garbage(Match& match, Draws& draws) {
  static constexpr EventKind k_kinds[] = {
      EventKind::OrderMove,        EventKind::OrderAttack,      EventKind::OrderAttackMove,
      EventKind::OrderPatrol,      EventKind::OrderHold,        EventKind::OrderStop,
      EventKind::OrderFollow,      EventKind::OrderGather,      EventKind::OrderReturnLoad,
      EventKind::OrderBuild,       EventKind::OrderRepair,      EventKind::OrderTrain,
      EventKind::OrderCancelTrain, EventKind::OrderResearch,    EventKind::OrderRally,
      EventKind::OrderGate,        EventKind::OrderCancelBuild, EventKind::OrderUnload};
  const State& state = match.state();
  const auto some_identity = [&] {
    if (state.core.empty() || draws.chance(20)) return draws.below(state.next_identity + 5);
    return state.core[draws.below(static_cast<Word>(state.core.size()))].identity;
  };
  const EventKind kind = k_kinds[draws.below(static_cast<Word>(std::size(k_kinds)))];
  const Word player = draws.below(2);
  snapshot::OrderPayload payload;
  payload.player = player;
  payload.target = some_identity();
  const auto width = static_cast<Word>(match.field().width_cells * k_cell_mm);
  payload.x_mm =
      match.field().origin_x_mm - 2000 + static_cast<std::int32_t>(draws.below(width + 4000));
  payload.z_mm =
      match.field().origin_z_mm - 2000 + static_cast<std::int32_t>(draws.below(width + 4000));
  payload.argument = draws.below(static_cast<Word>(match.rules().types.size()) + 2);
  payload.queued = draws.below(2);
  payload.group = draws.chance(8) ? draws.below(13) : 0;
  std::vector<Word> list;
  const Word count = draws.below(12);
  for (Word unit = 0; unit < count; ++unit) {
    // Mostly one's own.
    Word identity = some_identity();
    for (int tries = 0; tries < 6; ++tries) {
      const std::size_t index = match.board().find(identity);
      if (index != k_no_index && state.core[index].owner == player) break;
      identity = some_identity();
    }
    list.push_back(identity);
  }
  std::vector<Word> record;
  const Word tick = state.tick + 1 + draws.below(10);
  if (draws.chance(15)) {
    REQUIRE(append_event(record, EventKind::SetGroup, tick,
                         snapshot::GroupPayload{player, draws.below(12), draws.below(3)}, list)
                .ok());
  } else {
    REQUIRE(append_event(record, kind, tick, payload, list).ok());
  }
  REQUIRE(match.give(record).ok());
}

TEST_CASE("a match starts with halls, workers, nature and sight for every side") {
  const Ground ground;
  const auto match = ground.start(0, 1);
  const State& state = match->state();
  Word halls = 0;
  Word workers = 0;
  Word nodes = 0;
  for (const CoreRow& row : state.core) {
    const Role role = ground.rules.type(row.type).role;
    halls += role == Role::TownHall ? 1 : 0;
    workers += role == Role::Worker ? 1 : 0;
    nodes += is_resource(role) ? 1 : 0;
  }
  CHECK(halls == 2);
  CHECK(workers == 10);
  CHECK(nodes == ground.field.resources.size());
  CHECK(state.players.size() == 2);
  CHECK(state.players[0].supply_used == 5);
  CHECK(state.players[0].supply_max == 12);
  CHECK(state.players[0].gold == 500);
  CHECK(state.plans.size() == 2);
  for (const CoreRow& row : state.core) {
    if (row.owner != k_nature) CHECK(row.flags < snapshot::k_flag_inside * 16);
  }
  testing::check_board(match->board());
  bool started = false;
  match->port().drain([&](const snapshot::Event& event) {
    started = started || event.info->kind == EventKind::MatchStarted;
  });
  CHECK(started);
}

TEST_CASE("an army: units are shared out, workers first, houses for all, nobody in anybody") {
  const Ground ground;
  const auto match = ground.start(200);
  const State& state = match->state();
  Word units[2] = {};
  Word workers[2] = {};
  Word heroes[2] = {};
  for (const CoreRow& row : state.core) {
    const Role role = ground.rules.type(row.type).role;
    if (row.owner > 1 || !is_mobile(role)) continue;
    units[row.owner] += 1;
    workers[row.owner] += role == Role::Worker ? 1 : 0;
    heroes[row.owner] += role == Role::Hero ? 1 : 0;
    const SizeClass size = size_class_of(static_cast<std::int32_t>(row.radius_mm));
    CHECK(match->board().paths.may_stand({row.grid_x, row.grid_z}, size));
  }
  for (const Word player : {0u, 1u}) {
    CHECK(units[player] == 100);
    CHECK(workers[player] == 20);
    CHECK(heroes[player] == 1);
    CHECK(state.players[player].supply_max >=
          std::min<Word>(state.players[player].supply_used, 120));
  }
  for (std::size_t a = 0; a < state.core.size(); ++a) {
    for (std::size_t b = a + 1; b < state.core.size(); ++b) {
      if (state.core[a].owner > 1 || state.core[b].owner > 1) continue;
      CHECK_MESSAGE(gap_mm(match->board(), a, b) >= 0, "units " << a << " and " << b);
    }
  }
  testing::check_board(match->board());
}

TEST_CASE("a setup that cannot be played is refused with a sentence") {
  const Ground ground;
  const auto refused = [&](const MatchSetup& setup) {
    const auto match = Match::start(ground.rules, ground.field, setup);
    return !match.ok() && !to_sentence(match.error()).empty();
  };
  MatchSetup good;
  good.players = {{0, k_none}, {1, 0}};
  CHECK_FALSE(refused(good));
  MatchSetup setup = good;
  setup.players.resize(1);
  CHECK(refused(setup));
  setup.players.assign(9, {0, k_none});
  CHECK(refused(setup));
  setup.players.assign(3, {0, k_none});  // the field has two starts
  CHECK(refused(setup));
  setup = good;
  setup.players[0].faction = 2;
  CHECK(refused(setup));
  setup = good;
  setup.players[1].level = 3;
  CHECK(refused(setup));
  setup = good;
  setup.units = 1'000'000;
  CHECK(refused(setup));
}

TEST_CASE("what is given must be one record to the match, of a player, for a later tick") {
  const Ground ground;
  const auto match = ground.start(0);
  const auto give = [&](EventKind kind, Word tick, Word player) {
    std::vector<Word> record;
    snapshot::OrderPayload payload;
    payload.player = player;
    REQUIRE(append_event(record, kind, tick, payload).ok());
    return match->give(record).ok();
  };
  CHECK(give(EventKind::OrderStop, 1, 0));
  CHECK(give(EventKind::OrderStop, 200, 1));
  CHECK_FALSE(give(EventKind::OrderStop, 0, 0));
  CHECK_FALSE(give(EventKind::OrderStop, 201, 0));
  CHECK_FALSE(give(EventKind::OrderStop, 5, 2));
  CHECK_FALSE(match->give({}).ok());
  const Word rubbish[] = {77, 1, 0};
  CHECK_FALSE(match->give(rubbish).ok());
  std::vector<Word> two;
  snapshot::OrderPayload payload;
  REQUIRE(append_event(two, EventKind::OrderStop, 3, payload).ok());
  REQUIRE(append_event(two, EventKind::OrderStop, 3, payload).ok());
  CHECK_FALSE(match->give(two).ok());
  std::vector<Word> outward;
  REQUIRE(append_event(outward, EventKind::Heartbeat, 3, snapshot::TickPayload{}).ok());
  CHECK_FALSE(match->give(outward).ok());
  std::vector<Word> runner;
  REQUIRE(append_event(runner, EventKind::RequestKeyframe, 3, snapshot::NonePayload{}).ok());
  CHECK_FALSE(match->give(runner).ok());
}

TEST_CASE("the same seed plays the same match, tick for tick; another seed another one") {
  const Ground ground;
  const auto a = ground.start(60, 1);
  const auto b = ground.start(60, 1);
  const auto c = ground.start(60, 1, 8);
  for (int ticks = 0; ticks < 200; ++ticks) {
    a->step();
    b->step();
    c->step();
    REQUIRE(checksums(a->state()) == checksums(b->state()));
    drain(*a);
    drain(*b);
    drain(*c);
  }
  CHECK(checksums(a->state()).total != checksums(c->state()).total);
}

TEST_CASE("saved, loaded and played on is the same as played straight on") {
  const Ground ground;
  const auto straight = ground.start(120, 2);
  Draws draws(5);
  for (int ticks = 0; ticks < 100; ++ticks) {
    if (draws.chance(2)) give_garbage(*straight, draws);
    straight->step();
    drain(*straight);
  }
  std::vector<std::uint8_t> bytes;
  write_save(straight->state(), {ground.rules.digest, digest(ground.field), 7, straight->tick()},
             bytes);
  auto state = read_save(bytes, ground.rules, ground.field);
  REQUIRE_MESSAGE(state.ok(), (state.ok() ? "" : to_sentence(state.error())));
  auto resumed = Match::resume(ground.rules, ground.field, std::move(state).value());
  REQUIRE(resumed.ok());
  Draws same(6);
  Draws again(6);
  for (int ticks = 0; ticks < 150; ++ticks) {
    if (ticks % 3 == 0) {
      give_garbage(*straight, same);
      give_garbage(*resumed.value(), again);
    }
    straight->step();
    resumed.value()->step();
    const auto difference = first_difference(straight->state(), resumed.value()->state());
    REQUIRE_MESSAGE(!difference.has_value(),
                    "tick " << straight->tick() << ": "
                            << (difference ? snapshot::to_sentence(*difference) : ""));
    REQUIRE(checksums(straight->state()) == checksums(resumed.value()->state()));
    drain(*straight);
    drain(*resumed.value());
  }
}

TEST_CASE("a bit that flips in one of two matches is named on its tick") {
  const Ground ground;
  const auto a = ground.start(40);
  const auto b = ground.start(40);
  for (int ticks = 0; ticks < 10; ++ticks) {
    a->step();
    b->step();
  }
  std::size_t victim = 0;
  while (a->state().core[victim].owner != 1) victim += 1;
  b->board().state.minds[victim].hit_by ^= 1u << 3;
  CHECK(checksums(a->state()).total != checksums(b->state()).total);
  const auto difference = first_difference(a->state(), b->state());
  REQUIRE(difference.has_value());
  CHECK(difference->table == "minds");
  CHECK(difference->identity == a->state().core[victim].identity);
  CHECK(difference->field == "hit_by");
}

TEST_CASE("soak: two thousand ticks of good and bad orders leave a board that holds together") {
  const Ground ground;
  for (const std::uint64_t seed : {11ULL, 12ULL}) {
    const auto match = ground.start(80, k_none, seed);
    Draws draws(seed);
    for (Word ticks = 0; ticks < 2000 && !match->over(); ++ticks) {
      const Word orders = draws.below(4);
      for (Word order = 0; order < orders; ++order) give_garbage(*match, draws);
      match->step();
      drain(*match);
      if (ticks % 40 == 0) testing::check_board(match->board());
    }
    testing::check_board(match->board());
  }
}

void attack(Match& match, Word player, PointMm place) {
  std::vector<Word> list;
  for (const CoreRow& row : match.state().core) {
    if (row.owner == player && is_soldier(match.rules().type(row.type).role)) {
      list.push_back(row.identity);
    }
  }
  snapshot::OrderPayload payload;
  payload.player = player;
  payload.x_mm = place.x_mm;
  payload.z_mm = place.z_mm;
  std::vector<Word> record;
  REQUIRE(append_event(record, EventKind::OrderAttackMove, match.tick() + 1, payload, list).ok());
  REQUIRE(match.give(record).ok());
}

TEST_CASE("a battle of two hundred a side is fought out until one is beaten") {
  Ground ground;
  ground.field = testing::open_field(128, 2);
  const auto match = ground.start(400);
  const auto start_of = [&](Word player) { return ground.field.starts[player]; };
  Word deaths = 0;
  while (!match->over() && match->tick() < 12'000) {
    if (match->tick() % 600 == 0) {
      attack(*match, 0, start_of(1));
      attack(*match, 1, start_of(0));
    }
    match->step();
    deaths += static_cast<Word>(match->board().died.size());
    drain(*match);
    if (match->tick() % 500 == 0) testing::check_board(match->board());
  }
  CHECK(deaths > 100);
  CHECK_MESSAGE(match->over(), "nobody was beaten in ten minutes");
  CHECK(match->state().ending == static_cast<Word>(Ending::Destruction));
  const Word before = match->tick();
  match->step();
  CHECK(match->tick() == before);  // over is over
  testing::check_board(match->board());
}

TEST_CASE("who surrenders has lost, and its orders are refused") {
  const Ground ground;
  const auto match = ground.start(20);
  std::vector<Word> record;
  REQUIRE(append_event(record, EventKind::Surrender, 3, snapshot::PlayerPayload{1}).ok());
  REQUIRE(match->give(record).ok());
  for (int ticks = 0; ticks < 25; ++ticks) match->step();
  CHECK(match->over());
  CHECK(match->state().winners == 1);
  CHECK_FALSE(is_playing(match->board(), 1));
}

}  // namespace
}  // namespace terrane::rts
