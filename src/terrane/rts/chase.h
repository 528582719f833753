// Under behaviour.h: going after foes and to other bodies. Whom to strike is fight.h's, how to get
// there march.h's; why, and what comes afterwards, behaviour.cpp's. Owner thread of the match.
#pragma once

#include <cstdint>

#include "terrane/rts/board.h"

namespace terrane::rts {

template <typename Enumerator>
constexpr Word word(Enumerator value) {
  return static_cast<Word>(value);
}
inline bool is_at(const Mind& mind, Activity activity) {
  return mind.activity == word(activity);
}
inline bool is_walking(const Mind& mind) {
  return mind.going == word(Going::Walking);
}

inline constexpr Word k_look_ticks = 8;
inline constexpr std::int32_t k_moved_mm = 1000;  // a target that walked so far is aimed at anew

// When units look round, aim anew and think again: every eighth tick, staggered by identity.
inline bool is_look_tick(const Board& board, const CoreRow& row) {
  return (board.state.tick + row.identity) % k_look_ticks == 0;
}

// Sends a unit to another body, until their rims are `gap_mm` apart; to a building, beside the side
// that faces the unit. `exactly` as of send().
void send_to(Board& board, std::size_t index, std::size_t target, std::int32_t gap_mm,
             bool exactly = false);

// Looks round as far as it sees and takes on whom it finds; when there is no way to that one,
// somebody or a wall within its weapon's range. False: nobody; where it was going may be lost.
bool look_round(Board& board, std::size_t index);

enum class Chase { On, Lost };

// One tick of going after Mind::foe and striking it. Lost: it is dead, unseen, or farther than
// `leash_mm` from the unit's post. `by_order`: this foe and no other, however far.
Chase chase(Board& board, std::size_t index, std::int32_t leash_mm, bool by_order);

// Leaves its foe, and the blow that was under way; `target` is what it turns to, 0 nothing.
void forget_foe(Board& board, std::size_t index, Word target);

}  // namespace terrane::rts
