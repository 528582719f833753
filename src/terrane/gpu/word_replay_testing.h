// For tests: carries words (gpu_words.h) out on another backend, so that what went in can be
// compared with what comes out, and pictures drawn with and without. A native twin of
// apps/web/src/webgpu_executor.ts; a malformed stream fails the running test.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "terrane/gpu/backend.h"
#include "terrane/gpu/gpu_words.h"

namespace terrane::gpu {

// Reads the operands of one record.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint32_t> words) : words_(words) {}

  bool at_end() const { return at_ == words_.size(); }
  std::uint32_t word() {
    REQUIRE(at_ < words_.size());
    return words_[at_++];
  }
  bool flag() { return word() != 0; }
  float real() { return __builtin_bit_cast(float, word()); }
  template <typename Enum>
  Enum one_of() {
    return static_cast<Enum>(word());
  }
  std::span<const std::byte> bytes() {
    const std::size_t size = word();
    const std::span<const std::uint32_t> run = words((size + 3) / 4);
    return std::as_bytes(run).first(size);
  }
  std::string text() {
    const std::span<const std::byte> run = bytes();
    return std::string(reinterpret_cast<const char*>(run.data()), run.size());
  }
  std::span<const std::uint32_t> words(std::size_t count) {
    REQUIRE(count <= words_.size() - at_);
    at_ += count;
    return words_.subspan(at_ - count, count);
  }

 private:
  std::span<const std::uint32_t> words_;
  std::size_t at_ = 0;
};

class WordReplay {
 public:
  // `shader_of` gives the texts that belong to a shader's label.
  using ShaderOf = std::function<ShaderModuleDesc(const std::string& label)>;
  WordReplay(Backend& backend, ShaderOf shader_of)
      : backend_(backend), shader_of_(std::move(shader_of)) {}

  // For a context without a window: what is drawn for the window goes to a texture of its id.
  void make_surface_a_texture() { surface_is_texture_ = true; }
  const TextureDesc& surface_desc() const { return surface_desc_; }
  Texture surface() const { return surface_; }

  void run(std::span<const std::uint32_t> words) {
    WordReader stream(words);
    while (!stream.at_end()) {
      const WordOp op = stream.one_of<WordOp>();
      WordReader record(stream.words(stream.word()));
      CAPTURE(static_cast<std::uint32_t>(op));
      if (op >= WordOp::BeginPass) {
        run_command(op, record);
      } else {
        run_request(op, record);
      }
      CHECK_MESSAGE(record.at_end(), "every operand of a record is read");
    }
    CHECK_MESSAGE(list_.commands().empty(), "every list has its end");
  }

 private:
  void run_request(WordOp op, WordReader& in) {
    switch (op) {
      case WordOp::MakeBuffer:
        return make_buffer(in);
      case WordOp::MakeTexture:
        return make_texture(in);
      case WordOp::MakeSampler: {
        const Sampler id{in.word()};
        SamplerDesc desc;
        desc.filter = in.one_of<Filter>();
        desc.compare = in.flag();
        desc.label = in.text();
        REQUIRE(backend_.make_sampler(id, desc).ok());
        return;
      }
      case WordOp::MakeShaderModule: {
        const ShaderModule id{in.word()};
        const ShaderStage stage = in.one_of<ShaderStage>();
        ShaderModuleDesc desc = shader_of_(in.text());
        CHECK(desc.stage == stage);
        REQUIRE(backend_.make_shader_module(id, desc).ok());
        return;
      }
      case WordOp::MakeBindGroupLayout:
        return make_layout(in);
      case WordOp::MakeBindGroup:
        return make_group(in);
      case WordOp::MakeRenderPipeline:
        return make_pipeline(in);
      case WordOp::DestroyBuffer:
        return backend_.destroy(Buffer{in.word()});
      case WordOp::DestroyTexture:
        return backend_.destroy(Texture{in.word()});
      case WordOp::DestroyBindGroup:
        return backend_.destroy(BindGroup{in.word()});
      case WordOp::SetSurfaceSize: {
        const Texture surface{in.word()};
        const std::uint32_t width = in.word();
        return set_surface_size(surface, width, in.word());
      }
      case WordOp::WriteBuffer: {
        const Buffer id{in.word()};
        const std::uint32_t offset_bytes = in.word();
        return backend_.write_buffer(id, offset_bytes, in.bytes());
      }
      case WordOp::WriteTexture: {
        const Texture id{in.word()};
        return backend_.write_texture(id, in.bytes());
      }
      default:
        FAIL("an opcode that gpu_words.h does not name");
    }
  }

  void run_command(WordOp op, WordReader& in) {
    switch (op) {
      case WordOp::BeginPass:
        return begin_pass(in);
      case WordOp::EndPass:
        return list_.end_pass();
      case WordOp::SetPipeline:
        return list_.set_pipeline(RenderPipeline{in.word()});
      case WordOp::SetBindGroup: {
        const std::uint32_t set = in.word();
        const BindGroup group{in.word()};
        const std::uint32_t count = in.word();
        const std::span<const std::uint32_t> offsets = in.words(count);
        if (count == 0) return list_.set_bind_group(set, group);
        if (count == 1) return list_.set_bind_group(set, group, {offsets[0]});
        REQUIRE(count == 2);
        return list_.set_bind_group(set, group, {offsets[0], offsets[1]});
      }
      case WordOp::SetVertexBuffer: {
        const std::uint32_t slot = in.word();
        const Buffer buffer{in.word()};
        return list_.set_vertex_buffer(slot, buffer, in.word());
      }
      case WordOp::SetIndexBuffer: {
        const Buffer buffer{in.word()};
        return list_.set_index_buffer(buffer, in.word());
      }
      case WordOp::Draw: {
        const std::uint32_t vertices = in.word();
        return list_.draw(vertices, in.word());
      }
      case WordOp::DrawIndexed: {
        const std::uint32_t indices = in.word();
        return list_.draw_indexed(indices, in.word());
      }
      case WordOp::EndList:
        backend_.execute(list_.commands());
        return list_.clear();
      default:
        FAIL("an opcode that gpu_words.h does not name");
    }
  }

  void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) {
    if (!surface_is_texture_) return backend_.set_surface_size(surface, width, height);
    if (width == surface_desc_.width && height == surface_desc_.height) return;
    if (surface_) backend_.destroy(surface_);
    surface_ = surface;
    surface_desc_ = {"surface", width, height, TextureFormat::Rgba8Unorm, 1, true};
    REQUIRE(backend_.make_texture(surface, surface_desc_).ok());
  }

  void make_buffer(WordReader& in) {
    const Buffer id{in.word()};
    BufferDesc desc;
    desc.size_bytes = in.word();
    desc.usage = in.one_of<BufferUsage>();
    desc.dynamic = in.flag();
    desc.label = in.text();
    REQUIRE(backend_.make_buffer(id, desc).ok());
  }

  void make_texture(WordReader& in) {
    const Texture id{in.word()};
    TextureDesc desc;
    desc.width = in.word();
    desc.height = in.word();
    desc.format = in.one_of<TextureFormat>();
    desc.sample_count = in.word();
    desc.render_target = in.flag();
    desc.label = in.text();
    REQUIRE(backend_.make_texture(id, desc).ok());
  }

  void make_layout(WordReader& in) {
    const BindGroupLayout id{in.word()};
    BindGroupLayoutDesc desc;
    desc.entries.resize(in.word());
    for (BindGroupLayoutEntry& entry : desc.entries) {
      entry.binding = in.word();
      entry.type = in.one_of<BindingType>();
      entry.sampler_binding = in.word();
      entry.compares = in.flag();
      entry.name = in.text();
    }
    desc.label = in.text();
    REQUIRE(backend_.make_bind_group_layout(id, desc).ok());
  }

  void make_group(WordReader& in) {
    const BindGroup id{in.word()};
    BindGroupDesc desc;
    desc.layout.id = in.word();
    desc.entries.resize(in.word());
    for (BindGroupEntry& entry : desc.entries) {
      entry.binding = in.word();
      entry.buffer.id = in.word();
      entry.offset_bytes = in.word();
      entry.size_bytes = in.word();
      entry.texture.id = in.word();
      entry.sampler.id = in.word();
    }
    desc.label = in.text();
    REQUIRE(backend_.make_bind_group(id, desc).ok());
  }

  void make_pipeline(WordReader& in) {
    const RenderPipeline id{in.word()};
    RenderPipelineDesc desc;
    desc.vertex.id = in.word();
    desc.fragment.id = in.word();
    desc.layouts.resize(in.word());
    for (BindGroupLayout& layout : desc.layouts) layout.id = in.word();
    desc.vertex_buffers.resize(in.word());
    for (VertexBufferLayout& layout : desc.vertex_buffers) {
      layout.stride_bytes = in.word();
      layout.per_instance = in.flag();
      layout.attributes.resize(in.word());
      for (VertexAttribute& attribute : layout.attributes) {
        attribute.location = in.word();
        attribute.format = in.one_of<VertexFormat>();
        attribute.offset_bytes = in.word();
      }
    }
    const std::uint32_t flags = in.word();
    desc.depth_test = (flags & k_word_depth_test) != 0;
    desc.depth_write = (flags & k_word_depth_write) != 0;
    desc.blend_alpha = (flags & k_word_blend_alpha) != 0;
    desc.blend_add = (flags & k_word_blend_add) != 0;
    desc.has_color = (flags & k_word_has_color) != 0;
    desc.cull = in.one_of<Cull>();
    desc.depth_compare = in.one_of<Compare>();
    desc.depth_bias_constant = in.real();
    desc.depth_bias_slope = in.real();
    desc.sample_count = in.word();
    desc.label = in.text();
    REQUIRE(backend_.make_render_pipeline(id, desc).ok());
  }

  void begin_pass(WordReader& in) {
    BeginPass pass;
    pass.color.id = in.word();
    pass.resolve.id = in.word();
    pass.depth.id = in.word();
    const std::uint32_t flags = in.word();
    pass.clear_color = (flags & k_word_clear_color) != 0;
    pass.clear_depth = (flags & k_word_clear_depth) != 0;
    for (float& part : pass.clear_rgba) part = in.real();
    list_.begin_pass(pass);
  }

  Backend& backend_;
  ShaderOf shader_of_;
  CommandList list_;
  bool surface_is_texture_ = false;
  Texture surface_;
  TextureDesc surface_desc_;
};

}  // namespace terrane::gpu
