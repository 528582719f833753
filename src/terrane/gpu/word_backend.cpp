#include "terrane/gpu/word_backend.h"

#include <cstring>
namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

// Buffers are at most 2 GiB (Device::make_buffer), so are offsets within them.
std::uint32_t word_of(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(bytes);
}
std::uint32_t word_of(bool flag) {
  return flag ? 1 : 0;
}
std::uint32_t word_of(float value) {
  return __builtin_bit_cast(std::uint32_t, value);
}
template <typename Enum>
std::uint32_t number_of(Enum value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

WordBackend::WordBackend(const Capabilities& capabilities) : capabilities_(capabilities) {
  capabilities_.max_sample_count = 4;
}

std::span<const std::uint32_t> WordBackend::take_words() {
  if (taken_) words_.clear();
  taken_ = true;
  return words_;
}

void WordBackend::begin(WordOp op) {
  if (taken_) words_.clear();
  taken_ = false;
  put(number_of(op));
  count_at_ = words_.size();
  put(0);
}

void WordBackend::end() {
  words_[count_at_] = static_cast<std::uint32_t>(words_.size() - count_at_ - 1);
}

void WordBackend::put_bytes(std::span<const std::byte> bytes) {
  put(static_cast<std::uint32_t>(bytes.size()));
  const std::size_t at = words_.size();
  words_.resize(at + (bytes.size() + 3) / 4, 0);
  if (!bytes.empty()) std::memcpy(words_.data() + at, bytes.data(), bytes.size());
}

void WordBackend::put_text(std::string_view text) {
  put_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

void WordBackend::put_record(WordOp op, std::initializer_list<std::uint32_t> operands) {
  begin(op);
  for (const std::uint32_t operand : operands) put(operand);
  end();
}

base::Result<void> WordBackend::make_buffer(Buffer id, const BufferDesc& desc) {
  begin(WordOp::MakeBuffer);
  put(id.id);
  put(word_of(desc.size_bytes));
  put(number_of(desc.usage));
  put(word_of(desc.dynamic));
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_texture(Texture id, const TextureDesc& desc) {
  if (desc.sample_count != 1 && desc.sample_count != 4) {
    return Error{ErrorCode::Unavailable,
                 "texture of " + std::to_string(desc.sample_count) + " samples", desc.label,
                 "1 or 4 samples"};
  }
  begin(WordOp::MakeTexture);
  put(id.id);
  put(desc.width);
  put(desc.height);
  put(number_of(desc.format));
  put(desc.sample_count);
  put(word_of(desc.render_target));
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_sampler(Sampler id, const SamplerDesc& desc) {
  begin(WordOp::MakeSampler);
  put(id.id);
  put(number_of(desc.filter));
  put(word_of(desc.compare));
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) {
  begin(WordOp::MakeShaderModule);
  put(id.id);
  put(number_of(desc.stage));
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_bind_group_layout(BindGroupLayout id,
                                                       const BindGroupLayoutDesc& desc) {
  begin(WordOp::MakeBindGroupLayout);
  put(id.id);
  put(static_cast<std::uint32_t>(desc.entries.size()));
  for (const BindGroupLayoutEntry& entry : desc.entries) {
    put(entry.binding);
    put(number_of(entry.type));
    put(entry.sampler_binding);
    put(word_of(entry.compares));
    put_text(entry.name);
  }
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_bind_group(BindGroup id, const BindGroupDesc& desc) {
  begin(WordOp::MakeBindGroup);
  put(id.id);
  put(desc.layout.id);
  put(static_cast<std::uint32_t>(desc.entries.size()));
  for (const BindGroupEntry& entry : desc.entries) {
    put(entry.binding);
    put(entry.buffer.id);
    put(word_of(entry.offset_bytes));
    put(word_of(entry.size_bytes));
    put(entry.texture.id);
    put(entry.sampler.id);
  }
  put_text(desc.label);
  end();
  return {};
}

base::Result<void> WordBackend::make_render_pipeline(RenderPipeline id,
                                                     const RenderPipelineDesc& desc) {
  begin(WordOp::MakeRenderPipeline);
  put(id.id);
  put(desc.vertex.id);
  put(desc.fragment.id);
  put(static_cast<std::uint32_t>(desc.layouts.size()));
  for (const BindGroupLayout layout : desc.layouts) put(layout.id);
  put(static_cast<std::uint32_t>(desc.vertex_buffers.size()));
  for (const VertexBufferLayout& layout : desc.vertex_buffers) {
    put(layout.stride_bytes);
    put(word_of(layout.per_instance));
    put(static_cast<std::uint32_t>(layout.attributes.size()));
    for (const VertexAttribute& attribute : layout.attributes) {
      put(attribute.location);
      put(number_of(attribute.format));
      put(attribute.offset_bytes);
    }
  }
  put((desc.depth_test ? k_word_depth_test : 0) | (desc.depth_write ? k_word_depth_write : 0) |
      (desc.blend_alpha ? k_word_blend_alpha : 0) | (desc.blend_add ? k_word_blend_add : 0) |
      (desc.has_color ? k_word_has_color : 0));
  put(number_of(desc.cull));
  put(number_of(desc.depth_compare));
  put(word_of(desc.depth_bias_constant));
  put(word_of(desc.depth_bias_slope));
  put(desc.sample_count);
  put_text(desc.label);
  end();
  return {};
}

void WordBackend::destroy(Buffer id) {
  put_record(WordOp::DestroyBuffer, {id.id});
}
void WordBackend::destroy(Texture id) {
  put_record(WordOp::DestroyTexture, {id.id});
}
void WordBackend::destroy(BindGroup id) {
  put_record(WordOp::DestroyBindGroup, {id.id});
}

void WordBackend::set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) {
  put_record(WordOp::SetSurfaceSize, {surface.id, width, height});
}

void WordBackend::write_buffer(Buffer id, std::uint64_t offset_bytes,
                               std::span<const std::byte> bytes) {
  begin(WordOp::WriteBuffer);
  put(id.id);
  put(word_of(offset_bytes));
  put_bytes(bytes);
  end();
}

void WordBackend::write_texture(Texture id, std::span<const std::byte> bytes) {
  begin(WordOp::WriteTexture);
  put(id.id);
  put_bytes(bytes);
  end();
}

void WordBackend::execute(std::span<const Command> commands) {
  for (const Command& command : commands) {
    std::visit([this](const auto& one) { put_command(one); }, command);
  }
  put_record(WordOp::EndList, {});
}

void WordBackend::put_command(const BeginPass& pass) {
  const std::uint32_t flags =
      (pass.clear_color ? k_word_clear_color : 0) | (pass.clear_depth ? k_word_clear_depth : 0);
  put_record(WordOp::BeginPass, {pass.color.id, pass.resolve.id, pass.depth.id, flags,
                                 word_of(pass.clear_rgba[0]), word_of(pass.clear_rgba[1]),
                                 word_of(pass.clear_rgba[2]), word_of(pass.clear_rgba[3])});
}

void WordBackend::put_command(const SetPipeline& command) {
  put_record(WordOp::SetPipeline, {command.pipeline.id});
}

void WordBackend::put_command(const SetBindGroup& command) {
  begin(WordOp::SetBindGroup);
  put(command.set);
  put(command.group.id);
  put(command.offset_count);
  for (std::uint32_t index = 0; index < command.offset_count; ++index) {
    put(command.offsets_bytes[index]);
  }
  end();
}

void WordBackend::put_command(const SetVertexBuffer& command) {
  put_record(WordOp::SetVertexBuffer,
             {command.slot, command.buffer.id, word_of(command.offset_bytes)});
}

void WordBackend::put_command(const SetIndexBuffer& command) {
  put_record(WordOp::SetIndexBuffer, {command.buffer.id, word_of(command.offset_bytes)});
}

void WordBackend::put_command(const Draw& command) {
  put_record(WordOp::Draw, {command.vertex_count, command.instance_count});
}

void WordBackend::put_command(const DrawIndexed& command) {
  put_record(WordOp::DrawIndexed, {command.index_count, command.instance_count});
}

}  // namespace terrane::gpu
