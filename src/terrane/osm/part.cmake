# libosmium and RapidJSON are header-only and serve every build; reading compressed files and PBF is
# native only, because WebAssembly has neither zlib nor threads here and reads `.json`.
target_link_libraries(${part_target} PRIVATE terrane_osmium_headers terrane_rapidjson)
if(NOT EMSCRIPTEN)
  find_package(ZLIB REQUIRED)
  find_package(BZip2 REQUIRED)
  find_package(EXPAT REQUIRED)
  target_link_libraries(${part_target} PRIVATE
    ZLIB::ZLIB BZip2::BZip2 EXPAT::EXPAT Threads::Threads)
endif()
# g++ takes the user name behind a libosmium object for an overread, where it inlines it (NDEBUG).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_source_files_properties(${folder}/area_assembly.cpp PROPERTIES
    COMPILE_OPTIONS -Wno-stringop-overread)
endif()
