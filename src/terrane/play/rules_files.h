// The rules of matches that come with the engine: data/rules/*.json. Any thread.
#pragma once

#include <vector>

#include "terrane/base/result.h"
#include "terrane/rts/rules.h"

namespace terrane::play {

// The texts, each with its path, for rts::load_rules(). NotFound names the places looked at.
base::Result<std::vector<rts::RulesText>> read_rules();

}  // namespace terrane::play
