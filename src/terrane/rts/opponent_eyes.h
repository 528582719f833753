// What an opponent notes at the start of a thought, in one pass over the units: its own by what
// they do, the foes that its player sees now, the foes' buildings that it sees or remembers, and
// who threatens its town. Nothing that its player could not know. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_thought.h"

namespace terrane::rts {

// Fills the census, and marks in the plan which sectors somebody of its own is in.
void look_around(Thought& thought);

// The sector of a place: 0 to k_sector_lines squared - 1.
std::size_t sector_of(const Battlefield& field, PointMm place);

// Soldiers of foes (and towers) seen within the radius of a place, and its own there.
struct Odds {
  std::int64_t own = 0;
  std::int64_t foe = 0;
};
Odds odds_at(const Thought& thought, PointMm place, std::int32_t radius_mm);

}  // namespace terrane::rts
