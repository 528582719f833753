#include "terrane/render/pipelines.h"

#include <string>
#include <utility>
#include <vector>

#include "terrane/base/assert.h"
#include "terrane/content/vertex.h"
#include "terrane/render/shader_text.h"

namespace terrane::render {
namespace {

using gpu::BindingType;

base::Result<gpu::ShaderModule> make_shader(gpu::Device& device, std::string_view name) {
  for (const ShaderText& text : shader_texts()) {
    if (text.name != name) continue;
    gpu::ShaderModuleDesc desc;
    desc.label = std::string(name);
    desc.stage = text.stage;
    desc.glsl_es_300 = text.glsl_es_300;
    desc.glsl_330 = text.glsl_330;
    return device.make_shader_module(desc);
  }
  return base::Error{base::ErrorCode::NotFound, "shader is not embedded", std::string(name),
                     "a file of render/shaders"};
}

// The compact vertex as attributes at multiples of 4 bytes; the shader takes the bytes apart.
gpu::VertexBufferLayout page_vertices() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(content::Vertex);
  layout.attributes = {{0, gpu::VertexFormat::Sint32x3, 0},
                       {1, gpu::VertexFormat::Uint8x4, 12},
                       {2, gpu::VertexFormat::Sint16x2, 16},
                       {3, gpu::VertexFormat::Sint16x2, 20}};
  return layout;
}

gpu::VertexBufferLayout instance_rows() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(InstanceRow);
  layout.per_instance = true;
  layout.attributes = {{4, gpu::VertexFormat::Float32x4, 0}, {5, gpu::VertexFormat::Float32x4, 16}};
  return layout;
}

gpu::VertexBufferLayout figure_rows() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(FigureRow);
  layout.per_instance = true;
  layout.attributes = {{4, gpu::VertexFormat::Float32x4, 0},  {5, gpu::VertexFormat::Float32x4, 16},
                       {6, gpu::VertexFormat::Float32x4, 32}, {7, gpu::VertexFormat::Float32x4, 48},
                       {8, gpu::VertexFormat::Unorm8x4, 64},  {9, gpu::VertexFormat::Unorm8x4, 68}};
  return layout;
}

gpu::VertexBufferLayout mark_rows() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(MarkRow);
  layout.per_instance = true;
  layout.attributes = {{0, gpu::VertexFormat::Float32x4, 0},
                       {1, gpu::VertexFormat::Float32x4, 16},
                       {2, gpu::VertexFormat::Float32x4, 32},
                       {3, gpu::VertexFormat::Float32x4, 48},
                       {4, gpu::VertexFormat::Unorm8x4, 64}};
  return layout;
}

gpu::VertexBufferLayout bar_rows() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(BarRow);
  layout.per_instance = true;
  layout.attributes = {{0, gpu::VertexFormat::Float32x4, 0},
                       {1, gpu::VertexFormat::Float32x4, 16},
                       {2, gpu::VertexFormat::Unorm8x4, 32}};
  return layout;
}

gpu::VertexBufferLayout text_vertices() {
  gpu::VertexBufferLayout layout;
  layout.stride_bytes = sizeof(TextVertex);
  layout.attributes = {{0, gpu::VertexFormat::Float32x4, 0}, {1, gpu::VertexFormat::Unorm8x4, 16}};
  return layout;
}

base::Result<void> make_layouts(gpu::Device& device, Pipelines& made) {
  const gpu::BindGroupLayoutEntry frame{0, BindingType::UniformBuffer, "FrameBlock", 0};
  const gpu::BindGroupLayoutEntry palette{1, BindingType::UniformBuffer, "PaletteBlock", 0};
  made.frame = TERRANE_TRY(device.make_bind_group_layout(
      {"frame",
       {frame,
        palette,
        {2, BindingType::SampledTexture, "shadow_map", 3, true},
        {3, BindingType::TextureSampler, "shadow_sampler", 0, true}}}));
  made.shadow_frame =
      TERRANE_TRY(device.make_bind_group_layout({"shadow frame", {frame, palette}}));
  const gpu::BindGroupLayoutEntry sight{1, BindingType::SampledTexture, "sight_map", 2};
  const gpu::BindGroupLayoutEntry sight_sampler{2, BindingType::TextureSampler, "sight_sampler", 0};
  made.piece = TERRANE_TRY(device.make_bind_group_layout(
      {"piece", {{0, BindingType::DynamicUniformBuffer, "PieceBlock", 0}, sight, sight_sampler}}));
  made.sight = TERRANE_TRY(device.make_bind_group_layout({"sight", {sight, sight_sampler}}));
  made.present = TERRANE_TRY(
      device.make_bind_group_layout({"present",
                                     {{0, BindingType::UniformBuffer, "PresentBlock", 0},
                                      {1, BindingType::SampledTexture, "drawn_picture", 2},
                                      {2, BindingType::TextureSampler, "drawn_sampler", 0}}}));
  made.text = TERRANE_TRY(
      device.make_bind_group_layout({"text",
                                     {{0, BindingType::SampledTexture, "font_picture", 1},
                                      {1, BindingType::TextureSampler, "font_sampler", 0}}}));
  made.quad = TERRANE_TRY(
      device.make_bind_group_layout({"quad",
                                     {{0, BindingType::SampledTexture, "quad_picture", 1},
                                      {1, BindingType::TextureSampler, "quad_sampler", 0}}}));
  return {};
}

base::Result<void> make_scene_pipelines(gpu::Device& device, std::uint32_t samples,
                                        Pipelines& made) {
  static constexpr const char* k_fragments[k_surface_class_count] = {
      "facade.frag", "road.frag", "land.frag", "water.frag", "plain.frag"};
  gpu::RenderPipelineDesc desc;
  desc.sample_count = samples;
  desc.vertex = TERRANE_TRY(make_shader(device, "page.vert"));
  desc.layouts = {made.frame, made.piece};
  desc.vertex_buffers = {page_vertices()};
  for (unsigned index = 0; index < k_surface_class_count; ++index) {
    desc.label = k_fragments[index];
    desc.fragment = TERRANE_TRY(make_shader(device, k_fragments[index]));
    made.surfaces[index] = TERRANE_TRY(device.make_render_pipeline(desc));
  }

  desc.label = "instances";
  desc.vertex = TERRANE_TRY(make_shader(device, "instance.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "instance.frag"));
  desc.layouts = {made.frame, made.sight};
  desc.vertex_buffers = {page_vertices(), instance_rows()};
  desc.cull = gpu::Cull::None;  // leaves have two sides
  made.instances = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "figures";
  desc.vertex = TERRANE_TRY(make_shader(device, "figure.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "figure.frag"));
  desc.vertex_buffers = {page_vertices(), figure_rows()};
  desc.cull = gpu::Cull::Back;  // who sits within a car sees out
  made.figures = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "sky";
  desc.vertex = TERRANE_TRY(make_shader(device, "sky.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "sky.frag"));
  desc.layouts = {made.frame};
  desc.vertex_buffers = {};
  desc.cull = gpu::Cull::None;
  desc.depth_write = false;
  desc.depth_compare = gpu::Compare::LessEqual;
  made.sky = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "glow";
  desc.vertex = TERRANE_TRY(make_shader(device, "glow.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "glow.frag"));
  desc.layouts = {made.frame, made.sight};
  desc.vertex_buffers = {instance_rows()};
  desc.blend_add = true;
  made.glow = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "ground marks";
  desc.vertex = TERRANE_TRY(make_shader(device, "mark.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "mark.frag"));
  desc.layouts = {made.frame};
  desc.vertex_buffers = {mark_rows()};
  desc.blend_add = false;
  desc.blend_alpha = true;
  made.ground_marks = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "bars";
  desc.vertex = TERRANE_TRY(make_shader(device, "bar.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "bar.frag"));
  desc.vertex_buffers = {bar_rows()};
  made.bars = TERRANE_TRY(device.make_render_pipeline(desc));
  return {};
}

base::Result<void> make_shadow_pipelines(gpu::Device& device, Pipelines& made) {
  gpu::RenderPipelineDesc desc;
  desc.has_color = false;
  desc.cull = gpu::Cull::None;
  desc.depth_bias_constant = 2.0f;
  desc.depth_bias_slope = 2.0f;
  desc.label = "page shadows";
  desc.vertex = TERRANE_TRY(make_shader(device, "shadow.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "shadow.frag"));
  desc.layouts = {made.shadow_frame, made.piece};
  desc.vertex_buffers = {page_vertices()};
  made.page_shadows = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "instance shadows";
  desc.vertex = TERRANE_TRY(make_shader(device, "instance_shadow.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "instance_shadow.frag"));
  desc.layouts = {made.shadow_frame};
  desc.vertex_buffers = {page_vertices(), instance_rows()};
  made.instance_shadows = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "figure shadows";
  desc.vertex = TERRANE_TRY(make_shader(device, "figure_shadow.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "shadow.frag"));
  desc.vertex_buffers = {page_vertices(), figure_rows()};
  made.figure_shadows = TERRANE_TRY(device.make_render_pipeline(desc));
  return {};
}

base::Result<void> make_screen_pipelines(gpu::Device& device, Pipelines& made) {
  gpu::RenderPipelineDesc desc;
  desc.cull = gpu::Cull::None;
  desc.depth_test = false;
  desc.depth_write = false;
  desc.label = "present";
  desc.vertex = TERRANE_TRY(make_shader(device, "present.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "present.frag"));
  desc.layouts = {made.present};
  made.present_picture = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "screen quads";
  desc.vertex = TERRANE_TRY(make_shader(device, "text.vert"));
  desc.fragment = TERRANE_TRY(make_shader(device, "quad.frag"));
  desc.layouts = {made.quad};
  desc.vertex_buffers = {text_vertices()};
  desc.blend_alpha = true;
  made.screen_quads = TERRANE_TRY(device.make_render_pipeline(desc));

  desc.label = "text";
  desc.fragment = TERRANE_TRY(make_shader(device, "text.frag"));
  desc.layouts = {made.text};
  made.text_overlay = TERRANE_TRY(device.make_render_pipeline(desc));
  return {};
}

}  // namespace

base::Result<Pipelines> make_pipelines(gpu::Device& device, std::uint32_t samples) {
  Pipelines made;
  TERRANE_TRY(make_layouts(device, made));
  TERRANE_TRY(make_scene_pipelines(device, samples, made));
  TERRANE_TRY(make_shadow_pipelines(device, made));
  TERRANE_TRY(make_screen_pipelines(device, made));
  return made;
}

}  // namespace terrane::render
