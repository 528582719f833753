#include "terrane/gpu/device.h"

#include <optional>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/gpu/backend.h"
#include "terrane/gpu/resource_tables.h"

namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

Error misuse(std::string what, const std::string& label, std::string expected) {
  return Error{ErrorCode::BadUsage, std::move(what), label.empty() ? "unnamed" : label,
               std::move(expected)};
}

}  // namespace

struct Device::State {
  std::unique_ptr<Backend> backend;
  ResourceTables tables;
  DeviceStats stats;
  Texture surface;
};

Device::Device(std::unique_ptr<Backend> backend) : state_(std::make_unique<State>()) {
  state_->backend = std::move(backend);
  TextureDesc surface;
  surface.label = "surface";
  surface.render_target = true;
  state_->surface = state_->tables.textures.add<Texture>(surface);
}

Device::~Device() = default;

const Capabilities& Device::capabilities() const {
  return state_->backend->capabilities();
}
const DeviceStats& Device::stats() const {
  return state_->stats;
}
Texture Device::surface() const {
  return state_->surface;
}
const TextureDesc* Device::find(Texture texture) const {
  return state_->tables.textures.find(texture.id);
}

void Device::set_surface_size(std::uint32_t width, std::uint32_t height) {
  TextureDesc* desc = state_->tables.textures.find(state_->surface.id);
  desc->width = width;
  desc->height = height;
  state_->backend->set_surface_size(state_->surface, width, height);
}

base::Result<Buffer> Device::make_buffer(const BufferDesc& desc) {
  if (desc.size_bytes == 0 || desc.size_bytes > (std::uint64_t{1} << 31)) {
    return misuse("buffer of " + std::to_string(desc.size_bytes) + " bytes", desc.label,
                  "1 byte to 2 GiB");
  }
  const Buffer id = state_->tables.buffers.add<Buffer>(desc);
  TERRANE_TRY(state_->backend->make_buffer(id, desc));
  state_->stats.buffers_made += 1;
  return id;
}

base::Result<Texture> Device::make_texture(const TextureDesc& desc) {
  const Capabilities& can = capabilities();
  if (desc.width == 0 || desc.height == 0 || desc.width > can.max_texture_size ||
      desc.height > can.max_texture_size) {
    return Error{ErrorCode::OutOfRange,
                 "texture of " + std::to_string(desc.width) + " x " + std::to_string(desc.height),
                 desc.label, "1 to " + std::to_string(can.max_texture_size) + " pixels a side"};
  }
  if (desc.sample_count == 0 || desc.sample_count > can.max_sample_count ||
      (desc.sample_count > 1 && !desc.render_target)) {
    return misuse("texture of " + std::to_string(desc.sample_count) + " samples", desc.label,
                  "a render target of at most " + std::to_string(can.max_sample_count));
  }
  const Texture id = state_->tables.textures.add<Texture>(desc);
  TERRANE_TRY(state_->backend->make_texture(id, desc));
  state_->stats.textures_made += 1;
  return id;
}

base::Result<Sampler> Device::make_sampler(const SamplerDesc& desc) {
  const Sampler id = state_->tables.samplers.add<Sampler>(desc);
  TERRANE_TRY(state_->backend->make_sampler(id, desc));
  return id;
}

base::Result<ShaderModule> Device::make_shader_module(const ShaderModuleDesc& desc) {
  if (desc.glsl_es_300.empty() || desc.glsl_330.empty()) {
    return misuse("shader without text", desc.label, "GLSL ES 3.00 and GLSL 3.30");
  }
  ShaderModuleDesc kept = desc;
  kept.glsl_es_300 = {};
  kept.glsl_330 = {};
  const ShaderModule id = state_->tables.shader_modules.add<ShaderModule>(kept);
  TERRANE_TRY(state_->backend->make_shader_module(id, desc));
  return id;
}

base::Result<BindGroupLayout> Device::make_bind_group_layout(const BindGroupLayoutDesc& desc) {
  TERRANE_TRY(check_bind_group_layout(desc));
  const BindGroupLayout id = state_->tables.layouts.add<BindGroupLayout>(desc);
  TERRANE_TRY(state_->backend->make_bind_group_layout(id, desc));
  return id;
}

base::Result<BindGroup> Device::make_bind_group(const BindGroupDesc& desc) {
  TERRANE_TRY(check_bind_group(state_->tables, desc));
  const BindGroup id = state_->tables.groups.add<BindGroup>(desc);
  TERRANE_TRY(state_->backend->make_bind_group(id, desc));
  return id;
}

base::Result<RenderPipeline> Device::make_render_pipeline(const RenderPipelineDesc& desc) {
  TERRANE_TRY(check_render_pipeline(state_->tables, desc));
  const RenderPipeline id = state_->tables.pipelines.add<RenderPipeline>(desc);
  TERRANE_TRY(state_->backend->make_render_pipeline(id, desc));
  state_->stats.pipelines_made += 1;
  return id;
}

void Device::destroy(Buffer buffer) {
  if (state_->tables.buffers.remove(buffer.id)) state_->backend->destroy(buffer);
}

void Device::destroy(Texture texture) {
  if (texture == state_->surface) return;
  if (state_->tables.textures.remove(texture.id)) state_->backend->destroy(texture);
}

void Device::destroy(BindGroup group) {
  if (state_->tables.groups.remove(group.id)) state_->backend->destroy(group);
}

base::Result<void> Device::write_buffer(Buffer buffer, std::uint64_t offset_bytes,
                                        std::span<const std::byte> bytes) {
  const BufferDesc* desc = state_->tables.buffers.find(buffer.id);
  if (desc == nullptr) return misuse("write to no buffer", "write_buffer", "a living buffer");
  if (offset_bytes > desc->size_bytes || bytes.size() > desc->size_bytes - offset_bytes) {
    return misuse(
        "write of " + std::to_string(bytes.size()) + " bytes at " + std::to_string(offset_bytes),
        desc->label, "a range within " + std::to_string(desc->size_bytes) + " bytes");
  }
  if (offset_bytes % 4 != 0) {
    return misuse("write at byte " + std::to_string(offset_bytes), desc->label, "a multiple of 4");
  }
  if (bytes.empty()) return {};
  state_->stats.bytes_written += bytes.size();
  state_->backend->write_buffer(buffer, offset_bytes, bytes);
  return {};
}

base::Result<void> Device::write_texture(Texture texture, std::span<const std::byte> bytes) {
  const TextureDesc* desc = state_->tables.textures.find(texture.id);
  if (desc == nullptr || texture == state_->surface || desc->sample_count > 1) {
    return misuse("write to no texture", "write_texture", "a living texture of one sample");
  }
  const std::uint64_t pixel_bytes = desc->format == TextureFormat::R8Unorm ? 1 : 4;
  if (desc->format == TextureFormat::Depth24 ||
      bytes.size() != pixel_bytes * desc->width * desc->height) {
    return misuse("write of " + std::to_string(bytes.size()) + " bytes", desc->label,
                  "all pixels of a colour texture");
  }
  state_->stats.bytes_written += bytes.size();
  state_->backend->write_texture(texture, bytes);
  return {};
}

base::Result<void> Device::submit(const CommandList& list) {
  const ListCounts counts = TERRANE_TRY(check_commands(state_->tables, list));
  state_->backend->execute(list.commands());
  state_->stats.submits += 1;
  state_->stats.passes += counts.passes;
  state_->stats.commands += list.commands().size();
  state_->stats.draws += counts.draws;
  state_->stats.triangles += counts.triangles;
  const std::string complaint = state_->backend->take_complaint();
  if (!complaint.empty()) {
    return Error{ErrorCode::Unavailable, "the graphics driver refused a command list: " + complaint,
                 capabilities().renderer, "a driver of OpenGL ES 3.0 or OpenGL 3.3"};
  }
  return {};
}

base::Result<std::vector<std::uint8_t>> Device::read_rgba8(Texture texture) {
  const TextureDesc* desc = state_->tables.textures.find(texture.id);
  if (desc == nullptr || desc->format != TextureFormat::Rgba8Unorm || desc->sample_count != 1 ||
      desc->width == 0 || desc->height == 0 || !desc->render_target) {
    return misuse("read of no colour target", desc == nullptr ? "read_rgba8" : desc->label,
                  "an Rgba8Unorm render target of one sample");
  }
  std::vector<std::uint8_t> pixels = state_->backend->read_rgba8(texture);
  if (pixels.empty()) {
    return Error{ErrorCode::Unavailable, "pictures are not read back", desc->label,
                 "a device other than " + capabilities().backend};
  }
  return pixels;
}

}  // namespace terrane::gpu
