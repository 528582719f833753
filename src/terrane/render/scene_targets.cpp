#include "terrane/render/scene_targets.h"

#include "terrane/render/frame_block.h"

namespace terrane::render {

base::Result<std::unique_ptr<SceneTargets>> SceneTargets::create(gpu::Device& device,
                                                                 const Pipelines& pipelines,
                                                                 std::uint32_t samples,
                                                                 std::uint32_t shadow_texels) {
  std::unique_ptr<SceneTargets> made(new SceneTargets(device, pipelines.present, samples));
  gpu::TextureDesc map;
  map.label = "shadow map";
  map.width = shadow_texels;
  map.height = shadow_texels;
  map.format = gpu::TextureFormat::Depth24;
  map.render_target = true;
  made->shadow_map_ = TERRANE_TRY(device.make_texture(map));
  gpu::SamplerDesc sampler;
  sampler.label = "shadow map";
  sampler.compare = true;
  made->shadow_sampler_ = TERRANE_TRY(device.make_sampler(sampler));
  sampler.label = "drawn picture";
  sampler.compare = false;
  sampler.filter = gpu::Filter::Nearest;
  made->picture_sampler_ = TERRANE_TRY(device.make_sampler(sampler));
  gpu::BufferDesc block;
  block.label = "present block";
  block.size_bytes = sizeof(PresentBlock);
  block.usage = gpu::BufferUsage::Uniform;
  block.dynamic = true;
  made->present_block_ = TERRANE_TRY(device.make_buffer(block));
  return made;
}

base::Result<void> SceneTargets::resize(std::uint32_t width, std::uint32_t height,
                                        std::uint32_t factor) {
  const std::uint32_t limit = device_.capabilities().max_texture_size;
  while (factor > 1 && (width * factor > limit || height * factor > limit)) factor -= 1;
  if (width_ == width * factor && height_ == height * factor) return {};
  device_.destroy(present_group_);
  for (const gpu::Texture old : {multisampled_, picture_, depth_}) {
    if (old) device_.destroy(old);
  }
  width_ = 0;  // until all are made
  gpu::TextureDesc desc;
  desc.width = width * factor;
  desc.height = height * factor;
  desc.render_target = true;
  desc.label = "drawn picture";
  picture_ = TERRANE_TRY(device_.make_texture(desc));
  desc.sample_count = samples_;
  if (samples_ > 1) {
    desc.label = "multisampled scene";
    multisampled_ = TERRANE_TRY(device_.make_texture(desc));
  }
  desc.label = "scene depth";
  desc.format = gpu::TextureFormat::Depth24;
  depth_ = TERRANE_TRY(device_.make_texture(desc));

  PresentBlock block;
  block.factor[0] = static_cast<std::int32_t>(factor);
  TERRANE_TRY(device_.write_buffer(present_block_, 0, std::as_bytes(std::span(&block, 1))));
  gpu::BindGroupDesc group;
  group.label = "present";
  group.layout = present_layout_;
  group.entries.resize(3);
  group.entries[0].buffer = present_block_;
  group.entries[0].size_bytes = sizeof(PresentBlock);
  group.entries[1].binding = 1;
  group.entries[1].texture = picture_;
  group.entries[2].binding = 2;
  group.entries[2].sampler = picture_sampler_;
  present_group_ = TERRANE_TRY(device_.make_bind_group(group));
  width_ = width * factor;
  height_ = height * factor;
  return {};
}

}  // namespace terrane::render
