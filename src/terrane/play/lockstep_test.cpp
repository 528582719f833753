#include "terrane/play/lockstep.h"

#include <doctest/doctest.h>

#include "terrane/base/hash.h"
#include "terrane/snapshot/events.h"

namespace terrane::play {
namespace {

using snapshot::Word;

LockstepTerms terms() {
  LockstepTerms terms;
  terms.engine_digest = 1;
  terms.rules_digest = 2;
  terms.field_digest = 3;
  terms.state_checksum = 4;
  terms.input_delay = 3;
  return terms;
}

// Carries bytes from one to the other in pieces of drawn sizes.
base::Result<void> carry(Lockstep& from, Lockstep& to, std::uint64_t seed) {
  const std::vector<std::uint8_t> bytes = std::exchange(from.outgoing(), {});
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t wanted = 1 + base::draw_index(base::hash(seed, at), 40);
    const std::size_t size = std::min(wanted, bytes.size() - at);
    TERRANE_TRY(to.receive(std::span<const std::uint8_t>(bytes).subspan(at, size)));
    at += size;
  }
  return {};
}

std::vector<Word> order(Word player, Word unit) {
  std::vector<Word> records;
  snapshot::OrderPayload payload;
  payload.player = player;
  REQUIRE(snapshot::append_event(records, snapshot::EventKind::OrderStop, 1, payload,
                                 std::span<const Word>(&unit, 1))
              .ok());
  return records;
}

}  // namespace

TEST_CASE("both sides get the same orders in the same order for the same tick") {
  Lockstep host(terms(), true);
  Lockstep joined(terms(), false);
  Word ran_with_orders = 0;
  for (Word tick = 0; tick < 50; ++tick) {
    host.close_tick(tick, tick % 5 == 0 ? order(0, 20 + tick) : std::vector<Word>());
    joined.close_tick(tick, tick % 7 == 0 ? order(1, 90 + tick) : std::vector<Word>());
    REQUIRE(carry(host, joined, tick).ok());
    REQUIRE(carry(joined, host, tick + 1000).ok());
    REQUIRE_MESSAGE(host.may_run_after(tick), "the host waits for what it has");
    REQUIRE(joined.may_run_after(tick));
    const auto a = host.take_inputs(tick);
    const auto b = joined.take_inputs(tick);
    CHECK_MESSAGE(a == b, "the two run tick " << tick + 1 << " with different orders");
    if (tick >= 3 && (tick - 3) % 35 == 0) {
      REQUIRE(a.size() == 2 * order(0, 1).size());
      CHECK_MESSAGE(a[3] == 0, "the host's order does not come first");
    }
    for (std::size_t at = 0; at < a.size();) {
      const auto event = snapshot::read_event(a, at);
      REQUIRE(event.ok());
      CHECK_MESSAGE(event.value().tick == tick + 1, "an order runs in another tick");
      ran_with_orders += 1;
    }
  }
  CHECK(ran_with_orders == 10 + 7);
}

TEST_CASE("no tick runs before the peer has closed it") {
  Lockstep host(terms(), true);
  Lockstep joined(terms(), false);
  CHECK_FALSE(host.may_run_after(0));
  REQUIRE(carry(joined, host, 1).ok());
  CHECK_MESSAGE(host.may_run_after(2), "the first ticks need no orders");
  CHECK_FALSE(host.may_run_after(3));
  joined.close_tick(0, {});
  REQUIRE(carry(joined, host, 1).ok());
  CHECK(host.may_run_after(3));
  CHECK_FALSE(host.may_run_after(4));
}

TEST_CASE("checksums that differ stop it with the tick and the subsystem") {
  Lockstep host(terms(), true);
  Lockstep joined(terms(), false);
  REQUIRE(carry(joined, host, 1).ok());
  REQUIRE(carry(host, joined, 1).ok());
  rts::StateChecksums sums;
  sums.total = 7;
  host.add_checksums(1, sums);
  joined.add_checksums(1, sums);
  rts::StateChecksums other = sums;
  other.parts[3] = 1;
  other.total = 8;
  host.add_checksums(2, sums);
  joined.add_checksums(2, other);
  REQUIRE(carry(joined, host, 1).ok());
  REQUIRE(carry(host, joined, 1).ok());
  const std::string expected = "tick 2: " + std::string(rts::checksum_part_name(3)) + " differs";
  CHECK(host.desync() == expected);
  CHECK(joined.desync() == expected);
  joined.tell_dump("a.trs");
  joined.say_bye();
  REQUIRE(carry(joined, host, 1).ok());
  CHECK(host.peer_dump() == "a.trs");
  CHECK(host.peer_is_done());
}

TEST_CASE("other terms are refused by name") {
  const auto refusal = [](void (*change)(LockstepTerms&), bool is_host) {
    LockstepTerms others = terms();
    change(others);
    Lockstep host(terms(), true);
    Lockstep joined(others, is_host);
    const auto received = host.receive(joined.outgoing());
    return received.ok() ? std::string() : received.error().what;
  };
  CHECK(refusal([](LockstepTerms&) {}, false).empty());
  CHECK(refusal([](LockstepTerms&) {}, true).find("same part") != std::string::npos);
  CHECK(refusal([](LockstepTerms& t) { t.engine_digest = 9; }, false).find("engine") !=
        std::string::npos);
  CHECK(refusal([](LockstepTerms& t) { t.rules_digest = 9; }, false).find("rules") !=
        std::string::npos);
  CHECK(refusal([](LockstepTerms& t) { t.field_digest = 9; }, false).find("ground") !=
        std::string::npos);
  CHECK(refusal([](LockstepTerms& t) { t.state_checksum = 9; }, false).find("elsewhere") !=
        std::string::npos);
  CHECK(refusal([](LockstepTerms& t) { t.input_delay = 9; }, false).find("delay") !=
        std::string::npos);
}

TEST_CASE("a peer orders for its own player only") {
  for (const bool cheat_is_host : {false, true}) {
    Lockstep honest(terms(), !cheat_is_host);
    Lockstep cheat(terms(), cheat_is_host);
    REQUIRE(carry(cheat, honest, 1).ok());
    cheat.close_tick(0, order(cheat_is_host ? 0 : 1, 20));
    REQUIRE_MESSAGE(carry(cheat, honest, 1).ok(), "a peer's own order is refused");
    cheat.close_tick(1, order(cheat_is_host ? 1 : 0, 20));
    const auto received = carry(cheat, honest, 1);
    REQUIRE_MESSAGE(!received.ok(), "a peer may order the other's units");
    CHECK(received.error().what.find("who is ours") != std::string::npos);
  }
}

TEST_CASE("the name of a dump is a name") {
  for (const std::string& name : {std::string("a b"), std::string("\x1b[2J"), std::string(),
                                  std::string(300, 'a'), std::string("m\xc3\xa4")}) {
    Lockstep host(terms(), true);
    Lockstep joined(terms(), false);
    joined.tell_dump(name);
    CHECK_MESSAGE(!carry(joined, host, 1).ok(), "taken: " << name);
  }
}

TEST_CASE("bytes from anywhere are refused or wait, and nothing else") {
  Lockstep good(terms(), false);
  good.close_tick(0, order(1, 20));
  good.add_checksums(1, {});
  const std::vector<std::uint8_t> bytes = good.outgoing();
  for (std::uint64_t round = 0; round < 2000; ++round) {
    std::vector<std::uint8_t> changed = bytes;
    const std::uint32_t size = static_cast<std::uint32_t>(changed.size());
    for (std::uint64_t flip = 0; flip < 1 + round % 3; ++flip) {
      changed[base::draw_index(base::hash(round, flip), size)] ^=
          static_cast<std::uint8_t>(1u << base::draw_index(base::hash(round, flip, 1), 8));
    }
    changed.resize(base::draw_index(base::hash(round, 9), size + 1));
    Lockstep host(terms(), true);
    static_cast<void>(host.receive(changed));
  }
}

}  // namespace terrane::play
