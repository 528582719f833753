// Flat rectangles over the finished picture and below its text: a rectangle dragged with the mouse,
// a small map with its frame. Owner thread: the device's.
#pragma once

#include <cmath>
#include <cstdint>

namespace terrane::render {

// What fills a quad.
enum class OverlayTexture : std::uint8_t { None, Minimap };  // Minimap: Renderer::set_minimap()

// In pixels of the target, x to the right and y down from its top left corner. sRGB, straight
// alpha; a texture's colours are multiplied by it.
struct OverlayQuad {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  std::uint8_t rgba[4] = {255, 255, 255, 255};
  OverlayTexture texture = OverlayTexture::None;
  float turn_rad = 0;  // about its middle, clockwise on the screen
};
inline constexpr std::uint32_t k_overlay_quad_limit = 4096;  // further ones are left out

// A line between two places as a quad.
inline OverlayQuad overlay_line(float from_x, float from_y, float to_x, float to_y, float width_px,
                                const std::uint8_t (&rgba)[4]) {
  const float along_x = to_x - from_x;
  const float along_y = to_y - from_y;
  OverlayQuad quad;
  quad.width = std::sqrt(along_x * along_x + along_y * along_y);
  quad.height = width_px;
  quad.x = 0.5f * (from_x + to_x - quad.width);
  quad.y = 0.5f * (from_y + to_y - quad.height);
  quad.turn_rad = std::atan2(along_y, along_x);
  for (int channel = 0; channel < 4; ++channel) quad.rgba[channel] = rgba[channel];
  return quad;
}

}  // namespace terrane::render
