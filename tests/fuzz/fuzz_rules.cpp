// Rules of a match from a data file: any bytes give rules or a sentence. A file may hold all of a
// set, one after another with a zero byte between them; what is missing comes from a good set.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "terrane/fetch/file.h"
#include "terrane/rts/rules.h"

namespace {

using terrane::rts::RulesText;

// Match, nature, people, goblins, as the game has them.
const std::vector<RulesText>& good_set() {
  static const std::vector<RulesText> k_set = [] {
    std::vector<RulesText> set;
    for (const char* name : {"match.json", "nature.json", "people.json", "goblins.json"}) {
      const auto text =
          terrane::fetch::read_file(std::string(TERRANE_SOURCE_DIR "/data/rules/") + name);
      if (!text.ok()) std::abort();
      set.push_back({name, {text.value().begin(), text.value().end()}});
    }
    return set;
  }();
  return k_set;
}

// The file of the set that says it is of the same kind, or its first.
std::size_t place_of(std::string_view text) {
  if (text.find("\"nature\"") != std::string_view::npos) return 1;
  if (text.find("\"faction\"") == std::string_view::npos) return 0;
  return text.find("\"goblins\"") == std::string_view::npos ? 2 : 3;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<RulesText> set = good_set();
  std::string_view left(reinterpret_cast<const char*>(data), size);
  for (std::size_t files = 0; files < 4 && !left.empty(); ++files) {
    const std::string_view text = left.substr(0, left.find('\0'));
    left.remove_prefix(std::min(left.size(), text.size() + 1));
    set[place_of(text)].text = std::string(text);
  }
  const auto rules = terrane::rts::load_rules(set);
  if (!rules.ok()) {
    const std::string sentence = terrane::base::to_sentence(rules.error());
    if (sentence.find('\n') != std::string::npos || rules.error().where.empty() ||
        rules.error().expected.empty()) {
      std::abort();  // an error is one line and says where and what was expected
    }
    return 0;
  }
  // What was taken names only what there is.
  for (const terrane::rts::UnitType& type : rules.value().types) {
    for (const terrane::rts::Word trained : type.trains) {
      if (trained >= rules.value().types.size()) std::abort();
    }
    for (const terrane::rts::Word upgrade : type.researches) {
      if (upgrade >= rules.value().upgrades.size()) std::abort();
    }
    if (type.health_256 <= 0 || type.radius_mm <= 0) std::abort();
  }
  return 0;
}
