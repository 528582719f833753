include(shaders)
terrane_embed_shaders(${part_target} ${CMAKE_CURRENT_SOURCE_DIR}/src/terrane/render/shaders)
target_link_libraries(${part_target} PRIVATE terrane_glm terrane_stb)
