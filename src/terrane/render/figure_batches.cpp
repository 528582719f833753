#include "terrane/render/figure_batches.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "terrane/base/trig.h"

namespace terrane::render {
namespace {

// Shares of its distance that a figure's radius must reach to be drawn near by, and at all.
constexpr float k_near_share = 0.022f;
constexpr float k_least_share = 0.0012f;

glm::vec3 to_single(geo::Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

bool is_fitted(const Figure& figure) {
  return figure.width_m > 0 && figure.depth_m > 0;
}

// Of the mesh's own metres. A scaffold goes around its building and no higher than that.
glm::vec3 scale_of(const Figure& figure, FigureMesh mesh) {
  const FigureSize own = figure_size(figure.mesh);
  glm::vec3 scale(figure.scale);
  if (is_fitted(figure)) {
    const float wide = figure.width_m / own.width_m;
    const float deep = figure.depth_m / own.depth_m;
    scale *= glm::vec3(wide, 0.5f * (wide + deep), deep);
  }
  if (mesh == figure.mesh) return scale;
  const FigureSize other = figure_size(mesh);
  return scale * glm::vec3(own.width_m / other.width_m, own.height_m / other.height_m,
                           own.depth_m / other.depth_m);
}

float radius_of(FigureMesh mesh, glm::vec3 scale) {
  const FigureSize size = figure_size(mesh);
  return glm::length(glm::vec3(size.width_m, size.height_m, size.depth_m) * scale) * 0.5f;
}

glm::quat rotation_of(const Figure& figure) {
  const base::SinCos heading = base::sin_cos(0.5 * figure.heading_rad);
  glm::quat rotation(static_cast<float>(heading.cos), 0, static_cast<float>(heading.sin), 0);
  if (figure.pitch_rad != 0 || figure.roll_rad != 0) {
    const base::SinCos pitch = base::sin_cos(0.5 * figure.pitch_rad);
    const base::SinCos roll = base::sin_cos(-0.5 * figure.roll_rad);
    rotation = rotation *
               glm::quat(static_cast<float>(pitch.cos), static_cast<float>(pitch.sin), 0, 0) *
               glm::quat(static_cast<float>(roll.cos), 0, 0, static_cast<float>(roll.sin));
  }
  return rotation;
}

// From directions of the local frame to the scene's.
glm::quat turn_between(const geo::Frame& local, const geo::Frame& scene) {
  const auto axis = [&](geo::Vec3 unit) {
    return to_single(scene.direction_to_local(local.direction_to_world(unit)));
  };
  return glm::quat_cast(glm::mat3(axis({1, 0, 0}), axis({0, 1, 0}), axis({0, 0, 1})));
}

FigureRow row_of(const Figure& figure, FigureMesh mesh, glm::vec3 stand, const glm::quat& turn) {
  const glm::quat rotation = turn * rotation_of(figure);
  const glm::vec3 scale = scale_of(figure, mesh);
  const bool whole = mesh == figure.mesh;  // not the scaffold around it
  FigureRow row;
  row.stand[0] = stand.x;
  row.stand[1] = stand.y;
  row.stand[2] = stand.z;
  const float built = std::clamp(figure.built, 0.0f, 1.0f);
  row.stand[3] = whole ? (1.0f - built) * 0.94f * figure_size(mesh).height_m : 0.0f;
  row.rotation[0] = rotation.x;
  row.rotation[1] = rotation.y;
  row.rotation[2] = rotation.z;
  row.rotation[3] = rotation.w;
  row.scale[0] = scale.x;
  row.scale[1] = scale.y;
  row.scale[2] = scale.z;
  row.scale[3] = std::clamp(figure.action, 0.0f, 1.0f);
  row.motion[0] = figure.stride_rad;
  row.motion[1] = figure.pace;
  row.motion[2] = figure.steer_rad;
  row.motion[3] = std::clamp(figure.flash, 0.0f, 1.0f);
  for (int channel = 0; channel < 3; ++channel) row.team[channel] = figure.team_rgba[channel];
  row.team[3] = figure.remembered ? 255 : 0;
  row.extra[0] = figure.carries ? 255 : 0;
  row.extra[1] = figure.variant;
  return row;
}

}  // namespace

base::Result<std::unique_ptr<FigureBatches>> FigureBatches::create(
    gpu::Device& device, const std::vector<content::MeshPage>& meshes) {
  std::unique_ptr<FigureBatches> made(new FigureBatches(device));
  gpu::BufferDesc desc;
  desc.label = "figure rows";
  desc.size_bytes = std::uint64_t{k_figure_limit} * sizeof(FigureRow);
  desc.usage = gpu::BufferUsage::Vertex;
  desc.dynamic = true;
  made->row_buffer_ = TERRANE_TRY(device.make_buffer(desc));
  made->rows_.resize(k_figure_limit);
  made->chosen_.reserve(k_figure_limit);
  made->meshes_ = TERRANE_TRY(MeshTable::create(device, "figure", meshes));
  return made;
}

void FigureBatches::choose(const Figure& figure, std::uint32_t index, FigureMesh mesh,
                           const FigureView& from) {
  const glm::vec3 stand = to_single(from.scene.to_local(figure.position));
  const float distance = glm::length(stand);
  const float radius = radius_of(mesh, scale_of(figure, mesh));
  if (!(distance - radius <= static_cast<float>(from.reach_m)) ||
      radius < k_least_share * distance) {
    return;
  }
  // Standing or lying, it lies within a ball around where it stands.
  const SceneBox box{stand, glm::vec3(2.0f * radius)};
  if (!from.view->may_show(box) && (from.shadow == nullptr || !from.shadow->may_show(box))) return;
  const unsigned level = radius < k_near_share * distance ? 1 : 0;
  chosen_.push_back(
      {stand, distance, index, static_cast<unsigned>(mesh) * k_figure_level_count + level});
}

void FigureBatches::fill(std::span<const Figure> figures, const FigureView& from,
                         InstanceBatches& trees) {
  chosen_.clear();
  for (std::size_t at = 0; at < figures.size(); ++at) {
    const Figure& figure = figures[at];
    const std::uint32_t index = static_cast<std::uint32_t>(at);
    if (figure.mesh == FigureMesh::Tree) {
      trees.add_tree(to_single(from.scene.to_local(figure.position)), figure.heading_rad,
                     figure.scale, figure.variant, from.tree_reach_m);
      continue;
    }
    choose(figure, index, figure.mesh, from);
    if (figure.built < 1 && figure.mesh != FigureMesh::Scaffold) {
      choose(figure, index, FigureMesh::Scaffold, from);
    }
  }
  left_out_count_ = chosen_.size() > k_figure_limit ? chosen_.size() - k_figure_limit : 0;
  if (left_out_count_ > 0) {
    std::nth_element(chosen_.begin(), chosen_.begin() + k_figure_limit, chosen_.end(),
                     [](const Chosen& a, const Chosen& b) {
                       return a.distance_m != b.distance_m ? a.distance_m < b.distance_m
                                                           : a.figure < b.figure;
                     });
    chosen_.resize(k_figure_limit);
  }
  row_count_ = chosen_.size();

  counts_.fill(0);
  for (const Chosen& one : chosen_) counts_[one.batch] += 1;
  std::uint32_t first = 0;
  for (unsigned batch = 0; batch < k_batch_count; ++batch) {
    firsts_[batch] = first;
    first += counts_[batch];
  }
  std::array<std::uint32_t, k_batch_count> next = firsts_;
  const glm::quat turn = turn_between(from.local, from.scene);
  for (const Chosen& one : chosen_) {
    const FigureMesh mesh = static_cast<FigureMesh>(one.batch / k_figure_level_count);
    rows_[next[one.batch]++] = row_of(figures[one.figure], mesh, one.stand, turn);
  }
}

base::Result<void> FigureBatches::upload() {
  if (row_count_ == 0) return {};
  return device_.write_buffer(row_buffer_, 0,
                              std::as_bytes(std::span<const FigureRow>(rows_.data(), row_count_)));
}

void FigureBatches::record(gpu::CommandList& list) const {
  for (unsigned batch = 0; batch < k_batch_count; ++batch) {
    if (counts_[batch] == 0) continue;
    meshes_.draw(list, batch, row_buffer_, std::uint64_t{firsts_[batch]} * sizeof(FigureRow),
                 counts_[batch]);
  }
}

}  // namespace terrane::render
