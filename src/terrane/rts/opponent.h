// Computer opponents. They see what their player sees, know what it remembers and give the same
// orders as a person, through apply()'s checks; all they remember is in their PlanRow
// (opponent_plan.h). They scout, expand, build, train, research, attack and retreat. A thought is
// one pass over the units (opponent_eyes.h), then the town (opponent_town.h), the scouts
// (opponent_scout.h) and the war (opponent_war.h) until the level's orders are spent. Owner thread
// of the match.
#pragma once

#include "terrane/rts/board.h"

namespace terrane::rts {

// Each opponent every OpponentLevel::think_ticks, staggered by player; at most a tenth of a tick's
// time is its aim: it walks over the units once and looks at the foes that are seen.
void step_opponents(Board& board);

// What an opponent has done so far, for reports.
struct OpponentDeeds {
  Word scouts = 0;      // sent out
  Word expansions = 0;  // halls begun after the start
  Word retreats = 0;    // squads that turned back before a stronger foe
  Word attacks = 0;     // squads sent out, raids with them
};
// All 0 for a player who is no opponent.
OpponentDeeds deeds(const State& state, Word player);

}  // namespace terrane::rts
