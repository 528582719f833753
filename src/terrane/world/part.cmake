# Where the made-up town lies when the engine runs from its build folder.
target_compile_definitions(${part_target} PRIVATE TERRANE_DATA_FOLDER="${CMAKE_SOURCE_DIR}/data")
