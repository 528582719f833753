// What the other files of this folder reach of the page's one engine (page_main.cpp). Owner thread:
// the page's main thread.
#pragma once

#include "page_match.h"
#include "terrane/play/command_way.h"
#include "terrane/play/settings.h"

namespace terrane::web {

// The way that is open; null: none.
play::Way* current_way();
// The same where it is a match or a replay.
play::CommandWay* current_command();
stream::Provider* current_provider();

// What the next "command" shows.
MatchWish& match_wish();
// Of ways that are opened from now on.
play::Settings& page_settings();
// Remembers why, for terrane_error(), and gives what an export returns: 1 when it went well.
int done(const base::Result<void>& result);

}  // namespace terrane::web
