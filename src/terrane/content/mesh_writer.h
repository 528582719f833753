// Writes triangles into mesh pages. A page that is full is closed and the next one begun, so a
// piece has no vertex ceiling and nothing is ever dropped silently (the article's pushTriangle
// did). Owner thread. Deterministic: the same calls give the same pages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/content/content.h"
#include "terrane/geo/vec3.h"

namespace terrane::content {

class MeshWriter {
 public:
  explicit MeshWriter(std::vector<MeshPage>& pages) : pages_(pages) {}

  // Counter-clockwise from outside. A triangle with two equal positions is left out.
  void triangle(const Vertex& a, const Vertex& b, const Vertex& c);
  // Four corners in order, counter-clockwise from outside; cut along a-c.
  void quad(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d);
  // An indexed mesh of any size: `indices` are triangles into `vertices`. Cut into pages as needed.
  void mesh(std::span<const Vertex> vertices, std::span<const std::uint32_t> indices);

  std::size_t triangle_count() const { return triangle_count_; }

 private:
  MeshPage& page_with_room(unsigned vertices, unsigned indices);

  std::vector<MeshPage>& pages_;
  std::size_t triangle_count_ = 0;
};

// A vertex from metres and a direction; the remaining fields as given by `like`.
Vertex make_vertex(geo::Vec3 position_m, geo::Vec3 normal, const Vertex& like);
// The geometric normal of a triangle of positions, not normalised.
geo::Vec3 triangle_normal(geo::Vec3 a, geo::Vec3 b, geo::Vec3 c);

}  // namespace terrane::content
