#include "terrane/content/mesh_writer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "terrane/base/hash.h"

namespace terrane::content {
namespace {

Vertex at(std::int32_t x_mm, std::int32_t y_mm, std::int32_t z_mm) {
  Vertex vertex;
  vertex.x_mm = x_mm;
  vertex.y_mm = y_mm;
  vertex.z_mm = z_mm;
  return vertex;
}

Vertex random_vertex(std::uint64_t key) {
  return at(static_cast<std::int32_t>(base::draw_integer(base::hash(key, 1), -1000, 1000)),
            static_cast<std::int32_t>(base::draw_integer(base::hash(key, 2), -1000, 1000)),
            static_cast<std::int32_t>(base::draw_integer(base::hash(key, 3), -1000, 1000)));
}

using Corner = std::array<std::int32_t, 3>;
using Triangle = std::array<Corner, 3>;

Triangle triangle_of(const Vertex& a, const Vertex& b, const Vertex& c) {
  return {Corner{a.x_mm, a.y_mm, a.z_mm}, Corner{b.x_mm, b.y_mm, b.z_mm},
          Corner{c.x_mm, c.y_mm, c.z_mm}};
}

// Every page within its limits, its indices its own, its bounds exactly those of its vertices.
std::vector<Triangle> checked_triangles(const std::vector<MeshPage>& pages) {
  std::vector<Triangle> triangles;
  for (const MeshPage& page : pages) {
    CHECK(page.vertices.size() <= k_page_vertices);
    CHECK(page.indices.size() <= k_page_indices);
    CHECK(page.indices.size() % 3 == 0);
    CHECK(!page.indices.empty());
    BoundsMm bounds;
    for (const Vertex& vertex : page.vertices) {
      bounds.include(vertex.x_mm, vertex.y_mm, vertex.z_mm);
    }
    CHECK(bounds == page.bounds);
    for (std::size_t first = 0; first < page.indices.size(); first += 3) {
      const std::uint16_t* corner = &page.indices[first];
      const std::size_t size = page.vertices.size();
      REQUIRE((corner[0] < size && corner[1] < size && corner[2] < size));
      triangles.push_back(triangle_of(page.vertices[corner[0]], page.vertices[corner[1]],
                                      page.vertices[corner[2]]));
    }
  }
  return triangles;
}

}  // namespace

TEST_CASE("triangles come out in order, none lost over a page's end") {
  std::vector<MeshPage> pages;
  MeshWriter writer(pages);
  std::vector<Triangle> expected;
  for (std::uint64_t key = 0; key < 3000; ++key) {
    const Vertex a = random_vertex(base::hash(key, 1));
    const Vertex b = random_vertex(base::hash(key, 2));
    const Vertex c = random_vertex(base::hash(key, 3));
    writer.triangle(a, b, c);
    expected.push_back(triangle_of(a, b, c));
  }
  CHECK(checked_triangles(pages) == expected);
  CHECK(writer.triangle_count() == expected.size());
  CHECK(pages.size() == (3000 * 3 + k_page_vertices - 1) / k_page_vertices);
}

TEST_CASE("quads share their four vertices and are cut along a-c") {
  std::vector<MeshPage> pages;
  MeshWriter writer(pages);
  std::vector<Triangle> expected;
  for (std::int32_t row = 0; row < 2000; ++row) {
    const Vertex a = at(0, 0, row);
    const Vertex b = at(10, 0, row);
    const Vertex c = at(10, 5, row);
    const Vertex d = at(0, 5, row);
    writer.quad(a, b, c, d);
    expected.push_back(triangle_of(a, b, c));
    expected.push_back(triangle_of(a, c, d));
  }
  CHECK(checked_triangles(pages) == expected);
  CHECK(writer.triangle_count() == 4000);
  std::size_t vertices = 0;
  for (const MeshPage& page : pages) vertices += page.vertices.size();
  CHECK(vertices == 4 * 2000);
}

TEST_CASE("what has no area for want of three positions is left out") {
  std::vector<MeshPage> pages;
  MeshWriter writer(pages);
  writer.triangle(at(1, 1, 1), at(1, 1, 1), at(2, 2, 2));
  CHECK(writer.triangle_count() == 0);
  writer.quad(at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(1, 1, 0));
  CHECK(writer.triangle_count() == 1);
  writer.quad(at(0, 0, 0), at(0, 0, 0), at(1, 1, 0), at(0, 1, 0));
  CHECK(writer.triangle_count() == 2);
  checked_triangles(pages);
}

TEST_CASE("an indexed mesh of any size is the same triangles, its vertices shared within a page") {
  for (const std::int32_t side : {2, 20, 40, 90}) {
    CAPTURE(side);
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;
    for (std::int32_t row = 0; row <= side; ++row) {
      for (std::int32_t column = 0; column <= side; ++column) {
        vertices.push_back(at(column, (row * column) % 7, row));
      }
    }
    const auto index = [side](std::int32_t column, std::int32_t row) {
      return static_cast<std::uint32_t>(row * (side + 1) + column);
    };
    for (std::int32_t row = 0; row < side; ++row) {
      for (std::int32_t column = 0; column < side; ++column) {
        indices.insert(indices.end(),
                       {index(column, row), index(column, row + 1), index(column + 1, row + 1),
                        index(column, row), index(column + 1, row + 1), index(column + 1, row)});
      }
    }
    std::vector<MeshPage> pages;
    MeshWriter writer(pages);
    writer.triangle(at(-1, 0, 0), at(-2, 0, 0), at(-1, 0, -1));  // begins within a used page
    writer.mesh(vertices, indices);
    std::vector<Triangle> expected = {triangle_of(at(-1, 0, 0), at(-2, 0, 0), at(-1, 0, -1))};
    for (std::size_t first = 0; first < indices.size(); first += 3) {
      expected.push_back(triangle_of(vertices[indices[first]], vertices[indices[first + 1]],
                                     vertices[indices[first + 2]]));
    }
    CHECK(checked_triangles(pages) == expected);
    CHECK(writer.triangle_count() == expected.size());
    std::size_t written = 0;
    for (const MeshPage& page : pages) written += page.vertices.size();
    CHECK(written < vertices.size() * 2 + 4 * pages.size());
    if (pages.size() == 1) CHECK(written == vertices.size() + 3);
  }
}

TEST_CASE("a mesh in random order over many pages, with empty triangles in between") {
  std::vector<Vertex> vertices;
  for (std::uint64_t key = 0; key < 5000; ++key) vertices.push_back(random_vertex(key));
  std::vector<std::uint32_t> indices;
  std::vector<Triangle> expected;
  for (std::uint64_t key = 0; key < 8000; ++key) {
    std::uint32_t corner[3];
    for (std::uint64_t side = 0; side < 3; ++side) {
      corner[side] = base::draw_index(base::hash(key, side), 5000);
    }
    if (key % 5 == 0) corner[2] = corner[0];
    indices.insert(indices.end(), {corner[0], corner[1], corner[2]});
    const Triangle triangle =
        triangle_of(vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]);
    if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0]) {
      expected.push_back(triangle);
    }
  }
  std::vector<MeshPage> pages;
  MeshWriter writer(pages);
  writer.mesh(vertices, indices);
  CHECK(checked_triangles(pages) == expected);
}

TEST_CASE("a vertex from metres is rounded to millimetres and keeps what it is like") {
  Vertex like;
  like.material = Material::Stone;
  like.palette = 220;
  const Vertex vertex = make_vertex({1.0004, -2.0006, 3.0}, {0, 2, 0}, like);
  CHECK(vertex.x_mm == 1000);
  CHECK(vertex.y_mm == -2001);
  CHECK(vertex.z_mm == 3000);
  CHECK(vertex.normal_u == 0);
  CHECK(vertex.normal_v == 0);
  CHECK(vertex.material == Material::Stone);
  CHECK(vertex.palette == 220);
  CHECK(triangle_normal({0, 0, 0}, {0, 0, 1}, {1, 0, 0}) == geo::Vec3{0, 1, 0});
}

}  // namespace terrane::content
