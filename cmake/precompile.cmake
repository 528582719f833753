# Headers parsed once a build instead of once a source: a third of clang's and em++'s time. g++
# gains nothing (its precompiled headers are 60 MB to map for each source), so it goes without, and
# its builds show that every source includes what it uses.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(TERRANE_PRECOMPILE OFF)
endif()

# A target with a precompiled header of its own: the standard headers, and those named.
function(terrane_precompile_headers target)
  if(NOT TERRANE_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h ${ARGN})
  # A header made again from the same text is the same: ccache finds what was compiled with it.
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

# A library that is there for its precompiled header alone, for terrane_precompile().
function(terrane_add_precompiled name library)
  if(NOT TERRANE_PRECOMPILE)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "// A library wants a source.\n")
  add_library(${name} STATIC ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PUBLIC terrane_flags ${library})
  terrane_precompile_headers(${name} ${ARGN})
endfunction()

# A target that uses another's, which must be compiled with the same flags.
function(terrane_precompile target owner)
  if(TERRANE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

terrane_add_precompiled(terrane_precompiled terrane_flags)
