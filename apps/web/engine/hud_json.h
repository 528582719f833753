// The HUD's model as one JSON object for the page. Any thread.
#pragma once

#include <string>

#include "terrane/play/hud.h"

namespace terrane::web {

// Replaces `out`. Keys are snake_case, the members' own names.
void write_hud(const play::Hud& hud, std::string& out);

}  // namespace terrane::web
