#include "terrane/base/log.h"

#include <doctest/doctest.h>

namespace terrane::base {

TEST_CASE("a library says nothing unless the application sets a level") {
  for (const LogLevel level :
       {LogLevel::Error, LogLevel::Warning, LogLevel::Info, LogLevel::Debug}) {
    CHECK(!log_enabled(level));
  }
  set_log_level(LogLevel::Warning);
  CHECK(log_enabled(LogLevel::Error));
  CHECK(log_enabled(LogLevel::Warning));
  CHECK(!log_enabled(LogLevel::Info));
  CHECK(!log_enabled(LogLevel::Off));
  log_line(LogLevel::Debug, "base", "must not appear");
  set_log_level(LogLevel::Off);
  CHECK(!log_enabled(LogLevel::Error));
}

}  // namespace terrane::base
