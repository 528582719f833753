// The instances of one frame: which are near enough, in rows by kind and level for one dynamic
// buffer. Owner thread: the device's.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/instance_meshes.h"
#include "terrane/render/mesh_table.h"
#include "terrane/render/pipelines.h"
#include "terrane/render/view.h"

namespace terrane::render {

class InstanceBatches {
 public:
  // `row_limit`: instances drawn a frame at most; the farthest pieces' are left out first.
  // `meshes` as instance_meshes_on_worker() makes them.
  static base::Result<std::unique_ptr<InstanceBatches>> create(
      gpu::Device& device, std::uint32_t row_limit, const std::vector<content::MeshPage>& meshes);

  void begin_frame();
  // Instances of a piece in view that stand within reach. Call with the nearest piece first.
  void add(const std::vector<content::Instance>& instances, const Placement& placement,
           double distance_limit_m);
  // A tree that belongs to no piece; `stand` in scene space.
  void add_tree(glm::vec3 stand, double heading_rad, float scale, std::uint8_t variant,
                double distance_limit_m);
  // Uploads what was added.
  base::Result<void> upload();
  // One draw for each kind and level that has rows; the pipeline and set 0 are bound already.
  void record(gpu::CommandList& list) const;

  // The glow of street lamps: twelve corners each, from the rows alone.
  void record_lamp_glow(gpu::CommandList& list) const;

  std::size_t row_count() const { return row_count_; }
  std::size_t left_out_count() const { return left_out_count_; }

 private:
  static constexpr unsigned k_batch_count = content::k_instance_kind_count * k_instance_level_count;

  explicit InstanceBatches(gpu::Device& device) : device_(device) {}
  void add_row(content::InstanceKind kind, double distance_m, double distance_limit_m,
               const InstanceRow& row);

  gpu::Device& device_;
  gpu::Buffer rows_;
  MeshTable meshes_;
  std::array<std::vector<InstanceRow>, k_batch_count> batches_;
  std::array<std::uint64_t, k_batch_count> offsets_bytes_{};
  std::uint32_t row_limit_ = 0;
  std::size_t row_count_ = 0;
  std::size_t left_out_count_ = 0;
};

}  // namespace terrane::render
