// The uniform blocks as the shaders read them (shaders/frame.glsl, piece.glsl, present.frag):
// std140, so everything is a vec4 or a column-major mat4.
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

namespace terrane::render {

struct FrameBlock {
  glm::mat4 view_proj{1.0f};
  glm::mat4 light_view_proj{1.0f};
  glm::vec4 sun_direction{0, 1, 0, 0};
  glm::vec4 sun_color{1, 1, 1, 0};
  glm::vec4 true_sun{0, 1, 0, 0};
  glm::vec4 sky_zenith{0, 0, 0, 1};
  glm::vec4 sky_horizon{0, 0, 0, 0};
  glm::vec4 ambient_sky{0, 0, 0, 0};
  glm::vec4 ambient_ground{0, 0, 0, 0};
  glm::vec4 fog{1000, 0, 0, 0};
  glm::vec4 camera_right{1, 0, 0, 0};
  glm::vec4 camera_up{0, 1, 0, 0};
  glm::vec4 camera_forward{0, 0, -1, 0};
  glm::vec4 eye{0, 0, 0, 0};
  glm::vec4 surround{0, 0, 0, 0};
  glm::vec4 shadow{0, 0, 0, 0};
  glm::vec4 sight_east{0, 0, 0, 0};
  glm::vec4 sight_south{0, 0, 0, 0};
  glm::vec4 sight{0, 0, 0, 0};
  glm::vec4 screen{1, 1, 1, 0};
};
static_assert(sizeof(FrameBlock) == 2 * 64 + 18 * 16, "std140 has no padding between these");

struct PieceBlock {
  glm::mat4 to_scene{1.0f};
};

struct PaletteBlock {
  glm::vec4 colors[256];
};

struct PresentBlock {
  std::int32_t factor[4] = {1, 0, 0, 0};
};

}  // namespace terrane::render
