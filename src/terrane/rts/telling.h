// How the systems of a tick say what happened: events of the match through the board's port. The
// list of sounds stands here too. Blows, shots and hits have events of their own, from which the
// outside makes their noise; a Sound event is for what has none. Owner thread of the match.
#pragma once

#include "terrane/rts/board.h"
#include "terrane/snapshot/events.h"

namespace terrane::rts {

// Append only: whoever plays them knows the numbers.
enum class Noise : Word {
  TreeFalls = 0,
  MineEmpty = 1,
  LoadBrought = 2,
  SiteBegun = 3,
  BuildingDone = 4,
  BuildingFalls = 5,
  UnitReady = 6,
  HeroReady = 7,
  UpgradeDone = 8,
  RankRises = 9,
  BeastGrowls = 10,
  HerdFlees = 11,
  GateMoves = 12,
};

// A port that nobody empties refuses events when it is full; the match goes on all the same.
template <typename Payload>
void tell(Board& board, snapshot::EventKind kind, const Payload& payload) {
  static_cast<void>(board.port.emit(kind, board.state.tick, payload));
}

inline snapshot::UnitPayload about(const CoreRow& row, Word by, Word value) {
  return {row.identity, row.type, row.owner, by, value, row.world_x_mm, row.world_z_mm};
}

// For who sees the place; `player` other than k_nature: for that player alone.
inline void sound(Board& board, Noise noise, const CoreRow& row, Word player = k_nature) {
  tell(board, snapshot::EventKind::Sound,
       snapshot::SoundPayload{static_cast<Word>(noise), row.identity, player, 256, row.world_x_mm,
                              row.world_y_mm, row.world_z_mm});
}

inline void alert(Board& board, snapshot::EventKind kind, Word player, const CoreRow& row,
                  Word value = 0) {
  tell(board, kind,
       snapshot::AlertPayload{player, row.identity, value, row.world_x_mm, row.world_z_mm});
}

}  // namespace terrane::rts
