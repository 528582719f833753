// The shaders' texts, generated from render/shaders by cmake/shaders.cmake.
#pragma once

#include <span>
#include <string_view>

#include "terrane/gpu/types.h"

namespace terrane::render {

struct ShaderText {
  std::string_view name;  // of the source file: "sky.frag"
  gpu::ShaderStage stage;
  std::string_view glsl_es_300;
  std::string_view glsl_330;
};

std::span<const ShaderText> shader_texts();

}  // namespace terrane::render
