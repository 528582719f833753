// An opponent's scouts and the search for what is left of a foe: which part of the field to look at
// next. The places where sides start are known to everybody. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_thought.h"

namespace terrane::rts {

// Sends a scout when it is time, leads it from place to place, and lets it go.
void lead_scout(Thought& thought);

// The place to look at next for one who stands at `from`: what was not looked at for longest, and
// of that the nearest; starts and mines before other ground. False when no way leads anywhere.
// `taken` are places that others look at already.
bool next_to_search(Thought& thought, PointMm from, SizeClass size, std::span<const PointMm> taken,
                    PointMm& place);

// The nearest place around where others started that nobody of its own has ever seen: there what is
// left of a town stands. False when there is none, or no way to the nearest few.
bool next_round_starts(Thought& thought, PointMm from, SizeClass size,
                       std::span<const PointMm> taken, PointMm& place);

}  // namespace terrane::rts
