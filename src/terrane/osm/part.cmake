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
