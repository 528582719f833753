#include "terrane/rts/mine.h"

#include "terrane/rts/economy.h"
#include "terrane/rts/rows.h"

namespace terrane::rts {
namespace {

bool is_in_mine(const Board& board, std::size_t index) {
  if ((board.state.core[index].flags & snapshot::k_flag_inside) == 0) return false;
  return board.state.minds[index].activity != static_cast<Word>(Activity::Inside);
}

}  // namespace

void go_into_mine(Board& board, std::size_t worker, Word mine) {
  board.state.core[worker].flags |= snapshot::k_flag_inside;
  board.state.minds[worker].inside = mine;
}

void come_out_of_mine(Board& board, std::size_t worker) {
  if (!is_in_mine(board, worker)) return;
  CoreRow& row = board.state.core[worker];
  Mind& mind = board.state.minds[worker];
  const std::size_t mine = board.find(mind.inside);
  row.flags &= ~snapshot::k_flag_inside;
  mind.inside = 0;
  const PointMm place = place_of(row);
  const SizeClass size = size_class_of(static_cast<std::int32_t>(row.radius_mm));
  if (mine == k_no_index || board.paths.may_stand(board.field.cell_of(place), size)) return;
  put_at(board.field, row, way_out(board, mine, row.type, place));
}

void call_out_of_mine(Board& board, Word mine) {
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    Mind& mind = board.state.minds[index];
    if (mind.inside != mine || !is_in_mine(board, index)) continue;
    come_out_of_mine(board, index);
    if (mind.activity != static_cast<Word>(Activity::Gathering)) continue;
    mind.activity = static_cast<Word>(mind.load > 0 ? Activity::ToHall : Activity::ToResource);
    board.state.core[index].target = 0;
    board.state.core[index].action_tick = 0;
  }
}

void step_gatherers(Board& board) {
  auto& resources = board.state.resources;
  for (snapshot::ResourceRow& node : resources) node.gatherers = 0;
  for (std::size_t index = 0; index < board.state.core.size(); ++index) {
    const Mind& mind = board.state.minds[index];
    if (mind.activity == static_cast<Word>(Activity::Gathering)) {
      snapshot::ResourceRow* node = find_row(resources, mind.site);
      if (node != nullptr && !is_dead(board, index)) ++node->gatherers;
    } else if (mind.inside != 0) {
      come_out_of_mine(board, index);
    }
  }
}

}  // namespace terrane::rts
