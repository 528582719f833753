#include "terrane/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <future>
#include <glm/geometric.hpp>
#include <optional>
#include <utility>

#include "terrane/base/trig.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"
#include "terrane/geo/floating_origin.h"
#include "terrane/render/figure_batches.h"
#include "terrane/render/frame_block.h"
#include "terrane/render/instance_batches.h"
#include "terrane/render/mark_batches.h"
#include "terrane/render/page_store.h"
#include "terrane/render/pipelines.h"
#include "terrane/render/quad_overlay.h"
#include "terrane/render/scene_targets.h"
#include "terrane/render/sight_map.h"
#include "terrane/render/sky_light.h"
#include "terrane/render/text_overlay.h"
#include "terrane/render/visible_pieces.h"

namespace terrane::render {
namespace {

// In a browser threads are few or none, and libc++ waits for ever where std::async gets none: there
// they are modelled at get().
#if defined(__EMSCRIPTEN__)
constexpr std::launch k_model_launch = std::launch::deferred;
#else
constexpr std::launch k_model_launch = std::launch::async | std::launch::deferred;
#endif

using base::Error;
using base::ErrorCode;

constexpr std::uint32_t k_instance_row_limit = 1u << 16;
constexpr float k_planet_radius_m = 6371000.0f;
// Fog is full this share of the clear distance away, so that nothing shows at its very edge.
constexpr double k_fog_share = 0.96;
constexpr double k_fog_least_m = 5.0;
constexpr double k_pattern_period_m = 512.0;

float linear(std::uint8_t srgb) {
  const double value = srgb / 255.0;
  return static_cast<float>(value <= 0.04045 ? value / 12.92
                                             : std::pow((value + 0.055) / 1.055, 2.4));
}

glm::vec4 linear_color(std::uint8_t index) {
  const content::Rgb8 colour = content::palette_colours()[index];
  return {linear(colour.r), linear(colour.g), linear(colour.b), 1.0f};
}

// The colour of the ground where no piece is.
std::uint8_t surround_palette(content::Material material) {
  switch (material) {
    case content::Material::Water:
      return content::palette::k_water_deep;  // as the open sea of a map
    case content::Material::Soil:
      return content::palette::k_soil;
    case content::Material::Paving:
      return content::palette::k_paving_cool;
    case content::Material::Asphalt:
      return content::palette::k_asphalt;
    default:
      return content::palette::k_grass;
  }
}

glm::vec3 to_single(geo::Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

float wrapped(double metres) {
  return static_cast<float>(metres - k_pattern_period_m * std::floor(metres / k_pattern_period_m));
}

base::Result<void> check_input(const FrameInput& input, const gpu::TextureDesc* target) {
  if (target == nullptr || target->width == 0 || target->height == 0) {
    return Error{ErrorCode::BadUsage, "frame without a target", "draw_frame",
                 "a render target of one pixel or more"};
  }
  const Camera& camera = input.camera;
  if (!geo::is_finite(camera.position) || !std::isfinite(camera.heading_rad) ||
      !std::isfinite(camera.pitch_rad) || !std::isfinite(camera.height_above_ground_m)) {
    return Error{ErrorCode::BadUsage, "camera is nowhere", "draw_frame", "finite numbers"};
  }
  if (!(camera.vertical_fov_rad > 0.01 && camera.vertical_fov_rad < 3.0)) {
    return Error{ErrorCode::OutOfRange, "field of view", std::to_string(camera.vertical_fov_rad),
                 "0.01 to 3 radians"};
  }
  return {};
}

}  // namespace

struct Renderer::State {
  gpu::Device* device = nullptr;
  RendererOptions options;
  Pipelines pipelines;
  std::unique_ptr<GpuPageSink> pages;
  std::unique_ptr<SceneTargets> targets;
  std::unique_ptr<InstanceBatches> instances;
  std::unique_ptr<FigureBatches> figures;
  std::unique_ptr<MarkBatches> marks;
  std::unique_ptr<SightMap> sight;
  std::unique_ptr<QuadOverlay> quads;
  std::unique_ptr<TextOverlay> overlay;
  std::uint32_t factor = 1;  // of supersampling

  gpu::Buffer frame_block;
  gpu::Buffer palette_block;
  gpu::Buffer piece_blocks;
  gpu::BindGroup frame_group;
  gpu::BindGroup shadow_frame_group;
  gpu::BindGroup piece_group;

  std::optional<geo::FloatingOrigin> origin;
  gpu::CommandList list;
  std::vector<std::byte> piece_bytes;
  std::uint64_t warm_pipelines = 0;

  // One frame in the making.
  struct Frame {
    geo::Frame scene;
    geo::Frame local;  // the camera's own
    View view;
    SkyLight light;
    Visibility visible;
    ShadowFit shadow;
    std::size_t left_out_count = 0;
    bool shadowed = false;
    double fog_end_m = 0;
  };

  base::Result<void> make_buffers();
  base::Result<void> make_groups();
  base::Result<void> make_piece_group();
  base::Result<FrameReport> draw(const FrameInput& input, gpu::Texture target);
  Frame begin(const FrameInput& input, double aspect);
  base::Result<void> upload(const FrameInput& input, Frame& frame, std::uint32_t width,
                            std::uint32_t height);
  FrameBlock block_of(const FrameInput& input, const Frame& frame, std::uint32_t width,
                      std::uint32_t height) const;
  void record_shadows(const Frame& frame);
  void record_scene(const Frame& frame, FrameReport& report);
  void record_page(const GpuPageSink::Page& page, const GpuPageSink::Range& range);
  base::Result<void> warm_up();
};

base::Result<void> Renderer::State::make_buffers() {
  gpu::BufferDesc desc;
  desc.usage = gpu::BufferUsage::Uniform;
  desc.dynamic = true;
  desc.label = "frame block";
  desc.size_bytes = sizeof(FrameBlock);
  frame_block = TERRANE_TRY(device->make_buffer(desc));
  desc.label = "piece blocks";
  desc.size_bytes = std::uint64_t{options.piece_limit} * gpu::k_uniform_alignment_bytes;
  piece_blocks = TERRANE_TRY(device->make_buffer(desc));
  desc.label = "palette block";
  desc.size_bytes = sizeof(PaletteBlock);
  desc.dynamic = false;
  palette_block = TERRANE_TRY(device->make_buffer(desc));
  PaletteBlock palette;
  for (unsigned index = 0; index < 256; ++index) {
    palette.colors[index] = linear_color(static_cast<std::uint8_t>(index));
  }
  return device->write_buffer(palette_block, 0, std::as_bytes(std::span(&palette, 1)));
}

base::Result<void> Renderer::State::make_groups() {
  gpu::BindGroupDesc desc;
  desc.label = "shadow frame";
  desc.layout = pipelines.shadow_frame;
  desc.entries.resize(2);
  desc.entries[0].buffer = frame_block;
  desc.entries[0].size_bytes = sizeof(FrameBlock);
  desc.entries[1].binding = 1;
  desc.entries[1].buffer = palette_block;
  desc.entries[1].size_bytes = sizeof(PaletteBlock);
  shadow_frame_group = TERRANE_TRY(device->make_bind_group(desc));

  desc.label = "frame";
  desc.layout = pipelines.frame;
  desc.entries.resize(4);
  desc.entries[2].binding = 2;
  desc.entries[2].texture = targets->shadow_map();
  desc.entries[3].binding = 3;
  desc.entries[3].sampler = targets->shadow_sampler();
  frame_group = TERRANE_TRY(device->make_bind_group(desc));
  return make_piece_group();
}

base::Result<void> Renderer::State::make_piece_group() {
  gpu::BindGroupDesc piece;
  piece.label = "piece";
  piece.layout = pipelines.piece;
  piece.entries.resize(3);
  piece.entries[0].buffer = piece_blocks;
  piece.entries[0].size_bytes = sizeof(PieceBlock);
  piece.entries[1].binding = 1;
  piece.entries[1].texture = sight->texture();
  piece.entries[2].binding = 2;
  piece.entries[2].sampler = sight->sampler();
  const gpu::BindGroup made = TERRANE_TRY(device->make_bind_group(piece));
  if (piece_group) device->destroy(piece_group);
  piece_group = made;
  return {};
}

Renderer::State::Frame Renderer::State::begin(const FrameInput& input, double aspect) {
  const Camera& camera = input.camera;
  geo::Frame local = camera.frame;
  local.origin = camera.position;
  if (!origin) {
    origin.emplace(local);
  } else {
    origin->follow(local);
  }
  Frame frame;
  frame.scene = origin->frame();
  frame.scene.origin = camera.position;
  frame.local = local;
  const auto in_scene = [&](geo::Vec3 direction) {
    return to_single(frame.scene.direction_to_local(local.direction_to_world(direction)));
  };
  frame.light = sky_light_at(input.hour);

  const double clear = std::isfinite(input.clear_distance_m) ? input.clear_distance_m * k_fog_share
                                                             : options.fog_distance_m;
  frame.fog_end_m = std::max(k_fog_least_m, std::min(clear, options.fog_distance_m));
  const double height = std::max(0.0, camera.height_above_ground_m);
  const double near_m = std::clamp(0.15 + 0.01 * height, 0.15, 3.0);
  const base::SinCos pitch = base::sin_cos(camera.pitch_rad);
  const base::SinCos heading = base::sin_cos(camera.heading_rad);
  const geo::Vec3 forward{-heading.sin * pitch.cos, pitch.sin, -heading.cos * pitch.cos};
  const geo::Vec3 up{heading.sin * pitch.sin, pitch.cos, heading.cos * pitch.sin};
  // Fog is full at a level distance; ground there lies this far below the eye at most.
  const double deep_m = height + 100.0;
  frame.view = make_view(in_scene(forward), in_scene(up), camera.vertical_fov_rad, aspect, near_m,
                         std::sqrt(frame.fog_end_m * frame.fog_end_m + deep_m * deep_m) * 1.05);

  frame.shadowed = options.shadows && glm::length(frame.light.sun_color) > 0.02f &&
                   frame.light.light_direction.y > 0.02f;
  frame.shadow = fit_shadow(origin->frame().to_local(camera.position), frame.view.forward,
                            frame.light.light_direction, height, options.shadow_texels);
  const Frustum shadow(frame.shadow.view_proj);
  frame.visible = find_visible(input.pieces, frame.scene, Frustum(frame.view.view_proj),
                               frame.shadowed ? &shadow : nullptr);
  if (frame.visible.pieces.size() > options.piece_limit) {
    frame.left_out_count = frame.visible.pieces.size() - options.piece_limit;
    frame.visible.pieces.resize(options.piece_limit);
  }
  return frame;
}

FrameBlock Renderer::State::block_of(const FrameInput& input, const Frame& frame,
                                     std::uint32_t width, std::uint32_t height) const {
  const SkyLight& light = frame.light;
  const double above_m = std::max(0.0, input.camera.height_above_ground_m);
  // Haze thins upward; its density is stated where the eye is.
  const double falloff = 1.0 / 220.0;
  const double density = 0.36 / std::max(frame.fog_end_m, 600.0) * std::exp(-above_m * falloff);
  FrameBlock block;
  block.view_proj = frame.view.view_proj;
  block.light_view_proj = frame.shadow.view_proj;
  block.sun_direction = glm::vec4(light.light_direction, light.night);
  block.sun_color = glm::vec4(light.sun_color, light.glow);
  block.true_sun = glm::vec4(light.true_sun, light.disc);
  block.sky_zenith = glm::vec4(light.zenith, light.exposure);
  block.sky_horizon = glm::vec4(light.horizon, 0.0f);
  block.ambient_sky = glm::vec4(light.ambient_sky, light.lamps);
  block.ambient_ground = glm::vec4(light.ambient_ground, 0.0f);
  block.fog = {static_cast<float>(frame.fog_end_m), static_cast<float>(density),
               static_cast<float>(falloff), static_cast<float>(above_m)};
  block.camera_right = glm::vec4(frame.view.right, 0.0f);
  block.camera_up = glm::vec4(frame.view.up, 0.0f);
  block.camera_forward = glm::vec4(frame.view.forward, 0.0f);
  if (input.lowered_at) {
    const geo::Vec3 middle = frame.scene.to_local(*input.lowered_at);
    const auto cap_m = static_cast<float>(middle.y + k_lowered_m);
    if (cap_m < 0) {
      block.camera_right.w = static_cast<float>(middle.x);
      block.camera_up.w = static_cast<float>(middle.z);
      block.camera_forward.w = cap_m;
    }
  }
  const geo::Vec3 eye = origin->frame().to_local(input.camera.position);
  const double above_surround_m = std::max(0.05, input.height_above_surround_m);
  block.eye = {wrapped(eye.x), static_cast<float>(above_surround_m), wrapped(eye.z),
               k_planet_radius_m};
  block.surround = linear_color(surround_palette(input.surround));
  block.surround.w = static_cast<float>(input.surround);
  block.shadow = {frame.shadowed ? 1.0f : 0.0f, 1.0f / static_cast<float>(options.shadow_texels),
                  static_cast<float>(frame.shadow.half_width_m), 0.0f};
  block.screen = {2.0f / static_cast<float>(width), 2.0f / static_cast<float>(height), 1.0f, 0.0f};
  sight->place(frame.scene, block);
  return block;
}

base::Result<void> Renderer::State::upload(const FrameInput& input, Frame& frame,
                                           std::uint32_t width, std::uint32_t height) {
  const FrameBlock block = block_of(input, frame, width, height);
  TERRANE_TRY(device->write_buffer(frame_block, 0, std::as_bytes(std::span(&block, 1))));

  const std::vector<VisiblePiece>& pieces = frame.visible.pieces;
  piece_bytes.resize(pieces.size() * gpu::k_uniform_alignment_bytes);
  for (std::size_t slot = 0; slot < pieces.size(); ++slot) {
    const PieceBlock piece{pieces[slot].placement.to_scene};
    std::memcpy(piece_bytes.data() + slot * gpu::k_uniform_alignment_bytes, &piece, sizeof(piece));
  }
  TERRANE_TRY(device->write_buffer(piece_blocks, 0, piece_bytes));

  instances->begin_frame();
  const double reach = std::min(options.instance_distance_m, frame.fog_end_m);
  for (const VisiblePiece& visible : pieces) {
    if (visible.distance_m > reach || !visible.piece->content) continue;
    instances->add(visible.piece->content->instances, visible.placement, reach);
  }
  const Frustum view(frame.view.view_proj);
  const Frustum shadow(frame.shadow.view_proj);
  figures->fill(
      input.figures,
      {frame.scene, frame.local, &view, frame.shadowed ? &shadow : nullptr, frame.fog_end_m, reach},
      *instances);
  TERRANE_TRY(figures->upload());
  TERRANE_TRY(marks->set(input.marks, input.bars, frame.scene, frame.local));
  TERRANE_TRY(quads->set(input.quads, width, height));
  TERRANE_TRY(overlay->set(input.caption, input.attribution, width, height));
  return instances->upload();
}

void Renderer::State::record_page(const GpuPageSink::Page& page, const GpuPageSink::Range& range) {
  list.set_vertex_buffer(0, page.vertices, page.vertex_offset_bytes);
  list.set_index_buffer(page.indices,
                        page.index_offset_bytes + range.first_index * sizeof(std::uint16_t));
  list.draw_indexed(range.index_count);
}

void Renderer::State::record_shadows(const Frame& frame) {
  gpu::BeginPass pass;
  pass.depth = targets->shadow_map();
  list.begin_pass(pass);
  if (frame.shadowed) {
    const Frustum box(frame.shadow.view_proj);
    list.set_pipeline(pipelines.page_shadows);
    list.set_bind_group(0, shadow_frame_group);
    for (std::size_t slot = 0; slot < frame.visible.pieces.size(); ++slot) {
      const VisiblePiece& visible = frame.visible.pieces[slot];
      if (!visible.casts) continue;
      list.set_bind_group(1, piece_group,
                          {static_cast<std::uint32_t>(slot * gpu::k_uniform_alignment_bytes)});
      for (std::size_t index = 0; index < visible.piece->pages.size(); ++index) {
        const GpuPageSink::Page& page = pages->page(visible.piece->pages[index]);
        if (page.index_count == 0 ||
            !box.may_show(place_bounds(visible.placement, visible.piece->page_bounds[index]))) {
          continue;
        }
        record_page(page, {0, page.index_count});
      }
    }
    list.set_pipeline(pipelines.instance_shadows);
    list.set_bind_group(0, shadow_frame_group);
    instances->record(list);
    if (figures->row_count() > 0) {
      list.set_pipeline(pipelines.figure_shadows);
      list.set_bind_group(0, shadow_frame_group);
      figures->record(list);
    }
  }
  list.end_pass();
}

void Renderer::State::record_scene(const Frame& frame, FrameReport& report) {
  gpu::BeginPass pass;
  pass.color = targets->color();
  pass.resolve = targets->resolve();
  pass.depth = targets->depth();
  // Never to be seen: every pixel is covered by a piece, the backdrop or the sky.
  pass.clear_rgba[0] = 1.0f;
  pass.clear_rgba[2] = 1.0f;
  list.begin_pass(pass);

  struct SeenPage {
    const GpuPageSink::Page* page;
    std::uint32_t slot_offset_bytes;
  };
  std::vector<SeenPage> seen;
  const Frustum view(frame.view.view_proj);
  for (std::size_t slot = 0; slot < frame.visible.pieces.size(); ++slot) {
    const VisiblePiece& visible = frame.visible.pieces[slot];
    if (!visible.in_view) continue;
    report.pieces_drawn += 1;
    for (std::size_t index = 0; index < visible.piece->pages.size(); ++index) {
      const GpuPageSink::Page& page = pages->page(visible.piece->pages[index]);
      const content::BoundsMm& bounds = visible.piece->page_bounds[index];
      if (page.index_count == 0 || bounds.empty() ||
          !view.may_show(place_bounds(visible.placement, bounds))) {
        report.pages_culled += 1;
        continue;
      }
      seen.push_back({&page, static_cast<std::uint32_t>(slot * gpu::k_uniform_alignment_bytes)});
    }
  }
  report.pages_drawn = seen.size();
  for (unsigned surface = 0; surface < k_surface_class_count; ++surface) {
    list.set_pipeline(pipelines.surfaces[surface]);
    list.set_bind_group(0, frame_group);
    std::uint32_t bound_offset = UINT32_MAX;
    for (const SeenPage& one : seen) {
      const GpuPageSink::Range& range = one.page->ranges[surface];
      if (range.index_count == 0) continue;
      if (one.slot_offset_bytes != bound_offset) {
        list.set_bind_group(1, piece_group, {one.slot_offset_bytes});
        bound_offset = one.slot_offset_bytes;
      }
      record_page(*one.page, range);
    }
  }
  list.set_pipeline(pipelines.instances);
  list.set_bind_group(0, frame_group);
  list.set_bind_group(1, sight->group());
  instances->record(list);
  if (figures->row_count() > 0) {
    list.set_pipeline(pipelines.figures);
    list.set_bind_group(0, frame_group);
    list.set_bind_group(1, sight->group());
    figures->record(list);
  }
  list.set_pipeline(pipelines.sky);
  list.set_bind_group(0, frame_group);
  list.draw(3);
  if (frame.light.lamps > 0) {
    list.set_pipeline(pipelines.glow);
    list.set_bind_group(0, frame_group);
    list.set_bind_group(1, sight->group());
    instances->record_lamp_glow(list);
  }
  marks->record(list, pipelines, frame_group);
  list.end_pass();
}

base::Result<FrameReport> Renderer::State::draw(const FrameInput& input, gpu::Texture target) {
  TERRANE_TRY(pages->take_failure());
  const gpu::TextureDesc* desc = device->find(target);
  TERRANE_TRY(check_input(input, desc));
  const std::uint32_t width = desc->width;
  const std::uint32_t height = desc->height;
  TERRANE_TRY(targets->resize(width, height, factor));
  const gpu::DeviceStats before = device->stats();

  Frame frame = begin(input, static_cast<double>(width) / height);
  TERRANE_TRY(upload(input, frame, width, height));

  FrameReport report;
  list.clear();
  record_shadows(frame);
  record_scene(frame, report);
  gpu::BeginPass pass;
  pass.color = target;
  list.begin_pass(pass);
  list.set_pipeline(pipelines.present_picture);
  list.set_bind_group(0, targets->present_group());
  list.draw(3);
  quads->record(list, pipelines);
  overlay->record(list, pipelines);
  list.end_pass();
  TERRANE_TRY(device->submit(list));

  report.pieces_culled = frame.visible.culled_count;
  report.pieces_left_out = frame.left_out_count;
  report.instances_drawn = instances->row_count();
  report.instances_left_out = instances->left_out_count();
  report.figures_drawn = figures->row_count();
  report.figures_left_out = figures->left_out_count();
  report.marks_left_out = marks->marks_left_out();
  report.bars_left_out = marks->bars_left_out();
  report.quads_left_out = quads->left_out_count();
  report.triangles = device->stats().triangles - before.triangles;
  report.draw_calls = device->stats().draws - before.draws;
  report.pipelines_made = device->stats().pipelines_made - warm_pipelines;
  report.fog_end_m = frame.fog_end_m;
  return report;
}

// Draws one small frame in which every pipeline has something to draw, so that drivers which
// compile late do it now.
base::Result<void> Renderer::State::warm_up() {
  std::vector<content::MeshPage> built;
  content::MeshWriter writer(built);
  for (const content::Material material :
       {content::Material::Facade, content::Material::Asphalt, content::Material::Grass,
        content::Material::Water, content::Material::Plain}) {
    content::Vertex like;
    like.material = material;
    writer.triangle(content::make_vertex({-1, 0, -4}, {0, 1, 0}, like),
                    content::make_vertex({1, 0, -4}, {0, 1, 0}, like),
                    content::make_vertex({0, 0, -6}, {0, 1, 0}, like));
  }
  auto content = std::make_shared<content::Content>();
  for (unsigned kind = 0; kind < content::k_instance_kind_count; ++kind) {
    content::Instance instance;
    instance.kind = static_cast<content::InstanceKind>(kind);
    instance.z_mm = -8000;
    content->instances.push_back(instance);
  }
  const stream::PageId first{0};
  pages->write(first, built.front());
  TERRANE_TRY(pages->take_failure());

  stream::ResidentPiece piece;
  piece.bounds.include(-10000, -1000, -20000);
  piece.bounds.include(10000, 10000, 10000);
  piece.pages = {first};
  piece.page_bounds = {built.front().bounds};
  piece.page_index_counts = {static_cast<std::uint16_t>(built.front().indices.size())};
  piece.content = content;
  const stream::ResidentPiece* pieces[] = {&piece};
  Figure figure;
  figure.position = {0, 0, -5};
  GroundMark mark;
  mark.position = figure.position;
  Bar bar;
  bar.position = figure.position;
  OverlayQuad quad;
  quad.width = 1;
  quad.height = 1;
  FrameInput input;
  input.camera.position = {0, 1.7, 0};
  input.pieces = pieces;
  input.figures = std::span(&figure, 1);
  input.marks = std::span(&mark, 1);
  input.bars = std::span(&bar, 1);
  input.quads = std::span(&quad, 1);
  input.caption = "warm-up";

  gpu::TextureDesc desc;
  desc.label = "warm-up";
  desc.width = 64;
  desc.height = 64;
  desc.render_target = true;
  const gpu::Texture target = TERRANE_TRY(device->make_texture(desc));
  for (const double hour : {12.0, 0.0}) {
    input.hour = hour;
    TERRANE_TRY(draw(input, target));
  }
  device->destroy(target);
  origin.reset();
  return {};
}

Renderer::Renderer() : state_(std::make_unique<State>()) {}
Renderer::~Renderer() = default;

base::Result<std::unique_ptr<Renderer>> Renderer::create(gpu::Device& device,
                                                         const RendererOptions& options) {
  if (options.pool_pages == 0 || options.piece_limit == 0 || options.ssaa == 0 ||
      options.ssaa > 4 || options.shadow_texels < 16) {
    return Error{
        ErrorCode::BadUsage, "renderer options", "Renderer",
        "a pool and a piece limit above 0, ssaa 1 to 4, a shadow map of 16 texels or more"};
  }
  std::unique_ptr<Renderer> made(new Renderer());
  State& state = *made->state_;
  state.device = &device;
  state.options = options;
  const gpu::Capabilities& can = device.capabilities();
  state.options.shadow_texels = std::min(options.shadow_texels, can.max_texture_size);
  const bool multisampled = options.samples >= 4 && can.max_sample_count >= 4;
  const std::uint32_t samples = multisampled ? 4 : 1;
  // Without multisampling edges are smoothed by drawing larger.
  state.factor = multisampled || options.samples < 4 ? options.ssaa : std::max(2u, options.ssaa);
  // Trees, street furniture and figures are modelled on workers while the pipelines are made here.
  std::future<std::vector<content::MeshPage>> meshes =
      std::async(k_model_launch, instance_meshes_on_worker);
  std::future<std::vector<content::MeshPage>> models =
      std::async(k_model_launch, figure_meshes_on_worker);
  state.pipelines = TERRANE_TRY(make_pipelines(device, samples));
  state.pages = TERRANE_TRY(GpuPageSink::create(device, options.pool_pages));
  state.targets = TERRANE_TRY(
      SceneTargets::create(device, state.pipelines, samples, state.options.shadow_texels));
  state.instances =
      TERRANE_TRY(InstanceBatches::create(device, k_instance_row_limit, meshes.get()));
  state.figures = TERRANE_TRY(FigureBatches::create(device, models.get()));
  state.marks = TERRANE_TRY(MarkBatches::create(device));
  state.sight = TERRANE_TRY(SightMap::create(device, state.pipelines));
  state.quads = TERRANE_TRY(QuadOverlay::create(device, state.pipelines));
  state.overlay = TERRANE_TRY(TextOverlay::create(device, state.pipelines));
  TERRANE_TRY(state.make_buffers());
  TERRANE_TRY(state.make_groups());
  if (options.warm_up) TERRANE_TRY(state.warm_up());
  state.warm_pipelines = device.stats().pipelines_made;
  return made;
}

stream::PageSink& Renderer::page_sink() {
  return *state_->pages;
}

base::Result<void> Renderer::set_fog_of_war(const SightGrid& grid) {
  const bool other = TERRANE_TRY(state_->sight->set(grid));
  if (other) TERRANE_TRY(state_->make_piece_group());
  return {};
}

void Renderer::clear_fog_of_war() {
  state_->sight->clear();
}

base::Result<void> Renderer::set_minimap(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                         std::uint32_t height) {
  return state_->quads->set_minimap(rgba, width, height);
}

base::Result<FrameReport> Renderer::draw_frame(const FrameInput& input, gpu::Texture target) {
  return state_->draw(input, target);
}

}  // namespace terrane::render
