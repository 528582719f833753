#include "terrane/gpu/backend.h"
#include "terrane/gpu/device.h"

namespace terrane::gpu {
namespace {

// Draws nothing; textures read back black.
class NullBackend final : public Backend {
 public:
  NullBackend() {
    capabilities_.backend = "null";
    capabilities_.renderer = "null device";
    capabilities_.max_sample_count = 4;
    capabilities_.max_texture_size = 16384;
  }
  const Capabilities& capabilities() const override { return capabilities_; }
  base::Result<void> make_buffer(Buffer, const BufferDesc&) override { return {}; }
  base::Result<void> make_texture(Texture id, const TextureDesc& desc) override {
    remember(id, desc.width, desc.height);
    return {};
  }
  base::Result<void> make_sampler(Sampler, const SamplerDesc&) override { return {}; }
  base::Result<void> make_shader_module(ShaderModule, const ShaderModuleDesc&) override {
    return {};
  }
  base::Result<void> make_bind_group_layout(BindGroupLayout, const BindGroupLayoutDesc&) override {
    return {};
  }
  base::Result<void> make_bind_group(BindGroup, const BindGroupDesc&) override { return {}; }
  base::Result<void> make_render_pipeline(RenderPipeline, const RenderPipelineDesc&) override {
    return {};
  }
  void destroy(Buffer) override {}
  void destroy(Texture) override {}
  void destroy(BindGroup) override {}
  void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) override {
    remember(surface, width, height);
  }
  void write_buffer(Buffer, std::uint64_t, std::span<const std::byte>) override {}
  void write_texture(Texture, std::span<const std::byte>) override {}
  void execute(std::span<const Command>) override {}
  std::string take_complaint() override { return {}; }
  std::vector<std::uint8_t> read_rgba8(Texture id) override {
    return std::vector<std::uint8_t>(pixel_counts_[id.id] * 4, 0);
  }

 private:
  void remember(Texture id, std::uint32_t width, std::uint32_t height) {
    if (pixel_counts_.size() <= id.id) pixel_counts_.resize(id.id + std::size_t{1});
    pixel_counts_[id.id] = std::size_t{width} * height;
  }

  Capabilities capabilities_;
  std::vector<std::size_t> pixel_counts_;
};

}  // namespace

std::unique_ptr<Backend> make_null_backend() {
  return std::make_unique<NullBackend>();
}

std::unique_ptr<Device> make_null_device() {
  return std::make_unique<Device>(make_null_backend());
}

}  // namespace terrane::gpu
