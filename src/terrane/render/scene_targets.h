// What a frame is drawn into before it is shown: the multisampled scene with its depth, the picture
// it resolves to, and the shadow map. The first three follow the size asked for. Owner thread: the
// device's.
#pragma once

#include <cstdint>
#include <memory>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/pipelines.h"

namespace terrane::render {

class SceneTargets {
 public:
  static base::Result<std::unique_ptr<SceneTargets>> create(gpu::Device& device,
                                                            const Pipelines& pipelines,
                                                            std::uint32_t samples,
                                                            std::uint32_t shadow_texels);

  // Makes the scene `factor` times as wide and high as the picture shown, by a smaller whole number
  // where the device's textures end.
  base::Result<void> resize(std::uint32_t width, std::uint32_t height, std::uint32_t factor);

  gpu::Texture color() const { return samples_ > 1 ? multisampled_ : picture_; }
  gpu::Texture resolve() const { return samples_ > 1 ? picture_ : gpu::Texture{}; }
  gpu::Texture depth() const { return depth_; }
  gpu::Texture shadow_map() const { return shadow_map_; }
  gpu::Sampler shadow_sampler() const { return shadow_sampler_; }
  gpu::BindGroup present_group() const { return present_group_; }

 private:
  SceneTargets(gpu::Device& device, gpu::BindGroupLayout layout, std::uint32_t samples)
      : device_(device), present_layout_(layout), samples_(samples) {}

  gpu::Device& device_;
  gpu::BindGroupLayout present_layout_;
  std::uint32_t samples_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  gpu::Texture multisampled_;
  gpu::Texture picture_;
  gpu::Texture depth_;
  gpu::Texture shadow_map_;
  gpu::Sampler shadow_sampler_;
  gpu::Sampler picture_sampler_;
  gpu::Buffer present_block_;
  gpu::BindGroup present_group_;
};

}  // namespace terrane::render
