#include "terrane/snapshot/event_port.h"

#include <string>

namespace terrane::snapshot {
namespace {

using base::Error;
using base::ErrorCode;

bool leaves(Side side, Direction direction) {
  return direction == (side == Side::Match ? Direction::FromMatch : Direction::ToMatch);
}

Error refusal(const Event& event, std::string what, std::string expected) {
  return Error{ErrorCode::BadData, std::move(what), "event " + std::string(event.info->name),
               std::move(expected)};
}

void append(const Event& event, Word tag, std::vector<Word>& records) {
  records.push_back(static_cast<Word>(event.info->kind) | tag);
  records.push_back(event.tick);
  records.push_back(static_cast<Word>(event.payload.size() + event.list.size()));
  records.insert(records.end(), event.payload.begin(), event.payload.end());
  records.insert(records.end(), event.list.begin(), event.list.end());
}

}  // namespace

base::Result<void> forward(Side side, const Event& event, std::vector<Word>& records) {
  if (event.tagged) {
    return refusal(event, "a forwarded event is never forwarded back", "an event of this side");
  }
  if (!leaves(side, event.info->direction)) {
    return refusal(event, "the event does not cross from this side", "the table's direction");
  }
  append(event, k_event_tag, records);
  return {};
}

base::Result<Event> take(Side side, std::span<const Word> records, std::size_t& at) {
  std::size_t end = at;
  Event event = TERRANE_TRY(read_event(records, end));
  if (!event.tagged) {
    return refusal(event, "the event was not forwarded", "a tagged record");
  }
  if (leaves(side, event.info->direction)) {
    return refusal(event, "the event does not cross to this side", "the table's direction");
  }
  at = end;
  event.tagged = false;
  return event;
}

base::Result<void> EventPort::route(const Event& event) {
  const std::size_t words = k_event_head_words + event.payload.size() + event.list.size();
  if (waiting_.size() + words > k_waiting_words_max ||
      outbox_.size() + words > k_waiting_words_max) {
    return Error{ErrorCode::OutOfRange, "too many events wait",
                 "event " + std::string(event.info->name), "a side that drains its events"};
  }
  if (!event.tagged && leaves(side_, event.info->direction)) {
    TERRANE_TRY(forward(side_, event, outbox_));
  }
  append(event, 0, waiting_);
  return {};
}

base::Result<void> EventPort::emit_record(std::span<const Word> record) {
  std::size_t at = 0;
  const Event event = TERRANE_TRY(read_event(record, at));
  if (event.tagged || at != record.size()) {
    return Error{ErrorCode::BadUsage, "not one event of this side",
                 "event " + std::string(event.info->name), "one record without a tag"};
  }
  return route(event);
}

base::Result<void> EventPort::receive(std::span<const Word> records) {
  std::size_t at = 0;
  while (at < records.size()) {
    // Routed with its tag still on, so that the forwarder sees where it came from.
    Event event = TERRANE_TRY(take(side_, records, at));
    event.tagged = true;
    TERRANE_TRY(route(event));
  }
  return {};
}

}  // namespace terrane::snapshot
