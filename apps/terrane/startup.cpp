#include "startup.h"

#include <chrono>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace terrane::app {
namespace {

std::chrono::steady_clock::time_point process_start;

}  // namespace

void keep_freed_memory() {
#if defined(__GLIBC__)
  // By default glibc gives memory back to the system and takes it again, and each page that comes
  // back costs a fault on the thread that touches it first: the worst frames were made of them.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 4 << 20);
#endif
}

void mark_process_start() {
  process_start = std::chrono::steady_clock::now();
}

double seconds_since_process_start() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - process_start).count();
}

}  // namespace terrane::app
