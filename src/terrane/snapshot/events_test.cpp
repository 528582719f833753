#include "terrane/snapshot/events.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "terrane/snapshot/event_port.h"

namespace terrane::snapshot {
namespace {

constexpr Side k_sides[] = {Side::Match, Side::Outside};

// A record of an event with its payload all ones and, where allowed, two identities.
std::vector<Word> record_of(const EventInfo& info) {
  std::vector<Word> records;
  const std::vector<Word> payload(payload_words(info.payload), 1);
  const std::vector<Word> list(info.has_list ? 2 : 0, 16);
  REQUIRE(append_event(records, info.kind, 9, info.payload, payload, list).ok());
  return records;
}

Event event_of(const std::vector<Word>& records) {
  std::size_t at = 0;
  return read_event(records, at).value();
}

bool leaves(Side side, Direction direction) {
  return (side == Side::Match) == (direction == Direction::FromMatch);
}

}  // namespace

TEST_CASE("a text comes back from its payload, cut between two characters where it is too long") {
  CHECK(text_of(text_payload("", 1, 2)).empty());
  CHECK(text_of(text_payload("attack", 1, 2)) == "attack");
  CHECK(text_payload("attack", 1, 2).player == 1);
  CHECK(text_payload("attack", 1, 2).to_player == 2);
  CHECK(text_of(text_payload(std::string(127, 'a'), 0, 0)) == std::string(127, 'a'));
  CHECK(text_of(text_payload(std::string(500, 'a'), 0, 0)) == std::string(127, 'a'));
  const std::string umlaut = "\xc3\xa4";
  CHECK_MESSAGE(
      text_of(text_payload(std::string(126, 'a') + umlaut, 0, 0)) == std::string(126, 'a'),
      "half a character was left at the end");
}

TEST_CASE("events: the table ascends by number, names are unique, each is found") {
  std::set<std::string> names;
  Word last = 0;
  std::size_t to_match = 0;
  for (const EventInfo& info : event_table()) {
    CHECK(static_cast<Word>(info.kind) > last);
    last = static_cast<Word>(info.kind);
    CHECK(names.insert(std::string(info.name)).second);
    CHECK(find_event(last) == &info);
    to_match += info.direction == Direction::ToMatch;
    if (info.has_list) CHECK(info.direction == Direction::ToMatch);
  }
  CHECK(to_match > 0);
  CHECK(to_match < event_table().size());
  CHECK(find_event(0) == nullptr);
  CHECK(find_event(19) == nullptr);
  CHECK(find_event(k_event_tag | 1) == nullptr);
}

TEST_CASE("events: a payload crosses as its struct, an order with its units") {
  std::vector<Word> records;
  OrderPayload order;
  order.player = 1;
  order.x_mm = -70000;
  order.queued = 1;
  const std::vector<Word> units = {16, 18, 40};
  REQUIRE(append_event(records, EventKind::OrderPatrol, 77, order, units).ok());
  REQUIRE(append_event(records, EventKind::StopMatch, 78, NonePayload{}).ok());
  std::size_t at = 0;
  const Event first = read_event(records, at).value();
  CHECK(first.info->name == "order_patrol");
  CHECK(first.tick == 77);
  CHECK(!first.tagged);
  OrderPayload read;
  REQUIRE(first.get(read));
  CHECK(read.player == 1);
  CHECK(read.x_mm == -70000);
  CHECK(read.queued == 1);
  CHECK(std::vector<Word>(first.list.begin(), first.list.end()) == units);
  SoundPayload other;
  CHECK(!first.get(other));
  CHECK(read_event(records, at).value().info->kind == EventKind::StopMatch);
  CHECK(at == records.size());
}

TEST_CASE("events: none outside the table, with another's payload or too long a list is written") {
  std::vector<Word> records;
  CHECK(!append_event(records, static_cast<EventKind>(19), 1, NonePayload{}).ok());
  CHECK(!append_event(records, EventKind::Sound, 1, OrderPayload{}).ok());
  CHECK(!append_event(records, EventKind::StopMatch, 1, PlayerPayload{}).ok());
  const std::vector<Word> few = {16};
  CHECK(!append_event(records, EventKind::Surrender, 1, PlayerPayload{}, few).ok());
  const std::vector<Word> many(k_event_list_max + 1, 16);
  CHECK(!append_event(records, EventKind::OrderMove, 1, OrderPayload{}, many).ok());
  CHECK(records.empty());
}

TEST_CASE("events: records that lie about kind or size are refused, every cut too") {
  for (const EventInfo& info : event_table()) {
    const std::vector<Word> good = record_of(info);
    for (std::size_t size = 0; size < good.size(); ++size) {
      std::size_t at = 0;
      CHECK(!read_event(std::span<const Word>(good).first(size), at).ok());
      CHECK(at == 0);
    }
    for (const Word kind : {0u, 19u, 5000u, 0x7fffffffu}) {
      std::vector<Word> bad = good;
      bad[0] = kind;
      std::size_t at = 0;
      CHECK(!read_event(bad, at).ok());
    }
    std::vector<Word> bad = good;
    bad[2] = payload_words(info.payload) - 1;  // for none: 2^32 - 1
    std::size_t at = 0;
    CHECK(!read_event(bad, at).ok());
    bad[2] = 0xffffffffu;
    CHECK(!read_event(bad, at).ok());
  }
}

TEST_CASE("events: forwarded is tagged, tagged is not forwarded, taken is untagged") {
  for (const EventInfo& info : event_table()) {
    for (const Side side : k_sides) {
      const std::vector<Word> record = record_of(info);
      std::vector<Word> forwarded;
      const bool crosses = forward(side, event_of(record), forwarded).ok();
      CHECK(crosses == leaves(side, info.direction));
      if (!crosses) {
        CHECK(forwarded.empty());
        continue;
      }
      CHECK(event_of(forwarded).tagged);
      std::vector<Word> again;
      for (const Side any : k_sides) CHECK(!forward(any, event_of(forwarded), again).ok());
      CHECK(again.empty());
      const Side other = side == Side::Match ? Side::Outside : Side::Match;
      std::size_t at = 0;
      const auto taken = take(other, forwarded, at);
      REQUIRE(taken.ok());
      CHECK(!taken.value().tagged);
      CHECK(at == forwarded.size());
      at = 0;
      CHECK(!take(side, forwarded, at).ok());  // back on its own side
      CHECK(!take(other, record, at).ok());    // never forwarded
      CHECK(at == 0);
    }
  }
}

TEST_CASE("event port: no event loops, even when the far side emits again whatever it hears") {
  for (const EventInfo& info : event_table()) {
    const Side start = info.direction == Direction::ToMatch ? Side::Outside : Side::Match;
    EventPort near_port(start);
    EventPort far_port(start == Side::Match ? Side::Outside : Side::Match);
    const std::vector<Word> record = record_of(info);
    REQUIRE(near_port.emit_record(record).ok());
    std::size_t heard_near = 0;
    std::size_t heard_far = 0;
    std::size_t crossings = 0;
    for (int round = 0; round < 6; ++round) {
      near_port.drain([&](const Event& event) {
        CHECK(!event.tagged);
        heard_near += 1;
      });
      crossings += !near_port.outbox().empty();
      CHECK(far_port.receive(near_port.outbox()).ok());
      near_port.outbox().clear();
      far_port.drain([&](const Event& event) {
        CHECK(!event.tagged);
        heard_far += 1;
        CHECK(far_port.emit_record(record).ok());
      });
      CHECK_MESSAGE(far_port.outbox().empty(), std::string(info.name) << " went back");
    }
    CHECK(crossings == 1);
    CHECK(heard_near == 1);
    CHECK(heard_far == 6);  // once from over there, then its own echo a round
  }
}

TEST_CASE("event port: an event of the other side's direction stays here when it is emitted here") {
  EventPort match(Side::Match);
  REQUIRE(match.emit(EventKind::OrderStop, 3, OrderPayload{}).ok());  // an opponent's own order
  CHECK(match.outbox().empty());
  std::size_t heard = 0;
  match.drain([&](const Event&) { heard += 1; });
  CHECK(heard == 1);
  std::vector<Word> tagged = record_of(*find_event(static_cast<Word>(EventKind::Victory)));
  tagged[0] |= k_event_tag;
  CHECK(!match.emit_record(tagged).ok());  // nobody but a port puts a tag on
  CHECK(!match.receive(tagged).ok());      // from over there, but it only leads there
}

TEST_CASE("event port: what comes over is heard on this side only, in order, after the good ones") {
  EventPort outside(Side::Outside);
  EventPort match(Side::Match);
  REQUIRE(match.emit(EventKind::Heartbeat, 5, TickPayload{5}).ok());
  REQUIRE(match.emit(EventKind::Victory, 6, OutcomePayload{2, 1}).ok());
  std::vector<Word> sent = match.outbox();
  sent.push_back(19);  // a damaged third
  CHECK(!outside.receive(sent).ok());
  std::vector<std::string> heard;
  outside.drain([&](const Event& event) { heard.emplace_back(event.info->name); });
  CHECK(heard == std::vector<std::string>{"heartbeat", "victory"});
  CHECK(outside.outbox().empty());
  heard.clear();
  outside.drain([&](const Event& event) { heard.emplace_back(event.info->name); });
  CHECK(heard.empty());
}

TEST_CASE("event port: a side that nobody drains refuses more, it does not grow for ever") {
  EventPort match(Side::Match);
  base::Result<void> last;
  std::size_t emitted = 0;
  while (last.ok() && emitted < 1000000) {
    last = match.emit(EventKind::Said, 1, TextPayload{});
    emitted += last.ok();
  }
  CHECK(last.error().code == base::ErrorCode::OutOfRange);
  CHECK(emitted * (k_event_head_words + payload_words(PayloadType::Text)) <=
        EventPort::k_waiting_words_max);
}

}  // namespace terrane::snapshot
