// The one table of events that may cross between the match and the rest, each with its name, its
// direction and its payload, and the record they cross as. The article's switch inside the message
// handler, promoted to a table. No handle, pointer or object crosses: a payload is a struct of
// words, and a click was turned into an order before it got here. event_port.h moves the records.
//
// A record is words: kind | tag << 31, the tick, the number of payload words, then the payload: the
// struct of the kind and, for orders, a list of identities behind it.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/snapshot/layout.h"

namespace terrane::snapshot {

enum class Direction : std::uint8_t {
  ToMatch,    // from people, opponents and the window into the authoritative world
  FromMatch,  // from the world to whoever draws, sounds and reports it
};

// Append only: a number once given is never given to another event.
enum class EventKind : Word {
  // To the match. An order runs at the record's tick; the list is of the units it is for.
  OrderMove = 1,
  OrderAttack = 2,
  OrderAttackMove = 3,
  OrderPatrol = 4,
  OrderHold = 5,
  OrderStop = 6,
  OrderFollow = 7,
  OrderGather = 8,
  OrderReturnLoad = 9,
  OrderBuild = 10,
  OrderRepair = 11,
  OrderTrain = 12,
  OrderCancelTrain = 13,
  OrderResearch = 14,
  OrderRally = 15,
  OrderGate = 16,
  OrderCancelBuild = 17,
  OrderUnload = 18,
  SetGroup = 20,  // the list becomes a control group
  SetPause = 30,
  SetSpeed = 31,
  Surrender = 32,
  Say = 33,
  StartMatch = 34,
  StopMatch = 35,
  Acknowledge = 36,  // of a snapshot, for deltas
  RequestKeyframe = 37,
  // From the match. The record's tick is when it happened.
  Ready = 100,  // the handshake of a worker that is alive
  Heartbeat = 101,
  Failed = 102,
  MatchStarted = 103,
  Checksum = 104,
  OrderRefused = 105,
  UnitMade = 110,
  UnitDied = 111,
  UnitRanked = 112,
  BuildingStarted = 113,
  BuildingFinished = 114,
  BuildingLost = 115,
  UpgradeFinished = 116,
  ResourceSpent = 117,
  Blow = 120,
  ProjectileShot = 121,
  ProjectileHit = 122,
  StatusBegan = 123,
  StatusEnded = 124,
  Sound = 130,
  AlertAttacked = 131,
  AlertIdle = 132,
  AlertNoSupply = 133,
  AlertNoMeans = 134,
  SeenFirst = 135,
  Said = 136,
  Paused = 137,
  SpeedSet = 138,
  AlertHomeless = 139,  // a side has nothing that makes units; value: ticks left to finish one
  PlayerDefeated = 140,
  PlayerLeft = 141,
  Victory = 142,
  Draw = 143,
};

enum class PayloadType : std::uint8_t {
  None,
  Order,
  Group,
  Player,
  Setting,
  Text,
  Start,
  Tick,
  Build,
  Sum,
  Refused,
  Unit,
  Hit,
  Effect,
  Sound,
  Alert,
  Outcome,
};

// Payloads. All members are words; mm on the ground plane, identities as in layout.h.
struct NonePayload {
  static constexpr PayloadType k_type = PayloadType::None;
};
struct OrderPayload {
  static constexpr PayloadType k_type = PayloadType::Order;
  std::uint32_t player = 0;
  std::uint32_t target = 0;  // identity, 0 for the place
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  std::uint32_t argument = 0;  // unit type, building type or upgrade; gate: 1 open
  std::uint32_t queued = 0;    // 1: after what was ordered before
  std::uint32_t group = 0;     // control group 1 to 10 instead of the list, 0 none
};
struct GroupPayload {
  static constexpr PayloadType k_type = PayloadType::Group;
  std::uint32_t player = 0;
  std::uint32_t group = 0;  // 1 to 10
  std::uint32_t add = 0;    // 1: to those in it, 0: instead
};
struct PlayerPayload {
  static constexpr PayloadType k_type = PayloadType::Player;
  std::uint32_t player = 0;
};
struct SettingPayload {
  static constexpr PayloadType k_type = PayloadType::Setting;
  std::uint32_t player = 0;
  std::uint32_t value = 0;  // pause: 1; speed: 256ths of the usual
};
struct TextPayload {
  static constexpr PayloadType k_type = PayloadType::Text;
  std::uint32_t player = 0;
  std::uint32_t to_player = 0;  // k_owner_nature: to all
  std::uint32_t text[32] = {};  // UTF-8, the first byte lowest, zeros after the end
};
// As much of it as fits, and back.
TextPayload text_payload(std::string_view text, Word player, Word to_player);
std::string text_of(const TextPayload& payload);
struct StartPayload {
  static constexpr PayloadType k_type = PayloadType::Start;
  std::uint32_t seed_low = 0;
  std::uint32_t seed_high = 0;
  std::uint32_t players = 0;
  std::uint32_t rules_low = 0;  // digest of the rules
  std::uint32_t rules_high = 0;
  std::uint32_t grid_low = 0;  // digest of the navigation grid
  std::uint32_t grid_high = 0;
};
struct TickPayload {
  static constexpr PayloadType k_type = PayloadType::Tick;
  std::uint32_t value_tick = 0;
};
struct BuildPayload {  // of the engine, for the handshake
  static constexpr PayloadType k_type = PayloadType::Build;
  std::uint32_t engine_low = 0;
  std::uint32_t engine_high = 0;
  std::uint32_t snapshot_version = 0;
};
struct SumPayload {
  static constexpr PayloadType k_type = PayloadType::Sum;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};
struct RefusedPayload {
  static constexpr PayloadType k_type = PayloadType::Refused;
  std::uint32_t player = 0;
  std::uint32_t order = 0;   // EventKind
  std::uint32_t reason = 0;  // the match's list of reasons
  std::uint32_t unit = 0;    // identity it is about, 0 none
};
struct UnitPayload {
  static constexpr PayloadType k_type = PayloadType::Unit;
  std::uint32_t unit = 0;  // identity
  std::uint32_t type = 0;
  std::uint32_t owner = 0;
  std::uint32_t by = 0;     // identity of who made or killed it, 0 none
  std::uint32_t value = 0;  // rank, upgrade level, as the kind says
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
};
struct HitPayload {
  static constexpr PayloadType k_type = PayloadType::Hit;
  std::uint32_t from = 0;  // identity
  std::uint32_t to = 0;    // identity, 0 the ground
  std::uint32_t kind = 0;
  std::int32_t damage_256 = 0;
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
};
struct EffectPayload {
  static constexpr PayloadType k_type = PayloadType::Effect;
  std::uint32_t unit = 0;
  std::uint32_t status = 0;  // a Status
  std::uint32_t source = 0;
  std::uint32_t end_tick = 0;
};
struct SoundPayload {
  static constexpr PayloadType k_type = PayloadType::Sound;
  std::uint32_t sound = 0;   // place in the list of sounds
  std::uint32_t unit = 0;    // identity it comes from, 0 a place
  std::uint32_t player = 0;  // who may hear it, k_owner_nature: whoever sees the place
  std::uint32_t volume_256 = 0;
  std::int32_t x_mm = 0;
  std::int32_t y_mm = 0;
  std::int32_t z_mm = 0;
};
struct AlertPayload {
  static constexpr PayloadType k_type = PayloadType::Alert;
  std::uint32_t player = 0;
  std::uint32_t unit = 0;
  std::uint32_t value = 0;
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
};
struct OutcomePayload {
  static constexpr PayloadType k_type = PayloadType::Outcome;
  std::uint32_t winners = 0;  // a bit a player, 0 for a draw
  std::uint32_t reason = 0;   // the match's list of endings
};

struct EventInfo {
  EventKind kind = EventKind::OrderMove;
  std::string_view name;
  Direction direction = Direction::ToMatch;
  PayloadType payload = PayloadType::None;
  bool has_list = false;  // identities may follow the payload
};

// Every event there is, by number.
std::span<const EventInfo> event_table();
// Null for a number that is not in the table.
const EventInfo* find_event(Word kind);
// Words of a payload without a list.
Word payload_words(PayloadType type);

inline constexpr Word k_event_head_words = 3;
inline constexpr Word k_event_list_max = 1024;  // identities of one order
inline constexpr Word k_event_tag = 1u << 31;

// One event within a record; borrows its words.
struct Event {
  const EventInfo* info = nullptr;  // never null in an event that was read
  Word tick = 0;
  bool tagged = false;  // forwarded from the other side
  std::span<const Word> payload;
  std::span<const Word> list;

  // The payload as its struct. False when the event has another.
  template <typename Payload>
  bool get(Payload& result) const {
    static_assert(std::is_trivially_copyable_v<Payload> && !std::is_empty_v<Payload>);
    if (info->payload != Payload::k_type || payload.size_bytes() != sizeof(Payload)) return false;
    std::memcpy(static_cast<void*>(&result), payload.data(), sizeof(Payload));
    return true;
  }
};

// Appends a record. BadUsage when the event is not in the table, its payload is another's or its
// list is too long or not allowed; then nothing was appended.
base::Result<void> append_event(std::vector<Word>& records, EventKind kind, Word tick,
                                PayloadType type, std::span<const Word> payload,
                                std::span<const Word> list = {});

template <typename Payload>
base::Result<void> append_event(std::vector<Word>& records, EventKind kind, Word tick,
                                const Payload& payload, std::span<const Word> list = {}) {
  static_assert(std::is_trivially_copyable_v<Payload>);
  Word words[sizeof(Payload) / sizeof(Word) + 1] = {};
  if constexpr (!std::is_empty_v<Payload>) {
    static_assert(sizeof(Payload) % sizeof(Word) == 0 && alignof(Payload) == alignof(Word));
    std::memcpy(words, &payload, sizeof(Payload));
  }
  return append_event(records, kind, tick, Payload::k_type,
                      std::span<const Word>(words, payload_words(Payload::k_type)), list);
}

// Reads the record at `at` and moves it behind it. Words from anywhere: BadData or Incomplete, with
// `at` where it was, for what is not a whole record of an event in the table with its payload.
base::Result<Event> read_event(std::span<const Word> records, std::size_t& at);

}  // namespace terrane::snapshot
