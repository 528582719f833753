#include "terrane/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace terrane::base {

void assertion_failed(const char* condition, const char* sentence, const char* file, int line) {
  std::fprintf(stderr, "terrane: assertion failed: %s (%s:%d): %s\n", sentence, file, line,
               condition);
  std::abort();
}

}  // namespace terrane::base
