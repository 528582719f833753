// Meshes that are drawn many times with rows of their own, one after another in one vertex and one
// index buffer. Made once. Owner thread: the device's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/gpu/device.h"

namespace terrane::render {

class MeshTable {
 public:
  // `label` names the buffers.
  static base::Result<MeshTable> create(gpu::Device& device, const std::string& label,
                                        std::span<const content::MeshPage> meshes);

  // Draws a mesh with `row_count` rows from `row_offset_bytes` of vertex buffer 1.
  void draw(gpu::CommandList& list, std::size_t mesh, gpu::Buffer rows,
            std::uint64_t row_offset_bytes, std::uint32_t row_count) const;

 private:
  struct Mesh {
    std::uint64_t vertex_offset_bytes = 0;
    std::uint64_t index_offset_bytes = 0;
    std::uint32_t index_count = 0;
  };
  gpu::Buffer vertices_;
  gpu::Buffer indices_;
  std::vector<Mesh> meshes_;
};

}  // namespace terrane::render
