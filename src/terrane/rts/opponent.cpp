#include "terrane/rts/opponent.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/rts/opponent_eyes.h"
#include "terrane/rts/opponent_plan.h"
#include "terrane/rts/opponent_scout.h"
#include "terrane/rts/opponent_thought.h"
#include "terrane/rts/opponent_town.h"
#include "terrane/rts/opponent_war.h"

namespace terrane::rts {
namespace {

constexpr Word k_stagger_ticks = 3;  // between the thoughts of two players
constexpr Word k_first_scout_ticks = 300;
constexpr Word k_first_raid_ticks = 200;

void wake(Board& board, Plan& plan, Word player, const OpponentLevel& level) {
  const PlayerMind& mind = board.state.player_minds[player];
  plan.awake = 1;
  plan.seed = static_cast<Word>(draw(board) >> 32);
  plan.home_x_mm = static_cast<std::int32_t>(mind.start_x_mm);
  plan.home_z_mm = static_cast<std::int32_t>(mind.start_z_mm);
  plan.scout_tick =
      board.state.tick + std::min(k_first_scout_ticks, static_cast<Word>(level.scout_ticks) / 4);
  plan.raid_tick = board.state.tick + k_first_raid_ticks;
}

void think(Board& board, Plan& plan, Word player, const OpponentLevel& level) {
  if (plan.awake == 0) wake(board, plan, player, level);
  Thought thought{board, plan, board.scratch.opponents, level, player, level.orders_per_think};
  look_around(thought);
  settle(thought);
  lead_scout(thought);
  // Neither the army nor the town may take all of a level's orders.
  const std::int32_t town = thought.orders_left / 2;
  thought.orders_left -= town;
  wage_war(thought);
  thought.orders_left += town;
  employ(thought);
  shop(thought);
}

}  // namespace

void step_opponents(Board& board) {
  const State& state = board.state;
  if (state.over != 0) return;
  for (std::size_t at = 0; at < board.state.plans.size(); ++at) {
    const Word player = state.plans[at].identity - snapshot::player_identity(0);
    const Word level_index = state.player_minds[player].level;
    if (level_index >= board.rules.opponents.size()) continue;
    const OpponentLevel& level = board.rules.opponents[level_index];
    const auto period = static_cast<Word>(std::max(1, level.think_ticks));
    if ((state.tick + player * k_stagger_ticks) % period != 0) continue;
    constexpr auto k_playing = static_cast<Word>(snapshot::PlayerState::Playing);
    if (state.players[player].state != k_playing) continue;
    Plan plan = read_plan(state.plans[at]);
    think(board, plan, player, level);
    write_plan(board.state.plans[at], plan);
  }
}

OpponentDeeds deeds(const State& state, Word player) {
  for (const PlanRow& row : state.plans) {
    if (row.identity == snapshot::player_identity(player)) return read_plan(row).deeds;
  }
  return {};
}

}  // namespace terrane::rts
