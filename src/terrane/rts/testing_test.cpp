#include "terrane/rts/testing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::rts::testing {
namespace {

constexpr std::int32_t k_point = 256;  // of health

UnitType soldier(const char* name, Role role, Cost cost, std::int32_t make_ticks,
                 std::int32_t health) {
  UnitType type;
  type.name = name;
  type.role = role;
  type.cost = cost;
  type.make_ticks = make_ticks;
  type.health_256 = health * k_point;
  type.armour = Armour::Light;
  type.armour_points = 1;
  type.sight_mm = 12000;
  type.radius_mm = 400;
  type.speed_mm_per_tick = 140;
  type.turn_turn16_per_tick = 6000;
  type.worth = 30;
  return type;
}

UnitType building(const char* name, Role role, Cost cost, std::int32_t make_ticks,
                  std::int32_t health, std::int32_t cells) {
  UnitType type;
  type.name = name;
  type.role = role;
  type.cost = cost;
  type.make_ticks = make_ticks;
  type.health_256 = health * k_point;
  type.armour = Armour::Fortified;
  type.armour_points = 2;
  type.sight_mm = 14000;
  type.radius_mm = cells * k_cell_mm / 2;
  type.worth = 60;
  type.footprint_x_cells = cells;
  type.footprint_z_cells = cells;
  return type;
}

Weapon weapon(DamageKind kind, std::int32_t damage, std::int32_t range_mm,
              std::int32_t cooldown_ticks) {
  Weapon made;
  made.has = true;
  made.kind = kind;
  made.damage_256 = damage * k_point;
  made.range_mm = range_mm;
  made.cooldown_ticks = cooldown_ticks;
  made.windup_ticks = cooldown_ticks / 4;
  return made;
}

UnitType worker(const char* name) {
  UnitType type = soldier(name, Role::Worker, {50, 0, 1}, 100, 40);
  type.armour = Armour::None;
  type.armour_points = 0;
  type.worth = 15;
  type.load = 10;
  type.gather_ticks = 40;
  type.repair_256_per_tick = 256;
  type.weapon = weapon(DamageKind::Blade, 3, 300, 24);
  return type;
}

void add_soldiers(Rules& rules, bool goblins) {
  UnitType melee = soldier(goblins ? "cutter" : "footman", Role::Melee, {100, 0, 1}, 200, 60);
  melee.weapon = weapon(DamageKind::Blade, 9, 300, 24);
  if (goblins) {
    melee.weapon.status = static_cast<Word>(snapshot::Status::Poisoned);
    melee.weapon.status_ticks = 60;
  } else {
    melee.armour = Armour::Heavy;
    melee.armour_points = 2;
  }
  UnitType ranged = soldier(goblins ? "slinger" : "archer", Role::Ranged, {90, 30, 1}, 220, 45);
  ranged.weapon = weapon(DamageKind::Pierce, 8, 7000, 30);
  ranged.weapon.shot_mm_per_tick = 600;
  UnitType siege =
      soldier(goblins ? "bomb_cart" : "catapult", Role::Siege, {200, 150, 3}, 600, 110);
  siege.radius_mm = 1000;
  siege.speed_mm_per_tick = 70;
  siege.turn_turn16_per_tick = 1500;
  siege.worth = 90;
  siege.weapon = weapon(DamageKind::Siege, 40, 12000, 100);
  siege.weapon.range_min_mm = 3000;
  siege.weapon.shot_mm_per_tick = 400;
  siege.weapon.splash_mm = 1800;
  siege.weapon.status = static_cast<Word>(snapshot::Status::Burning);
  siege.weapon.status_ticks = 80;
  UnitType cavalry =
      soldier(goblins ? "wolf_rider" : "knight", Role::Cavalry, {160, 20, 2}, 360, 110);
  cavalry.armour = Armour::Heavy;
  cavalry.radius_mm = 700;
  cavalry.speed_mm_per_tick = 230;
  cavalry.turn_turn16_per_tick = 4000;
  cavalry.worth = 60;
  cavalry.weapon = weapon(DamageKind::Blade, 13, 400, 26);
  UnitType hero = soldier(goblins ? "shaman" : "marshal", Role::Hero, {400, 100, 5}, 900, 350);
  hero.armour = Armour::Heavy;
  hero.armour_points = 4;
  hero.radius_mm = 500;
  hero.speed_mm_per_tick = 160;
  hero.worth = 250;
  hero.requires_role = static_cast<Word>(Role::Workshop);
  hero.weapon = weapon(goblins ? DamageKind::Magic : DamageKind::Blade, 24, 400, 28);
  for (UnitType* type : {&melee, &ranged, &siege, &cavalry, &hero}) {
    rules.types.push_back(std::move(*type));
  }
}

void add_buildings(Rules& rules, bool goblins) {
  UnitType hall =
      building(goblins ? "great_pit" : "town_hall", Role::TownHall, {400, 200, 0}, 1400, 1200, 5);
  hall.supply_given = 12;
  hall.garrison = 5;
  UnitType house = building(goblins ? "hut" : "house", Role::House, {80, 60, 0}, 400, 400, 3);
  house.supply_given = 8;
  UnitType barracks =
      building(goblins ? "war_camp" : "barracks", Role::Barracks, {180, 100, 0}, 800, 800, 4);
  UnitType workshop =
      building(goblins ? "forge_pit" : "workshop", Role::Workshop, {200, 150, 0}, 900, 700, 4);
  workshop.requires_role = static_cast<Word>(Role::Barracks);
  UnitType tower =
      building(goblins ? "watch_post" : "tower", Role::Tower, {150, 100, 0}, 600, 500, 2);
  tower.requires_role = static_cast<Word>(Role::Barracks);
  tower.garrison = 4;
  tower.weapon = weapon(DamageKind::Pierce, 12, 9000, 24);
  tower.weapon.shot_mm_per_tick = 700;
  if (!goblins) {
    tower.weapon.status = static_cast<Word>(snapshot::Status::Slowed);
    tower.weapon.status_ticks = 40;
  }
  UnitType wall = building(goblins ? "palisade" : "wall", Role::Wall, {0, 15, 0}, 100, 300, 2);
  UnitType gate =
      building(goblins ? "palisade_gate" : "gate", Role::Gate, {20, 30, 0}, 200, 350, 4);
  for (UnitType* type : {&hall, &house, &barracks, &workshop, &tower, &wall, &gate}) {
    rules.types.push_back(std::move(*type));
  }
}

void add_upgrades(Rules& rules, Word faction) {
  const Word fighters = role_bit(Role::Melee) | role_bit(Role::Cavalry) | role_bit(Role::Hero);
  const std::string prefix = faction == 0 ? "people_" : "goblin_";
  const Word first = static_cast<Word>(rules.upgrades.size());
  rules.upgrades.push_back(
      {prefix + "weapons", faction, Stat::Damage, fighters, 10, 3, {100, 50, 0}, 600});
  rules.upgrades.push_back(
      {prefix + "armour", faction, Stat::Armour, fighters, 1, 3, {100, 50, 0}, 600});
  rules.upgrades.push_back({prefix + "range",
                            faction,
                            Stat::Range,
                            role_bit(Role::Ranged) | role_bit(Role::Tower),
                            15,
                            1,
                            {80, 120, 0},
                            500});
  rules.upgrades.push_back(
      {prefix + "load", faction, Stat::Load, role_bit(Role::Worker), 20, 2, {60, 60, 0}, 400});
  UnitType& workshop = rules.types[type_of(faction, Role::Workshop)];
  workshop.researches = {first, first + 1, first + 2};
  rules.types[type_of(faction, Role::TownHall)].researches = {first + 3};
}

void add_faction(Rules& rules, Word faction) {
  const bool goblins = faction == 1;
  rules.types.push_back(worker(goblins ? "digger" : "peasant"));
  add_soldiers(rules, goblins);
  add_buildings(rules, goblins);
  Faction made;
  made.name = goblins ? "goblins" : "people";
  made.types.fill(k_none);
  for (Word role = 0; role < 13; ++role) {
    made.types[role] = faction * 13 + role;
    rules.types[faction * 13 + role].faction = faction;
  }
  made.player_names = {made.name + " one", made.name + " two"};
  rules.factions.push_back(std::move(made));
  rules.types[type_of(faction, Role::TownHall)].trains = {type_of(faction, Role::Worker),
                                                          type_of(faction, Role::Hero)};
  rules.types[type_of(faction, Role::Barracks)].trains = {type_of(faction, Role::Melee),
                                                          type_of(faction, Role::Ranged),
                                                          type_of(faction, Role::Cavalry)};
  rules.types[type_of(faction, Role::Workshop)].trains = {type_of(faction, Role::Siege)};
  add_upgrades(rules, faction);
}

UnitType node(const char* name, Role role, std::int32_t stock, std::int32_t cells) {
  UnitType type;
  type.name = name;
  type.role = role;
  type.health_256 = k_point;
  type.armour = Armour::Fortified;
  type.radius_mm = cells * k_cell_mm / 2;
  type.footprint_x_cells = cells;
  type.footprint_z_cells = cells;
  type.stock = stock;
  return type;
}

void add_nature(Rules& rules) {
  UnitType deer = soldier("deer", Role::Animal, {}, 0, 20);
  deer.speed_mm_per_tick = 200;
  deer.armour_points = 0;
  deer.worth = 5;
  UnitType wolf = soldier("wolf", Role::Animal, {}, 0, 40);
  wolf.speed_mm_per_tick = 180;
  wolf.worth = 15;
  wolf.mood_attacks = 1;
  wolf.weapon = weapon(DamageKind::Blade, 5, 300, 24);
  rules.types.push_back(std::move(deer));
  rules.types.push_back(std::move(wolf));
  rules.animals = {k_deer, k_wolf};
  rules.types.push_back(node("gold_mine", Role::GoldMine, 8000, 3));
  rules.types.push_back(node("tree", Role::Tree, 100, 1));
  rules.gold_mine = k_gold_mine;
  rules.tree = k_tree;
}

}  // namespace

Rules small_rules() {
  Rules rules;
  add_faction(rules, 0);
  add_faction(rules, 1);
  add_nature(rules);
  rules.damage_percent = {
      {{100, 100, 80, 40}, {120, 120, 75, 30}, {80, 80, 80, 150}, {110, 110, 110, 60}}};
  rules.percent_per_armour_point = 6;
  rules.statuses[static_cast<std::size_t>(snapshot::Status::Burning)] = {3 * k_point, 100, 100};
  rules.statuses[static_cast<std::size_t>(snapshot::Status::Slowed)] = {0, 50, 100};
  rules.statuses[static_cast<std::size_t>(snapshot::Status::Inspired)] = {0, 110, 120};
  rules.statuses[static_cast<std::size_t>(snapshot::Status::Poisoned)] = {2 * k_point, 100, 90};
  rules.ranks = {{60, 110, 105}, {180, 120, 110}, {400, 130, 120}};
  rules.opponents = {{"easy", 60, 4, 8, 8, 40, 2400, 9000, 1, 0},
                     {"normal", 30, 8, 14, 14, 60, 1400, 6000, 4, 40},
                     {"hard", 15, 16, 20, 20, 75, 900, 4200, 10, 80}};
  rules.start_gold = 500;
  rules.start_wood = 300;
  rules.supply_limit = 120;
  rules.corpse_ticks = 400;
  rules.refund_percent = 75;
  rules.queue_places = 5;
  rules.match_ticks_max = 36000;
  rules.homeless_ticks = 1200;
  rules.inspire_radius_mm = 8000;
  rules.digest = 0x736d616c6c;  // these rules come from no file
  return rules;
}

namespace {

void add_mark(Battlefield& field, Cell cell, char mark,
              std::vector<std::pair<char, PointMm>>& starts) {
  const PointMm place = field.middle_of(cell);
  Ground ground = Ground::Free;
  switch (mark) {
    case '.':
      break;
    case ',':
      ground = Ground::Rough;
      break;
    case '#':
      ground = Ground::Blocked;
      break;
    case '~':
      ground = Ground::Water;
      break;
    case 'G':
      field.resources.push_back({place, 0});
      break;
    case 'T':
      field.resources.push_back({place, 1});
      break;
    case 'w':
      field.animals.push_back({place, 0});
      break;
    case 'W':
      field.animals.push_back({place, 1});
      break;
    default:
      REQUIRE_MESSAGE((mark >= '0' && mark <= '9'), "a drawn field has the mark " << mark);
      starts.emplace_back(mark, place);
  }
  field.ground.push_back(ground);
}

Battlefield empty_field(std::int32_t width_cells, std::int32_t height_cells, const char* uri) {
  Battlefield field;
  field.world_uri = uri;
  field.width_cells = width_cells;
  field.height_cells = height_cells;
  field.origin_x_mm = -width_cells * k_cell_mm / 2;
  field.origin_z_mm = -height_cells * k_cell_mm / 2;
  field.height_mm.assign(
      static_cast<std::size_t>(width_cells) * static_cast<std::size_t>(height_cells), 0);
  return field;
}

}  // namespace

Battlefield drawn_field(const std::vector<std::string_view>& lines) {
  REQUIRE_MESSAGE(!lines.empty(), "a drawn field has lines");
  Battlefield field = empty_field(static_cast<std::int32_t>(lines[0].size()),
                                  static_cast<std::int32_t>(lines.size()), "drawn:");
  std::vector<std::pair<char, PointMm>> starts;
  for (std::int32_t z = 0; z < field.height_cells; ++z) {
    const std::string_view line = lines[static_cast<std::size_t>(z)];
    REQUIRE_MESSAGE(line.size() == lines[0].size(), "line " << z << " of a drawn field is as long");
    for (std::int32_t x = 0; x < field.width_cells; ++x) {
      add_mark(field, {x, z}, line[static_cast<std::size_t>(x)], starts);
    }
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& start : starts) field.starts.push_back(start.second);
  return field;
}

Battlefield open_field(std::int32_t side_cells, std::uint32_t sides) {
  Battlefield field = empty_field(side_cells, side_cells, "open:");
  field.ground.assign(field.height_mm.size(), Ground::Free);
  const auto point = [&](double angle, double radius_cells) {
    const base::SinCos turn = base::sin_cos(angle);
    const double middle = side_cells * 0.5;
    return field.middle_of(
        {static_cast<std::int32_t>(base::round_to_integer(middle + radius_cells * turn.sin)),
         static_cast<std::int32_t>(base::round_to_integer(middle - radius_cells * turn.cos))});
  };
  const double radius = side_cells * 0.5 - 26;
  for (std::uint32_t side = 0; side < sides; ++side) {
    const double angle = 2 * base::k_pi * side / sides;
    field.starts.push_back(point(angle, radius));
    field.resources.push_back({point(angle, radius + 12), 0});
    for (std::int32_t tree = 0; tree < 8; ++tree) {
      PointMm place = point(angle, radius - 12);
      place.x_mm += (tree - 4) * k_cell_mm;
      field.resources.push_back({place, 1});
    }
  }
  return field;
}

TEST_CASE("drawn fields are what was drawn, and small rules name every role") {
  const Battlefield field = drawn_field({"#.1", "0,G", "~Tw", "W.."});
  CHECK(field.width_cells == 3);
  CHECK(field.height_cells == 4);
  CHECK(field.ground[0] == Ground::Blocked);
  CHECK(field.ground[4] == Ground::Rough);
  CHECK(field.ground[6] == Ground::Water);
  REQUIRE(field.starts.size() == 2);
  CHECK(field.starts[0] == at(field, 0, 1));
  CHECK(field.starts[1] == at(field, 2, 0));
  REQUIRE(field.resources.size() == 2);
  CHECK(field.resources[0].kind == 0);
  CHECK(field.resources[1].place == at(field, 1, 2));
  REQUIRE(field.animals.size() == 2);
  CHECK(field.animals[1].kind == 1);
  CHECK(field.cell_of({-1500, -2000}) == Cell{0, 0});

  const Rules rules = small_rules();
  REQUIRE(rules.types.size() == 30);
  for (Word faction = 0; faction < 2; ++faction) {
    for (Word role = 0; role < 13; ++role) {
      const UnitType& type = rules.types[type_of(faction, static_cast<Role>(role))];
      CHECK(type.role == static_cast<Role>(role));
      CHECK(type.faction == faction);
    }
  }
  CHECK(rules.types[k_tree].role == Role::Tree);
  CHECK(rules.types[k_wolf].mood_attacks == 1);
}

}  // namespace terrane::rts::testing
