#include "terrane/content/mesh_writer.h"

#include "terrane/base/assert.h"
#include "terrane/base/quantise.h"
#include "terrane/content/octahedral.h"

namespace terrane::content {
namespace {

bool same_position(const Vertex& a, const Vertex& b) {
  return a.x_mm == b.x_mm && a.y_mm == b.y_mm && a.z_mm == b.z_mm;
}

std::uint16_t append(MeshPage& page, const Vertex& vertex) {
  page.vertices.push_back(vertex);
  page.bounds.include(vertex.x_mm, vertex.y_mm, vertex.z_mm);
  return static_cast<std::uint16_t>(page.vertices.size() - 1);
}

}  // namespace

MeshPage& MeshWriter::page_with_room(unsigned vertices, unsigned indices) {
  if (pages_.empty() || pages_.back().vertices.size() + vertices > k_page_vertices ||
      pages_.back().indices.size() + indices > k_page_indices) {
    pages_.emplace_back();
  }
  return pages_.back();
}

void MeshWriter::triangle(const Vertex& a, const Vertex& b, const Vertex& c) {
  if (same_position(a, b) || same_position(b, c) || same_position(c, a)) return;
  MeshPage& page = page_with_room(3, 3);
  for (const Vertex* vertex : {&a, &b, &c}) page.indices.push_back(append(page, *vertex));
  triangle_count_ += 1;
}

void MeshWriter::quad(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d) {
  if (same_position(a, b) || same_position(b, c) || same_position(c, d) || same_position(d, a)) {
    triangle(a, b, c);
    triangle(a, c, d);
    return;
  }
  MeshPage& page = page_with_room(4, 6);
  const std::uint16_t first = append(page, a);
  append(page, b);
  append(page, c);
  append(page, d);
  for (const unsigned corner : {0u, 1u, 2u, 0u, 2u, 3u}) {
    page.indices.push_back(static_cast<std::uint16_t>(first + corner));
  }
  triangle_count_ += 2;
}

void MeshWriter::mesh(std::span<const Vertex> vertices, std::span<const std::uint32_t> indices) {
  TERRANE_ASSERT(indices.size() % 3 == 0, "a mesh is made of triangles");
  constexpr std::uint32_t k_nowhere = UINT32_MAX;
  std::vector<std::uint32_t> place(vertices.size(), k_nowhere);  // in the current page
  std::vector<std::uint32_t> placed;
  const MeshPage* current = nullptr;
  for (std::size_t first = 0; first < indices.size(); first += 3) {
    const Vertex* corners[3];
    unsigned fresh = 0;
    for (unsigned corner = 0; corner < 3; ++corner) {
      const std::uint32_t index = indices[first + corner];
      TERRANE_ASSERT(index < vertices.size(), "an index must name a vertex of the mesh");
      corners[corner] = &vertices[index];
      if (place[index] == k_nowhere) fresh += 1;
    }
    if (same_position(*corners[0], *corners[1]) || same_position(*corners[1], *corners[2]) ||
        same_position(*corners[2], *corners[0])) {
      continue;
    }
    const std::size_t pages_before = pages_.size();
    MeshPage& page = page_with_room(current == nullptr ? 3 : fresh, 3);
    if (current == nullptr || pages_.size() != pages_before) {
      for (const std::uint32_t index : placed) place[index] = k_nowhere;
      placed.clear();
    }
    current = &page;
    for (unsigned corner = 0; corner < 3; ++corner) {
      const std::uint32_t index = indices[first + corner];
      if (place[index] == k_nowhere) {
        place[index] = append(page, *corners[corner]);
        placed.push_back(index);
      }
      page.indices.push_back(static_cast<std::uint16_t>(place[index]));
    }
    triangle_count_ += 1;
  }
}

Vertex make_vertex(geo::Vec3 position_m, geo::Vec3 normal, const Vertex& like) {
  Vertex vertex = like;
  vertex.x_mm = base::to_mm32(position_m.x);
  vertex.y_mm = base::to_mm32(position_m.y);
  vertex.z_mm = base::to_mm32(position_m.z);
  const OctahedralNormal encoded = encode_octahedral(normal);
  vertex.normal_u = encoded.u;
  vertex.normal_v = encoded.v;
  return vertex;
}

geo::Vec3 triangle_normal(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c) {
  return geo::cross(b - a, c - a);
}

}  // namespace terrane::content
