if(NOT EMSCRIPTEN)  # the browser brings OpenGL with it
  pkg_check_modules(TERRANE_GPU REQUIRED IMPORTED_TARGET epoxy glfw3 egl)
  target_link_libraries(${part_target} PRIVATE PkgConfig::TERRANE_GPU)
endif()
