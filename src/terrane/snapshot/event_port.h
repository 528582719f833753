// One side's end of the boundary for events: what happens here is handed to this side's listeners
// and, when the table lets it out, forwarded; what comes from the other side is handed to the
// listeners only. A forwarded record carries a tag, the forwarder skips what is tagged, and the tag
// is off before any listener sees the event: "the entire scheme for stopping messages looping
// forever". It is not a transport: the outbox's words go to the other side by whatever carries
// them. Owner thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/snapshot/events.h"

namespace terrane::snapshot {

enum class Side : std::uint8_t {
  Match,    // where the authoritative world is
  Outside,  // the window, the page, the command line
};

// The event as a tagged record at the end of `records`. Refused, and nothing appended: one that is
// tagged already (it came from over there), and one whose direction does not lead away from `side`.
base::Result<void> forward(Side side, const Event& event, std::vector<Word>& records);

// Reads the record at `at`, as read_event(), and takes off its tag. Refused: a record without a tag
// (it was never forwarded), and one whose direction does not lead to `side`.
base::Result<Event> take(Side side, std::span<const Word> records, std::size_t& at);

class EventPort {
 public:
  // A side that has this many words waiting is stuck: more events are refused.
  static constexpr std::size_t k_waiting_words_max = std::size_t{1} << 20;

  explicit EventPort(Side side) : side_(side) {}

  // Something happened on this side. Listeners get it, and the outbox when it may cross from here.
  // BadUsage as append_event(); OutOfRange when too much waits.
  template <typename Payload>
  base::Result<void> emit(EventKind kind, Word tick, const Payload& payload,
                          std::span<const Word> list = {}) {
    record_.clear();
    TERRANE_TRY(append_event(record_, kind, tick, payload, list));
    std::size_t at = 0;
    return route(TERRANE_TRY(read_event(record_, at)));
  }

  // The same for a record that stands already: a recorded or repeated event. BadUsage for one that
  // is tagged, else as read_event().
  base::Result<void> emit_record(std::span<const Word> record);

  // Words from the other side's outbox. Good records before a bad one are taken; the error is about
  // the first bad one, and what follows it is dropped.
  base::Result<void> receive(std::span<const Word> records);

  // Tagged records for the other side. The caller hands them over and then clears it.
  std::vector<Word>& outbox() { return outbox_; }

  // Calls use(const Event&) for each event since the last call, in order, with no tag. What a
  // listener emits meanwhile is handed out by the next call.
  template <typename Use>
  void drain(Use&& use) {
    handing_.swap(waiting_);
    waiting_.clear();
    std::size_t at = 0;
    while (at < handing_.size()) {
      const auto event = read_event(handing_, at);
      TERRANE_ASSERT(event.ok(), "waiting events were checked when they came");
      if (!event.ok()) return;
      use(event.value());
    }
  }

 private:
  base::Result<void> route(const Event& event);

  Side side_;
  std::vector<Word> record_;   // of the event being emitted
  std::vector<Word> waiting_;  // for listeners, untagged
  std::vector<Word> handing_;  // being handed to them
  std::vector<Word> outbox_;
};

}  // namespace terrane::snapshot
