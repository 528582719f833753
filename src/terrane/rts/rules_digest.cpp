#include <initializer_list>

#include "terrane/base/digest.h"
#include "terrane/rts/rules_check.h"

namespace terrane::rts {
namespace {

// Feeds whole structs field by field; lists with their length before them.
class RulesDigester {
 public:
  void add(std::int64_t value) { digester_.add(static_cast<std::uint64_t>(value)); }
  void add(std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values) add(value);
  }
  void add_text(const std::string& text) { digester_.add_text(text); }
  void add_list(const std::vector<Word>& words) {
    add(static_cast<std::int64_t>(words.size()));
    for (const Word word : words) add(word);
  }
  void add_cost(const Cost& cost) { add({cost.gold, cost.wood, cost.supply}); }
  std::uint64_t value() const { return digester_.value(); }

 private:
  base::Digester digester_;
};

void add_weapon(RulesDigester& digester, const Weapon& weapon) {
  digester.add({weapon.has ? 1 : 0, static_cast<std::int64_t>(weapon.kind), weapon.damage_256,
                weapon.spread_256, weapon.range_mm, weapon.range_min_mm, weapon.cooldown_ticks,
                weapon.windup_ticks, weapon.shot_mm_per_tick, weapon.splash_mm, weapon.status,
                weapon.status_ticks});
}

void add_type(RulesDigester& digester, const UnitType& type) {
  digester.add_text(type.name);
  digester.add({type.faction, static_cast<std::int64_t>(type.role)});
  digester.add_cost(type.cost);
  digester.add({type.make_ticks, type.health_256, static_cast<std::int64_t>(type.armour),
                type.armour_points, type.sight_mm, type.radius_mm, type.speed_mm_per_tick,
                type.turn_turn16_per_tick, type.worth, type.footprint_x_cells,
                type.footprint_z_cells, type.supply_given, type.stock, type.load, type.gather_ticks,
                type.repair_256_per_tick, type.garrison, type.mood_attacks, type.requires_role});
  digester.add_list(type.trains);
  digester.add_list(type.researches);
  add_weapon(digester, type.weapon);
}

void add_upgrade(RulesDigester& digester, const Upgrade& upgrade) {
  digester.add_text(upgrade.name);
  digester.add({upgrade.faction, static_cast<std::int64_t>(upgrade.stat), upgrade.roles,
                upgrade.step, upgrade.levels});
  digester.add_cost(upgrade.cost);
  digester.add(upgrade.research_ticks);
}

void add_faction(RulesDigester& digester, const Faction& faction) {
  digester.add_text(faction.name);
  for (const Word type : faction.types) digester.add(type);
  digester.add(static_cast<std::int64_t>(faction.player_names.size()));
  for (const std::string& name : faction.player_names) digester.add_text(name);
}

void add_opponent(RulesDigester& digester, const OpponentLevel& level) {
  digester.add_text(level.name);
  digester.add({level.think_ticks, level.orders_per_think, level.workers, level.army_attack,
                level.retreat_percent, level.scout_ticks, level.expand_ticks, level.upgrades,
                level.focus_percent});
}

void add_counts(RulesDigester& digester, const Rules& rules) {
  for (const std::size_t count : {rules.types.size(), rules.upgrades.size(), rules.factions.size(),
                                  rules.ranks.size(), rules.opponents.size()}) {
    digester.add(static_cast<std::int64_t>(count));
  }
}

}  // namespace

std::uint64_t digest_of(const Rules& rules) {
  RulesDigester digester;
  add_counts(digester, rules);
  for (const UnitType& type : rules.types) add_type(digester, type);
  for (const Upgrade& upgrade : rules.upgrades) add_upgrade(digester, upgrade);
  for (const Faction& faction : rules.factions) add_faction(digester, faction);
  digester.add_list(rules.animals);
  digester.add({rules.gold_mine, rules.tree});
  for (const auto& row : rules.damage_percent) {
    for (const std::int32_t percent : row) digester.add(percent);
  }
  digester.add(rules.percent_per_armour_point);
  for (const StatusRule& rule : rules.statuses) {
    digester.add({rule.damage_256_per_second, rule.speed_percent, rule.damage_percent});
  }
  for (const RankRule& rank : rules.ranks) {
    digester.add({rank.experience, rank.damage_percent, rank.health_percent});
  }
  for (const OpponentLevel& level : rules.opponents) add_opponent(digester, level);
  digester.add({rules.start_gold, rules.start_wood, rules.supply_limit, rules.corpse_ticks,
                rules.refund_percent, rules.queue_places, rules.match_ticks_max,
                rules.homeless_ticks, rules.inspire_radius_mm});
  return digester.value();
}

}  // namespace terrane::rts
