// For tests only: what holds of a board after every tick, whatever was ordered. A list; each line
// names what is broken when it fails.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "terrane/rts/board.h"
#include "terrane/rts/save_check.h"
#include "terrane/snapshot/encode.h"

namespace terrane::rts::testing {

inline void check_board(const Board& board) {
  const State& state = board.state;
  const std::string at = "tick " + std::to_string(state.tick);
  const auto rows = check_state(state, board.rules, board.field);
  REQUIRE_MESSAGE(rows.ok(), at << ": " << (rows.ok() ? "" : to_sentence(rows.error())));
  const auto source = snapshot::check_source(state.source());
  REQUIRE_MESSAGE(source.ok(), at << ": " << (source.ok() ? "" : to_sentence(source.error())));
  REQUIRE_MESSAGE(board.orders_done == false, at << ": finished orders were swept");
  REQUIRE_MESSAGE(board.index_of.size() == state.next_identity - snapshot::k_first_unit_identity,
                  at << ": every identity has its place in the index");
  std::size_t alive = 0;
  for (const Word index : board.index_of) alive += index != k_none ? 1 : 0;
  REQUIRE_MESSAGE(alive == state.core.size(), at << ": the index holds the living and no others");
  for (std::size_t index = 0; index < state.core.size(); ++index) {
    const CoreRow& row = state.core[index];
    REQUIRE_MESSAGE(board.find(row.identity) == index,
                    at << ": unit " << row.identity << " is found at its place");
    if ((row.flags & snapshot::k_flag_inside) != 0) {
      REQUIRE_MESSAGE(board.find(state.minds[index].inside) != k_no_index,
                      at << ": unit " << row.identity << " is inside something that stands");
    }
  }
  // What a load would derive is what is there.
  Board fresh(board.rules, board.field);
  fresh.state = state;
  refresh(fresh);
  REQUIRE_MESSAGE(fresh.seen == board.seen, at << ": the counts of sight are those of a load");
  for (std::int32_t z = 0; z < board.field.height_cells; ++z) {
    for (std::int32_t x = 0; x < board.field.width_cells; ++x) {
      for (const SizeClass size : {SizeClass::Small, SizeClass::Large}) {
        if (fresh.paths.may_stand({x, z}, size) == board.paths.may_stand({x, z}, size)) continue;
        FAIL(at << ": cell " << x << ", " << z << " is blocked or free as after a load");
      }
    }
  }
  std::vector<std::size_t> near;
  std::vector<std::size_t> near_fresh;
  const PointMm middle =
      board.field.middle_of({board.field.width_cells / 2, board.field.height_cells / 2});
  const std::int32_t all_mm = board.field.width_cells * k_cell_mm;
  board.grid.for_each_near(middle, all_mm, [&](std::size_t index) { near.push_back(index); });
  fresh.grid.for_each_near(middle, all_mm, [&](std::size_t index) { near_fresh.push_back(index); });
  REQUIRE_MESSAGE(near == near_fresh, at << ": the grid of units is that of a load");
}

}  // namespace terrane::rts::testing
