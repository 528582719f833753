// The parts of a State in one fixed order, each as plain words: what is hashed, compared and saved.
// Part 0 is the head (the single numbers), part 1 the core, then the side tables in the order of
// snapshot::Table, then what is not drawn. Whoever adds a table to State adds it here, and
// checksum, first_difference and saves have it. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "terrane/rts/match.h"
#include "terrane/rts/state.h"

namespace terrane::rts {

inline constexpr std::size_t k_part_head = 0;
inline constexpr std::size_t k_part_core = 1;
inline constexpr std::size_t k_part_tables = 2;  // the first side table
inline constexpr std::size_t k_part_vision =
    k_part_tables + static_cast<std::size_t>(snapshot::Table::Vision);
inline constexpr std::size_t k_part_minds = k_part_tables + snapshot::k_table_count;
inline constexpr std::size_t k_part_player_minds = k_part_minds + 1;
inline constexpr std::size_t k_part_groups = k_part_minds + 2;
inline constexpr std::size_t k_part_plans = k_part_minds + 3;
inline constexpr std::size_t k_part_pending = k_part_minds + 4;
inline constexpr std::size_t k_parts = StateChecksums::k_parts;
static_assert(k_part_pending + 1 == k_parts);

inline constexpr std::size_t k_head_words = 10;
using HeadWords = std::array<Word, k_head_words>;
HeadWords head_of(const State& state);
void set_head(State& state, const HeadWords& head);

// The fields of a part's row; empty for vision's cells, plans' words and pending records.
std::span<const snapshot::Field> part_fields(std::size_t part);

// Calls use(part, rows) for every part but the head with its vector, in order.
template <typename AnyState, typename Use>
void for_each_part(AnyState& state, Use&& use) {
  std::size_t part = k_part_core;
  use(part++, state.core);
  use(part++, state.construction);
  use(part++, state.production);
  use(part++, state.projectiles);
  use(part++, state.resources);
  use(part++, state.effects);
  use(part++, state.orders);
  use(part++, state.vision);
  use(part++, state.players);
  use(part++, state.wildlife);
  use(part++, state.rally_points);
  use(part++, state.upgrades);
  use(part++, state.corpses);
  use(part++, state.remembered);
  use(part++, state.scores);
  use(part++, state.minds);
  use(part++, state.player_minds);
  use(part++, state.groups);
  use(part++, state.plans);
  use(part++, state.pending);
}

// The rows of one part as words; `row_words` is one row's.
struct PartWords {
  std::span<const Word> words;
  std::size_t row_words = 1;
};

template <typename Row>
PartWords words_of(const std::vector<Row>& rows) {
  static_assert(std::is_trivially_copyable_v<Row> && sizeof(Row) % sizeof(Word) == 0 &&
                alignof(Row) == alignof(Word));
  constexpr std::size_t k_words = sizeof(Row) / sizeof(Word);
  return {{reinterpret_cast<const Word*>(rows.data()), rows.size() * k_words}, k_words};
}

}  // namespace terrane::rts
