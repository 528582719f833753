#include "terrane/render/quad_overlay.h"

#include <algorithm>
#include <string>

#include "terrane/base/trig.h"

namespace terrane::render {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::uint32_t k_quad_corners = 6;
constexpr std::uint8_t k_white[4] = {255, 255, 255, 255};

}  // namespace

base::Result<std::unique_ptr<QuadOverlay>> QuadOverlay::create(gpu::Device& device,
                                                               const Pipelines& pipelines) {
  std::unique_ptr<QuadOverlay> made(new QuadOverlay(device, pipelines.quad));
  gpu::BufferDesc buffer;
  buffer.label = "quad corners";
  buffer.size_bytes = std::uint64_t{k_overlay_quad_limit} * k_quad_corners * sizeof(TextVertex);
  buffer.usage = gpu::BufferUsage::Vertex;
  buffer.dynamic = true;
  made->vertices_ = TERRANE_TRY(device.make_buffer(buffer));
  gpu::SamplerDesc sampler;
  sampler.label = "quads";
  made->sampler_ = TERRANE_TRY(device.make_sampler(sampler));
  TERRANE_TRY(made->fill_with(made->plain_, k_white, 1, 1));
  TERRANE_TRY(made->fill_with(made->minimap_, k_white, 1, 1));
  return made;
}

base::Result<void> QuadOverlay::fill_with(Fill& fill, std::span<const std::uint8_t> rgba,
                                          std::uint32_t width, std::uint32_t height) {
  if (fill.width != width || fill.height != height) {
    gpu::TextureDesc desc;
    desc.label = "quad";
    desc.width = width;
    desc.height = height;
    Fill other;
    other.width = width;
    other.height = height;
    other.texture = TERRANE_TRY(device_.make_texture(desc));
    gpu::BindGroupDesc group;
    group.label = "quad";
    group.layout = layout_;
    group.entries.resize(2);
    group.entries[0].texture = other.texture;
    group.entries[1].binding = 1;
    group.entries[1].sampler = sampler_;
    other.group = TERRANE_TRY(device_.make_bind_group(group));
    if (fill.group) device_.destroy(fill.group);
    if (fill.texture) device_.destroy(fill.texture);
    fill = other;
  }
  return device_.write_texture(fill.texture, std::as_bytes(rgba));
}

base::Result<void> QuadOverlay::set_minimap(std::span<const std::uint8_t> rgba, std::uint32_t width,
                                            std::uint32_t height) {
  const std::uint32_t limit = device_.capabilities().max_texture_size;
  if (width == 0 || height == 0 || width > limit || height > limit ||
      rgba.size() != std::size_t{width} * height * 4) {
    return Error{ErrorCode::BadUsage,
                 std::to_string(rgba.size()) + " bytes for " + std::to_string(width) + " x " +
                     std::to_string(height) + " pixels",
                 "set_minimap", "four a pixel, 1 to " + std::to_string(limit) + " pixels a side"};
  }
  return fill_with(minimap_, rgba, width, height);
}

void QuadOverlay::add_corners(const OverlayQuad& quad, float width, float height) {
  const base::SinCos turn = base::sin_cos(static_cast<double>(quad.turn_rad));
  const float c = static_cast<float>(turn.cos);
  const float s = static_cast<float>(turn.sin);
  const float middle_x = quad.x + 0.5f * quad.width;
  const float middle_y = quad.y + 0.5f * quad.height;
  const auto corner = [&](float right, float down) {
    const float across = (right - 0.5f) * quad.width;
    const float along = (down - 0.5f) * quad.height;
    TextVertex vertex;
    vertex.place[0] = 2.0f * (middle_x + c * across - s * along) / width - 1.0f;
    vertex.place[1] = 1.0f - 2.0f * (middle_y + s * across + c * along) / height;
    vertex.place[2] = right;
    vertex.place[3] = down;
    for (int channel = 0; channel < 4; ++channel) vertex.color[channel] = quad.rgba[channel];
    return vertex;
  };
  for (const TextVertex& vertex :
       {corner(0, 0), corner(0, 1), corner(1, 1), corner(0, 0), corner(1, 1), corner(1, 0)}) {
    corners_.push_back(vertex);
  }
}

base::Result<void> QuadOverlay::set(std::span<const OverlayQuad> quads, std::uint32_t width,
                                    std::uint32_t height) {
  corners_.clear();
  runs_.clear();
  const std::size_t count = std::min<std::size_t>(quads.size(), k_overlay_quad_limit);
  left_out_count_ = quads.size() - count;
  for (const OverlayQuad& quad : quads.first(count)) {
    if (runs_.empty() || runs_.back().texture != quad.texture) {
      runs_.push_back({quad.texture, static_cast<std::uint32_t>(corners_.size()), 0});
    }
    add_corners(quad, static_cast<float>(width), static_cast<float>(height));
    runs_.back().corner_count += k_quad_corners;
  }
  if (corners_.empty()) return {};
  return device_.write_buffer(vertices_, 0, std::as_bytes(std::span<const TextVertex>(corners_)));
}

void QuadOverlay::record(gpu::CommandList& list, const Pipelines& pipelines) const {
  if (runs_.empty()) return;
  list.set_pipeline(pipelines.screen_quads);
  for (const Run& run : runs_) {
    list.set_bind_group(0, run.texture == OverlayTexture::Minimap ? minimap_.group : plain_.group);
    list.set_vertex_buffer(0, vertices_, std::uint64_t{run.first_corner} * sizeof(TextVertex));
    list.draw(run.corner_count);
  }
}

}  // namespace terrane::render
