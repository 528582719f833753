# What simulates and what builds touches no window, clock, chance or file: by includes, and by what
# the simulation's archives link.
if(Python3_FOUND AND NOT EMSCRIPTEN AND TARGET terrane_rts)
  add_test(NAME purity_test COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/purity_test.py
    ${CMAKE_SOURCE_DIR} $<TARGET_FILE:terrane_rts> $<TARGET_FILE:terrane_snapshot>)
endif()
