// Walking: the way from where a unit stands to where its mind wants it, alone or in formation, with
// everybody else in the way. Two steps a tick: each walker's wish (paths.h, formation slot), then
// the crowd (crowd.h) makes wishes into steps that keep bodies apart. Decides nothing about why a
// unit walks. Owner thread of the match.
#pragma once

#include <cstdint>
#include <span>

#include "terrane/rts/board.h"

namespace terrane::rts {

// Sends one unit. `arrive_mm`: how near is enough (to a target: range and radii). The slot is the
// place itself. Goals with no way: Going::Unreachable at once when `exactly`, otherwise the nearest
// place that can be reached is taken instead.
void send(Board& board, std::size_t index, PointMm place, Word arrive_mm, bool exactly = false);

// Sends a group in formation (their order of roles: melee and cavalry ahead, ranged behind, siege
// and workers last; spacing by radius) so that they share one goal and one flow field. `indices`
// ascend and are mobile. One pace: the slowest, unless `own_pace`.
void send_group(Board& board, std::span<const std::size_t> indices, PointMm place, bool own_pace);

// Stands from now on.
void halt(Board& board, std::size_t index);

// Moves everybody by one tick: positions, grid cells, heights, facings, velocities, waypoints,
// k_flag_moving, Animation::Walk or Idle (only over one another), Mind::going and stuck_ticks.
// Rows with k_flag_inside, buildings and nodes do not move and (buildings, nodes) are walked round.
// Rough ground halves, statuses scale the speed. Rebuilds board.grid at its end.
void step_march(Board& board);

}  // namespace terrane::rts
