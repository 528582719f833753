// For tests only: a set of rules made in code and battlefields drawn as text, so that a test of one
// system needs no data file and no other system. The numbers are those of a plausible match, but
// without spread, so that a test can say what a blow does. Not the rules of the game: those are
// data/rules.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"

namespace terrane::rts::testing {

// Two factions, "people" (0) and "goblins" (1). Each has its 13 roles at types
// 13 * faction + role, all trained and researched by something; then deer (26, flees), wolf (27,
// attacks), gold mine (28, 3 x 3 cells), tree (29, 1 x 1). Halls are 5 x 5 cells, houses 3 x 3,
// barracks and workshops 4 x 4, towers and walls 2 x 2, gates 4 x 4. People's siege burns, their
// tower slows; goblins' melee poisons, their siege burns.
Rules small_rules();
inline constexpr Word k_deer = 26;
inline constexpr Word k_wolf = 27;
inline constexpr Word k_gold_mine = 28;
inline constexpr Word k_tree = 29;
constexpr Word type_of(Word faction, Role role) {
  return faction * 13 + static_cast<Word>(role);
}

// Places in Rules::upgrades of small_rules(), the same for both factions but for the offset.
inline constexpr Word k_upgrades_a_faction = 4;
enum class SmallUpgrade : Word { Weapons, Armour, Range, Load };
constexpr Word upgrade_of(Word faction, SmallUpgrade upgrade) {
  return faction * k_upgrades_a_faction + static_cast<Word>(upgrade);
}

// A flat field from lines of equal length, one character a cell of 1 m, north first: '.' free, '#'
// blocked, '~' water, ',' rough; on free ground: a digit where a side starts (sides in order of
// their digits), 'G' the middle of a gold mine, 'T' a tree, 'w' a deer, 'W' a wolf.
Battlefield drawn_field(const std::vector<std::string_view>& lines);

// A free square with `sides` starts on a circle around its middle, each with a gold mine 12 cells
// and eight trees 10 cells away from it, as check_battlefield() wants it. `side_cells` >= 96.
Battlefield open_field(std::int32_t side_cells, std::uint32_t sides);

// The middle of a cell; for placing units in tests.
inline PointMm at(const Battlefield& field, std::int32_t x, std::int32_t z) {
  return field.middle_of({x, z});
}

}  // namespace terrane::rts::testing
