#include "terrane/rts/garrison.h"

#include <algorithm>

#include "terrane/rts/economy.h"
#include "terrane/rts/march.h"

namespace terrane::rts {

bool enter(Board& board, std::size_t unit, std::size_t building) {
  const CoreRow& house = board.state.core[building];
  Mind& host = board.state.minds[building];
  if (host.load >= static_cast<Word>(board.type_of(house).garrison)) return false;
  host.load += 1;
  halt(board, unit);
  CoreRow& row = board.state.core[unit];
  Mind& mind = board.state.minds[unit];
  put_at(board.field, row, place_of(house));
  row.flags |= snapshot::k_flag_inside;
  row.target = house.identity;
  mind.inside = house.identity;
  mind.foe = 0;
  mind.activity = static_cast<Word>(Activity::Inside);
  return true;
}

void leave(Board& board, std::size_t unit, PointMm towards) {
  CoreRow& row = board.state.core[unit];
  Mind& mind = board.state.minds[unit];
  const std::size_t building = board.find(mind.inside);
  if (building != k_no_index) {
    Mind& host = board.state.minds[building];
    host.load -= std::min<Word>(host.load, 1);
    put_at(board.field, row, way_out(board, building, row.type, towards));
  }
  row.flags &= ~snapshot::k_flag_inside;
  row.target = 0;
  mind.inside = 0;
  mind.activity = static_cast<Word>(Activity::Idle);
  mind.post_x_mm = row.world_x_mm;
  mind.post_z_mm = row.world_z_mm;
  halt(board, unit);
}

void turn_out(Board& board, std::size_t building) {
  const Word identity = board.state.core[building].identity;
  const PointMm middle = place_of(board.state.core[building]);
  for (std::size_t unit = 0; unit < board.state.core.size(); ++unit) {
    const Mind& mind = board.state.minds[unit];
    if (mind.inside != identity || mind.activity != static_cast<Word>(Activity::Inside)) continue;
    leave(board, unit, middle);
  }
}

}  // namespace terrane::rts
