// TERRANE_ASSERT: a mistake of ours stops the program, with the place and a sentence.
// On in every build but release (CMake option TERRANE_ASSERTS). Never for bad input: that is a
// Result.
#pragma once

namespace terrane::base {
[[noreturn]] void assertion_failed(const char* condition, const char* sentence, const char* file,
                                   int line);
}  // namespace terrane::base

#if defined(TERRANE_ASSERTS)
#define TERRANE_ASSERT(condition, sentence) \
  ((condition) ? static_cast<void>(0)       \
               : ::terrane::base::assertion_failed(#condition, sentence, __FILE__, __LINE__))
#else
#define TERRANE_ASSERT(condition, sentence) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
