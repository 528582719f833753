#include "terrane/stream/clock.h"

#include <chrono>

namespace terrane::stream {

double SteadyClock::now_s() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since_start).count();
}

}  // namespace terrane::stream
