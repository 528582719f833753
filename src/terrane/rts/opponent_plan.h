// What a computer opponent remembers from thought to thought: PlanRow::words with names. Nothing
// else of it lasts, so that it is saved, hashed and compared with the rest of the state. Owner
// thread of the match.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "terrane/rts/opponent.h"
#include "terrane/rts/state.h"

namespace terrane::rts {

static_assert(k_squads < k_control_groups);

enum class SquadState : Word {
  Free,      // nobody in it
  Assemble,  // on its way to where it gathers before an attack
  Assault,   // on its way to its goal, fighting whom it meets
  Retreat,   // back to the muster place
};
enum class SquadKind : Word {
  Main,
  Raid,  // few and quick; turns back from any equal foe
  Hunt,  // looks for what is left of a foe
};

struct SquadPlan {
  Word state = 0;  // a SquadState
  Word kind = 0;   // a SquadKind
  Word goal = 0;   // identity of the building it is after, 0: a place
  std::int32_t goal_x_mm = 0;
  std::int32_t goal_z_mm = 0;
  std::int32_t assembly_x_mm = 0;
  std::int32_t assembly_z_mm = 0;
  Word since_tick = 0;  // when the state began
  Word best_mm = 0;     // nearest to its goal so far
  Word best_tick = 0;   // when that was
};

// A goal that nobody got to is left alone for a while.
struct BadGoal {
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  Word until_tick = 0;
};
inline constexpr std::size_t k_bad_goals = 4;

// The field in 16 x 16 sectors: when one of the player's was last in each, so that what was not
// looked at for longest is looked at next. A byte a sector: 0 never, k_never_reached: no way there,
// otherwise 1 + tick / k_sweep_ticks.
inline constexpr std::int32_t k_sector_lines = 16;
inline constexpr Word k_sweep_ticks = 512;
inline constexpr Word k_never_reached = 255;

struct Plan {
  Word awake = 0;  // 1 since its first thought
  Word seed = 0;   // drawn then; tells apart what two equal opponents do
  OpponentDeeds deeds;
  // The town.
  Word hall = 0;  // the hall it lives at
  std::int32_t home_x_mm = 0;
  std::int32_t home_z_mm = 0;
  std::int32_t muster_x_mm = 0;  // where the reserve stands
  std::int32_t muster_z_mm = 0;
  Word mine = 0;                                 // where it wants its next hall
  std::array<Word, k_role_count> site_cursor{};  // by role: places tried for the next one
  Word lacks_wood = 0;                           // 1: it knows of no tree that can be reached
  // The scout.
  Word scout = 0;  // identity
  Word scout_legs = 0;
  Word scout_tick = 0;  // when the next one leaves
  std::int32_t scout_x_mm = 0;
  std::int32_t scout_z_mm = 0;
  // The war.
  Word attack_tick = 0;     // when a main squad last left
  Word raid_tick = 0;       // when the next raid leaves
  Word foe_power = 0;       // of soldiers of foes that were seen at once; it fades
  Word foe_power_tick = 0;  // when it last faded
  Word kills = 0;           // its score's then
  Word made = 0;            // its score's units then
  std::array<BadGoal, k_bad_goals> bad_goals;
  Word next_bad_goal = 0;
  std::array<SquadPlan, k_squads> squads;
  std::array<std::uint8_t, k_sector_lines * k_sector_lines> swept{};
};
static_assert(std::is_trivially_copyable_v<Plan> && sizeof(Plan) % sizeof(Word) == 0);
static_assert(sizeof(Plan) <= k_plan_words * sizeof(Word));

Plan read_plan(const PlanRow& row);
void write_plan(PlanRow& row, const Plan& plan);

}  // namespace terrane::rts
