# The made-up town in data/ is what tools/make_town.py writes.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME town_test COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/town_test.py)
