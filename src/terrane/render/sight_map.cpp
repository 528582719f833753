#include "terrane/render/sight_map.h"

#include <cmath>
#include <string>

namespace terrane::render {
namespace {

using base::Error;
using base::ErrorCode;

// Shares of its light that is drawn of what was never seen, and of what was seen once.
constexpr float k_unexplored_light = 0.05f;
constexpr float k_explored_light = 0.42f;

base::Result<void> check(const SightGrid& grid, std::uint32_t side_limit) {
  if (grid.width_cells == 0 || grid.height_cells == 0 || grid.width_cells > side_limit ||
      grid.height_cells > side_limit) {
    return Error{ErrorCode::BadUsage,
                 "grid of " + std::to_string(grid.width_cells) + " x " +
                     std::to_string(grid.height_cells) + " cells",
                 "set_fog_of_war", "1 to " + std::to_string(side_limit) + " a side"};
  }
  if (grid.values.size() != std::size_t{grid.width_cells} * grid.height_cells) {
    return Error{ErrorCode::BadUsage, std::to_string(grid.values.size()) + " cells",
                 "set_fog_of_war", "width times height"};
  }
  if (!(grid.cell_m > 0) || !std::isfinite(grid.cell_m) || !geo::is_finite(grid.frame.origin)) {
    return Error{ErrorCode::BadUsage, "grid is nowhere", "set_fog_of_war",
                 "cells of some size at a place"};
  }
  return {};
}

}  // namespace

base::Result<std::unique_ptr<SightMap>> SightMap::create(gpu::Device& device,
                                                         const Pipelines& pipelines) {
  std::unique_ptr<SightMap> made(new SightMap(device, pipelines.sight));
  gpu::SamplerDesc sampler;
  sampler.label = "sight";
  made->sampler_ = TERRANE_TRY(device.make_sampler(sampler));
  TERRANE_TRY(made->resize(1, 1));
  const std::byte seen[1] = {std::byte{k_sight_visible}};
  TERRANE_TRY(device.write_texture(made->texture_, seen));
  return made;
}

base::Result<void> SightMap::resize(std::uint32_t width, std::uint32_t height) {
  gpu::TextureDesc desc;
  desc.label = "sight";
  desc.width = width;
  desc.height = height;
  desc.format = gpu::TextureFormat::R8Unorm;
  const gpu::Texture texture = TERRANE_TRY(device_.make_texture(desc));
  gpu::BindGroupDesc group;
  group.label = "sight";
  group.layout = layout_;
  group.entries.resize(2);
  group.entries[0].binding = 1;
  group.entries[0].texture = texture;
  group.entries[1].binding = 2;
  group.entries[1].sampler = sampler_;
  const gpu::BindGroup made = TERRANE_TRY(device_.make_bind_group(group));
  if (group_) device_.destroy(group_);
  if (texture_) device_.destroy(texture_);
  texture_ = texture;
  group_ = made;
  width_ = width;
  height_ = height;
  return {};
}

base::Result<bool> SightMap::set(const SightGrid& grid) {
  TERRANE_TRY(check(grid, device_.capabilities().max_texture_size));
  const bool other = grid.width_cells != width_ || grid.height_cells != height_;
  if (other) TERRANE_TRY(resize(grid.width_cells, grid.height_cells));
  TERRANE_TRY(device_.write_texture(texture_, std::as_bytes(grid.values)));
  frame_ = grid.frame;
  cell_m_ = grid.cell_m;
  outside_ = grid.outside;
  is_set_ = true;
  return other;
}

void SightMap::place(const geo::Frame& scene, FrameBlock& block) const {
  if (!is_set_) return;
  // Worked out in double: the eye may be far from where worlds begin.
  const geo::Vec3 eye = frame_.to_local(scene.origin);
  const geo::FrameTransform turn = geo::transform_between(scene, frame_);
  const double wide = 1.0 / (cell_m_ * width_);
  const double high = 1.0 / (cell_m_ * height_);
  const auto row = [](double x, double y, double z, double w) {
    return glm::vec4(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
                     static_cast<float>(w));
  };
  block.sight_east =
      row(turn.column_x.x * wide, turn.column_y.x * wide, turn.column_z.x * wide, eye.x * wide);
  block.sight_south =
      row(turn.column_x.z * high, turn.column_y.z * high, turn.column_z.z * high, eye.z * high);
  const float outside = static_cast<float>(outside_) / 255.0f;
  block.sight = {1.0f, k_unexplored_light, k_explored_light, outside};
  block.screen.z = outside < 0.5f
                       ? k_unexplored_light + (k_explored_light - k_unexplored_light) * 2 * outside
                       : k_explored_light + (1 - k_explored_light) * (2 * outside - 1);
}

}  // namespace terrane::render
