#include "terrane/rts/replay.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/rts/save.h"
#include "terrane/rts/testing.h"
#include "terrane/snapshot/events.h"

namespace terrane::rts {
namespace {

constexpr std::uint64_t k_engine = 77;

struct Recorded {
  Rules rules = testing::small_rules();
  Battlefield field = testing::open_field(96, 2);
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> sums;  // of every tick
};

ReplayHead head_of(const Recorded& recorded) {
  ReplayHead head;
  head.engine_digest = k_engine;
  head.rules_digest = recorded.rules.digest;
  head.field_digest = digest(recorded.field);
  head.world_uri = "arena:1";
  head.area = "around 0,0 400";
  head.setup.seed = 3;
  head.setup.units = 24;
  head.setup.players = {{0, k_none}, {1, k_none}};
  return head;
}

// A person sends all of its mobile units at the middle now and then.
std::vector<Word> order_of(const Match& match, Word player) {
  std::vector<Word> units;
  for (const CoreRow& row : match.state().core) {
    const bool is_mine = row.owner == player && is_mobile(match.rules().types[row.type].role);
    if (is_mine) units.push_back(row.identity);
  }
  std::vector<Word> record;
  snapshot::OrderPayload order;
  order.player = player;
  order.x_mm = static_cast<std::int32_t>(match.tick()) * 10;
  REQUIRE(snapshot::append_event(record, snapshot::EventKind::OrderAttackMove, match.tick() + 1,
                                 order, units)
              .ok());
  return record;
}

Recorded record(Word ticks) {
  Recorded recorded;
  const ReplayHead head = head_of(recorded);
  ReplayWriter writer(head);
  auto match = Match::start(recorded.rules, recorded.field, head.setup);
  REQUIRE_MESSAGE(match.ok(), (match.ok() ? "" : base::to_sentence(match.error())));
  Match& playing = *match.value();
  for (Word tick = 1; tick <= ticks; ++tick) {
    if (tick % 50 == 1) {
      const std::vector<Word> record = order_of(playing, tick / 50 % 2);
      writer.add_input(playing.tick(), record);
      REQUIRE(playing.give(record).ok());
    }
    playing.step();
    playing.port().drain([](const snapshot::Event&) {});
    playing.port().outbox().clear();
    const StateChecksums sums = checksums(playing.state());
    recorded.sums.push_back(sums.total);
    if (tick % k_replay_checksum_ticks == 0) writer.add_checksums(tick, sums);
    if (tick % k_replay_keyframe_ticks == 0) {
      std::vector<std::uint8_t> bytes;
      write_save(playing.state(), {recorded.rules.digest, head.field_digest, 3, tick}, bytes);
      writer.add_keyframe(tick, bytes);
    }
  }
  recorded.bytes = writer.finish(ticks);
  return recorded;
}

}  // namespace

TEST_CASE("a replay plays as it was recorded, from the start and from any tick") {
  const Recorded recorded = record(700);
  const auto replay = Replay::open(recorded.bytes);
  REQUIRE(replay.ok());
  CHECK(replay.value().ticks() == 700);
  CHECK(replay.value().keyframes() == 2);
  auto player = ReplayPlayer::open(replay.value(), recorded.rules, recorded.field, k_engine);
  REQUIRE(player.ok());
  Word played = 0;
  while (player.value().step()) {
    played += 1;
    CHECK_MESSAGE(player.value().difference().empty(), player.value().difference());
    CHECK(checksums(player.value().match().state()).total == recorded.sums[played - 1]);
  }
  CHECK(played == 700);
  for (const Word tick : {699u, 1u, 300u, 299u, 650u, 301u, 600u, 0u, 700u}) {
    REQUIRE(player.value().seek(tick).ok());
    CHECK(player.value().match().tick() == tick);
    if (tick == 0) continue;
    CHECK_MESSAGE(checksums(player.value().match().state()).total == recorded.sums[tick - 1],
                  "tick " << tick << " is another after seeking it");
  }
  CHECK_FALSE(player.value().seek(701).ok());
}

TEST_CASE("a replay that goes another way is told with its subsystem") {
  const Recorded recorded = record(60);
  const auto replay = Replay::open(recorded.bytes);
  REQUIRE(replay.ok());
  auto player = ReplayPlayer::open(replay.value(), recorded.rules, recorded.field, k_engine);
  REQUIRE(player.ok());
  player.value().match().board().state.minds.back().experience ^= 1;
  while (player.value().match().tick() < 20) REQUIRE(player.value().step());
  CHECK_MESSAGE(player.value().difference() == "tick 20: minds is not as recorded",
                player.value().difference());
}

TEST_CASE("a replay that was cut or flipped anywhere is refused") {
  const Recorded recorded = record(320);
  for (std::uint64_t round = 0; round < 400; ++round) {
    const auto size = static_cast<std::uint32_t>(recorded.bytes.size());
    std::vector<std::uint8_t> cut = recorded.bytes;
    cut.resize(base::draw_index(base::hash(1, round), size));
    CHECK_MESSAGE(!Replay::open(cut).ok(), "cut at byte " << cut.size() << " and taken");
    std::vector<std::uint8_t> flipped = recorded.bytes;
    const std::uint32_t byte = base::draw_index(base::hash(2, round), size);
    flipped[byte] ^= static_cast<std::uint8_t>(1u << base::draw_index(base::hash(3, round), 8));
    CHECK_MESSAGE(!Replay::open(flipped).ok(), "flipped in byte " << byte << " and taken");
  }
  std::vector<std::uint8_t> longer = recorded.bytes;
  longer.push_back(0);
  CHECK_FALSE(Replay::open(longer).ok());
  CHECK_FALSE(Replay::open({}).ok());
}

TEST_CASE("a replay of other rules, other ground or another engine is refused by name") {
  Recorded recorded = record(20);
  const auto replay = Replay::open(recorded.bytes);
  REQUIRE(replay.ok());
  const auto refusal = [&](const Rules& rules, const Battlefield& field, std::uint64_t engine) {
    const auto player = ReplayPlayer::open(replay.value(), rules, field, engine);
    return player.ok() ? std::string() : player.error().what;
  };
  CHECK(refusal(recorded.rules, recorded.field, k_engine).empty());
  CHECK(refusal(recorded.rules, recorded.field, 78).find("engine") != std::string::npos);
  Rules rules = recorded.rules;
  rules.digest ^= 1;
  CHECK(refusal(rules, recorded.field, k_engine).find("rules") != std::string::npos);
  Battlefield field = recorded.field;
  field.height_mm[0] += 1;
  CHECK(refusal(recorded.rules, field, k_engine).find("ground") != std::string::npos);
}

}  // namespace terrane::rts
