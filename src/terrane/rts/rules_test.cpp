#include "terrane/rts/rules.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "terrane/base/json_document.h"
#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules_check.h"
#include "terrane/rts/testing.h"

// After json_document.h.
#include <rapidjson/pointer.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace terrane::rts {
namespace {

enum FileOf : std::size_t { k_match, k_nature, k_people, k_goblins };
constexpr std::array<const char*, 4> k_files = {"match.json", "nature.json", "people.json",
                                                "goblins.json"};

const std::vector<RulesText>& real_files() {
  static const std::vector<RulesText> k_texts = [] {
    std::vector<RulesText> texts;
    for (const char* name : k_files) {
      std::ifstream file(std::string(TERRANE_SOURCE_DIR "/data/rules/") + name);
      std::ostringstream text;
      text << file.rdbuf();
      texts.push_back({name, text.str()});
    }
    return texts;
  }();
  return k_texts;
}

std::string text_of(const rapidjson::Document& document) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// The real files with the value at a JSON pointer of one of them replaced, added, or erased when
// `value` is empty.
std::vector<RulesText> changed(std::size_t file, const char* pointer, std::string_view value) {
  std::vector<RulesText> texts = real_files();
  rapidjson::Document document;
  document.Parse(texts[file].text.c_str(), texts[file].text.size());
  const rapidjson::Pointer place(pointer);
  if (value.empty()) {
    REQUIRE_MESSAGE(place.Erase(document), std::string(pointer) << " is in the file");
  } else {
    rapidjson::Document made(&document.GetAllocator());
    made.Parse(value.data(), value.size());
    REQUIRE_MESSAGE(!made.HasParseError(), value << " is JSON");
    place.Set(document, made);
  }
  texts[file].text = text_of(document);
  return texts;
}

struct Fault {
  std::size_t file;
  const char* pointer;
  const char* value;     // "" erases
  const char* where;     // of the error, whole
  const char* expected;  // a part of what was expected
};

void check_fault(const Fault& fault) {
  CAPTURE(std::string(fault.pointer));
  CAPTURE(std::string(fault.value));
  const auto rules = load_rules(changed(fault.file, fault.pointer, fault.value));
  REQUIRE_MESSAGE(!rules.ok(), "rules with a fault were taken");
  CHECK(rules.error().where == fault.where);
  CHECK_MESSAGE(rules.error().expected.find(fault.expected) != std::string::npos,
                base::to_sentence(rules.error())
                    << " does not say " << std::string(fault.expected));
  CHECK(rules.error().code == base::ErrorCode::BadData);
}

Rules real_rules() {
  auto rules = load_rules(real_files());
  REQUIRE_MESSAGE(rules.ok(), base::to_sentence(rules.error()));
  return std::move(rules).value();
}

}  // namespace

TEST_CASE("the real rules load, with both factions whole") {
  const Rules rules = real_rules();
  REQUIRE(rules.factions.size() == 2);
  CHECK(rules.factions[0].name == "people");
  CHECK(rules.factions[1].name == "goblins");
  for (const Faction& faction : rules.factions) {
    for (Word role = 0; role < 13; ++role) {
      REQUIRE(faction.types[role] != k_none);
      CHECK(static_cast<Word>(rules.types[faction.types[role]].role) == role);
    }
  }
  CHECK(rules.types.size() == 30);
  CHECK(rules.upgrades.size() >= 8);
  CHECK(rules.opponents.size() == 3);
  CHECK(rules.ranks.size() >= 3);
  CHECK(rules.match_ticks_max == 36000);
  CHECK(rules.types[rules.gold_mine].footprint_x_cells == k_mine_cells);
  CHECK(rules.types[rules.tree].role == Role::Tree);
  const UnitType& footman = rules.types[find_type(rules, "footman")];
  CHECK(footman.faction == 0);
  CHECK(footman.weapon.has);
  CHECK(footman.health_256 % 256 == 0);
  CHECK(find_type(rules, "unicorn") == k_none);
  CHECK(find_upgrade(rules, "big_sacks") != k_none);
  CHECK(find_upgrade(rules, "unicorn") == k_none);
  // Every status is caused by something or given by heroes.
  Word caused = snapshot::status_bit(snapshot::Status::Inspired);
  for (const UnitType& type : rules.types) {
    if (type.weapon.status != k_none) caused |= 1u << type.weapon.status;
  }
  CHECK(caused == 15);
}

TEST_CASE("rules do not depend on the order of their files") {
  const Rules rules = real_rules();
  std::vector<RulesText> texts = real_files();
  std::reverse(texts.begin(), texts.end());
  const auto turned = load_rules(texts);
  REQUIRE(turned.ok());
  CHECK(turned.value().digest == rules.digest);
  CHECK(turned.value().factions[0].name == "people");
}

TEST_CASE("rules made for tests contradict nothing") {
  const Rules rules = testing::small_rules();
  RulesPlaces places;
  places.match = "match";
  places.nature = "nature";
  places.types.resize(rules.types.size(), "type");
  places.upgrades.resize(rules.upgrades.size(), "upgrade");
  places.factions.resize(rules.factions.size(), "faction");
  const auto verdict = check_rules(rules, places);
  CHECK_MESSAGE(verdict.ok(), (verdict.ok() ? "" : base::to_sentence(verdict.error())));
}

TEST_CASE("a key that is unknown, missing, of the wrong type or out of range is named") {
  const Fault faults[] = {
      {k_match, "/supply", "3", "match.json supply", "only kind"},
      {k_match, "/supply_limit", "", "match.json supply_limit", "whole number from 1 to 20000"},
      {k_match, "/supply_limit", "\"150\"", "match.json supply_limit", "whole number"},
      {k_match, "/supply_limit", "150.5", "match.json supply_limit", "whole number"},
      {k_match, "/supply_limit", "0", "match.json supply_limit", "from 1 to 20000"},
      {k_match, "/supply_limit", "99999999999", "match.json supply_limit", "from 1 to 20000"},
      {k_match, "/supply_limit", "18446744073709551615", "match.json supply_limit", "from 1"},
      {k_match, "/supply_limit", "null", "match.json supply_limit", "whole number"},
      {k_match, "/queue_places", "9", "match.json queue_places", "from 1 to 8"},
      {k_match, "/refund_percent", "101", "match.json refund_percent", "from 0 to 100"},
      {k_match, "/match_ticks_max", "10", "match.json match_ticks_max", "from 1200"},
      {k_match, "/version", "2", "match.json version", "from 1 to 1"},
      {k_match, "/kind", "\"game\"", "match.json kind", "one of match, nature, faction"},
      {k_match, "/kind", "", "match.json kind", "one of match, nature, faction"},
      {k_match, "/factions", "[]", "match.json factions", "a list of 1 to 8 names"},
      {k_match, "/factions", "[\"people\",\"people\"]", "match.json factions[1]", "each once"},
      {k_match, "/factions/1", "\"Elves!\"", "match.json factions[1]", "small letters"},
      {k_match, "/start", "[]", "match.json start", "an object"},
      {k_match, "/start/gold", "-1", "match.json start.gold", "from 0"},
      {k_match, "/damage_percent/blade/light", "", "match.json damage_percent.blade.light",
       "whole number"},
      {k_match, "/damage_percent/ice", "{}", "match.json damage_percent.ice", "only blade"},
      {k_match, "/statuses/burning/speed_percent", "0", "match.json statuses.burning.speed_percent",
       "from 10"},
      {k_match, "/statuses/frozen", "{}", "match.json statuses.frozen", "only burning"},
      {k_match, "/ranks/1/experience", "true", "match.json ranks[1].experience", "whole number"},
      {k_match, "/ranks/2/health_percent", "90", "match.json ranks[2].health_percent", "from 100"},
      {k_match, "/opponents", "[]", "match.json opponents", "a list of 1 to 8 objects"},
      {k_match, "/opponents/0/think_ticks", "0", "match.json opponents[0].think_ticks", "from 1"},
      {k_match, "/opponents/2/luck", "7", "match.json opponents[2].luck", "only name"},
      {k_nature, "/animals", "[]", "nature.json animals", "a list of 2 to 2 objects"},
      {k_nature, "/animals/0/mood", "\"sulks\"", "nature.json animals[0].mood",
       "one of flees, attacks"},
      {k_nature, "/animals/1/cost", "{}", "nature.json animals[1].cost", "only name"},
      {k_nature, "/gold_mine/stock", "0", "nature.json gold_mine.stock", "from 1"},
      {k_nature, "/tree", "", "nature.json tree", "an object"},
      {k_nature, "/rocks", "[]", "nature.json rocks", "only kind"},
      {k_people, "/name", "7", "people.json name", "small letters"},
      {k_people, "/player_names/0", "\"\"", "people.json player_names[0]", "1 to 32 bytes"},
      {k_people, "/player_names/1", "\"a\\nb\"", "people.json player_names[1]",
       "without control characters"},
      {k_people, "/units/3/health", "0", "people.json units[3].health", "from 1 to 1000000"},
      {k_people, "/units/3/healt", "90", "people.json units[3].healt", "only name"},
      {k_people, "/units/3", "17", "people.json units[3]", "an object"},
      {k_people, "/units/0/role", "\"tower\"", "people.json units[0].role", "one of worker"},
      {k_people, "/units/0/load", "", "people.json units[0].load", "from 1 to 10000"},
      {k_people, "/units/1/load", "5", "people.json units[1].load", "only name"},
      {k_people, "/units/1/name", "\"Foot man\"", "people.json units[1].name", "small letters"},
      {k_people, "/units/1/cost/mana", "5", "people.json units[1].cost.mana", "only gold"},
      {k_people, "/units/1/speed_mm_per_tick", "501", "people.json units[1].speed_mm_per_tick",
       "from 1 to 500"},
      {k_people, "/units/1/radius_mm", "1501", "people.json units[1].radius_mm", "to 1500"},
      {k_people, "/units/1/armour", "\"silk\"", "people.json units[1].armour",
       "one of none, light, heavy, fortified"},
      {k_people, "/units/1/weapon/kind", "\"laser\"", "people.json units[1].weapon.kind",
       "one of blade, pierce, siege, magic"},
      {k_people, "/units/3/weapon/status_ticks", "256", "people.json units[3].weapon.status_ticks",
       "from 1 to 200"},
      {k_people, "/units/3/weapon/status", "", "people.json units[3].weapon.status_ticks",
       "only kind"},
      {k_people, "/units/3/weapon/status_ticks", "", "people.json units[3].weapon.status_ticks",
       "from 1 to 200"},
      {k_people, "/units/4/requires", "\"hero\"", "people.json units[4].requires",
       "one of town_hall"},
      {k_people, "/buildings/0/speed_mm_per_tick", "5",
       "people.json buildings[0].speed_mm_per_tick", "only name"},
      {k_people, "/buildings/0/footprint_x_cells", "17",
       "people.json buildings[0].footprint_x_cells", "from 1 to 16"},
      {k_people, "/buildings/0/trains", "{}", "people.json buildings[0].trains",
       "a list of 1 to 16 names"},
      {k_goblins, "/upgrades/0/stat", "\"charm\"", "goblins.json upgrades[0].stat",
       "one of damage"},
      {k_goblins, "/upgrades/0/levels", "6", "goblins.json upgrades[0].levels", "from 1 to 5"},
      {k_goblins, "/upgrades/0/roles", "[\"tree\"]", "goblins.json upgrades[0].roles",
       "roles of units and buildings"},
      {k_goblins, "/upgrades/0/cost/supply", "1", "goblins.json upgrades[0].cost.supply",
       "only gold, wood"},
  };
  for (const Fault& fault : faults) check_fault(fault);
}

TEST_CASE("numbers that contradict one another are named") {
  const Fault faults[] = {
      {k_match, "/factions", "[\"people\"]", "goblins.json name", "\"factions\" of match.json"},
      {k_match, "/factions", "[\"people\",\"elves\"]",
       "match.json, nature.json, people.json, goblins.json", "\"name\": \"elves\""},
      {k_match, "/kind", "\"nature\"", "match.json, nature.json, people.json, goblins.json",
       "\"kind\": \"match\""},
      {k_match, "/ranks/1/experience", "60", "match.json ranks[1]", "more experience"},
      {k_match, "/ranks/1/damage_percent", "100", "match.json ranks[1]", "no less damage"},
      {k_match, "/opponents/1/name", "\"easy\"", "match.json opponents[1].name", "another name"},
      {k_match, "/opponents/2/army_attack", "140", "match.json opponents[2].army_attack",
       "at most supply_limit"},
      {k_match, "/homeless_ticks", "900", "match.json homeless_ticks", "more than 900"},
      {k_match, "/start/gold", "50", "people.json units[0].cost", "\"start\" of match.json"},
      {k_match, "/start/wood", "20", "people.json buildings[1].cost", "\"start\" of match.json"},
      {k_nature, "/kind", "\"match\"", "match.json kind and nature.json kind", "one of them"},
      {k_nature, "/animals/0/mood", "\"attacks\"", "nature.json animals[0].weapon", "a weapon"},
      {k_nature, "/animals/1/mood", "\"flees\"", "nature.json animals[1].mood", "attacks"},
      {k_nature, "/tree/name", "\"deer\"", "nature.json tree.name", "another name"},
      {k_people, "/units/1/role", "\"ranged\"", "people.json units, buildings", "for each role"},
      {k_people, "/units/5", "", "people.json buildings[0].trains", "one of this faction's units"},
      {k_people, "/buildings/6", "", "people.json buildings", "one for each role"},
      {k_people, "/units/1/weapon", "", "people.json units[1].weapon", "a weapon"},
      {k_people, "/units/1/weapon/windup_ticks", "24", "people.json units[1].weapon.windup_ticks",
       "less than cooldown_ticks"},
      {k_people, "/units/1/weapon/spread", "10", "people.json units[1].weapon.spread",
       "at most the damage"},
      {k_people, "/units/3/weapon/range_min_mm", "12500",
       "people.json units[3].weapon.range_min_mm", "less than range_mm"},
      {k_people, "/buildings/2/trains", "[\"archer\", \"knight\"]", "people.json units[1]",
       "in \"trains\""},
      {k_people, "/buildings/2/trains/0", "\"cutter\"", "people.json buildings[2].trains",
       "one of this faction's units"},
      {k_people, "/buildings/2/trains/0", "\"house\"", "people.json buildings[2].trains",
       "one of this faction's units"},
      {k_people, "/buildings/0/trains", "[\"marshal\"]", "people.json units[0]", "in \"trains\""},
      {k_people, "/buildings/0/researches/0", "\"unicorn\"", "people.json buildings[0].researches",
       "one of this faction's upgrades"},
      {k_people, "/buildings/0/researches/0", "", "people.json upgrades[5]", "in \"researches\""},
      {k_people, "/buildings/0/requires", "\"barracks\"", "people.json buildings[0].trains",
       "no requirement"},
      {k_people, "/buildings/2/requires", "\"workshop\"", "people.json units[4].requires",
       "can stand before it"},
      {k_people, "/buildings/3/requires", "\"workshop\"", "people.json units[4].requires",
       "can stand before it"},
      {k_people, "/buildings/0/supply_given", "", "people.json buildings[0].supply_given",
       "6 workers"},
      {k_people, "/buildings/1/supply_given", "", "people.json buildings[1].supply_given",
       "1 to 200"},
      {k_people, "/buildings/0/footprint_x_cells", "6",
       "people.json buildings[0].footprint_x_cells, footprint_z_cells", "at most 5 each"},
      {k_people, "/buildings/4/weapon/shot_mm_per_tick", "",
       "people.json buildings[4].weapon.shot_mm_per_tick", "how fast"},
      {k_people, "/upgrades/5/roles", "[\"worker\", \"hero\"]", "people.json upgrades[5].roles",
       "roles that have its stat"},
      {k_goblins, "/units/0/name", "\"peasant\"", "goblins.json buildings[0].trains",
       "one of this faction's units"},
      {k_goblins, "/upgrades/0/name", "\"sharp_blades\"", "goblins.json buildings[3].researches",
       "one of this faction's upgrades"},
      {k_goblins, "/buildings/5/name", "\"stone_wall\"", "goblins.json buildings[5].name",
       "another name"},
  };
  for (const Fault& fault : faults) check_fault(fault);
}

TEST_CASE("text that is no rules file is refused with its line") {
  struct Bad {
    const char* text;
    const char* where;
  };
  const Bad bads[] = {{"", "match.json line 1"},
                      {"{\n  \"kind\": \"match\",\n  oops\n}", "match.json line 3"},
                      {"[1, 2]", "match.json"},
                      {"{\"kind\": \"match\"} {}", "match.json line 1"},
                      {"{\"kind\": \"ma\xfftch\"}", "match.json line 1"}};
  for (const Bad& bad : bads) {
    CAPTURE(std::string(bad.text));
    std::vector<RulesText> texts = real_files();
    texts[k_match].text = bad.text;
    const auto rules = load_rules(texts);
    REQUIRE(!rules.ok());
    CHECK(rules.error().where == bad.where);
  }
  CHECK(!load_rules({}).ok());

  std::vector<RulesText> texts = real_files();
  texts[k_match].text = std::string(200000, '[');  // a stack would not hold it
  CHECK(!load_rules(texts).ok());
  texts[k_match].text.assign((1u << 20) + 1, ' ');
  const auto large = load_rules(texts);
  REQUIRE(!large.ok());
  CHECK(large.error().code == base::ErrorCode::OutOfRange);

  texts = real_files();
  const std::size_t at = texts[k_match].text.find("\"supply_limit\"");
  REQUIRE(at != std::string::npos);
  texts[k_match].text.insert(at, "\"supply_limit\": 3, ");
  const auto twice = load_rules(texts);
  REQUIRE(!twice.ok());
  CHECK(twice.error().where == "match.json supply_limit");
  CHECK(twice.error().expected == "each once");
}

namespace {

// Adds one to each whole number below `value` in turn, and puts it back.
template <typename Use>
void for_each_number(rapidjson::Value& value, const std::string& path, Use&& use) {
  if (value.IsObject()) {
    for (rapidjson::SizeType at = 0; at < value.MemberCount(); ++at) {
      auto& member = *(value.MemberBegin() + static_cast<std::ptrdiff_t>(at));
      for_each_number(member.value, path + "/" + member.name.GetString(), use);
    }
  } else if (value.IsArray()) {
    for (rapidjson::SizeType at = 0; at < value.Size(); ++at) {
      for_each_number(value[at], path + "/" + std::to_string(at), use);
    }
  } else if (value.IsInt()) {
    const int before = value.GetInt();
    value.SetInt(before + 1);
    use(path);
    value.SetInt(before);
  }
}

}  // namespace

TEST_CASE("every number of every file is in the digest or checked") {
  const std::uint64_t before = real_rules().digest;
  std::size_t numbers = 0;
  for (std::size_t file = 0; file < k_files.size(); ++file) {
    rapidjson::Document document;
    document.Parse(real_files()[file].text.c_str());
    for_each_number(document, k_files[file], [&](const std::string& path) {
      numbers += 1;
      std::vector<RulesText> texts = real_files();
      texts[file].text = text_of(document);
      const auto rules = load_rules(texts);
      const bool counts = !rules.ok() || rules.value().digest != before;
      CHECK_MESSAGE(counts, path << " changes nothing");
    });
  }
  CHECK(numbers > 500);
}

namespace {

void collect_keys(const rapidjson::Value& value, std::set<std::string>& keys) {
  if (value.IsObject()) {
    for (auto member = value.MemberBegin(); member != value.MemberEnd(); ++member) {
      keys.insert(member->name.GetString());
      collect_keys(member->value, keys);
    }
  } else if (value.IsArray()) {
    for (const rapidjson::Value& entry : value.GetArray()) collect_keys(entry, keys);
  }
}

}  // namespace

TEST_CASE("docs/formats/rules_v1.md speaks of every key that the files have") {
  std::ifstream file(TERRANE_SOURCE_DIR "/docs/formats/rules_v1.md");
  std::ostringstream page;
  page << file.rdbuf();
  std::set<std::string> keys;
  for (const RulesText& text : real_files()) {
    rapidjson::Document document;
    document.Parse(text.text.c_str());
    collect_keys(document, keys);
  }
  CHECK(keys.size() > 60);
  for (const std::string& key : keys) {
    CHECK_MESSAGE(page.str().find("`" + key + "`") != std::string::npos, key << " is not there");
  }
}

}  // namespace terrane::rts
