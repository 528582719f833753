// The numbers of a match: factions, units, buildings, weapons, upgrades, statuses, ranks, animals
// and the levels of the computer opponents. They live in data files (data/rules), are checked when
// they are loaded, and never change afterwards. Not the way a match is played: that is the systems'
// (fight.h, economy.h, …). Immutable after load, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/snapshot/layout.h"

namespace terrane::rts {

using snapshot::Word;

inline constexpr Word k_none = 0xffffffffu;  // "no type", "no upgrade", where 0 is one
inline constexpr std::int32_t k_ticks_per_second = 20;

enum class Role : std::uint8_t {
  Worker,
  Melee,
  Ranged,
  Siege,
  Cavalry,
  Hero,
  TownHall,
  House,
  Barracks,
  Workshop,
  Tower,
  Wall,
  Gate,
  Animal,
  GoldMine,
  Tree,
};
inline constexpr std::size_t k_role_count = 16;
constexpr Word role_bit(Role role) {
  return 1u << static_cast<Word>(role);
}
constexpr bool is_building(Role role) {
  return role >= Role::TownHall && role <= Role::Gate;
}
constexpr bool is_resource(Role role) {
  return role == Role::GoldMine || role == Role::Tree;
}
constexpr bool is_mobile(Role role) {
  return role <= Role::Hero || role == Role::Animal;
}
constexpr bool is_soldier(Role role) {
  return role >= Role::Melee && role <= Role::Hero;
}

enum class DamageKind : std::uint8_t { Blade, Pierce, Siege, Magic };
inline constexpr std::size_t k_damage_kinds = 4;
enum class Armour : std::uint8_t { None, Light, Heavy, Fortified };
inline constexpr std::size_t k_armours = 4;

struct Cost {
  std::int32_t gold = 0;
  std::int32_t wood = 0;
  std::int32_t supply = 0;  // places it takes of what houses and halls give
};

// Distances are between the rims of two circles (or a circle and a footprint).
struct Weapon {
  bool has = false;
  DamageKind kind = DamageKind::Blade;
  std::int32_t damage_256 = 0;        // of one blow, before armour
  std::int32_t spread_256 = 0;        // a blow does damage_256 +- at most this
  std::int32_t range_mm = 0;          // melee: a hand's breadth
  std::int32_t range_min_mm = 0;      // nearer than this it cannot strike (siege)
  std::int32_t cooldown_ticks = 0;    // from blow to blow
  std::int32_t windup_ticks = 0;      // from the start of a blow to its effect, < cooldown
  std::int32_t shot_mm_per_tick = 0;  // 0: no projectile, the blow lands after the windup
  std::int32_t splash_mm = 0;         // radius around where it lands, friends are spared
  Word status = k_none;               // a snapshot::Status that a hit causes
  std::int32_t status_ticks = 0;
};

// A unit, building, animal or resource node. `Rules::types[CoreRow::type]`.
struct UnitType {
  std::string name;       // "footman": unique, as the files say
  Word faction = k_none;  // k_none: of nature
  Role role = Role::Worker;
  Cost cost;
  std::int32_t make_ticks = 0;  // to train, or one worker's ticks to build
  std::int32_t health_256 = 0;
  Armour armour = Armour::None;
  std::int32_t armour_points = 0;  // see Rules::percent_per_armour_point
  std::int32_t sight_mm = 0;
  std::int32_t radius_mm = 0;          // of the body; buildings: half the shorter side
  std::int32_t speed_mm_per_tick = 0;  // 0: stands
  std::int32_t turn_turn16_per_tick = 0;
  std::int32_t worth = 0;              // experience for who kills it
  std::int32_t footprint_x_cells = 0;  // buildings and resource nodes; 0: a mobile unit
  std::int32_t footprint_z_cells = 0;
  std::int32_t supply_given = 0;
  std::int32_t stock = 0;                // of a mine or tree: what it holds at first
  std::int32_t load = 0;                 // of a worker: how much it carries home
  std::int32_t gather_ticks = 0;         // of a worker: for one load
  std::int32_t repair_256_per_tick = 0;  // of a worker: health it gives back
  std::int32_t garrison = 0;             // units that fit inside (towers, halls)
  Word mood_attacks = 0;                 // animals: 1 attacks who comes near, 0 flees
  Word requires_role = k_none;           // a finished building of this Role must stand
  std::vector<Word> trains;              // types
  std::vector<Word> researches;          // upgrades
  Weapon weapon;
};

enum class Stat : std::uint8_t { Damage, Armour, Health, Range, Speed, Sight, Load };

struct Upgrade {
  std::string name;
  Word faction = k_none;
  Stat stat = Stat::Damage;
  Word roles = 0;         // role_bit()s it helps
  std::int32_t step = 0;  // a level adds: percent of the type's own; Armour: points
  std::int32_t levels = 1;
  Cost cost;  // of the first level; level n costs n times as much
  std::int32_t research_ticks = 0;
};

// What each snapshot::Status does while it lasts.
struct StatusRule {
  std::int32_t damage_256_per_second = 0;
  std::int32_t speed_percent = 100;
  std::int32_t damage_percent = 100;
};

struct RankRule {  // rank n needs ranks[n - 1]
  std::int32_t experience = 0;
  std::int32_t damage_percent = 100;
  std::int32_t health_percent = 100;
};

struct Faction {
  std::string name;
  std::array<Word, k_role_count> types{};  // by Role; k_none where it has none
  std::vector<std::string> player_names;
};

// How well a computer opponent plays. All see and order as a player does.
struct OpponentLevel {
  std::string name;
  std::int32_t think_ticks = 20;  // between two thoughts
  std::int32_t orders_per_think = 8;
  std::int32_t workers = 12;          // it wants at most
  std::int32_t army_attack = 12;      // soldiers before it goes out
  std::int32_t retreat_percent = 60;  // strength against the foe's below which it turns back
  std::int32_t scout_ticks = 1200;    // between two scouts
  std::int32_t expand_ticks = 6000;   // before it wants a second hall
  std::int32_t upgrades = 0;          // levels in all it researches at most
  std::int32_t focus_percent = 0;     // of its fighters that are told whom to strike
};

struct Rules {
  std::vector<UnitType> types;
  std::vector<Upgrade> upgrades;
  std::vector<Faction> factions;
  std::vector<Word> animals;  // types; exactly two: the first flees, the second attacks
  Word gold_mine = k_none;
  Word tree = k_none;
  // Percent that a kind of damage does to an armour.
  std::array<std::array<std::int32_t, k_armours>, k_damage_kinds> damage_percent{};
  std::int32_t percent_per_armour_point = 6;  // each point: damage * 100 / (100 + points * this)
  std::array<StatusRule, 4> statuses{};
  std::vector<RankRule> ranks;
  std::vector<OpponentLevel> opponents;  // weakest first
  std::int32_t start_gold = 0;
  std::int32_t start_wood = 0;
  std::int32_t supply_limit = 0;
  std::int32_t corpse_ticks = 0;
  std::int32_t refund_percent = 0;     // of a building or order that is cancelled
  std::int32_t queue_places = 0;       // of a building, at most 8
  std::int32_t match_ticks_max = 0;    // then the outcome is decided by score
  std::int32_t homeless_ticks = 0;     // without a building that makes units: then beaten; 0: never
  std::int32_t inspire_radius_mm = 0;  // heroes inspire their own within it
  std::uint64_t digest = 0;            // of every number and name above

  const UnitType& type(Word index) const { return types[index]; }
};

// One data file; `name` is what an error names.
struct RulesText {
  std::string name;
  std::string text;  // JSON
};

// Reads and checks the files of one set of rules, in any order: "match", "nature" and one for each
// faction, told apart by their "kind". BadData names file, key (as a path: "units[3].health") and
// what was expected, for what is unknown, missing, of the wrong type, out of its stated range, or
// contradicts another (a unit that nothing trains, a cost that the start cannot pay, …).
base::Result<Rules> load_rules(std::span<const RulesText> files);

// k_none when there is no such name.
Word find_type(const Rules& rules, std::string_view name);
Word find_upgrade(const Rules& rules, std::string_view name);

}  // namespace terrane::rts
