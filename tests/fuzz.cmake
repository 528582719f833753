# Every input that a fuzzer once found interesting, and some that people write by hand, read again.
if(NOT EMSCRIPTEN)
  file(GLOB fuzz_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.cpp)
  foreach(source IN LISTS fuzz_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name}_replay ${source} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/replay.cpp)
    target_link_libraries(${name}_replay
      PRIVATE terrane_world terrane_play terrane_osmium_headers)
    target_compile_definitions(${name}_replay PRIVATE TERRANE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    add_test(NAME ${name}_replay
      COMMAND ${name}_replay ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
    set_tests_properties(${name}_replay PROPERTIES TIMEOUT 120)
  endforeach()
endif()
