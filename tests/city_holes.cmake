# The built city, looked at from many places.
terrane_add_test_program(city_holes_tests terrane_city
  "${CMAKE_CURRENT_LIST_DIR}/city_holes_test.cpp")
target_sources(city_holes_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/city_view.cpp
  ${CMAKE_CURRENT_LIST_DIR}/city_eyes.cpp)
