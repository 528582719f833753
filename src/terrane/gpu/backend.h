// What executes a device's checked requests: OpenGL, words for an executor elsewhere
// (word_backend.h), and null.
// Every argument has been checked by Device; ids are the device's own and dense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/command_list.h"
#include "terrane/gpu/types.h"

namespace terrane::gpu {

class Backend {
 public:
  virtual ~Backend() = default;
  virtual const Capabilities& capabilities() const = 0;

  virtual base::Result<void> make_buffer(Buffer id, const BufferDesc& desc) = 0;
  virtual base::Result<void> make_texture(Texture id, const TextureDesc& desc) = 0;
  virtual base::Result<void> make_sampler(Sampler id, const SamplerDesc& desc) = 0;
  virtual base::Result<void> make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) = 0;
  virtual base::Result<void> make_bind_group_layout(BindGroupLayout id,
                                                    const BindGroupLayoutDesc& desc) = 0;
  virtual base::Result<void> make_bind_group(BindGroup id, const BindGroupDesc& desc) = 0;
  virtual base::Result<void> make_render_pipeline(RenderPipeline id,
                                                  const RenderPipelineDesc& desc) = 0;
  virtual void destroy(Buffer id) = 0;
  virtual void destroy(Texture id) = 0;
  virtual void destroy(BindGroup id) = 0;

  virtual void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) = 0;
  virtual void write_buffer(Buffer id, std::uint64_t offset_bytes,
                            std::span<const std::byte> bytes) = 0;
  virtual void write_texture(Texture id, std::span<const std::byte> bytes) = 0;
  virtual void execute(std::span<const Command> commands) = 0;
  // What the driver complained about since the last call; empty when nothing.
  virtual std::string take_complaint() = 0;
  // Empty when the backend cannot.
  virtual std::vector<std::uint8_t> read_rgba8(Texture id) = 0;
};

std::unique_ptr<Backend> make_null_backend();
// For a current OpenGL or OpenGL ES context, reached through libepoxy. Unavailable when it is too
// old.
base::Result<std::unique_ptr<Backend>> make_gl_backend();

}  // namespace terrane::gpu
