# Live places ask servers by libcurl, on a thread; a page asks by the browser's fetch().
if(NOT EMSCRIPTEN)
  find_package(CURL REQUIRED)
  target_link_libraries(${part_target} PRIVATE CURL::libcurl Threads::Threads)
  set_source_files_properties(${folder}/curl_transport.cpp PROPERTIES
    COMPILE_DEFINITIONS TERRANE_VERSION="${PROJECT_VERSION}")
endif()
