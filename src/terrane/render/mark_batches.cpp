#include "terrane/render/mark_batches.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/trig.h"

namespace terrane::render {
namespace {

constexpr std::uint32_t k_quad_corners = 6;
// How far a mark is drawn towards the eye, in shares of its radius: level marks must show on ground
// that rises 20 degrees towards a commander, fitted ones on what its slope leaves over.
constexpr float k_level_pull = 0.7f;
constexpr float k_fitted_pull = 0.15f;
constexpr float k_least_pull_m = 0.06f;

void set_place(float (&place)[4], const geo::Frame& scene, geo::Vec3 position, float rest) {
  const geo::Vec3 local = scene.to_local(position);
  place[0] = static_cast<float>(local.x);
  place[1] = static_cast<float>(local.y);
  place[2] = static_cast<float>(local.z);
  place[3] = rest;
}

void set_step(float (&step)[4], const geo::Frame& scene, const geo::Frame& local, geo::Vec3 along,
              float rest) {
  const geo::Vec3 turned = scene.direction_to_local(local.direction_to_world(along));
  step[0] = static_cast<float>(turned.x);
  step[1] = static_cast<float>(turned.y);
  step[2] = static_cast<float>(turned.z);
  step[3] = rest;
}

MarkRow row_of(const GroundMark& mark, const geo::Frame& scene, const geo::Frame& local) {
  const bool is_fitted = std::fabs(mark.rise_east) > 1e-6f || std::fabs(mark.rise_south) > 1e-6f;
  const float depth_m = mark.half_depth_m > 0 ? mark.half_depth_m : mark.half_width_m;
  const float radius_m = std::max(mark.half_width_m, depth_m);
  const base::SinCos turn = base::sin_cos(mark.heading_rad);
  // Level distances stay what they are; the slope only lifts them.
  const auto on_slope = [&](double east, double south) {
    const double rise =
        static_cast<double>(mark.rise_east) * east + static_cast<double>(mark.rise_south) * south;
    return geo::Vec3{east, rise, south};
  };
  MarkRow row;
  set_place(row.centre, scene, mark.position,
            k_least_pull_m + radius_m * (is_fitted ? k_fitted_pull : k_level_pull));
  set_step(row.across, scene, local, on_slope(turn.cos, -turn.sin), mark.half_width_m);
  set_step(row.along, scene, local, on_slope(-turn.sin, -turn.cos), depth_m);
  row.shape[0] = static_cast<float>(mark.kind);
  row.shape[1] = mark.line_m;
  row.shape[2] = std::clamp(mark.phase, 0.0f, 1.0f);
  row.shape[3] = 0;
  for (int channel = 0; channel < 4; ++channel) row.color[channel] = mark.rgba[channel];
  return row;
}

BarRow row_of(const Bar& bar, const geo::Frame& scene) {
  BarRow row;
  set_place(row.centre, scene, bar.position, std::clamp(bar.value, 0.0f, 1.0f));
  row.size[0] = bar.width_px;
  row.size[1] = bar.height_px;
  row.size[2] = bar.lift_px;
  row.size[3] = 0;
  for (int channel = 0; channel < 4; ++channel) row.color[channel] = bar.rgba[channel];
  return row;
}

}  // namespace

base::Result<std::unique_ptr<MarkBatches>> MarkBatches::create(gpu::Device& device) {
  std::unique_ptr<MarkBatches> made(new MarkBatches(device));
  gpu::BufferDesc desc;
  desc.usage = gpu::BufferUsage::Vertex;
  desc.dynamic = true;
  desc.label = "ground marks";
  desc.size_bytes = std::uint64_t{k_ground_mark_limit} * sizeof(MarkRow);
  made->mark_buffer_ = TERRANE_TRY(device.make_buffer(desc));
  desc.label = "bars";
  desc.size_bytes = std::uint64_t{k_bar_limit} * sizeof(BarRow);
  made->bar_buffer_ = TERRANE_TRY(device.make_buffer(desc));
  made->near_.reserve(std::max(k_ground_mark_limit, k_bar_limit));
  made->mark_rows_.reserve(k_ground_mark_limit);
  made->bar_rows_.reserve(k_bar_limit);
  return made;
}

template <typename Thing>
std::size_t MarkBatches::choose(std::span<const Thing> things, std::size_t limit,
                                const geo::Frame& scene) {
  near_.clear();
  for (std::size_t index = 0; index < things.size(); ++index) {
    const double distance = geo::length(things[index].position - scene.origin);
    near_.push_back({static_cast<float>(distance), static_cast<std::uint32_t>(index)});
  }
  if (near_.size() <= limit) return 0;
  const std::size_t left_out = near_.size() - limit;
  const auto cut = near_.begin() + static_cast<std::ptrdiff_t>(limit);
  std::nth_element(near_.begin(), cut, near_.end(), [](const Near& a, const Near& b) {
    return a.distance_m != b.distance_m ? a.distance_m < b.distance_m : a.index < b.index;
  });
  near_.resize(limit);
  return left_out;
}

base::Result<void> MarkBatches::set(std::span<const GroundMark> marks, std::span<const Bar> bars,
                                    const geo::Frame& scene, const geo::Frame& local) {
  marks_left_out_ = choose(marks, k_ground_mark_limit, scene);
  mark_rows_.clear();
  for (const Near& one : near_) mark_rows_.push_back(row_of(marks[one.index], scene, local));
  bars_left_out_ = choose(bars, k_bar_limit, scene);
  bar_rows_.clear();
  for (const Near& one : near_) bar_rows_.push_back(row_of(bars[one.index], scene));
  if (!mark_rows_.empty()) {
    TERRANE_TRY(
        device_.write_buffer(mark_buffer_, 0, std::as_bytes(std::span<const MarkRow>(mark_rows_))));
  }
  if (bar_rows_.empty()) return {};
  return device_.write_buffer(bar_buffer_, 0, std::as_bytes(std::span<const BarRow>(bar_rows_)));
}

void MarkBatches::record(gpu::CommandList& list, const Pipelines& pipelines,
                         gpu::BindGroup frame) const {
  if (!mark_rows_.empty()) {
    list.set_pipeline(pipelines.ground_marks);
    list.set_bind_group(0, frame);
    list.set_vertex_buffer(0, mark_buffer_);
    list.draw(k_quad_corners, static_cast<std::uint32_t>(mark_rows_.size()));
  }
  if (!bar_rows_.empty()) {
    list.set_pipeline(pipelines.bars);
    list.set_bind_group(0, frame);
    list.set_vertex_buffer(0, bar_buffer_);
    list.draw(k_quad_corners, static_cast<std::uint32_t>(bar_rows_.size()));
  }
}

}  // namespace terrane::render
