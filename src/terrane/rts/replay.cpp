#include "terrane/rts/replay.h"

#include <algorithm>
#include <utility>

#include "terrane/base/digest.h"
#include "terrane/rts/save.h"
#include "terrane/snapshot/events.h"
#include "terrane/snapshot/varint.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Bytes = std::vector<std::uint8_t>;
using snapshot::VarintReader;
using snapshot::write_long_word;
using snapshot::write_text;
using snapshot::write_word;

constexpr Word k_magic = 0x50525254;  // "TRRP" as little-end bytes
constexpr Word k_version = 1;
constexpr std::size_t k_text_max = 4096;
constexpr Word k_ticks_max = 20u * 3600 * 24;  // a day
enum Kind : Word { Head = 1, Inputs = 2, Sums = 3, Frame = 4, End = 5 };

// kind, tick, bytes of the payload; behind it the payload and its check.
constexpr std::size_t k_chunk_head_bytes = 12;

Error bad(std::string what, const std::string& where, std::string expected) {
  return {ErrorCode::BadData, std::move(what), where, std::move(expected)};
}

void write_head(Bytes& out, const ReplayHead& head) {
  write_long_word(out, head.engine_digest);
  write_long_word(out, head.rules_digest);
  write_long_word(out, head.field_digest);
  write_text(out, head.world_uri);
  write_text(out, head.area);
  write_long_word(out, head.setup.seed);
  write_word(out, head.setup.units);
  write_word(out, head.setup.ticks_max);
  write_word(out, static_cast<Word>(head.setup.players.size()));
  for (const PlayerSetup& player : head.setup.players) {
    write_word(out, player.faction);
    write_word(out, player.level);
  }
}

Result<ReplayHead> read_head(std::span<const std::uint8_t> payload) {
  VarintReader reader(payload);
  ReplayHead head;
  head.engine_digest = reader.long_word();
  head.rules_digest = reader.long_word();
  head.field_digest = reader.long_word();
  head.world_uri = reader.text(k_text_max);
  head.area = reader.text(k_text_max);
  head.setup.seed = reader.long_word();
  head.setup.units = reader.word();
  head.setup.ticks_max = reader.word();
  const Word players = reader.word();
  if (reader.failed() || players < 2 || players > k_players_max) {
    return bad("the replay's head cannot be read", "replay",
               "two to eight players and their world");
  }
  for (Word player = 0; player < players; ++player) {
    PlayerSetup setup;
    setup.faction = reader.word();
    setup.level = reader.word();
    head.setup.players.push_back(setup);
  }
  if (reader.failed() || reader.remaining() != 0) {
    return bad("the replay's head cannot be read", "replay", "as many players as it says");
  }
  return head;
}

template <typename Chunks>
auto last_at_or_before(const Chunks& chunks, Word tick) {
  return std::upper_bound(chunks.begin(), chunks.end(), tick,
                          [](Word value, const auto& chunk) { return value < chunk.tick; });
}

}  // namespace

ReplayWriter::ReplayWriter(const ReplayHead& head) {
  write_word(bytes_, k_magic);
  write_word(bytes_, k_version);
  payload_.clear();
  write_head(payload_, head);
  add_chunk(Kind::Head, 0, payload_);
}

void ReplayWriter::add_chunk(Word kind, Word tick, std::span<const std::uint8_t> payload) {
  const std::size_t began = bytes_.size();
  write_word(bytes_, kind);
  write_word(bytes_, tick);
  write_word(bytes_, static_cast<Word>(payload.size()));
  bytes_.insert(bytes_.end(), payload.begin(), payload.end());
  write_long_word(bytes_, base::digest_of_bytes(std::span(bytes_).subspan(began)));
}

void ReplayWriter::add_input(Word tick, std::span<const Word> record) {
  payload_.clear();
  for (const Word word : record) write_word(payload_, word);
  add_chunk(Kind::Inputs, tick, payload_);
}

void ReplayWriter::add_checksums(Word tick, const StateChecksums& checksums) {
  payload_.clear();
  for (const std::uint64_t part : checksums.parts) write_long_word(payload_, part);
  write_long_word(payload_, checksums.total);
  add_chunk(Kind::Sums, tick, payload_);
}

void ReplayWriter::add_keyframe(Word tick, std::span<const std::uint8_t> save) {
  pack_save(save, payload_);
  add_chunk(Kind::Frame, tick, payload_);
}

std::vector<std::uint8_t> ReplayWriter::finish(Word tick) {
  add_chunk(Kind::End, tick, {});
  return std::move(bytes_);
}

Result<Replay> Replay::open(std::span<const std::uint8_t> bytes) {
  VarintReader reader(bytes);
  if (reader.word() != k_magic || reader.failed()) {
    return bad("the file is no replay", "replay", "a file that `terrane match --record` wrote");
  }
  const Word version = reader.word();
  if (version != k_version) {
    return bad("the replay is of format " + std::to_string(version), "replay",
               "format " + std::to_string(k_version));
  }
  Replay replay;
  Word last_tick = 0;
  bool has_head = false;
  while (true) {
    const std::size_t began = reader.at();
    const Word kind = reader.word();
    const Word tick = reader.word();
    const Word size = reader.word();
    const auto payload = reader.bytes(size);
    const std::uint64_t check = reader.long_word();
    const std::string where = "byte " + std::to_string(began);
    if (reader.failed()) {
      return Error{ErrorCode::Incomplete,
                   "the replay was cut after tick " + std::to_string(last_tick), where,
                   "a file that goes on to its end"};
    }
    if (check != base::digest_of_bytes(bytes.subspan(began, k_chunk_head_bytes + size))) {
      return bad("the replay was changed", where, "bytes with the checksum they were written with");
    }
    if (tick < last_tick || tick > k_ticks_max || has_head == (kind == Kind::Head)) {
      return bad("the replay's parts are out of order", where, "a head, then rising ticks");
    }
    last_tick = tick;
    if (kind == Kind::End) {
      if (reader.remaining() != 0)
        return bad("something follows the replay's end", where, "nothing");
      replay.ticks_ = tick;
      return replay;
    }
    if (kind == Kind::Head) {
      replay.head_ = TERRANE_TRY(read_head(payload));
      has_head = true;
    } else {
      TERRANE_TRY(replay.read_chunk(kind, tick, payload));
    }
  }
}

Result<void> Replay::read_chunk(Word kind, Word tick, std::span<const std::uint8_t> payload) {
  const std::string where = "tick " + std::to_string(tick);
  VarintReader reader(payload);
  if (kind == Kind::Inputs) {
    if (inputs_.empty() || inputs_.back().tick != tick) inputs_.push_back({tick, {}});
    std::vector<Word>& records = inputs_.back().records;
    std::size_t at = records.size();
    while (reader.remaining() >= 4) records.push_back(reader.word());
    while (at < records.size()) {
      const auto event = snapshot::read_event(records, at);
      if (!event.ok()) return bad(event.error().what, where, "whole orders");
    }
    if (reader.remaining() != 0) {
      return bad("something follows the orders", where, "whole orders and nothing else");
    }
    return {};
  }
  if (kind == Kind::Sums) {
    Sum sum;
    sum.tick = tick;
    for (std::uint64_t& part : sum.checksums.parts) part = reader.long_word();
    sum.checksums.total = reader.long_word();
    if (reader.failed() || reader.remaining() != 0) {
      return bad("the replay's checksums are of another number of subsystems", where,
                 std::to_string(StateChecksums::k_parts));
    }
    sums_.push_back(sum);
    return {};
  }
  if (kind == Kind::Frame) {
    keyframes_.push_back({tick, payload});
    return {};
  }
  return bad("the replay has a part of unknown kind " + std::to_string(kind), where,
             "orders, checksums or a keyframe");
}

std::span<const Word> Replay::inputs(Word tick) const {
  const auto after = last_at_or_before(inputs_, tick);
  if (after == inputs_.begin() || (after - 1)->tick != tick) return {};
  return (after - 1)->records;
}

const StateChecksums* Replay::checksums(Word tick) const {
  const auto after = last_at_or_before(sums_, tick);
  if (after == sums_.begin() || (after - 1)->tick != tick) return nullptr;
  return &(after - 1)->checksums;
}

std::span<const std::uint8_t> Replay::keyframe(Word tick, Word& keyframe_tick) const {
  const auto after = last_at_or_before(keyframes_, tick);
  keyframe_tick = after == keyframes_.begin() ? 0 : (after - 1)->tick;
  if (after == keyframes_.begin()) return {};
  return (after - 1)->bytes;
}

Result<ReplayPlayer> ReplayPlayer::open(const Replay& replay, const Rules& rules,
                                        const Battlefield& field, std::uint64_t engine_digest) {
  const ReplayHead& head = replay.head();
  const std::string expected = "the one it was recorded with";
  if (head.engine_digest != engine_digest) {
    return bad("the replay is of another engine", base::digest_text(head.engine_digest),
               expected + ": this is " + base::digest_text(engine_digest));
  }
  if (head.rules_digest != rules.digest) {
    return bad("the replay was played by other rules", base::digest_text(head.rules_digest),
               expected + ": these are " + base::digest_text(rules.digest));
  }
  const std::uint64_t ground = digest(field);
  if (head.field_digest != ground) {
    return bad("the replay was played on other ground", base::digest_text(head.field_digest),
               expected + ": this is " + base::digest_text(ground));
  }
  ReplayPlayer player(replay, rules, field);
  TERRANE_TRY(player.start());
  return player;
}

Result<void> ReplayPlayer::start() {
  match_ = TERRANE_TRY(Match::start(*rules_, *field_, replay_->head().setup));
  return {};
}

bool ReplayPlayer::step() {
  if (match_->tick() >= replay_->ticks() || match_->over()) return false;
  const std::span<const Word> records = replay_->inputs(match_->tick());
  std::size_t at = 0;
  while (at < records.size()) {
    const std::size_t began = at;
    if (!snapshot::read_event(records, at).ok()) break;  // they were checked when it was opened
    // Refused now where it was refused then: a record that the match would not take changed
    // nothing.
    static_cast<void>(match_->give(records.subspan(began, at - began)));
  }
  match_->step();
  match_->port().drain([](const snapshot::Event&) {});
  match_->port().outbox().clear();
  return true;
}

Result<void> ReplayPlayer::seek(Word tick) {
  if (tick > replay_->ticks()) {
    return Error{ErrorCode::OutOfRange, "the replay is shorter", "tick " + std::to_string(tick),
                 "at most " + std::to_string(replay_->ticks())};
  }
  Word keyframe_tick = 0;
  const auto bytes = replay_->keyframe(tick, keyframe_tick);
  const bool is_ahead = match_->tick() <= tick && match_->tick() >= keyframe_tick;
  if (!is_ahead && bytes.empty()) TERRANE_TRY(start());
  if (!is_ahead && !bytes.empty()) {
    const std::vector<std::uint8_t> save = TERRANE_TRY(unpack_save(bytes));
    State state = TERRANE_TRY(read_save(save, *rules_, *field_));
    if (state.tick != keyframe_tick) {
      return bad("a keyframe is of another tick", "tick " + std::to_string(keyframe_tick),
                 "the tick it is filed under");
    }
    match_ = TERRANE_TRY(Match::resume(*rules_, *field_, std::move(state)));
  }
  while (match_->tick() < tick && step()) {
  }
  return {};
}

std::string ReplayPlayer::difference() const {
  const StateChecksums* stored = replay_->checksums(match_->tick());
  if (stored == nullptr) return {};
  const StateChecksums ours = rts::checksums(match_->state());
  if (ours == *stored) return {};
  for (std::size_t part = 0; part < StateChecksums::k_parts; ++part) {
    if (ours.parts[part] == stored->parts[part]) continue;
    return "tick " + std::to_string(match_->tick()) + ": " + std::string(checksum_part_name(part)) +
           " is not as recorded";
  }
  return "tick " + std::to_string(match_->tick()) + ": the state is not as recorded";
}

}  // namespace terrane::rts
