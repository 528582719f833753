#include "terrane/snapshot/events.h"

#include <algorithm>

#include <string>

namespace terrane::snapshot {
namespace {

using base::Error;
using base::ErrorCode;

constexpr Direction k_to = Direction::ToMatch;
constexpr Direction k_from = Direction::FromMatch;

constexpr EventInfo k_events[] = {
    {EventKind::OrderMove, "order_move", k_to, PayloadType::Order, true},
    {EventKind::OrderAttack, "order_attack", k_to, PayloadType::Order, true},
    {EventKind::OrderAttackMove, "order_attack_move", k_to, PayloadType::Order, true},
    {EventKind::OrderPatrol, "order_patrol", k_to, PayloadType::Order, true},
    {EventKind::OrderHold, "order_hold", k_to, PayloadType::Order, true},
    {EventKind::OrderStop, "order_stop", k_to, PayloadType::Order, true},
    {EventKind::OrderFollow, "order_follow", k_to, PayloadType::Order, true},
    {EventKind::OrderGather, "order_gather", k_to, PayloadType::Order, true},
    {EventKind::OrderReturnLoad, "order_return_load", k_to, PayloadType::Order, true},
    {EventKind::OrderBuild, "order_build", k_to, PayloadType::Order, true},
    {EventKind::OrderRepair, "order_repair", k_to, PayloadType::Order, true},
    {EventKind::OrderTrain, "order_train", k_to, PayloadType::Order, true},
    {EventKind::OrderCancelTrain, "order_cancel_train", k_to, PayloadType::Order, true},
    {EventKind::OrderResearch, "order_research", k_to, PayloadType::Order, true},
    {EventKind::OrderRally, "order_rally", k_to, PayloadType::Order, true},
    {EventKind::OrderGate, "order_gate", k_to, PayloadType::Order, true},
    {EventKind::OrderCancelBuild, "order_cancel_build", k_to, PayloadType::Order, true},
    {EventKind::OrderUnload, "order_unload", k_to, PayloadType::Order, true},
    {EventKind::SetGroup, "set_group", k_to, PayloadType::Group, true},
    {EventKind::SetPause, "set_pause", k_to, PayloadType::Setting, false},
    {EventKind::SetSpeed, "set_speed", k_to, PayloadType::Setting, false},
    {EventKind::Surrender, "surrender", k_to, PayloadType::Player, false},
    {EventKind::Say, "say", k_to, PayloadType::Text, false},
    {EventKind::StartMatch, "start_match", k_to, PayloadType::Start, false},
    {EventKind::StopMatch, "stop_match", k_to, PayloadType::None, false},
    {EventKind::Acknowledge, "acknowledge", k_to, PayloadType::Tick, false},
    {EventKind::RequestKeyframe, "request_keyframe", k_to, PayloadType::None, false},
    {EventKind::Ready, "ready", k_from, PayloadType::Build, false},
    {EventKind::Heartbeat, "heartbeat", k_from, PayloadType::Tick, false},
    {EventKind::Failed, "failed", k_from, PayloadType::Text, false},
    {EventKind::MatchStarted, "match_started", k_from, PayloadType::Start, false},
    {EventKind::Checksum, "checksum", k_from, PayloadType::Sum, false},
    {EventKind::OrderRefused, "order_refused", k_from, PayloadType::Refused, false},
    {EventKind::UnitMade, "unit_made", k_from, PayloadType::Unit, false},
    {EventKind::UnitDied, "unit_died", k_from, PayloadType::Unit, false},
    {EventKind::UnitRanked, "unit_ranked", k_from, PayloadType::Unit, false},
    {EventKind::BuildingStarted, "building_started", k_from, PayloadType::Unit, false},
    {EventKind::BuildingFinished, "building_finished", k_from, PayloadType::Unit, false},
    {EventKind::BuildingLost, "building_lost", k_from, PayloadType::Unit, false},
    {EventKind::UpgradeFinished, "upgrade_finished", k_from, PayloadType::Unit, false},
    {EventKind::ResourceSpent, "resource_spent", k_from, PayloadType::Unit, false},
    {EventKind::Blow, "blow", k_from, PayloadType::Hit, false},
    {EventKind::ProjectileShot, "projectile_shot", k_from, PayloadType::Hit, false},
    {EventKind::ProjectileHit, "projectile_hit", k_from, PayloadType::Hit, false},
    {EventKind::StatusBegan, "status_began", k_from, PayloadType::Effect, false},
    {EventKind::StatusEnded, "status_ended", k_from, PayloadType::Effect, false},
    {EventKind::Sound, "sound", k_from, PayloadType::Sound, false},
    {EventKind::AlertAttacked, "alert_attacked", k_from, PayloadType::Alert, false},
    {EventKind::AlertIdle, "alert_idle", k_from, PayloadType::Alert, false},
    {EventKind::AlertNoSupply, "alert_no_supply", k_from, PayloadType::Alert, false},
    {EventKind::AlertNoMeans, "alert_no_means", k_from, PayloadType::Alert, false},
    {EventKind::SeenFirst, "seen_first", k_from, PayloadType::Alert, false},
    {EventKind::Said, "said", k_from, PayloadType::Text, false},
    {EventKind::Paused, "paused", k_from, PayloadType::Setting, false},
    {EventKind::SpeedSet, "speed_set", k_from, PayloadType::Setting, false},
    {EventKind::AlertHomeless, "alert_homeless", k_from, PayloadType::Alert, false},
    {EventKind::PlayerDefeated, "player_defeated", k_from, PayloadType::Player, false},
    {EventKind::PlayerLeft, "player_left", k_from, PayloadType::Player, false},
    {EventKind::Victory, "victory", k_from, PayloadType::Outcome, false},
    {EventKind::Draw, "draw", k_from, PayloadType::Outcome, false},
};

}  // namespace

std::span<const EventInfo> event_table() {
  return k_events;
}

const EventInfo* find_event(Word kind) {
  std::size_t low = 0;
  std::size_t high = std::size(k_events);
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (static_cast<Word>(k_events[middle].kind) < kind) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < std::size(k_events) && static_cast<Word>(k_events[low].kind) == kind ? &k_events[low]
                                                                                    : nullptr;
}

TextPayload text_payload(std::string_view text, Word player, Word to_player) {
  TextPayload payload;
  payload.player = player;
  payload.to_player = to_player;
  std::size_t bytes = std::min(text.size(), sizeof(payload.text) - 1);
  const auto goes_on = [&](std::size_t at) {  // a character that began before it
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u;
  };
  while (bytes > 0 && goes_on(bytes)) bytes -= 1;
  for (std::size_t at = 0; at < bytes; ++at) {
    payload.text[at / 4] |= Word{static_cast<unsigned char>(text[at])} << (at % 4 * 8);
  }
  return payload;
}

std::string text_of(const TextPayload& payload) {
  std::string text;
  for (const Word word : payload.text) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char letter = static_cast<char>(word >> shift & 0xffu);
      if (letter == 0) return text;
      text += letter;
    }
  }
  return text;
}

Word payload_words(PayloadType type) {
  switch (type) {
    case PayloadType::None:
      return 0;
    case PayloadType::Order:
      return k_row_words<OrderPayload>;
    case PayloadType::Group:
      return k_row_words<GroupPayload>;
    case PayloadType::Player:
      return k_row_words<PlayerPayload>;
    case PayloadType::Setting:
      return k_row_words<SettingPayload>;
    case PayloadType::Text:
      return k_row_words<TextPayload>;
    case PayloadType::Start:
      return k_row_words<StartPayload>;
    case PayloadType::Tick:
      return k_row_words<TickPayload>;
    case PayloadType::Build:
      return k_row_words<BuildPayload>;
    case PayloadType::Sum:
      return k_row_words<SumPayload>;
    case PayloadType::Refused:
      return k_row_words<RefusedPayload>;
    case PayloadType::Unit:
      return k_row_words<UnitPayload>;
    case PayloadType::Hit:
      return k_row_words<HitPayload>;
    case PayloadType::Effect:
      return k_row_words<EffectPayload>;
    case PayloadType::Sound:
      return k_row_words<SoundPayload>;
    case PayloadType::Alert:
      return k_row_words<AlertPayload>;
    case PayloadType::Outcome:
      return k_row_words<OutcomePayload>;
  }
  return 0;
}

base::Result<void> append_event(std::vector<Word>& records, EventKind kind, Word tick,
                                PayloadType type, std::span<const Word> payload,
                                std::span<const Word> list) {
  const EventInfo* info = find_event(static_cast<Word>(kind));
  if (info == nullptr) {
    return Error{ErrorCode::BadUsage, "no event of that kind may cross",
                 "event " + std::to_string(static_cast<Word>(kind)), "an event of the table"};
  }
  if (info->payload != type || payload.size() != payload_words(info->payload)) {
    return Error{ErrorCode::BadUsage, "the payload is not this event's",
                 "event " + std::string(info->name),
                 std::to_string(payload_words(info->payload)) + " words of its own struct"};
  }
  const std::size_t list_max = info->has_list ? k_event_list_max : 0;
  if (list.size() > list_max) {
    return Error{ErrorCode::BadUsage, std::to_string(list.size()) + " identities are listed",
                 "event " + std::string(info->name), "at most " + std::to_string(list_max)};
  }
  records.push_back(static_cast<Word>(kind));
  records.push_back(tick);
  records.push_back(static_cast<Word>(payload.size() + list.size()));
  records.insert(records.end(), payload.begin(), payload.end());
  records.insert(records.end(), list.begin(), list.end());
  return {};
}

base::Result<Event> read_event(std::span<const Word> records, std::size_t& at) {
  const std::string where = "word " + std::to_string(at);
  if (at > records.size() || records.size() - at < k_event_head_words) {
    return Error{ErrorCode::Incomplete, "an event is cut short", where, "three words of head"};
  }
  const std::span<const Word> record = records.subspan(at);
  const Word kind = record[0] & ~k_event_tag;
  const EventInfo* info = find_event(kind);
  if (info == nullptr) {
    return Error{ErrorCode::BadData, "event " + std::to_string(kind) + " is not in the table",
                 where, "an event of the table"};
  }
  const Word fixed = payload_words(info->payload);
  const Word words = record[2];
  const Word words_max = fixed + (info->has_list ? k_event_list_max : 0);
  if (words < fixed || words > words_max) {
    return Error{ErrorCode::BadData,
                 "event " + std::string(info->name) + " claims " + std::to_string(words) +
                     " words of payload",
                 where, std::to_string(fixed) + " to " + std::to_string(words_max)};
  }
  if (record.size() - k_event_head_words < words) {
    return Error{ErrorCode::Incomplete, "event " + std::string(info->name) + " is cut short", where,
                 std::to_string(words) + " words of payload"};
  }
  Event event;
  event.info = info;
  event.tick = record[1];
  event.tagged = (record[0] & k_event_tag) != 0;
  event.payload = record.subspan(k_event_head_words, fixed);
  event.list = record.subspan(k_event_head_words + fixed, words - fixed);
  at += k_event_head_words + words;
  return event;
}

}  // namespace terrane::snapshot
