#include "terrane/rts/rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules_check.h"
#include "terrane/rts/rules_reader.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t k_file_bytes_max = 1u << 20;
constexpr std::int32_t k_rules_version = 1;
constexpr std::int32_t k_ticks_max = 72000;  // an hour
constexpr std::int32_t k_point = 256;        // of health or damage

using Names = std::span<const std::string_view>;

// By Role; those that a faction has come first.
constexpr std::string_view k_role_names[] = {
    "worker", "melee",    "ranged",   "siege", "cavalry", "hero", "town_hall",
    "house",  "barracks", "workshop", "tower", "wall",    "gate"};
constexpr std::size_t k_faction_roles = 13;
constexpr std::size_t k_unit_roles = 6;
constexpr Names k_unit_role_names = Names(k_role_names).first(k_unit_roles);
constexpr Names k_building_role_names = Names(k_role_names).subspan(k_unit_roles);
constexpr std::string_view k_damage_names[] = {"blade", "pierce", "siege", "magic"};
constexpr std::string_view k_armour_names[] = {"none", "light", "heavy", "fortified"};
constexpr std::string_view k_status_names[] = {"burning", "slowed", "inspired", "poisoned"};
constexpr std::string_view k_stat_names[] = {"damage", "armour", "health", "range",
                                             "speed",  "sight",  "load"};
constexpr std::string_view k_mood_names[] = {"flees", "attacks"};
constexpr std::string_view k_kind_names[] = {"match", "nature", "faction"};
enum class FileKind : std::uint32_t { Match, Nature, Faction };

struct File {
  explicit File(const std::string& name_in) : name(name_in), errors(name_in) {}
  std::string name;
  RulesErrors errors;
  rapidjson::Document document;
  FileKind kind = FileKind::Match;
  std::string faction;  // of FileKind::Faction
};

// What a type names before all types are known.
struct Wishes {
  std::vector<std::string> trains;
  std::vector<std::string> researches;
};

struct Draft {
  Rules rules;
  RulesPlaces places;
  std::vector<Wishes> wishes;  // one a type
  std::vector<std::string> faction_order;
};

Cost read_cost(RulesObject& owner, bool with_supply) {
  RulesObject object = owner.object("cost");
  Cost cost;
  cost.gold = object.number("gold", 0, 100000);
  cost.wood = object.number("wood", 0, 100000);
  if (with_supply) cost.supply = object.number("supply", 0, 50);
  object.finish();
  return cost;
}

Weapon read_weapon(RulesObject& owner) {
  RulesObject object = owner.object("weapon");
  Weapon weapon;
  weapon.has = true;
  weapon.kind = static_cast<DamageKind>(object.choice("kind", k_damage_names));
  weapon.damage_256 = k_point * object.number("damage", 1, 100000);
  weapon.spread_256 = k_point * object.number_or("spread", 0, 100000, 0);
  weapon.range_mm = object.number("range_mm", 50, 64000);
  weapon.range_min_mm = object.number_or("range_min_mm", 0, 64000, 0);
  weapon.cooldown_ticks = object.number("cooldown_ticks", 2, 1200);
  weapon.windup_ticks = object.number("windup_ticks", 0, 1200);
  weapon.shot_mm_per_tick = object.number_or("shot_mm_per_tick", 1, 20000, 0);
  weapon.splash_mm = object.number_or("splash_mm", 1, 16000, 0);
  // A core row keeps the end of a status in a byte, so that none may last 256 ticks.
  if (object.may_have("status")) {
    weapon.status = object.choice("status", k_status_names);
    weapon.status_ticks = object.number("status_ticks", 1, 200);
  }
  object.finish();
  return weapon;
}

// What units, buildings and animals have in common.
UnitType read_body(RulesObject& object) {
  UnitType type;
  type.name = object.name("name");
  type.health_256 = k_point * object.number("health", 1, 1000000);
  type.armour = static_cast<Armour>(object.choice("armour", k_armour_names));
  type.armour_points = object.number("armour_points", 0, 50);
  type.sight_mm = object.number("sight_mm", 1000, 64000);
  type.worth = object.number("worth", 0, 100000);
  if (object.may_have("weapon")) type.weapon = read_weapon(object);
  return type;
}

void read_walk(RulesObject& object, UnitType& type) {
  type.radius_mm = object.number("radius_mm", 100, 1500);
  type.speed_mm_per_tick = object.number("speed_mm_per_tick", 1, 500);
  type.turn_turn16_per_tick = object.number("turn_turn16_per_tick", 1, 32768);
}

void read_requires(RulesObject& object, UnitType& type) {
  if (!object.may_have("requires")) return;
  type.requires_role =
      object.choice("requires", k_building_role_names) + static_cast<Word>(Role::TownHall);
}

UnitType read_unit(RulesObject& object) {
  UnitType type = read_body(object);
  type.role = static_cast<Role>(object.choice("role", k_unit_role_names));
  type.cost = read_cost(object, true);
  type.make_ticks = object.number("make_ticks", 1, k_ticks_max);
  read_walk(object, type);
  read_requires(object, type);
  if (type.role == Role::Worker) {
    type.load = object.number("load", 1, 10000);
    type.gather_ticks = object.number("gather_ticks", 1, k_ticks_max);
    type.repair_256_per_tick = object.number("repair_256_per_tick", 1, 256000);
  }
  object.finish();
  return type;
}

void read_footprint(RulesObject& object, UnitType& type) {
  type.footprint_x_cells = object.number("footprint_x_cells", 1, 16);
  type.footprint_z_cells = object.number("footprint_z_cells", 1, 16);
  type.radius_mm = std::min(type.footprint_x_cells, type.footprint_z_cells) * k_cell_mm / 2;
}

UnitType read_building(RulesObject& object, Wishes& wishes) {
  UnitType type = read_body(object);
  type.role = static_cast<Role>(object.choice("role", k_building_role_names) +
                                static_cast<Word>(Role::TownHall));
  type.cost = read_cost(object, false);
  type.make_ticks = object.number("make_ticks", 1, k_ticks_max);
  read_footprint(object, type);
  read_requires(object, type);
  type.supply_given = object.number_or("supply_given", 1, 200, 0);
  type.garrison = object.number_or("garrison", 1, 64, 0);
  if (object.may_have("trains")) wishes.trains = object.names("trains", 1, 16);
  if (object.may_have("researches")) wishes.researches = object.names("researches", 1, 16);
  object.finish();
  return type;
}

Upgrade read_upgrade(RulesObject& object, Word faction) {
  Upgrade upgrade;
  upgrade.name = object.name("name");
  upgrade.faction = faction;
  upgrade.stat = static_cast<Stat>(object.choice("stat", k_stat_names));
  for (const std::string& name : object.names("roles", 1, k_faction_roles)) {
    const auto* past = std::end(k_role_names);
    const auto* found = std::find(std::begin(k_role_names), past, name);
    if (found == past) {
      object.errors().add("there is no role \"" + name + "\"", object.path_of("roles"),
                          "roles of units and buildings, as worker or town_hall");
      break;
    }
    upgrade.roles |= 1u << static_cast<Word>(found - std::begin(k_role_names));
  }
  upgrade.step = object.number("step", 1, 100);
  upgrade.levels = object.number("levels", 1, 5);
  upgrade.cost = read_cost(object, false);
  upgrade.research_ticks = object.number("research_ticks", 1, k_ticks_max);
  object.finish();
  return upgrade;
}

void add_type(Draft& draft, const File& file, const RulesObject& object, UnitType type,
              Wishes wishes) {
  draft.rules.types.push_back(std::move(type));
  draft.places.types.push_back(file.name + " " + object.path());
  draft.wishes.push_back(std::move(wishes));
}

void read_faction(Draft& draft, File& file, Word number) {
  RulesObject root(file.errors, file.document, "");
  root.choice("kind", k_kind_names);
  root.number("version", k_rules_version, k_rules_version);
  Faction faction;
  faction.name = root.name("name");
  faction.types.fill(k_none);
  faction.player_names = root.titles("player_names", 1, 32);
  for (RulesObject& object : root.objects("units", 1, k_unit_roles)) {
    add_type(draft, file, object, read_unit(object), {});
  }
  for (RulesObject& object : root.objects("buildings", 1, k_faction_roles - k_unit_roles)) {
    Wishes wishes;
    UnitType type = read_building(object, wishes);
    add_type(draft, file, object, std::move(type), std::move(wishes));
  }
  for (RulesObject& object : root.objects("upgrades", 0, 32)) {
    draft.rules.upgrades.push_back(read_upgrade(object, number));
    draft.places.upgrades.push_back(file.name + " " + object.path());
  }
  root.finish();
  draft.rules.factions.push_back(std::move(faction));
  draft.places.factions.push_back(file.name);
}

// Puts the faction's types, from `first` on, under their roles and turns names into numbers.
void resolve_faction(Draft& draft, File& file, Word number, std::size_t first) {
  Rules& rules = draft.rules;
  for (std::size_t at = first; at < rules.types.size(); ++at) {
    UnitType& type = rules.types[at];
    type.faction = number;
    Word& place = rules.factions[number].types[static_cast<std::size_t>(type.role)];
    if (place != k_none && !file.errors.first()) {
      file.errors.add("\"" + rules.types[place].name + "\" and \"" + type.name + "\" have one role",
                      "units, buildings", "one unit or building for each role");
    }
    place = static_cast<Word>(at);
  }
  for (std::size_t at = first; at < rules.types.size(); ++at) {
    const std::string path = draft.places.types[at].substr(file.name.size() + 1);
    for (const std::string& name : draft.wishes[at].trains) {
      const Word found = find_type(rules, name);
      if (found == k_none || rules.types[found].faction != number ||
          !is_mobile(rules.types[found].role)) {
        file.errors.add("\"" + name + "\" cannot be trained", path + ".trains",
                        "the name of one of this faction's units");
      }
      rules.types[at].trains.push_back(found);
    }
    for (const std::string& name : draft.wishes[at].researches) {
      const Word found = find_upgrade(rules, name);
      if (found == k_none || rules.upgrades[found].faction != number) {
        file.errors.add("\"" + name + "\" cannot be researched", path + ".researches",
                        "the name of one of this faction's upgrades");
      }
      rules.types[at].researches.push_back(found);
    }
  }
}

UnitType read_node(RulesObject& object, Role role, std::int32_t cells) {
  UnitType type;
  type.role = role;
  type.name = object.name("name");
  type.stock = object.number("stock", 1, 10000000);
  type.health_256 = k_point;  // nodes are used up, not struck
  type.armour = Armour::Fortified;
  type.footprint_x_cells = cells;
  type.footprint_z_cells = cells;
  type.radius_mm = cells * k_cell_mm / 2;
  object.finish();
  return type;
}

void read_nature(Draft& draft, File& file) {
  RulesObject root(file.errors, file.document, "");
  root.choice("kind", k_kind_names);
  root.number("version", k_rules_version, k_rules_version);
  for (RulesObject& object : root.objects("animals", 2, 2)) {
    UnitType type = read_body(object);
    type.role = Role::Animal;
    type.mood_attacks = object.choice("mood", k_mood_names);
    read_walk(object, type);
    object.finish();
    draft.rules.animals.push_back(static_cast<Word>(draft.rules.types.size()));
    add_type(draft, file, object, std::move(type), {});
  }
  RulesObject mine = root.object("gold_mine");
  draft.rules.gold_mine = static_cast<Word>(draft.rules.types.size());
  add_type(draft, file, mine, read_node(mine, Role::GoldMine, k_mine_cells), {});
  RulesObject tree = root.object("tree");
  draft.rules.tree = static_cast<Word>(draft.rules.types.size());
  add_type(draft, file, tree, read_node(tree, Role::Tree, k_tree_cells), {});
  root.finish();
  draft.places.nature = file.name;
}

OpponentLevel read_opponent(RulesObject& object) {
  OpponentLevel level;
  level.name = object.name("name");
  level.think_ticks = object.number("think_ticks", 1, 1200);
  level.orders_per_think = object.number("orders_per_think", 1, 64);
  level.workers = object.number("workers", 1, 200);
  level.army_attack = object.number("army_attack", 1, 500);
  level.retreat_percent = object.number("retreat_percent", 0, 300);
  level.scout_ticks = object.number("scout_ticks", 20, k_ticks_max);
  level.expand_ticks = object.number("expand_ticks", 0, k_ticks_max);
  level.upgrades = object.number("upgrades", 0, 100);
  level.focus_percent = object.number("focus_percent", 0, 100);
  object.finish();
  return level;
}

void read_fight_numbers(Rules& rules, RulesObject& root) {
  rules.percent_per_armour_point = root.number("percent_per_armour_point", 0, 100);
  RulesObject damage = root.object("damage_percent");
  for (std::size_t kind = 0; kind < k_damage_kinds; ++kind) {
    RulesObject row = damage.object(k_damage_names[kind]);
    for (std::size_t armour = 0; armour < k_armours; ++armour) {
      rules.damage_percent[kind][armour] = row.number(k_armour_names[armour], 0, 1000);
    }
    row.finish();
  }
  damage.finish();
  RulesObject statuses = root.object("statuses");
  for (std::size_t at = 0; at < rules.statuses.size(); ++at) {
    RulesObject object = statuses.object(k_status_names[at]);
    StatusRule& rule = rules.statuses[at];
    rule.damage_256_per_second = k_point * object.number("damage_per_second", 0, 1000);
    rule.speed_percent = object.number("speed_percent", 10, 300);
    rule.damage_percent = object.number("damage_percent", 10, 300);
    object.finish();
  }
  statuses.finish();
  for (RulesObject& object : root.objects("ranks", 0, 10)) {
    RankRule rank;
    rank.experience = object.number("experience", 1, 1000000);
    rank.damage_percent = object.number("damage_percent", 100, 500);
    rank.health_percent = object.number("health_percent", 100, 500);
    object.finish();
    rules.ranks.push_back(rank);
  }
}

void read_match(Draft& draft, File& file) {
  RulesObject root(file.errors, file.document, "");
  Rules& rules = draft.rules;
  root.choice("kind", k_kind_names);
  root.number("version", k_rules_version, k_rules_version);
  draft.faction_order = root.names("factions", 1, 8);
  RulesObject start = root.object("start");
  rules.start_gold = start.number("gold", 0, 1000000);
  rules.start_wood = start.number("wood", 0, 1000000);
  start.finish();
  rules.supply_limit = root.number("supply_limit", 1, 20000);
  rules.corpse_ticks = root.number("corpse_ticks", 0, k_ticks_max);
  rules.refund_percent = root.number("refund_percent", 0, 100);
  rules.queue_places = root.number("queue_places", 1, 8);
  rules.match_ticks_max = root.number("match_ticks_max", 1200, 24 * k_ticks_max);
  rules.homeless_ticks = root.number("homeless_ticks", 0, k_ticks_max);
  rules.inspire_radius_mm = root.number("inspire_radius_mm", 0, 64000);
  read_fight_numbers(rules, root);
  for (RulesObject& object : root.objects("opponents", 1, 8)) {
    rules.opponents.push_back(read_opponent(object));
  }
  root.finish();
  draft.places.match = file.name;
}

base::Result<void> parse(File& file, const std::string& text) {
  if (text.size() > k_file_bytes_max) {
    return Error{ErrorCode::OutOfRange, "a rules file of " + std::to_string(text.size()) + " bytes",
                 file.name, "at most " + std::to_string(k_file_bytes_max)};
  }
  constexpr unsigned k_flags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  file.document.Parse<k_flags>(text.data(), text.size());
  if (file.document.HasParseError()) {
    const std::size_t at = std::min(file.document.GetErrorOffset(), text.size());
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto line = 1 + std::count(text.begin(), end, '\n');
    return Error{ErrorCode::BadData, "a rules file is not JSON",
                 file.name + " line " + std::to_string(line), "one JSON object"};
  }
  RulesObject root(file.errors, file.document, "");
  file.kind = static_cast<FileKind>(root.choice("kind", k_kind_names));
  if (file.kind == FileKind::Faction) file.faction = root.name("name");
  if (file.errors.first()) return *file.errors.first();
  return {};
}

// The one file of a kind (of a name, for factions).
base::Result<File*> only_file(std::vector<File>& files, FileKind kind, const std::string& faction) {
  const std::string text = std::string(k_kind_names[static_cast<std::size_t>(kind)]) +
                           (faction.empty() ? "" : " \"" + faction + "\"");
  File* found = nullptr;
  for (File& file : files) {
    if (file.kind != kind || file.faction != faction) continue;
    if (found != nullptr) {
      return Error{ErrorCode::BadData, "two rules files say that they are the " + text,
                   found->name + " kind and " + file.name + " kind", "one of them"};
    }
    found = &file;
  }
  if (found != nullptr) return found;
  std::string names;
  for (const File& file : files) names += (names.empty() ? "" : ", ") + file.name;
  return Error{
      ErrorCode::BadData, "no rules file is the " + text, names.empty() ? "no files" : names,
      "one file with \"kind\": \"" + std::string(k_kind_names[static_cast<std::size_t>(kind)]) +
          "\"" + (faction.empty() ? "" : " and \"name\": \"" + faction + "\"")};
}

base::Result<void> read_factions(Draft& draft, std::vector<File>& files) {
  for (Word number = 0; number < draft.faction_order.size(); ++number) {
    File& file = *TERRANE_TRY(only_file(files, FileKind::Faction, draft.faction_order[number]));
    const std::size_t first = draft.rules.types.size();
    read_faction(draft, file, number);
    if (!file.errors.first()) resolve_faction(draft, file, number, first);
    if (file.errors.first()) return *file.errors.first();
  }
  for (const File& file : files) {
    const auto& order = draft.faction_order;
    if (file.kind == FileKind::Faction &&
        std::find(order.begin(), order.end(), file.faction) == order.end()) {
      return Error{
          ErrorCode::BadData, "faction \"" + file.faction + "\" is not in the match's list",
          file.name + " name", "one that \"factions\" of " + draft.places.match + " names"};
    }
  }
  return {};
}

}  // namespace

base::Result<Rules> load_rules(std::span<const RulesText> texts) {
  std::vector<File> files;
  files.reserve(texts.size());
  for (const RulesText& text : texts) {
    files.emplace_back(text.name);
    TERRANE_TRY(parse(files.back(), text.text));
  }
  Draft draft;
  File& match = *TERRANE_TRY(only_file(files, FileKind::Match, ""));
  File& nature = *TERRANE_TRY(only_file(files, FileKind::Nature, ""));
  read_match(draft, match);
  if (match.errors.first()) return *match.errors.first();
  TERRANE_TRY(read_factions(draft, files));
  read_nature(draft, nature);
  if (nature.errors.first()) return *nature.errors.first();
  TERRANE_TRY(check_rules(draft.rules, draft.places));
  draft.rules.digest = digest_of(draft.rules);
  return std::move(draft.rules);
}

Word find_type(const Rules& rules, std::string_view name) {
  for (std::size_t at = 0; at < rules.types.size(); ++at) {
    if (rules.types[at].name == name) return static_cast<Word>(at);
  }
  return k_none;
}

Word find_upgrade(const Rules& rules, std::string_view name) {
  for (std::size_t at = 0; at < rules.upgrades.size(); ++at) {
    if (rules.upgrades[at].name == name) return static_cast<Word>(at);
  }
  return k_none;
}

}  // namespace terrane::rts
