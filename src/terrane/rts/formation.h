// Where the units of a group stand when they have arrived: rows across the direction they come
// from, fighters ahead, archers behind them, engines and workers last. Only places that are open
// and in sight of the goal or a short walk from it, so that nobody's place is behind a wall; where
// much is built the rows grow wider and more. It sends nobody (march.h). Owner thread.
#pragma once

#include <cstdint>
#include <vector>

#include "terrane/rts/paths.h"
#include "terrane/rts/rules.h"

namespace terrane::rts {

struct FormationUnit {
  std::size_t index = 0;  // of the core row
  Role role = Role::Melee;
  std::int32_t radius_mm = 0;
  PointMm place;
  PointMm slot;  // the answer
  // Scratch.
  std::int64_t ahead = 0;
  std::int64_t aside = 0;
};

// Room for form_up(), reused.
struct FormationRoom {
  std::vector<FormationUnit> units;  // in and out; comes back in another order
  std::vector<PointMm> row;
};

// Gives every unit its slot around `goal`, which is open for all of them. Units for whom there is
// no room keep the goal.
void form_up(FormationRoom& room, Paths& paths, PointMm goal);

}  // namespace terrane::rts
