#include "terrane/rts/rules_check.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "terrane/base/digest.h"
#include "terrane/rts/battlefield.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;
using Verdict = base::Result<void>;

constexpr std::size_t k_faction_roles = 13;
constexpr Word k_first_workers = 5;  // what a town begins with

Error wrong(std::string what, std::string where, std::string expected) {
  return {ErrorCode::BadData, std::move(what), std::move(where), std::move(expected)};
}

std::string quoted(std::string_view name) {
  return '"' + std::string(name) + '"';
}

Verdict check_names(const Rules& rules, const RulesPlaces& places) {
  for (std::size_t at = 0; at < rules.types.size(); ++at) {
    const Word first = find_type(rules, rules.types[at].name);
    if (first != at) {
      return wrong("two types are called " + quoted(rules.types[at].name),
                   places.types[at] + ".name", "another name than that of " + places.types[first]);
    }
  }
  for (std::size_t at = 0; at < rules.upgrades.size(); ++at) {
    const Word first = find_upgrade(rules, rules.upgrades[at].name);
    if (first != at) {
      return wrong("two upgrades are called " + quoted(rules.upgrades[at].name),
                   places.upgrades[at] + ".name",
                   "another name than that of " + places.upgrades[first]);
    }
  }
  for (std::size_t at = 0; at < rules.opponents.size(); ++at) {
    for (std::size_t other = 0; other < at; ++other) {
      if (rules.opponents[at].name == rules.opponents[other].name) {
        return wrong("two opponents are called " + quoted(rules.opponents[at].name),
                     places.match + " opponents[" + std::to_string(at) + "].name",
                     "another name than that of opponents[" + std::to_string(other) + "]");
      }
    }
  }
  return {};
}

Verdict check_weapon(const Weapon& weapon, const std::string& place) {
  if (weapon.spread_256 > weapon.damage_256) {
    return wrong("a blow could heal", place + ".weapon.spread", "at most the damage");
  }
  if (weapon.windup_ticks >= weapon.cooldown_ticks) {
    return wrong("a blow takes longer than the time between two", place + ".weapon.windup_ticks",
                 "less than cooldown_ticks");
  }
  if (weapon.range_min_mm >= weapon.range_mm) {
    return wrong("a weapon cannot reach anything", place + ".weapon.range_min_mm",
                 "less than range_mm");
  }
  return {};
}

Verdict check_type(const Rules& rules, const UnitType& type, const std::string& place) {
  if (type.weapon.has) {
    TERRANE_TRY(check_weapon(type.weapon, place));
  }
  const bool must_strike = is_soldier(type.role) || type.role == Role::Tower ||
                           (type.role == Role::Animal && type.mood_attacks != 0);
  if (must_strike && !type.weapon.has) {
    return wrong(quoted(type.name) + " has nothing to strike with", place + ".weapon", "a weapon");
  }
  if (type.weapon.has && is_building(type.role) && type.weapon.shot_mm_per_tick == 0) {
    return wrong("a building's weapon lets nothing go", place + ".weapon.shot_mm_per_tick",
                 "how fast its shots fly");
  }
  if (type.cost.supply > rules.supply_limit) {
    return wrong(quoted(type.name) + " takes more supply than anybody may have",
                 place + ".cost.supply", "at most supply_limit");
  }
  if (type.role == Role::TownHall &&
      (type.footprint_x_cells > k_hall_cells || type.footprint_z_cells > k_hall_cells)) {
    return wrong("a town hall is larger than battlefields leave room for",
                 place + ".footprint_x_cells, footprint_z_cells",
                 "at most " + std::to_string(k_hall_cells) + " each");
  }
  return {};
}

bool anybody_has(const Rules& rules, std::vector<Word> UnitType::*list, Word product) {
  return std::any_of(rules.types.begin(), rules.types.end(), [&](const UnitType& type) {
    const std::vector<Word>& products = type.*list;
    return std::find(products.begin(), products.end(), product) != products.end();
  });
}

// A building waits for others by role; the chain must end.
Verdict check_requirement(const Rules& rules, const UnitType& type, const std::string& place) {
  const Faction& faction = rules.factions[type.faction];
  Word role = type.requires_role;
  for (std::size_t steps = 0; role != k_none; ++steps) {
    if (steps > k_faction_roles || role == static_cast<Word>(type.role)) {
      return wrong(quoted(type.name) + " waits for itself", place + ".requires",
                   "a building that can stand before it");
    }
    role = rules.types[faction.types[role]].requires_role;
  }
  return {};
}

Verdict check_faction(const Rules& rules, const RulesPlaces& places, Word number) {
  static constexpr std::array<std::string_view, k_faction_roles> k_names = {
      "worker", "melee",    "ranged",   "siege", "cavalry", "hero", "town_hall",
      "house",  "barracks", "workshop", "tower", "wall",    "gate"};
  const Faction& faction = rules.factions[number];
  const std::string& file = places.factions[number];
  for (std::size_t role = 0; role < k_faction_roles; ++role) {
    if (faction.types[role] != k_none) continue;
    return wrong("a faction has no " + std::string(k_names[role]),
                 file + (role < 6 ? " units" : " buildings"), "one for each role");
  }
  const auto type_of = [&](Role role) -> const UnitType& {
    return rules.types[faction.types[static_cast<std::size_t>(role)]];
  };
  const auto place_of = [&](Role role) -> const std::string& {
    return places.types[faction.types[static_cast<std::size_t>(role)]];
  };
  for (std::size_t role = 0; role < k_faction_roles; ++role) {
    const Word index = faction.types[role];
    const UnitType& type = rules.types[index];
    TERRANE_TRY(check_requirement(rules, type, places.types[index]));
    if (is_mobile(type.role) && !anybody_has(rules, &UnitType::trains, index)) {
      return wrong("nothing trains " + quoted(type.name), places.types[index],
                   "a building of its faction that has it in \"trains\"");
    }
  }
  const UnitType& hall = type_of(Role::TownHall);
  const UnitType& worker = type_of(Role::Worker);
  if (std::find(hall.trains.begin(), hall.trains.end(),
                faction.types[static_cast<std::size_t>(Role::Worker)]) == hall.trains.end() ||
      worker.requires_role != k_none || hall.requires_role != k_none) {
    return wrong("a town hall cannot train a worker from the start",
                 place_of(Role::TownHall) + ".trains", "the worker in it, and no requirement");
  }
  if (hall.supply_given < (static_cast<std::int32_t>(k_first_workers) + 1) * worker.cost.supply) {
    return wrong("a town hall feeds less than a town begins with",
                 place_of(Role::TownHall) + ".supply_given",
                 "enough for " + std::to_string(k_first_workers + 1) + " workers");
  }
  const UnitType& house = type_of(Role::House);
  if (house.supply_given == 0) {
    return wrong("a house gives no supply", place_of(Role::House) + ".supply_given", "1 to 200");
  }
  for (const UnitType* first : {&worker, &house, &type_of(Role::Barracks)}) {
    if (first->cost.gold <= rules.start_gold && first->cost.wood <= rules.start_wood) continue;
    return wrong("the start cannot pay " + quoted(first->name),
                 places.types[faction.types[static_cast<std::size_t>(first->role)]] + ".cost",
                 "at most what \"start\" of " + places.match + " gives");
  }
  return {};
}

// Whether an upgrade's stat means anything to a type.
bool has_stat(const UnitType& type, Stat stat) {
  switch (stat) {
    case Stat::Damage:
      return type.weapon.has;
    case Stat::Range:
      return type.weapon.has && type.weapon.shot_mm_per_tick > 0;
    case Stat::Speed:
      return type.speed_mm_per_tick > 0;
    case Stat::Load:
      return type.load > 0;
    case Stat::Armour:
    case Stat::Health:
    case Stat::Sight:
      break;
  }
  return true;
}

Verdict check_upgrade(const Rules& rules, const RulesPlaces& places, Word number) {
  const Upgrade& upgrade = rules.upgrades[number];
  const std::string& place = places.upgrades[number];
  for (const Word index : rules.factions[upgrade.faction].types) {
    if (index == k_none || (upgrade.roles & role_bit(rules.types[index].role)) == 0) continue;
    if (!has_stat(rules.types[index], upgrade.stat)) {
      return wrong(quoted(upgrade.name) + " does nothing for " + quoted(rules.types[index].name),
                   place + ".roles", "roles that have its stat");
    }
  }
  if (!anybody_has(rules, &UnitType::researches, number)) {
    return wrong("nothing researches " + quoted(upgrade.name), place,
                 "a building of its faction that has it in \"researches\"");
  }
  return {};
}

Verdict check_match(const Rules& rules, const std::string& file) {
  for (std::size_t at = 1; at < rules.ranks.size(); ++at) {
    const RankRule& rank = rules.ranks[at];
    const RankRule& before = rules.ranks[at - 1];
    if (rank.experience <= before.experience || rank.damage_percent < before.damage_percent ||
        rank.health_percent < before.health_percent) {
      return wrong("a rank is easier to reach or worth less than the one before it",
                   file + " ranks[" + std::to_string(at) + "]",
                   "more experience, and no less damage and health");
    }
  }
  for (std::size_t at = 0; at < rules.opponents.size(); ++at) {
    const OpponentLevel& level = rules.opponents[at];
    if (level.workers + level.army_attack > rules.supply_limit) {
      return wrong("an opponent wants more than anybody may have",
                   file + " opponents[" + std::to_string(at) + "].army_attack",
                   "with its workers at most supply_limit");
    }
  }
  return {};
}

// A worker alone has time to build the way out of it.
Verdict check_homeless(const Rules& rules, const std::string& file) {
  if (rules.homeless_ticks == 0) return {};
  for (const Faction& faction : rules.factions) {
    std::int32_t quickest = -1;
    for (const Word index : faction.types) {
      if (index == k_none) continue;
      const UnitType& type = rules.types[index];
      if (!is_building(type.role) || type.trains.empty() || type.requires_role != k_none) continue;
      if (quickest < 0 || type.make_ticks < quickest) quickest = type.make_ticks;
    }
    if (rules.homeless_ticks > quickest) continue;
    return wrong("nobody of " + quoted(faction.name) + " has time to build what makes units",
                 file + " homeless_ticks",
                 "more than " + std::to_string(quickest) + ", the quickest such building, or 0");
  }
  return {};
}

Verdict check_animals(const Rules& rules, const RulesPlaces& places) {
  for (std::size_t at = 0; at < rules.animals.size(); ++at) {
    if (rules.types[rules.animals[at]].mood_attacks == (at == 0 ? 0 : 1)) continue;
    return wrong("an animal is of the wrong temper", places.types[rules.animals[at]] + ".mood",
                 at == 0 ? "\"flees\" for the first" : "\"attacks\" for the second");
  }
  return {};
}

}  // namespace

base::Result<void> check_rules(const Rules& rules, const RulesPlaces& places) {
  TERRANE_TRY(check_names(rules, places));
  for (std::size_t at = 0; at < rules.types.size(); ++at) {
    TERRANE_TRY(check_type(rules, rules.types[at], places.types[at]));
  }
  for (Word number = 0; number < rules.factions.size(); ++number) {
    TERRANE_TRY(check_faction(rules, places, number));
  }
  for (Word number = 0; number < rules.upgrades.size(); ++number) {
    TERRANE_TRY(check_upgrade(rules, places, number));
  }
  TERRANE_TRY(check_animals(rules, places));
  TERRANE_TRY(check_homeless(rules, places.match));
  return check_match(rules, places.match);
}

}  // namespace terrane::rts
