// For test programs that draw: tells ThreadSanitizer to leave Mesa's software driver alone. The
// driver is not instrumented, so the sanitizer cannot see how its drawing threads wait for each
// other. Included by one source file of a test program.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TERRANE_UNDER_TSAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TERRANE_UNDER_TSAN 1
#endif

#if defined(TERRANE_UNDER_TSAN)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:swrast_dri.so\n"
         "race:libgallium\n"
         "race:libEGL_mesa.so\n";
}
#endif
