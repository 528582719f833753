#include "terrane/gpu/word_backend.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <type_traits>

#include "terrane/gpu/device.h"
#include "terrane/gpu/word_replay_testing.h"

namespace terrane::gpu {
namespace {

// Writes down every request with every field, as text, in the order in which it came.
class TellingBackend final : public Backend {
 public:
  std::string told;

  const Capabilities& capabilities() const override { return capabilities_; }
  base::Result<void> make_buffer(Buffer id, const BufferDesc& desc) override {
    return made("buffer", id.id, desc.size_bytes, desc.usage, desc.dynamic, desc.label);
  }
  base::Result<void> make_texture(Texture id, const TextureDesc& desc) override {
    return made("texture", id.id, desc.width, desc.height, desc.format, desc.sample_count,
                desc.render_target, desc.label);
  }
  base::Result<void> make_sampler(Sampler id, const SamplerDesc& desc) override {
    return made("sampler", id.id, desc.filter, desc.compare, desc.label);
  }
  base::Result<void> make_shader_module(ShaderModule id, const ShaderModuleDesc& desc) override {
    return made("shader", id.id, desc.stage, desc.label);
  }
  base::Result<void> make_bind_group_layout(BindGroupLayout id,
                                            const BindGroupLayoutDesc& desc) override {
    tell("layout", id.id, desc.label);
    for (const BindGroupLayoutEntry& entry : desc.entries) {
      tell(" entry", entry.binding, entry.type, entry.name, entry.sampler_binding, entry.compares);
    }
    return {};
  }
  base::Result<void> make_bind_group(BindGroup id, const BindGroupDesc& desc) override {
    tell("group", id.id, desc.layout.id, desc.label);
    for (const BindGroupEntry& entry : desc.entries) {
      tell(" entry", entry.binding, entry.buffer.id, entry.offset_bytes, entry.size_bytes,
           entry.texture.id, entry.sampler.id);
    }
    return {};
  }
  base::Result<void> make_render_pipeline(RenderPipeline id,
                                          const RenderPipelineDesc& desc) override {
    tell("pipeline", id.id, desc.vertex.id, desc.fragment.id, desc.cull, desc.depth_test,
         desc.depth_write, desc.depth_compare, desc.depth_bias_constant, desc.depth_bias_slope,
         desc.blend_alpha, desc.blend_add, desc.has_color, desc.sample_count, desc.label);
    for (const BindGroupLayout layout : desc.layouts) tell(" layout", layout.id);
    for (const VertexBufferLayout& layout : desc.vertex_buffers) {
      tell(" vertices", layout.stride_bytes, layout.per_instance);
      for (const VertexAttribute& attribute : layout.attributes) {
        tell("  attribute", attribute.location, attribute.format, attribute.offset_bytes);
      }
    }
    return {};
  }
  void destroy(Buffer id) override { tell("destroy buffer", id.id); }
  void destroy(Texture id) override { tell("destroy texture", id.id); }
  void destroy(BindGroup id) override { tell("destroy group", id.id); }
  void set_surface_size(Texture surface, std::uint32_t width, std::uint32_t height) override {
    tell("surface", surface.id, width, height);
  }
  void write_buffer(Buffer id, std::uint64_t offset_bytes,
                    std::span<const std::byte> bytes) override {
    tell("write buffer", id.id, offset_bytes, as_text(bytes));
  }
  void write_texture(Texture id, std::span<const std::byte> bytes) override {
    tell("write texture", id.id, as_text(bytes));
  }
  void execute(std::span<const Command> commands) override {
    tell("list", commands.size());
    for (const Command& command : commands) {
      std::visit([this](const auto& one) { tell_command(one); }, command);
    }
  }
  std::string take_complaint() override { return {}; }
  std::vector<std::uint8_t> read_rgba8(Texture) override { return {}; }

 private:
  void tell_command(const BeginPass& pass) {
    tell(" begin", pass.color.id, pass.resolve.id, pass.depth.id, pass.clear_color,
         pass.clear_depth, pass.clear_rgba[0], pass.clear_rgba[1], pass.clear_rgba[2],
         pass.clear_rgba[3]);
  }
  void tell_command(const EndPass&) { tell(" end"); }
  void tell_command(const SetPipeline& one) { tell(" set pipeline", one.pipeline.id); }
  void tell_command(const SetBindGroup& one) {
    tell(" set group", one.set, one.group.id, one.offset_count, one.offsets_bytes[0],
         one.offsets_bytes[1]);
  }
  void tell_command(const SetVertexBuffer& one) {
    tell(" set vertices", one.slot, one.buffer.id, one.offset_bytes);
  }
  void tell_command(const SetIndexBuffer& one) {
    tell(" set indices", one.buffer.id, one.offset_bytes);
  }
  void tell_command(const Draw& one) { tell(" draw", one.vertex_count, one.instance_count); }
  void tell_command(const DrawIndexed& one) {
    tell(" draw indexed", one.index_count, one.instance_count);
  }

  static std::string as_text(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) text += std::to_string(static_cast<int>(byte)) + ".";
    return text;
  }
  static std::string as_text(const std::string& text) { return text; }
  template <typename Value>
  static std::string as_text(Value value) {
    if constexpr (std::is_enum_v<Value>) {
      return std::to_string(static_cast<int>(value));
    } else {
      return std::to_string(value);
    }
  }
  template <typename... Values>
  void tell(const char* what, const Values&... values) {
    told += what;
    ((told += " " + as_text(values)), ...);
    told += "\n";
  }
  template <typename... Values>
  base::Result<void> made(const char* what, const Values&... values) {
    tell(what, values...);
    return {};
  }

  Capabilities capabilities_ = [] {
    Capabilities can;
    can.max_sample_count = 4;
    return can;
  }();
};

// What the cases below make and draw; every request of a device in it, and every field off its
// default somewhere.
struct Scene {
  Texture color;
  Texture samples;
  Texture depth;
  Texture picture;
  Buffer vertices;
  Buffer rows;
  Buffer indices;
  BindGroup group;
  BindGroup shadow_group;
  RenderPipeline pipeline;
};

RenderPipeline make_pipeline(Device& device, std::vector<BindGroupLayout> layouts) {
  RenderPipelineDesc desc;
  desc.label = "pipeline";
  desc.vertex = device.make_shader_module({"a.vert", ShaderStage::Vertex, "es", "gl"}).value();
  desc.fragment = device.make_shader_module({"a.frag", ShaderStage::Fragment, "es", "gl"}).value();
  desc.layouts = std::move(layouts);
  desc.vertex_buffers.resize(2);
  desc.vertex_buffers[0].stride_bytes = 16;
  desc.vertex_buffers[0].attributes = {{0, VertexFormat::Sint16x2, 0},
                                       {1, VertexFormat::Float32x3, 4}};
  desc.vertex_buffers[1].stride_bytes = 8;
  desc.vertex_buffers[1].per_instance = true;
  desc.vertex_buffers[1].attributes = {{2, VertexFormat::Unorm8x4, 4}};
  desc.cull = Cull::Front;
  desc.depth_write = false;
  desc.depth_compare = Compare::LessEqual;
  desc.depth_bias_constant = 2.5f;
  desc.depth_bias_slope = -1.25f;
  desc.blend_alpha = true;
  desc.sample_count = 4;
  return device.make_render_pipeline(desc).value();
}

Scene make_scene(Device& device) {
  Scene made;
  TextureDesc texture{"resolved", 8, 4, TextureFormat::Rgba8Unorm, 1, true};
  made.color = device.make_texture(texture).value();
  texture.label = "samples";
  texture.sample_count = 4;
  made.samples = device.make_texture(texture).value();
  texture.format = TextureFormat::Depth24;
  made.depth = device.make_texture(texture).value();
  texture.sample_count = 1;
  const Texture map = device.make_texture(texture).value();
  made.picture = device.make_texture({"picture", 3, 3, TextureFormat::R8Unorm, 1, false}).value();
  made.vertices = device.make_buffer({"vertices", 160, BufferUsage::Vertex, false}).value();
  made.rows = device.make_buffer({"rows", 160, BufferUsage::Vertex, true}).value();
  made.indices = device.make_buffer({"indices", 30, BufferUsage::Index, false}).value();
  const Buffer block = device.make_buffer({"block", 1024, BufferUsage::Uniform, true}).value();
  const Sampler plain = device.make_sampler({"plain", Filter::Nearest, false}).value();
  const Sampler compares = device.make_sampler({"compares", Filter::Linear, true}).value();
  const BindGroupLayout layout =
      device
          .make_bind_group_layout({"layout",
                                   {{0, BindingType::DynamicUniformBuffer, "Block", 0},
                                    {1, BindingType::SampledTexture, "picture", 3},
                                    {3, BindingType::TextureSampler, "plain", 0}}})
          .value();
  const BindGroupLayout shadows =
      device
          .make_bind_group_layout({"shadows",
                                   {{0, BindingType::SampledTexture, "map", 1, true},
                                    {1, BindingType::TextureSampler, "compares", 0, true}}})
          .value();
  made.group = device
                   .make_bind_group({"group",
                                     layout,
                                     {{0, block, 256, 64, {}, {}},
                                      {1, {}, 0, 0, made.picture, {}},
                                      {3, {}, 0, 0, {}, plain}}})
                   .value();
  made.shadow_group =
      device
          .make_bind_group(
              {"shadows", shadows, {{0, {}, 0, 0, map, {}}, {1, {}, 0, 0, {}, compares}}})
          .value();
  made.pipeline = make_pipeline(device, {layout, shadows});
  return made;
}

CommandList list_of(const Scene& scene) {
  CommandList list;
  BeginPass pass;
  pass.color = scene.samples;
  pass.resolve = scene.color;
  pass.depth = scene.depth;
  pass.clear_depth = false;
  pass.clear_rgba[1] = 0.5f;
  list.begin_pass(pass);
  list.set_pipeline(scene.pipeline);
  list.set_bind_group(0, scene.group, {512});
  list.set_bind_group(1, scene.shadow_group);
  list.set_vertex_buffer(0, scene.vertices, 16);
  list.set_vertex_buffer(1, scene.rows);
  list.draw(3, 2);
  list.set_index_buffer(scene.indices, 6);
  list.draw_indexed(9);
  list.end_pass();
  return list;
}

// A frame as a page has it: what arrived is written, then drawn.
void draw_frame(Device& device, const Scene& scene) {
  const std::array<std::byte, 6> odd = {std::byte{1}, std::byte{2}, std::byte{3},
                                        std::byte{4}, std::byte{5}, std::byte{255}};
  const std::array<std::byte, 9> pixels = {std::byte{7}, std::byte{8}, std::byte{9}};
  REQUIRE(device.write_buffer(scene.indices, 8, odd).ok());
  REQUIRE(device.write_texture(scene.picture, pixels).ok());
  device.set_surface_size(64, 32);
  REQUIRE(device.submit(list_of(scene)).ok());
}

void end_scene(Device& device, const Scene& scene) {
  device.destroy(scene.group);
  device.destroy(scene.picture);
  device.destroy(scene.vertices);
}

ShaderModuleDesc shader_of(const std::string& label) {
  ShaderModuleDesc desc;
  desc.label = label;
  desc.stage = label == "a.vert" ? ShaderStage::Vertex : ShaderStage::Fragment;
  return desc;
}

Capabilities page_capabilities() {
  Capabilities can;
  can.backend = "WebGPU";
  can.max_texture_size = 8192;
  return can;
}

TEST_CASE("words say every request with every field, in order") {
  auto telling = std::make_unique<TellingBackend>();
  TellingBackend& straight = *telling;
  Device direct(std::move(telling));
  const Scene direct_scene = make_scene(direct);
  draw_frame(direct, direct_scene);
  end_scene(direct, direct_scene);

  auto words = std::make_unique<WordBackend>(page_capabilities());
  WordBackend& writer = *words;
  Device device(std::move(words));
  TellingBackend replayed;
  WordReplay replay(replayed, shader_of);
  const Scene scene = make_scene(device);
  replay.run(writer.take_words());
  draw_frame(device, scene);
  end_scene(device, scene);
  replay.run(writer.take_words());

  CHECK(straight.told.size() > 1000);
  CHECK(replayed.told == straight.told);
}

TEST_CASE("words are taken once, and a steady frame needs no memory") {
  auto words = std::make_unique<WordBackend>(page_capabilities());
  WordBackend& writer = *words;
  Device device(std::move(words));
  const Scene scene = make_scene(device);
  draw_frame(device, scene);
  CHECK_FALSE(writer.take_words().empty());
  CHECK(writer.take_words().empty());

  draw_frame(device, scene);
  const std::span<const std::uint32_t> first = writer.take_words();
  const std::vector<std::uint32_t> kept(first.begin(), first.end());
  const std::uint32_t* const memory = first.data();
  for (int frame = 0; frame < 3; ++frame) {
    draw_frame(device, scene);
    const std::span<const std::uint32_t> next = writer.take_words();
    CHECK(next.data() == memory);
    CHECK(std::vector<std::uint32_t>(next.begin(), next.end()) == kept);
  }
}

TEST_CASE("a device of words refuses what its consumer cannot do") {
  Device device(std::make_unique<WordBackend>(page_capabilities()));
  TextureDesc desc{"target", 8, 8, TextureFormat::Rgba8Unorm, 2, true};
  CHECK_FALSE(device.make_texture(desc).ok());
  desc.sample_count = 1;
  const Texture target = device.make_texture(desc).value();
  const auto read = device.read_rgba8(target);
  REQUIRE_FALSE(read.ok());
  CHECK(base::to_sentence(read.error()).find("not read back") != std::string::npos);
}

}  // namespace
}  // namespace terrane::gpu
