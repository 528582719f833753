#include "terrane/rts/state.h"

#include <algorithm>
#include <string>

#include "terrane/base/hash.h"
#include "terrane/rts/state_parts.h"

namespace terrane::rts {
namespace {

using snapshot::Difference;
using snapshot::Field;

constexpr std::string_view k_part_names[k_parts] = {
    "head",           "core",    "construction", "production", "projectiles", "resources",
    "effects",        "orders",  "vision",       "players",    "wildlife",    "rally_points",
    "upgrades",       "corpses", "remembered",   "scores",     "minds",       "player_minds",
    "control_groups", "plans",   "pending"};

constexpr Field k_head_fields[] = {
    {"tick", "tick", 0, false},       {"next_identity", "identity", 1, false},
    {"next_formation", "", 2, false}, {"over", "", 3, false},
    {"winners", "", 4, false},        {"ending", "", 5, false},
    {"random_low", "", 6, false},     {"random_high", "", 7, false},
    {"vision_stride", "", 8, false},  {"ticks_max", "tick", 9, false},
};
static_assert(std::size(k_head_fields) == k_head_words);

constexpr Field k_mind_fields[] = {
    {"identity", "identity", 0, false}, {"going", "", 1, false},
    {"goal_x_mm", "mm", 2, true},       {"goal_z_mm", "mm", 3, true},
    {"slot_x_mm", "mm", 4, true},       {"slot_z_mm", "mm", 5, true},
    {"arrive_mm", "mm", 6, false},      {"stuck_ticks", "tick", 7, false},
    {"best_mm", "mm", 8, false},        {"pace_mm_per_tick", "mm", 9, false},
    {"activity", "", 10, false},        {"foe", "identity", 11, false},
    {"look_tick", "tick", 12, false},   {"post_x_mm", "mm", 13, true},
    {"post_z_mm", "mm", 14, true},      {"leg", "", 15, false},
    {"hit_tick", "tick", 16, false},    {"hit_by", "identity", 17, false},
    {"experience", "", 18, false},      {"shots", "", 19, false},
    {"load_kind", "", 20, false},       {"load", "", 21, false},
    {"site", "identity", 22, false},    {"inside", "identity", 23, false},
    {"seen_from", "", 24, false},       {"offset_x_mm", "mm", 25, true},
    {"offset_z_mm", "mm", 26, true},    {"seen_m", "m", 27, false},
    {"seen_by", "", 28, false},
};
static_assert(std::size(k_mind_fields) * sizeof(Word) == sizeof(Mind));

constexpr Field k_player_mind_fields[] = {
    {"identity", "identity", 0, false},
    {"level", "", 1, false},
    {"start_x_mm", "mm", 2, true},
    {"start_z_mm", "mm", 3, true},
    {"halls", "", 4, false},
    {"alert_tick", "tick", 5, false},
    {"serial", "", 6, false},
    {"left_tick", "tick", 7, false},
    {"homeless_tick", "tick", 8, false},
};
static_assert(std::size(k_player_mind_fields) * sizeof(Word) == sizeof(PlayerMind));

constexpr Field k_group_fields[] = {
    {"player", "", 0, false}, {"group", "", 1, false}, {"unit", "identity", 2, false}};
static_assert(std::size(k_group_fields) * sizeof(Word) == sizeof(GroupRow));

// Four lanes, so that the multiplications of one do not wait for another's. Every step is a
// bijection of its lane, as in base::Digester.
std::uint64_t sum_of(std::span<const Word> words, std::size_t row_words) {
  constexpr std::size_t k_lanes = 4;
  constexpr std::uint64_t k_factor = 0x9fb21c651e98df25ULL;
  std::uint64_t lanes[k_lanes] = {0x2545f4914f6cdd1dULL, 0x9e3779b97f4a7c15ULL,
                                  0x632be59bd9b4e019ULL, 0xd6e8feb86659fd93ULL};
  const auto step = [&](std::size_t lane, std::uint64_t value) {
    lanes[lane] = (lanes[lane] ^ value) * k_factor;
    lanes[lane] ^= lanes[lane] >> 28;
  };
  const Word* word = words.data();
  std::size_t at = 0;
  for (; at + 2 * k_lanes <= words.size(); at += 2 * k_lanes) {
    for (std::size_t lane = 0; lane < k_lanes; ++lane) {
      const Word* pair = word + at + 2 * lane;
      step(lane, std::uint64_t{pair[1]} << 32 | pair[0]);
    }
  }
  for (std::size_t lane = 0; at < words.size(); ++at, lane = (lane + 1) % k_lanes) {
    step(lane, word[at]);
  }
  return base::hash(words.size(), row_words, lanes[0], lanes[1], lanes[2], lanes[3]);
}

std::string word_name(std::size_t part, std::span<const Word> row, std::size_t word) {
  const std::span<const Field> fields = part_fields(part);
  if (word < fields.size()) return std::string(fields[word].name);
  if (part == k_part_vision) {
    return "cells[" + std::to_string(word - snapshot::k_vision_head_words) + "]";
  }
  if (part == k_part_plans && row.size() > 1) return "words[" + std::to_string(word - 1) + "]";
  return "word " + std::to_string(word);
}

std::int64_t word_value(std::size_t part, std::size_t word, Word value) {
  const std::span<const Field> fields = part_fields(part);
  const bool is_signed = word < fields.size() && fields[word].is_signed;
  return is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
}

// Groups have their unit last, records of orders and the head none.
Word identity_of(std::size_t part, std::span<const Word> row) {
  if (part == k_part_head || part == k_part_pending) return 0;
  return part == k_part_groups ? row[2] : row[0];
}

std::optional<Difference> compare_part(std::size_t part, PartWords a, PartWords b) {
  const std::size_t stride = a.row_words;
  if (stride != b.row_words) {
    return Difference{k_part_names[part],
                      0,
                      0,
                      "stride",
                      static_cast<std::int64_t>(stride),
                      static_cast<std::int64_t>(b.row_words)};
  }
  const std::size_t words = std::max(a.words.size(), b.words.size());
  for (std::size_t at = 0; at < words; at += stride) {
    const bool in_a = at < a.words.size();
    const bool in_b = at < b.words.size();
    const auto row = static_cast<Word>(at / stride);
    const std::span<const Word> left = in_a ? a.words.subspan(at, stride) : std::span<const Word>();
    const std::span<const Word> right =
        in_b ? b.words.subspan(at, stride) : std::span<const Word>();
    const Word left_identity = in_a ? identity_of(part, left) : 0;
    const Word right_identity = in_b ? identity_of(part, right) : 0;
    if (!in_a || !in_b || left_identity != right_identity) {
      const bool only_a = in_a && (!in_b || left_identity < right_identity);
      return Difference{
          k_part_names[part], row,           only_a ? left_identity : right_identity, "row",
          only_a ? 1 : 0,     only_a ? 0 : 1};
    }
    for (std::size_t word = 0; word < stride; ++word) {
      if (left[word] == right[word]) continue;
      return Difference{k_part_names[part],
                        row,
                        left_identity,
                        word_name(part, left, word),
                        word_value(part, word, left[word]),
                        word_value(part, word, right[word])};
    }
  }
  return std::nullopt;
}

// Every part of a state with its words; vision's rows are as wide as its stride.
std::array<PartWords, k_parts> all_parts(const State& state, const HeadWords& head) {
  std::array<PartWords, k_parts> parts;
  parts[k_part_head] = {head, k_head_words};
  for_each_part(state, [&](std::size_t part, const auto& rows) { parts[part] = words_of(rows); });
  const std::size_t stride = state.vision_stride;
  if (stride > 0 && state.vision.size() % stride == 0) parts[k_part_vision].row_words = stride;
  return parts;
}

}  // namespace

snapshot::Source State::source() const {
  snapshot::Source result;
  result.tick = tick;
  result.core = core;
  result.construction = construction;
  result.production = production;
  result.projectiles = projectiles;
  result.resources = resources;
  result.effects = effects;
  result.orders = orders;
  result.vision = vision;
  result.vision_stride = vision_stride;
  result.players = players;
  result.wildlife = wildlife;
  result.rally_points = rally_points;
  result.upgrades = upgrades;
  result.corpses = corpses;
  result.remembered = remembered;
  result.scores = scores;
  return result;
}

HeadWords head_of(const State& state) {
  return {state.tick,
          state.next_identity,
          state.next_formation,
          state.over,
          state.winners,
          state.ending,
          static_cast<Word>(state.random),
          static_cast<Word>(state.random >> 32),
          state.vision_stride,
          state.ticks_max};
}

void set_head(State& state, const HeadWords& head) {
  state.tick = head[0];
  state.next_identity = head[1];
  state.next_formation = head[2];
  state.over = head[3];
  state.winners = head[4];
  state.ending = head[5];
  state.random = std::uint64_t{head[7]} << 32 | head[6];
  state.vision_stride = head[8];
  state.ticks_max = head[9];
}

std::span<const Field> part_fields(std::size_t part) {
  switch (part) {
    case k_part_head:
      return k_head_fields;
    case k_part_core:
      return snapshot::core_fields();
    case k_part_minds:
      return k_mind_fields;
    case k_part_player_minds:
      return k_player_mind_fields;
    case k_part_groups:
      return k_group_fields;
    case k_part_plans:
      return std::span(k_player_mind_fields).first(1);
    case k_part_pending:
      return {};
    default:
      return snapshot::table_fields(static_cast<snapshot::Table>(part - k_part_tables));
  }
}

std::string_view checksum_part_name(std::size_t part) {
  return part < k_parts ? k_part_names[part] : "total";
}

StateChecksums checksums(const State& state) {
  StateChecksums result;
  const HeadWords head = head_of(state);
  const std::array<PartWords, k_parts> parts = all_parts(state, head);
  result.total = base::hash(k_parts);
  for (std::size_t part = 0; part < k_parts; ++part) {
    result.parts[part] = sum_of(parts[part].words, parts[part].row_words);
    result.total = base::hash_combine(result.total, result.parts[part]);
  }
  return result;
}

std::optional<Difference> first_difference(const State& a, const State& b) {
  const HeadWords head_a = head_of(a);
  const HeadWords head_b = head_of(b);
  const std::array<PartWords, k_parts> parts_a = all_parts(a, head_a);
  const std::array<PartWords, k_parts> parts_b = all_parts(b, head_b);
  for (std::size_t part = 0; part < k_parts; ++part) {
    if (auto found = compare_part(part, parts_a[part], parts_b[part])) return found;
  }
  return std::nullopt;
}

}  // namespace terrane::rts
