// A backend that draws nothing itself: it writes every request as words (gpu_words.h) into memory
// that one consumer takes as a whole, once a frame. So a page drives WebGPU without a call into it
// for each request. Memory is kept from frame to frame. Pictures are not read back.
// Owner thread: the device's; who takes the words is on the same.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "terrane/gpu/backend.h"
#include "terrane/gpu/gpu_words.h"

namespace terrane::gpu {

class WordBackend : public Backend {
 public:
  // What the consumer's device is; it draws with one sample or four, whatever is said here.
  explicit WordBackend(const Capabilities& capabilities);

  // All words since the last call. Good until the device is asked for anything again.
  std::span<const std::uint32_t> take_words();

  const Capabilities& capabilities() const override { return capabilities_; }
  base::Result<void> make_buffer(Buffer id, const BufferDesc& desc) override;
  base::Result<void> make_texture(Texture id, const TextureDesc& desc) override;
  base::Result<void> make_sampler(Sampler id, const SamplerDesc& desc) override;
  base::Result<void> make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) override;
  base::Result<void> make_bind_group_layout(BindGroupLayout id,
                                            const BindGroupLayoutDesc& desc) override;
  base::Result<void> make_bind_group(BindGroup id, const BindGroupDesc& desc) override;
  base::Result<void> make_render_pipeline(RenderPipeline id,
                                          const RenderPipelineDesc& desc) override;
  void destroy(Buffer id) override;
  void destroy(Texture id) override;
  void destroy(BindGroup id) override;
  void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) override;
  void write_buffer(Buffer id, std::uint64_t offset_bytes,
                    std::span<const std::byte> bytes) override;
  void write_texture(Texture id, std::span<const std::byte> bytes) override;
  void execute(std::span<const Command> commands) override;
  std::string take_complaint() override { return {}; }
  std::vector<std::uint8_t> read_rgba8(Texture) override { return {}; }

 private:
  void begin(WordOp op);
  void end();
  void put(std::uint32_t word) { words_.push_back(word); }
  void put_bytes(std::span<const std::byte> bytes);
  void put_text(std::string_view text);
  void put_record(WordOp op, std::initializer_list<std::uint32_t> operands);

  void put_command(const BeginPass& pass);
  void put_command(const EndPass&) { put_record(WordOp::EndPass, {}); }
  void put_command(const SetPipeline& command);
  void put_command(const SetBindGroup& command);
  void put_command(const SetVertexBuffer& command);
  void put_command(const SetIndexBuffer& command);
  void put_command(const Draw& command);
  void put_command(const DrawIndexed& command);

  Capabilities capabilities_;
  std::vector<std::uint32_t> words_;
  std::size_t count_at_ = 0;  // where the open record's count stands
  bool taken_ = false;        // the words are the consumer's until the next request
};

}  // namespace terrane::gpu
