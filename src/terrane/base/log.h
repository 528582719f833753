// Logging through spdlog, off by default: a library says nothing unless the application sets a
// level. spdlog's headers stay inside log.cpp, so that no other file pays for them.
#pragma once

#include <string_view>

namespace terrane::base {

enum class LogLevel { Off, Error, Warning, Info, Debug };

// Any thread. Lines go to standard error.
void set_log_level(LogLevel level);
bool log_enabled(LogLevel level);
// `part` is the folder that speaks: "stream", "osm".
void log_line(LogLevel level, std::string_view part, std::string_view sentence);

}  // namespace terrane::base
