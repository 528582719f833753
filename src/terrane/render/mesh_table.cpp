#include "terrane/render/mesh_table.h"

#include <cstddef>

namespace terrane::render {
namespace {

template <typename T>
void append_bytes(std::vector<std::byte>& bytes, const std::vector<T>& values) {
  const auto view = std::as_bytes(std::span<const T>(values));
  bytes.insert(bytes.end(), view.begin(), view.end());
}

base::Result<gpu::Buffer> make_filled(gpu::Device& device, const std::string& label,
                                      gpu::BufferUsage usage, std::span<const std::byte> bytes) {
  gpu::BufferDesc desc;
  desc.label = label;
  desc.size_bytes = bytes.size();
  desc.usage = usage;
  const gpu::Buffer buffer = TERRANE_TRY(device.make_buffer(desc));
  TERRANE_TRY(device.write_buffer(buffer, 0, bytes));
  return buffer;
}

}  // namespace

base::Result<MeshTable> MeshTable::create(gpu::Device& device, const std::string& label,
                                          std::span<const content::MeshPage> meshes) {
  MeshTable made;
  std::vector<std::byte> vertex_bytes;
  std::vector<std::byte> index_bytes;
  for (const content::MeshPage& page : meshes) {
    made.meshes_.push_back(
        {vertex_bytes.size(), index_bytes.size(), static_cast<std::uint32_t>(page.indices.size())});
    append_bytes(vertex_bytes, page.vertices);
    append_bytes(index_bytes, page.indices);
  }
  made.vertices_ =
      TERRANE_TRY(make_filled(device, label + " vertices", gpu::BufferUsage::Vertex, vertex_bytes));
  made.indices_ =
      TERRANE_TRY(make_filled(device, label + " indices", gpu::BufferUsage::Index, index_bytes));
  return made;
}

void MeshTable::draw(gpu::CommandList& list, std::size_t mesh, gpu::Buffer rows,
                     std::uint64_t row_offset_bytes, std::uint32_t row_count) const {
  list.set_vertex_buffer(0, vertices_, meshes_[mesh].vertex_offset_bytes);
  list.set_vertex_buffer(1, rows, row_offset_bytes);
  list.set_index_buffer(indices_, meshes_[mesh].index_offset_bytes);
  list.draw_indexed(meshes_[mesh].index_count, row_count);
}

}  // namespace terrane::render
