// An opponent's war: the reserve that gathers and defends, squads that are sent out, judged, called
// back or split up to hunt. A squad is a control group with a SquadPlan. Owner thread of the match.
#pragma once

#include "terrane/rts/opponent_thought.h"

namespace terrane::rts {

// Leads the squads that are out, then the reserve, then sends out new ones.
void wage_war(Thought& thought);

// What a thought knows of one squad.
struct Squad {
  std::size_t number = 0;                         // 1 to k_squads
  std::vector<std::uint32_t>* members = nullptr;  // places in Census::soldiers
  PointMm middle;
  std::int64_t power = 0;
  std::size_t fighters = 0;  // of its members
  bool is_fighting = false;
  PointMm front;  // middle of those who fight
};

// Tells some of those who fight whom to strike: the weakest foe within their reach.
// opponent_focus.cpp
void focus_fire(Thought& thought, const Squad& squad);

// In a foe's town: who has no unit to strike strikes a building while nobody is there who could
// stop it, and turns on who comes. opponent_raze.cpp
void raze(Thought& thought, const Squad& squad);

}  // namespace terrane::rts
