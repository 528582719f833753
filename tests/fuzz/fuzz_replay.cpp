// Recorded matches from anywhere. The first byte chooses: 0, the rest is a replay as it stands; 1,
// the rest are chunks (kind, ticks since the last, bytes, then the bytes) that are written with
// right checksums, as whoever knows the format would; 2, the rest is a packed keyframe. Whatever is
// taken is entered at its last keyframe and plays on for a second.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "small_match.h"
#include "terrane/rts/replay.h"
#include "terrane/rts/save.h"

namespace {

using namespace terrane::rts;
using terrane::fuzz::change_word;
using terrane::fuzz::k_engine_digest;
using terrane::fuzz::k_patch_bytes;
using terrane::fuzz::require;
using terrane::fuzz::small_match;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t k_chunk_head_bytes = 3;
constexpr std::size_t k_chunks_max = 32;
constexpr Word k_ticks_played = 20;

ReplayHead head_of_match() {
  ReplayHead head;
  head.engine_digest = k_engine_digest;
  head.rules_digest = small_match().rules.digest;
  head.field_digest = digest(small_match().field);
  head.world_uri = "arena:1";
  head.setup = small_match().setup;
  return head;
}

// Of the match's state with words changed.
Bytes keyframe(std::span<const std::uint8_t> patches) {
  State state = small_match().state;
  for (; patches.size() >= k_patch_bytes; patches = patches.subspan(k_patch_bytes)) {
    change_word(state, patches.first(k_patch_bytes));
  }
  Bytes save;
  write_save(state, {small_match().rules.digest, digest(small_match().field), 1, state.tick}, save);
  return save;
}

std::vector<Word> words_of(std::span<const std::uint8_t> bytes) {
  std::vector<Word> words;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    words.push_back(Word{bytes[at]} | Word{bytes[at + 1]} << 8 | Word{bytes[at + 2]} << 16 |
                    Word{bytes[at + 3]} << 24);
  }
  return words;
}

Bytes written(std::span<const std::uint8_t> data) {
  ReplayWriter writer(head_of_match());
  Word tick = 0;
  for (std::size_t chunk = 0; chunk < k_chunks_max && data.size() >= k_chunk_head_bytes; ++chunk) {
    const std::uint8_t kind = data[0];
    tick += data[1];
    const std::size_t size = std::min<std::size_t>(data[2], data.size() - k_chunk_head_bytes);
    const auto payload = data.subspan(k_chunk_head_bytes, size);
    data = data.subspan(k_chunk_head_bytes + size);
    if (kind % 4 == 0) {
      writer.add_input(tick, words_of(payload));
    } else if (kind % 4 == 1) {
      StateChecksums sums;
      if (!payload.empty()) sums.parts[payload[0] % StateChecksums::k_parts] = payload[0];
      writer.add_checksums(tick, sums);
    } else {
      tick = std::max(tick, small_match().state.tick);
      writer.add_keyframe(tick,
                          keyframe(kind % 4 == 2 ? std::span<const std::uint8_t>() : payload));
    }
  }
  return writer.finish(tick);
}

void one_line(const terrane::base::Error& error) {
  require(terrane::base::to_sentence(error).find('\n') == std::string::npos);
}

void read_packed(std::span<const std::uint8_t> bytes) {
  const auto save = unpack_save(bytes);
  if (!save.ok()) return one_line(save.error());
  const auto state = read_save(save.value(), small_match().rules, small_match().field);
  if (!state.ok()) one_line(state.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  Bytes bytes(data + 1, data + size);
  if (data[0] == 2) {
    read_packed(bytes);
    return 0;
  }
  if (data[0] != 0) bytes = written(std::span(data, size).subspan(1));
  const auto replay = Replay::open(bytes);
  if (!replay.ok()) {
    one_line(replay.error());
    return 0;
  }
  auto player =
      ReplayPlayer::open(replay.value(), small_match().rules, small_match().field, k_engine_digest);
  if (!player.ok()) {
    one_line(player.error());
    return 0;
  }
  Word keyframe_tick = 0;
  static_cast<void>(replay.value().keyframe(replay.value().ticks(), keyframe_tick));
  const auto entered = player.value().seek(keyframe_tick);
  if (!entered.ok()) {
    one_line(entered.error());
    return 0;
  }
  for (Word tick = 0; tick < k_ticks_played && player.value().step(); ++tick) {
    require(player.value().difference().find('\n') == std::string::npos);
  }
  return 0;
}
