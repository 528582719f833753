// What is seen of a battlefield as a texture, and where the eye stands in it. Without a grid it is
// one texel that says that all is seen. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/frame_block.h"
#include "terrane/render/pipelines.h"
#include "terrane/render/sight_grid.h"

namespace terrane::render {

class SightMap {
 public:
  static base::Result<std::unique_ptr<SightMap>> create(gpu::Device& device,
                                                        const Pipelines& pipelines);

  // True when the texture is another one now, so that groups which hold it must be made anew.
  base::Result<bool> set(const SightGrid& grid);
  void clear() { is_set_ = false; }

  gpu::Texture texture() const { return texture_; }
  gpu::Sampler sampler() const { return sampler_; }
  gpu::BindGroup group() const { return group_; }  // set 1 of what is no page
  // `scene`: the scene's axes with the eye as origin.
  void place(const geo::Frame& scene, FrameBlock& block) const;

 private:
  SightMap(gpu::Device& device, gpu::BindGroupLayout layout) : device_(device), layout_(layout) {}
  base::Result<void> resize(std::uint32_t width, std::uint32_t height);

  gpu::Device& device_;
  gpu::BindGroupLayout layout_;
  gpu::Texture texture_;
  gpu::Sampler sampler_;
  gpu::BindGroup group_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  bool is_set_ = false;
  geo::Frame frame_;
  double cell_m_ = 1;
  std::uint8_t outside_ = 0;
};

}  // namespace terrane::render
