// A graphics device: makes resources, checks every argument and every command list, counts what it
// is asked to do, and hands the rest to one backend (OpenGL, or the null backend of the tests). A
// mistake of the caller is an Error that names the resource, on every backend alike. Owner thread:
// the thread whose context is current.
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

class Backend;

struct DeviceStats {
  std::uint64_t buffers_made = 0;
  std::uint64_t textures_made = 0;
  std::uint64_t pipelines_made = 0;
  std::uint64_t submits = 0;
  std::uint64_t passes = 0;
  std::uint64_t commands = 0;
  std::uint64_t draws = 0;
  std::uint64_t triangles = 0;  // over all instances
  std::uint64_t bytes_written = 0;
};

class Device {
 public:
  explicit Device(std::unique_ptr<Backend> backend);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const Capabilities& capabilities() const;
  const DeviceStats& stats() const;

  base::Result<Buffer> make_buffer(const BufferDesc& desc);
  base::Result<Texture> make_texture(const TextureDesc& desc);
  base::Result<Sampler> make_sampler(const SamplerDesc& desc);
  base::Result<ShaderModule> make_shader_module(const ShaderModuleDesc& desc);
  base::Result<BindGroupLayout> make_bind_group_layout(const BindGroupLayoutDesc& desc);
  base::Result<BindGroup> make_bind_group(const BindGroupDesc& desc);
  base::Result<RenderPipeline> make_render_pipeline(const RenderPipelineDesc& desc);

  void destroy(Buffer buffer);
  void destroy(Texture texture);
  void destroy(BindGroup group);

  // Copies bytes into a buffer at once; range inside the buffer, the offset a multiple of 4. What
  // follows up to the next multiple of 4 is undefined afterwards.
  base::Result<void> write_buffer(Buffer buffer, std::uint64_t offset_bytes,
                                  std::span<const std::byte> bytes);
  // The whole texture, rows from the top, tightly packed.
  base::Result<void> write_texture(Texture texture, std::span<const std::byte> bytes);
  // Checks the whole list first: a faulty list draws nothing.
  base::Result<void> submit(const CommandList& list);
  // width * height * 4 bytes, rows from the top. Waits for the device. Rgba8Unorm, one sample.
  // Unavailable where pictures are not read back (WebGPU).
  base::Result<std::vector<std::uint8_t>> read_rgba8(Texture texture);

  // The window's own picture, as a texture that can only be drawn into. Empty (0 × 0) headless.
  Texture surface() const;
  void set_surface_size(std::uint32_t width, std::uint32_t height);
  // Null for a handle that names nothing.
  const TextureDesc* find(Texture texture) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Draws nothing, checks and counts everything.
std::unique_ptr<Device> make_null_device();

}  // namespace terrane::gpu
