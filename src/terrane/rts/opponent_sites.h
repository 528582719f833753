// Where an opponent builds: places on a square spiral around a middle, a few in each thought, until
// one is free with lanes around it. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_thought.h"

namespace terrane::rts {

enum class SiteSearch {
  Found,
  GoesOn,     // none yet; it goes on from there in the next thought
  Exhausted,  // none around the middle; it begins anew
};

// `place` is as snap_site() gives it and may_build() allows it. Plan::site_cursor says where the
// search goes on: who takes a place, or was refused it, moves it on by one.
SiteSearch find_site(Thought& thought, Role role, PointMm middle, PointMm& place);

// The gold mine to live at next: seen, nobody's hall or lair near it, the nearest by straight line
// with a way from home. 0: none is known.
Word find_free_mine(Thought& thought, PointMm& place);

}  // namespace terrane::rts
