#include "startup.h"

#include <chrono>

namespace terrane::app {
namespace {

std::chrono::steady_clock::time_point process_start;

}  // namespace

void mark_process_start() {
  process_start = std::chrono::steady_clock::now();
}

double seconds_since_process_start() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - process_start).count();
}

}  // namespace terrane::app
