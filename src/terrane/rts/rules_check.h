// What makes a set of rules contradict itself though each number alone is within its range: a unit
// that nothing trains, a building that waits for itself, a rank that needs less than the one
// before. Any thread.
#pragma once

#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/rules.h"

namespace terrane::rts {

// Where each part of the rules stands in the files ("people.json units[3]"), for errors.
struct RulesPlaces {
  std::string match;   // the file
  std::string nature;  // the file
  std::vector<std::string> types;
  std::vector<std::string> upgrades;
  std::vector<std::string> factions;
};

base::Result<void> check_rules(const Rules& rules, const RulesPlaces& places);

// Of every number and name but Rules::digest itself.
std::uint64_t digest_of(const Rules& rules);

}  // namespace terrane::rts
