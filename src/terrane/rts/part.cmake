# Rules are JSON; RapidJSON is header-only and serves every build.
target_link_libraries(${part_target} PUBLIC terrane_rapidjson)
