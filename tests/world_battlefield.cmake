# A battlefield from the pieces of a real world.
terrane_add_test_program(world_battlefield_tests "terrane_rts;terrane_world"
  "${CMAKE_CURRENT_LIST_DIR}/world_battlefield_test.cpp")
