#include "terrane/gpu/device.h"

#include <doctest/doctest.h>

#include <array>

namespace terrane::gpu {
namespace {

// A device with one of everything that a simple draw needs.
struct Bench {
  std::unique_ptr<Device> device = make_null_device();
  Texture color;
  Texture depth;
  Buffer vertices;
  Buffer indices;
  Buffer uniforms;
  BindGroupLayout layout;
  BindGroup group;
  RenderPipeline pipeline;

  Bench() {
    TextureDesc texture;
    texture.label = "colour";
    texture.width = 8;
    texture.height = 8;
    texture.render_target = true;
    color = device->make_texture(texture).value();
    texture.label = "depth";
    texture.format = TextureFormat::Depth24;
    depth = device->make_texture(texture).value();
    vertices = device->make_buffer({"vertices", 120, BufferUsage::Vertex, false}).value();
    indices = device->make_buffer({"indices", 12, BufferUsage::Index, false}).value();
    uniforms = device->make_buffer({"uniforms", 1024, BufferUsage::Uniform, true}).value();
    layout = device
                 ->make_bind_group_layout(
                     {"layout", {{0, BindingType::DynamicUniformBuffer, "Block", 0}}})
                 .value();
    BindGroupEntry entry;
    entry.buffer = uniforms;
    entry.size_bytes = 64;
    group = device->make_bind_group({"group", layout, {entry}}).value();
    RenderPipelineDesc desc;
    desc.label = "pipeline";
    desc.vertex = device->make_shader_module({"v", ShaderStage::Vertex, "es", "gl"}).value();
    desc.fragment = device->make_shader_module({"f", ShaderStage::Fragment, "es", "gl"}).value();
    desc.layouts = {layout};
    desc.vertex_buffers.resize(1);
    desc.vertex_buffers[0].stride_bytes = 12;
    desc.vertex_buffers[0].attributes = {{0, VertexFormat::Float32x3, 0}};
    pipeline = device->make_render_pipeline(desc).value();
  }

  BeginPass pass() const {
    BeginPass begin;
    begin.color = color;
    begin.depth = depth;
    return begin;
  }

  // A list that draws two triangles, all in order.
  CommandList good_list() const {
    CommandList list;
    list.begin_pass(pass());
    list.set_pipeline(pipeline);
    list.set_bind_group(0, group, {256});
    list.set_vertex_buffer(0, vertices);
    list.set_index_buffer(indices);
    list.draw_indexed(6);
    list.end_pass();
    return list;
  }
};

std::string refusal(Device& device, const CommandList& list) {
  const auto result = device.submit(list);
  return result.ok() ? std::string() : base::to_sentence(result.error());
}

bool says(const std::string& sentence, const char* part) {
  return sentence.find(part) != std::string::npos;
}

TEST_CASE("a correct list is executed and counted") {
  Bench bench;
  CHECK(refusal(*bench.device, bench.good_list()) == "");
  CHECK(bench.device->stats().draws == 1);
  CHECK(bench.device->stats().triangles == 2);
  CHECK(bench.device->stats().passes == 1);
  CHECK(bench.device->stats().pipelines_made == 1);
  CHECK(bench.device->stats().commands == 7);
}

TEST_CASE("a faulty list is refused by name and draws nothing") {
  Bench bench;
  CommandList list;
  SUBCASE("a draw outside a pass") {
    list.draw(3);
    CHECK(says(refusal(*bench.device, list), "draw without a pipeline"));
  }
  SUBCASE("a pass that does not end") {
    list.begin_pass(bench.pass());
    CHECK(says(refusal(*bench.device, list), "pass without an end"));
  }
  SUBCASE("a pass within a pass") {
    list.begin_pass(bench.pass());
    list.begin_pass(bench.pass());
    CHECK(says(refusal(*bench.device, list), "pass within a pass"));
  }
  SUBCASE("a pipeline with depth in a pass without") {
    BeginPass flat = bench.pass();
    flat.depth = {};
    list.begin_pass(flat);
    list.set_pipeline(bench.pipeline);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "pipeline for other targets"));
  }
  SUBCASE("a draw without its group") {
    list.begin_pass(bench.pass());
    list.set_pipeline(bench.pipeline);
    list.set_vertex_buffer(0, bench.vertices);
    list.draw(3);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "set 0 is not bound"));
  }
  SUBCASE("a draw past the end of its vertices") {
    list.begin_pass(bench.pass());
    list.set_pipeline(bench.pipeline);
    list.set_bind_group(0, bench.group, {0});
    list.set_vertex_buffer(0, bench.vertices, 96);
    list.draw(3);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "past the end of a vertex buffer"));
  }
  SUBCASE("a draw past the end of its indices") {
    list = bench.good_list();
    CommandList longer;
    longer.begin_pass(bench.pass());
    longer.set_pipeline(bench.pipeline);
    longer.set_bind_group(0, bench.group, {0});
    longer.set_vertex_buffer(0, bench.vertices);
    longer.set_index_buffer(bench.indices, 6);
    longer.draw_indexed(6);
    longer.end_pass();
    CHECK(says(refusal(*bench.device, longer), "past the end of the indices"));
  }
  SUBCASE("a dynamic offset that is not aligned") {
    list.begin_pass(bench.pass());
    list.set_bind_group(0, bench.group, {100});
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "dynamic offset 100"));
  }
  SUBCASE("a dynamic offset outside the buffer") {
    list.begin_pass(bench.pass());
    list.set_bind_group(0, bench.group, {1024});
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "dynamic offset 1024"));
  }
  SUBCASE("a missing dynamic offset") {
    list.begin_pass(bench.pass());
    list.set_bind_group(0, bench.group);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "0 dynamic offsets"));
  }
  SUBCASE("a pass without a target") {
    list.begin_pass({});
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "without a living target"));
  }
  SUBCASE("a target that was destroyed") {
    bench.device->destroy(bench.color);
    list.begin_pass(bench.pass());
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "without a living target"));
  }
  SUBCASE("a pipeline for other targets") {
    BeginPass begin;
    begin.depth = bench.depth;
    list.begin_pass(begin);
    list.set_pipeline(bench.pipeline);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "pipeline for other targets"));
  }
  SUBCASE("colour used as depth") {
    BeginPass begin;
    begin.color = bench.depth;
    list.begin_pass(begin);
    list.end_pass();
    CHECK(says(refusal(*bench.device, list), "target of the wrong kind"));
  }
  CHECK(bench.device->stats().draws == 0);
  CHECK(bench.device->stats().submits == 0);
}

TEST_CASE("resources are checked when they are made") {
  Bench bench;
  Device& device = *bench.device;
  CHECK_FALSE(device.make_buffer({"empty", 0, BufferUsage::Vertex, false}).ok());
  TextureDesc texture;
  texture.width = 0;
  texture.height = 4;
  CHECK_FALSE(device.make_texture(texture).ok());
  texture.width = 100000;
  CHECK_FALSE(device.make_texture(texture).ok());
  texture.width = 4;
  texture.sample_count = 4;
  CHECK_FALSE(device.make_texture(texture).ok());  // samples need a render target
  CHECK_FALSE(device.make_shader_module({"no text", ShaderStage::Vertex, "", ""}).ok());
  CHECK_FALSE(device
                  .make_bind_group_layout({"twice",
                                           {{0, BindingType::UniformBuffer, "A", 0},
                                            {0, BindingType::UniformBuffer, "B", 0}}})
                  .ok());
  CHECK_FALSE(
      device
          .make_bind_group_layout({"no sampler", {{0, BindingType::SampledTexture, "picture", 1}}})
          .ok());
  CHECK_FALSE(device.make_bind_group({"no entries", bench.layout, {}}).ok());
  BindGroupEntry entry;
  entry.buffer = bench.vertices;  // not a uniform buffer
  entry.size_bytes = 64;
  CHECK_FALSE(device.make_bind_group({"wrong buffer", bench.layout, {entry}}).ok());
  CHECK_FALSE(device.make_render_pipeline({}).ok());
}

TEST_CASE("depth is bound as depth, with a sampler that compares") {
  Bench bench;
  const Sampler plain = bench.device->make_sampler({"plain", Filter::Linear, false}).value();
  const Sampler comparing = bench.device->make_sampler({"compares", Filter::Linear, true}).value();
  const auto layout_of = [&bench](bool texture, bool sampler) {
    return bench.device->make_bind_group_layout(
        {"map",
         {{0, BindingType::SampledTexture, "map", 1, texture},
          {1, BindingType::TextureSampler, "map_sampler", 0, sampler}}});
  };
  CHECK_FALSE(layout_of(true, false).ok());
  CHECK_FALSE(layout_of(false, true).ok());
  const auto group = [&bench](BindGroupLayout layout, Texture texture, Sampler sampler) {
    BindGroupDesc desc{"map", layout, {{}, {}}};
    desc.entries[0].texture = texture;
    desc.entries[1].binding = 1;
    desc.entries[1].sampler = sampler;
    return bench.device->make_bind_group(desc).ok();
  };
  const BindGroupLayout depth = layout_of(true, true).value();
  CHECK(group(depth, bench.depth, comparing));
  CHECK_FALSE(group(depth, bench.color, comparing));
  CHECK_FALSE(group(depth, bench.depth, plain));
  const BindGroupLayout colour = layout_of(false, false).value();
  CHECK(group(colour, bench.color, plain));
  CHECK_FALSE(group(colour, bench.depth, plain));
  CHECK_FALSE(group(colour, bench.color, comparing));
}

TEST_CASE("writes stay inside their buffer") {
  Bench bench;
  const std::array<std::byte, 16> bytes{};
  CHECK(bench.device->write_buffer(bench.vertices, 104, bytes).ok());
  CHECK(bench.device->stats().bytes_written == 16);
  CHECK_FALSE(bench.device->write_buffer(bench.vertices, 108, bytes).ok());
  CHECK_FALSE(bench.device->write_buffer(bench.vertices, ~std::uint64_t{0}, bytes).ok());
  CHECK_FALSE(bench.device->write_buffer(bench.vertices, 2, bytes).ok());  // WebGPU: by fours
  CHECK_FALSE(bench.device->write_buffer(Buffer{}, 0, bytes).ok());
  CHECK_FALSE(bench.device->write_texture(bench.color, bytes).ok());
  bench.device->destroy(bench.vertices);
  CHECK_FALSE(bench.device->write_buffer(bench.vertices, 0, bytes).ok());
}

TEST_CASE("the surface has no size until it is given one") {
  Bench bench;
  const Texture surface = bench.device->surface();
  BeginPass pass;
  pass.color = surface;
  CommandList list;
  list.begin_pass(pass);
  list.end_pass();
  CHECK_FALSE(bench.device->submit(list).ok());
  bench.device->set_surface_size(640, 480);
  CHECK(bench.device->submit(list).ok());
  CHECK(bench.device->find(surface)->width == 640);
  CHECK(bench.device->read_rgba8(surface).value().size() == 640 * 480 * 4);
}

}  // namespace
}  // namespace terrane::gpu
