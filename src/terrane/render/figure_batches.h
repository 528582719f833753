// The figures of one frame: which are near enough and in view or cast a shadow into it, as rows by
// mesh and level in one dynamic buffer of a fixed size. Nothing is allocated once as many figures
// were given before. Owner thread: the device's.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <span>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/figure_meshes.h"
#include "terrane/render/figures.h"
#include "terrane/render/instance_batches.h"
#include "terrane/render/mesh_table.h"
#include "terrane/render/pipelines.h"
#include "terrane/render/view.h"

namespace terrane::render {

// Where figures are looked at from.
struct FigureView {
  geo::Frame scene;  // the scene's axes, the eye as origin
  geo::Frame local;  // what headings are meant in
  const Frustum* view = nullptr;
  const Frustum* shadow = nullptr;  // null without a shadow map
  double reach_m = 0;               // nothing is drawn beyond
  double tree_reach_m = 0;          // RendererOptions::instance_distance_m
};

class FigureBatches {
 public:
  // `meshes` as figure_meshes_on_worker() makes them.
  static base::Result<std::unique_ptr<FigureBatches>> create(
      gpu::Device& device, const std::vector<content::MeshPage>& meshes);

  // Replaces the rows by those of `figures`; trees go to `trees`, whose frame has begun.
  void fill(std::span<const Figure> figures, const FigureView& from, InstanceBatches& trees);
  base::Result<void> upload();
  // One draw for each mesh and level that has rows; the pipeline and the sets are bound already.
  void record(gpu::CommandList& list) const;

  std::size_t row_count() const { return row_count_; }
  std::size_t left_out_count() const { return left_out_count_; }

 private:
  static constexpr unsigned k_batch_count = k_figure_mesh_count * k_figure_level_count;
  // A row to be: of which figure, as which mesh.
  struct Chosen {
    glm::vec3 stand{0};
    float distance_m = 0;
    std::uint32_t figure = 0;
    std::uint32_t batch = 0;
  };

  explicit FigureBatches(gpu::Device& device) : device_(device) {}
  void choose(const Figure& figure, std::uint32_t index, FigureMesh mesh, const FigureView& from);

  gpu::Device& device_;
  gpu::Buffer row_buffer_;
  MeshTable meshes_;
  std::array<std::uint32_t, k_batch_count> counts_{};
  std::array<std::uint32_t, k_batch_count> firsts_{};  // row of each batch
  std::vector<Chosen> chosen_;
  std::vector<FigureRow> rows_;
  std::size_t row_count_ = 0;
  std::size_t left_out_count_ = 0;
};

}  // namespace terrane::render
