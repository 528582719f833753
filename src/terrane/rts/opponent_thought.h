// One thought of one opponent: who thinks, what it noted, and its voice, through which it gives
// orders as a person does. What it gives is checked and perhaps refused by apply(); each order
// costs one of the level's, refused or not. Owner thread of the match.
#pragma once

#include <cstdint>
#include <span>

#include "terrane/base/hash.h"
#include "terrane/rts/apart.h"
#include "terrane/rts/board.h"
#include "terrane/rts/opponent_plan.h"
#include "terrane/rts/opponent_room.h"
#include "terrane/snapshot/events.h"

namespace terrane::rts {

struct Thought {
  Board& board;
  Plan& plan;
  OpponentRoom& room;
  const OpponentLevel& level;
  Word player = 0;
  std::int32_t orders_left = 0;

  Census& census() const { return room.census; }
  Word tick() const { return board.state.tick; }
  const snapshot::PlayerRow& purse() const { return board.state.players[player]; }
  const Faction& faction() const { return board.rules.factions[purse().faction]; }
  Word type_for(Role role) const { return faction().types[static_cast<std::size_t>(role)]; }
  PointMm home() const { return {plan.home_x_mm, plan.home_z_mm}; }
  PointMm muster() const { return {plan.muster_x_mm, plan.muster_z_mm}; }
  // A number below `count` for a purpose, another in each thought.
  Word draw(Word purpose, Word count) const {
    return base::draw_index(base::hash(plan.seed, tick(), purpose), count);
  }
  bool may_speak() const { return orders_left > 0; }
};

// What it costs by its health, the measure of strength.
std::int32_t power_of(const UnitType& type, std::int32_t health_256, std::int32_t health_max_256);

// An order for those listed. False when no more orders are left in this thought. Lists longer than
// an event holds are given in parts, at the price of one.
bool give(Thought& thought, snapshot::EventKind kind, snapshot::OrderPayload order,
          std::span<const Word> list);
bool give_place(Thought& thought, snapshot::EventKind kind, PointMm place,
                std::span<const Word> list, bool queued = false);
bool give_target(Thought& thought, snapshot::EventKind kind, Word target,
                 std::span<const Word> list);
// The list becomes the squad, or joins it. Costs no order: it asks nothing of anybody.
void set_squad(Thought& thought, std::size_t squad, std::span<const Word> list, bool add);

}  // namespace terrane::rts
