#include "terrane/play/rules_files.h"

#include <string>

#include "terrane/fetch/file.h"
#include "terrane/world/open_world.h"

namespace terrane::play {

constexpr const char* k_rules_files[] = {"match.json", "nature.json", "people.json",
                                         "goblins.json"};

base::Result<std::vector<rts::RulesText>> read_rules() {
  std::vector<rts::RulesText> texts;
  for (const char* file : k_rules_files) {
    const std::string path = TERRANE_TRY(world::data_path(std::string("rules/") + file));
    texts.push_back({path, TERRANE_TRY(fetch::read_file(path, std::uint64_t{1} << 20))});
  }
  return texts;
}

}  // namespace terrane::play
