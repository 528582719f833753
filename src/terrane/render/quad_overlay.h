// Draws OverlayQuads over the finished picture, in the order given: neighbours with one texture are
// one draw. Holds the small map's picture. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/pipelines.h"
#include "terrane/render/screen_quads.h"

namespace terrane::render {

class QuadOverlay {
 public:
  static base::Result<std::unique_ptr<QuadOverlay>> create(gpu::Device& device,
                                                           const Pipelines& pipelines);

  base::Result<void> set_minimap(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                 std::uint32_t height);
  // Lays the quads out for a picture of this size and uploads them.
  base::Result<void> set(std::span<const OverlayQuad> quads, std::uint32_t width,
                         std::uint32_t height);
  // Within the pass that draws the picture.
  void record(gpu::CommandList& list, const Pipelines& pipelines) const;

  std::size_t left_out_count() const { return left_out_count_; }

 private:
  // A texture with the group that binds it.
  struct Fill {
    gpu::Texture texture;
    gpu::BindGroup group;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };

  QuadOverlay(gpu::Device& device, gpu::BindGroupLayout layout)
      : device_(device), layout_(layout) {}
  base::Result<void> fill_with(Fill& fill, std::span<const std::uint8_t> rgba, std::uint32_t width,
                               std::uint32_t height);
  void add_corners(const OverlayQuad& quad, float width, float height);

  gpu::Device& device_;
  gpu::BindGroupLayout layout_;
  gpu::Sampler sampler_;
  gpu::Buffer vertices_;
  Fill plain_;    // one white texel
  Fill minimap_;  // likewise until there is a map
  std::vector<TextVertex> corners_;
  struct Run {
    OverlayTexture texture = OverlayTexture::None;
    std::uint32_t first_corner = 0;
    std::uint32_t corner_count = 0;
  };
  std::vector<Run> runs_;
  std::size_t left_out_count_ = 0;
};

}  // namespace terrane::render
