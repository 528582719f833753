// Text over a finished picture: the caption at the top left and the attribution at the bottom
// right, each on a darkened field. Owner thread: the device's.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/pipelines.h"

namespace terrane::render {

class TextOverlay {
 public:
  static base::Result<std::unique_ptr<TextOverlay>> create(gpu::Device& device,
                                                           const Pipelines& pipelines);

  // Lays both texts out for a picture of this size and uploads them; UTF-8, either may be empty.
  base::Result<void> set(std::string_view caption, std::string_view attribution,
                         std::uint32_t width, std::uint32_t height);
  // Within the pass that draws the picture. Nothing when there is no text.
  void record(gpu::CommandList& list, const Pipelines& pipelines) const;

 private:
  explicit TextOverlay(gpu::Device& device) : device_(device) {}
  base::Result<void> make_font_picture();
  void add_block(std::string_view text, float left, float top, float scale);
  void add_quad(float left, float top, float width, float height, unsigned cell,
                const std::uint8_t (&color)[4]);

  gpu::Device& device_;
  gpu::Buffer vertices_;
  gpu::Texture font_;
  gpu::BindGroup group_;
  std::vector<TextVertex> corners_;
  float picture_width_ = 1;
  float picture_height_ = 1;
};

}  // namespace terrane::render
