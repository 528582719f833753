# Third-party packages: Debian's natively; for WebAssembly only header-only ones, staged into the
# build folder, because em++ must never see the host's /usr/include.
find_package(Threads)

# terrane_header_package(NAME folder...): an interface library for headers under /usr/include.
function(terrane_header_package name)
  add_library(${name} INTERFACE)
  if(EMSCRIPTEN)
    set(staged ${CMAKE_BINARY_DIR}/staged-include)
    foreach(folder IN LISTS ARGN)
      if(NOT EXISTS ${staged}/${folder})
        file(COPY /usr/include/${folder} DESTINATION ${staged})
      endif()
    endforeach()
    target_include_directories(${name} SYSTEM INTERFACE ${staged})
  endif()
endfunction()

terrane_header_package(terrane_doctest doctest)
terrane_header_package(terrane_rapidjson rapidjson)
terrane_header_package(terrane_cli11 CLI)
terrane_header_package(terrane_osmium_headers osmium protozero)
terrane_header_package(terrane_glm glm)
terrane_header_package(terrane_stb stb)

if(NOT EMSCRIPTEN)
  find_package(PkgConfig REQUIRED)
endif()
