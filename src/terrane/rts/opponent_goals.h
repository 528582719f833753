// Where an opponent's squads go: which of the foes' known buildings, where a foe was seen, a start
// nobody has looked at, and when nothing is known the part of the field that nobody saw for
// longest. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_war.h"

namespace terrane::rts {

enum class Goal {
  None,    // nothing is known and nothing can be looked for
  Lair,    // a building
  Start,   // where a side starts, not seen yet
  Foe,     // where one is seen
  Ground,  // what nobody looked at for longest
};
// Sets the squad's goal.
Goal choose_goal(Thought& thought, const Squad& squad);
// Whether its goal still makes sense: the building is known, the place not yet looked at.
bool is_goal_good(const Thought& thought, const SquadPlan& plan);
// Nobody got there: it is not chosen again for a while.
void give_up_goal(Thought& thought, const SquadPlan& plan);
// A place `back_mm` before the goal on the way to it from home.
PointMm assembly_before(Thought& thought, PointMm goal, std::int32_t back_mm);

}  // namespace terrane::rts
