#include "terrane/render/instance_batches.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::render {
namespace {}  // namespace

base::Result<std::unique_ptr<InstanceBatches>> InstanceBatches::create(
    gpu::Device& device, std::uint32_t row_limit, const std::vector<content::MeshPage>& meshes) {
  std::unique_ptr<InstanceBatches> made(new InstanceBatches(device));
  made->row_limit_ = row_limit;
  gpu::BufferDesc desc;
  desc.label = "instance rows";
  desc.size_bytes = std::uint64_t{row_limit} * sizeof(InstanceRow);
  desc.usage = gpu::BufferUsage::Vertex;
  desc.dynamic = true;
  made->rows_ = TERRANE_TRY(device.make_buffer(desc));
  made->meshes_ = TERRANE_TRY(MeshTable::create(device, "instance", meshes));
  return made;
}

void InstanceBatches::begin_frame() {
  for (std::vector<InstanceRow>& batch : batches_) batch.clear();
  row_count_ = 0;
  left_out_count_ = 0;
}

void InstanceBatches::add(const std::vector<content::Instance>& instances,
                          const Placement& placement, double distance_limit_m) {
  // Frames of neighbouring pieces are turned against the scene by far less than a tree's own lean,
  // so only the heading is turned with them.
  const glm::vec3 north = -glm::vec3(placement.to_scene[2]);
  const double frame_heading = base::atan2(-north.x, -north.z);
  for (const content::Instance& instance : instances) {
    const glm::vec4 local(static_cast<float>(instance.x_mm) * 0.001f,
                          static_cast<float>(instance.y_mm) * 0.001f,
                          static_cast<float>(instance.z_mm) * 0.001f, 1.0f);
    const glm::vec3 stand = glm::vec3(placement.to_scene * local);
    const double distance = glm::length(stand);
    if (distance > distance_limit_m * end_share(instance.kind)) continue;
    const base::SinCos turn =
        base::sin_cos(base::from_turn16(instance.heading_turn16) + frame_heading);
    InstanceRow row;
    row.stand[0] = stand.x;
    row.stand[1] = stand.y;
    row.stand[2] = stand.z;
    row.stand[3] = static_cast<float>(instance.scale_256) / 256.0f;
    row.turn[0] = static_cast<float>(turn.cos);
    row.turn[1] = static_cast<float>(turn.sin);
    row.turn[2] = static_cast<float>(instance.palette);
    row.turn[3] = static_cast<float>(instance.variant);
    add_row(instance.kind, distance, distance_limit_m, row);
  }
}

void InstanceBatches::add_tree(glm::vec3 stand, double heading_rad, float scale,
                               std::uint8_t variant, double distance_limit_m) {
  const double distance = glm::length(stand);
  if (distance > distance_limit_m) return;
  const base::SinCos turn = base::sin_cos(heading_rad);
  const InstanceRow row{{stand.x, stand.y, stand.z, scale},
                        {static_cast<float>(turn.cos), static_cast<float>(turn.sin), 0.0f,
                         static_cast<float>(variant)}};
  add_row(content::InstanceKind::BroadleafTree, distance, distance_limit_m, row);
}

void InstanceBatches::add_row(content::InstanceKind kind, double distance_m,
                              double distance_limit_m, const InstanceRow& row) {
  if (row_count_ == row_limit_) {
    left_out_count_ += 1;
    return;
  }
  const unsigned level = distance_m > distance_limit_m * far_level_share(kind) ? 1 : 0;
  batches_[static_cast<unsigned>(kind) * k_instance_level_count + level].push_back(row);
  row_count_ += 1;
}

base::Result<void> InstanceBatches::upload() {
  std::uint64_t offset = 0;
  for (unsigned batch = 0; batch < k_batch_count; ++batch) {
    offsets_bytes_[batch] = offset;
    const auto bytes = std::as_bytes(std::span<const InstanceRow>(batches_[batch]));
    if (bytes.empty()) continue;
    TERRANE_TRY(device_.write_buffer(rows_, offset, bytes));
    offset += bytes.size();
  }
  return {};
}

void InstanceBatches::record(gpu::CommandList& list) const {
  for (unsigned batch = 0; batch < k_batch_count; ++batch) {
    if (batches_[batch].empty()) continue;
    meshes_.draw(list, batch, rows_, offsets_bytes_[batch],
                 static_cast<std::uint32_t>(batches_[batch].size()));
  }
}

void InstanceBatches::record_lamp_glow(gpu::CommandList& list) const {
  constexpr std::uint32_t k_glow_corners = 12;
  for (unsigned level = 0; level < k_instance_level_count; ++level) {
    const unsigned batch =
        static_cast<unsigned>(content::InstanceKind::StreetLamp) * k_instance_level_count + level;
    if (batches_[batch].empty()) continue;
    list.set_vertex_buffer(0, rows_, offsets_bytes_[batch]);
    list.draw(k_glow_corners, static_cast<std::uint32_t>(batches_[batch].size()));
  }
}

}  // namespace terrane::render
