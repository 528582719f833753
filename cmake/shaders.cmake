# Shaders are written once, in Vulkan-style GLSL 450. `glslc` makes SPIR-V of them (without -O, that
# would drop the names that OpenGL ES 3.0 binds by), `spirv-cross` makes GLSL ES 3.00 and GLSL 3.30
# of that, and this file embeds both as text in one generated C++ file.
#
# Run as a script (cmake -P) it writes that file: -DOUT=… -DFOLDER=… "-DSHADERS=sky.vert;sky.frag".
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "// Written by cmake/shaders.cmake.\n#include \"terrane/render/shader_text.h\"\n\n")
  string(APPEND text "namespace terrane::render {\nnamespace {\nusing gpu::ShaderStage;\n")
  string(APPEND text "constexpr ShaderText k_texts[] = {\n")
  foreach(shader IN LISTS SHADERS)
    file(READ ${FOLDER}/${shader}.es300 es300)
    file(READ ${FOLDER}/${shader}.glsl330 glsl330)
    if(shader MATCHES "\\.vert$")
      set(stage Vertex)
    else()
      set(stage Fragment)
    endif()
    string(APPEND text "{\"${shader}\", ShaderStage::${stage}, R\"GLSL(${es300})GLSL\",\n"
                       "R\"GLSL(${glsl330})GLSL\"},\n")
  endforeach()
  string(APPEND text "};\n}  // namespace\n\n")
  string(APPEND text "std::span<const ShaderText> shader_texts() { return k_texts; }\n")
  string(APPEND text "}  // namespace terrane::render\n")
  file(WRITE ${OUT} "${text}")
  return()
endif()

# terrane_embed_shaders(TARGET FOLDER): each *.vert and *.frag there; *.glsl are what they include.
function(terrane_embed_shaders target folder)
  find_program(TERRANE_GLSLC glslc REQUIRED)
  find_program(TERRANE_SPIRV_CROSS spirv-cross REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.vert ${folder}/*.frag)
  set(out ${CMAKE_BINARY_DIR}/shaders)
  file(MAKE_DIRECTORY ${out})
  set(names "")
  set(texts "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME)
    add_custom_command(
      OUTPUT ${out}/${name}.es300 ${out}/${name}.glsl330
      COMMAND ${TERRANE_GLSLC} -I ${folder} -MD -MF ${out}/${name}.d -MT ${out}/${name}.es300
              -o ${out}/${name}.spv ${source}
      COMMAND ${TERRANE_SPIRV_CROSS} ${out}/${name}.spv --version 300 --es --fixup-clipspace
              --output ${out}/${name}.es300
      COMMAND ${TERRANE_SPIRV_CROSS} ${out}/${name}.spv --version 330 --no-es --fixup-clipspace
              --no-420pack-extension --output ${out}/${name}.glsl330
      DEPENDS ${source}
      DEPFILE ${out}/${name}.d
      COMMENT "Shader ${name}" VERBATIM)
    list(APPEND names ${name})
    list(APPEND texts ${out}/${name}.es300 ${out}/${name}.glsl330)
  endforeach()
  set(script ${CMAKE_SOURCE_DIR}/cmake/shaders.cmake)
  add_custom_command(
    OUTPUT ${out}/shader_text.cpp
    COMMAND ${CMAKE_COMMAND} -DOUT=${out}/shader_text.cpp -DFOLDER=${out} "-DSHADERS=${names}"
            -P ${script}
    DEPENDS ${texts} ${script}
    COMMENT "Embedding shaders" VERBATIM)
  target_sources(${target} PRIVATE ${out}/shader_text.cpp)
endfunction()
