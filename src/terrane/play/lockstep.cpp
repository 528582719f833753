#include "terrane/play/lockstep.h"

#include <algorithm>

#include "terrane/snapshot/events.h"
#include "terrane/snapshot/varint.h"

namespace terrane::play {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using snapshot::VarintReader;
using snapshot::Word;
using snapshot::write_long_word;
using snapshot::write_word;

constexpr Word k_magic = 0x4c525254;  // "TRRL" as little-end bytes
constexpr Word k_version = 1;
constexpr std::size_t k_message_head_bytes = 5;  // kind, bytes of the payload
constexpr std::size_t k_message_bytes_max = std::size_t{1} << 20;
constexpr std::size_t k_ticks_waiting_max = 1000;  // a peer further ahead does not play this match
constexpr std::size_t k_dump_name_max = 200;

Error bad(std::string what, std::string expected) {
  return {ErrorCode::BadData, std::move(what), "the peer", std::move(expected)};
}

// Whom an event is from, where it says so: the first word of its payload.
bool is_of_player(const snapshot::Event& event, Word& player) {
  switch (event.info->payload) {
    case snapshot::PayloadType::Order:
    case snapshot::PayloadType::Group:
    case snapshot::PayloadType::Player:
    case snapshot::PayloadType::Text:
      player = event.payload.front();
      return true;
    default:
      return false;
  }
}

}  // namespace

Lockstep::Lockstep(const LockstepTerms& terms, bool is_host)
    : terms_(terms), is_host_(is_host), peer_closed_(terms.tick + terms.input_delay - 1) {
  std::vector<std::uint8_t> payload;
  write_word(payload, k_magic);
  write_word(payload, k_version);
  write_word(payload, is_host ? 1 : 0);
  write_long_word(payload, terms.engine_digest);
  write_long_word(payload, terms.rules_digest);
  write_long_word(payload, terms.field_digest);
  write_long_word(payload, terms.state_checksum);
  write_word(payload, terms.tick);
  write_word(payload, terms.input_delay);
  send(Kind::Hello, payload);
}

void Lockstep::send(Kind kind, std::span<const std::uint8_t> payload) {
  outgoing_.push_back(kind);
  write_word(outgoing_, static_cast<Word>(payload.size()));
  outgoing_.insert(outgoing_.end(), payload.begin(), payload.end());
}

Result<void> Lockstep::receive(std::span<const std::uint8_t> bytes) {
  incoming_.insert(incoming_.end(), bytes.begin(), bytes.end());
  std::size_t at = 0;
  while (incoming_.size() - at >= k_message_head_bytes) {
    VarintReader head(std::span<const std::uint8_t>(incoming_).subspan(at, k_message_head_bytes));
    const std::uint8_t kind = head.byte();
    const Word size = head.word();
    if (kind < Kind::Hello || kind > Kind::Bye || size > k_message_bytes_max ||
        (!greeted_ && kind != Kind::Hello)) {
      return bad("what came is no message of a match", "a greeting, then orders and checksums");
    }
    if (incoming_.size() - at - k_message_head_bytes < size) break;
    TERRANE_TRY(take(static_cast<Kind>(kind), std::span<const std::uint8_t>(incoming_).subspan(
                                                  at + k_message_head_bytes, size)));
    at += k_message_head_bytes + size;
  }
  incoming_.erase(incoming_.begin(), incoming_.begin() + static_cast<std::ptrdiff_t>(at));
  return {};
}

Result<void> Lockstep::take_hello(std::span<const std::uint8_t> payload) {
  VarintReader reader(payload);
  const Word magic = reader.word();
  const Word version = reader.word();
  const Word host = reader.word();
  LockstepTerms terms;
  terms.engine_digest = reader.long_word();
  terms.rules_digest = reader.long_word();
  terms.field_digest = reader.long_word();
  terms.state_checksum = reader.long_word();
  terms.tick = reader.word();
  terms.input_delay = reader.word();
  if (greeted_ || reader.failed() || magic != k_magic) {
    return bad("what came is no greeting", "another terrane");
  }
  if (version != k_version) return bad("it speaks another protocol", "the same version");
  if ((host != 0) == is_host_) return bad("it has the same part", "one host and one that joins");
  if (terms.engine_digest != terms_.engine_digest) {
    return bad("it is of another engine", "the same version of terrane");
  }
  if (terms.rules_digest != terms_.rules_digest) {
    return bad("it plays by other rules", "the same data/rules");
  }
  if (terms.field_digest != terms_.field_digest) {
    return bad("it plays on other ground", "the same WORLD, area, seed and players");
  }
  if (terms.tick != terms_.tick || terms.state_checksum != terms_.state_checksum) {
    return bad("it begins elsewhere: at tick " + std::to_string(terms.tick),
               "the same seed, units and save: tick " + std::to_string(terms_.tick));
  }
  if (terms.input_delay != terms_.input_delay) {
    return bad("its input delay is " + std::to_string(terms.input_delay),
               "--input-delay " + std::to_string(terms_.input_delay));
  }
  greeted_ = true;
  return {};
}

Result<void> Lockstep::take(Kind kind, std::span<const std::uint8_t> payload) {
  VarintReader reader(payload);
  switch (kind) {
    case Kind::Hello:
      return take_hello(payload);
    case Kind::Inputs: {
      const Word tick = reader.word();
      std::vector<Word> records;
      while (reader.remaining() >= 4) records.push_back(reader.word());
      for (std::size_t at = 0; at < records.size();) {
        const auto event = snapshot::read_event(records, at);
        if (!event.ok()) return bad("its orders are none", "orders");
        Word player = 0;
        if (is_of_player(event.value(), player) && (player == 0) == is_host_) {
          return bad("it orders for player " + std::to_string(player + 1) + ", who is ours",
                     "orders of its own player");
        }
      }
      if (reader.failed() || reader.remaining() != 0 || tick != peer_closed_ + 1 ||
          theirs_.size() > k_ticks_waiting_max) {
        return bad("its orders are out of order", "tick " + std::to_string(peer_closed_ + 1));
      }
      peer_closed_ = tick;
      if (!records.empty()) theirs_[tick] = std::move(records);
      return {};
    }
    case Kind::Sums: {
      const Word tick = reader.word();
      rts::StateChecksums sums;
      for (std::uint64_t& part : sums.parts) part = reader.long_word();
      sums.total = reader.long_word();
      if (reader.failed() || reader.remaining() != 0 || their_sums_.size() > k_ticks_waiting_max) {
        return bad("its checksums cannot be read", "one a subsystem");
      }
      their_sums_[tick] = sums;
      compare(tick);
      return {};
    }
    case Kind::Dump:
      // It is printed: a name, not whatever else a terminal understands.
      if (payload.empty() || payload.size() > k_dump_name_max ||
          !std::all_of(payload.begin(), payload.end(),
                       [](std::uint8_t byte) { return byte > 0x20 && byte < 0x7f; })) {
        return bad("the name of its dump cannot be read", "a file's name of letters and digits");
      }
      peer_dump_.assign(payload.begin(), payload.end());
      return {};
    case Kind::Bye:
      peer_done_ = true;
      return {};
  }
  return {};
}

void Lockstep::close_tick(Word tick, std::span<const Word> records) {
  const Word at = tick + terms_.input_delay;
  std::vector<std::uint8_t> payload;
  write_word(payload, at);
  for (const Word word : records) write_word(payload, word);
  send(Kind::Inputs, payload);
  if (!records.empty()) ours_[at].assign(records.begin(), records.end());
}

bool Lockstep::may_run_after(Word tick) const {
  return greeted_ && peer_closed_ >= tick;
}

std::vector<Word> Lockstep::take_inputs(Word tick) {
  std::vector<Word> records;
  const auto take_from = [&](std::map<Word, std::vector<Word>>& from) {
    const auto found = from.find(tick);
    if (found == from.end()) return;
    records.insert(records.end(), found->second.begin(), found->second.end());
    from.erase(found);
  };
  take_from(is_host_ ? ours_ : theirs_);
  take_from(is_host_ ? theirs_ : ours_);
  // Each runs in the tick that follows, whatever it was stamped with where it was given.
  for (std::size_t at = 0; at < records.size();) {
    records[at + 1] = tick + 1;
    if (!snapshot::read_event(records, at).ok()) break;  // both ends have checked them
  }
  return records;
}

void Lockstep::add_checksums(Word tick, const rts::StateChecksums& checksums) {
  std::vector<std::uint8_t> payload;
  write_word(payload, tick);
  for (const std::uint64_t part : checksums.parts) write_long_word(payload, part);
  write_long_word(payload, checksums.total);
  send(Kind::Sums, payload);
  our_sums_[tick] = checksums;
  compare(tick);
}

void Lockstep::compare(Word tick) {
  const auto ours = our_sums_.find(tick);
  const auto theirs = their_sums_.find(tick);
  if (ours == our_sums_.end() || theirs == their_sums_.end()) return;
  if (desync_.empty() && !(ours->second == theirs->second)) {
    std::string part = "the state";
    for (std::size_t at = rts::StateChecksums::k_parts; at-- > 0;) {
      if (ours->second.parts[at] != theirs->second.parts[at]) part = rts::checksum_part_name(at);
    }
    desync_ = "tick " + std::to_string(tick) + ": " + part + " differs";
  }
  our_sums_.erase(ours);
  their_sums_.erase(theirs);
}

void Lockstep::tell_dump(const std::string& name) {
  send(Kind::Dump, {reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
}

void Lockstep::say_bye() {
  send(Kind::Bye, {});
}

}  // namespace terrane::play
