# Compiler flags shared by every target, through the interface library terrane_flags.
add_library(terrane_flags INTERFACE)
target_include_directories(terrane_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(terrane_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # Agreement: no contraction into fused multiply-add, ever; never -ffast-math.
  -ffp-contract=off -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Guesses of the optimiser about library code, different in every release: shown, never an error.
  target_compile_options(terrane_flags INTERFACE
    -Wno-error=stringop-overread -Wno-error=stringop-overflow -Wno-error=array-bounds
    -Wno-error=maybe-uninitialized -Wno-error=restrict)
endif()
if(TERRANE_ASSERTS)
  target_compile_definitions(terrane_flags INTERFACE TERRANE_ASSERTS=1)
endif()
if(TERRANE_SANITIZE)
  target_compile_options(terrane_flags INTERFACE
    -fsanitize=${TERRANE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(terrane_flags INTERFACE -fsanitize=${TERRANE_SANITIZE})
endif()
if(EMSCRIPTEN)
  target_compile_options(terrane_flags INTERFACE -fexceptions)
  target_link_options(terrane_flags INTERFACE -fexceptions)
  if(TERRANE_THREADS)
    target_compile_options(terrane_flags INTERFACE -pthread)
    target_link_options(terrane_flags INTERFACE -pthread)
  endif()
endif()
