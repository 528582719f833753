#include "terrane/base/log.h"

#include <atomic>

#if defined(__EMSCRIPTEN__)
#include <cstdio>
#else
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#endif

namespace terrane::base {
namespace {

std::atomic<LogLevel> g_level{LogLevel::Off};

#if !defined(__EMSCRIPTEN__)
spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> instance = [] {
    auto created = spdlog::stderr_logger_mt("terrane");
    created->set_pattern("%H:%M:%S.%e %l %v");
    created->set_level(spdlog::level::trace);
    return created;
  }();
  return *instance;
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::Error:
      return spdlog::level::err;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Off:
      break;
  }
  return spdlog::level::off;
}
#endif

}  // namespace

void set_log_level(LogLevel level) {
  g_level = level;
}

bool log_enabled(LogLevel level) {
  return level != LogLevel::Off && level <= g_level.load();
}

void log_line(LogLevel level, std::string_view part, std::string_view sentence) {
  if (!log_enabled(level)) return;
#if defined(__EMSCRIPTEN__)
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(part.size()), part.data(),
               static_cast<int>(sentence.size()), sentence.data());
#else
  logger().log(spdlog_level(level), "{}: {}", part, sentence);
#endif
}

}  // namespace terrane::base
