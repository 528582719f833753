#include "terrane/render/figure_meshes.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/geo/vec3.h"

namespace terrane::render {
namespace {

geo::Vec3 place_of(const content::Vertex& vertex) {
  return {vertex.x_mm * 0.001, vertex.y_mm * 0.001, vertex.z_mm * 0.001};
}

TEST_CASE(
    "every figure is whole, as large as it says, stands on the ground and is light far away") {
  for (unsigned index = 0; index < k_figure_mesh_count; ++index) {
    const FigureMesh mesh = static_cast<FigureMesh>(index);
    if (mesh == FigureMesh::Tree) continue;  // drawn as the world's trees
    INFO("mesh " << index);
    const content::MeshPage near_mesh = figure_mesh(mesh, 0);
    const content::MeshPage far_mesh = figure_mesh(mesh, 1);
    REQUIRE_FALSE(near_mesh.indices.empty());
    CHECK(near_mesh.indices.size() / 3 <= 3200);
    CHECK(far_mesh.indices.size() <= near_mesh.indices.size());
    for (const std::uint16_t at : near_mesh.indices) REQUIRE(at < near_mesh.vertices.size());
    const bool flies = mesh >= FigureMesh::Arrow && mesh <= FigureMesh::HexBolt;
    const FigureSize size = figure_size(mesh);
    if (!flies) {
      CHECK(near_mesh.bounds.min_mm[1] <= 40);
      CHECK(near_mesh.bounds.min_mm[1] >= -500);
      CHECK(near_mesh.bounds.max_mm[1] * 0.001 <= size.height_m * 1.25 + 0.2);
      CHECK(near_mesh.bounds.max_mm[1] * 0.001 >= size.height_m * 0.7);
    }
  }
}

TEST_CASE("buildings keep within their footprints, which cells of a match are blocked by") {
  for (unsigned faction = 0; faction < 2; ++faction) {
    for (unsigned role = 6; role < k_faction_mesh_count; ++role) {
      INFO("faction " << faction << " role " << role);
      const FigureMesh mesh = faction_figure(faction, role);
      const content::MeshPage page = figure_mesh(mesh, 0);
      const FigureSize size = figure_size(mesh);
      for (const int axis : {0, 2}) {
        const double half_m = 0.5 * static_cast<double>(axis == 0 ? size.width_m : size.depth_m);
        CHECK(page.bounds.min_mm[axis] * -0.001 <= half_m + 0.35);  // eaves, tusks, flags
        CHECK(page.bounds.max_mm[axis] * 0.001 <= half_m + 0.75);
      }
    }
  }
}

TEST_CASE("triangles face where their normals point, since back faces are left out") {
  for (unsigned index = 0; index < k_figure_mesh_count; ++index) {
    const content::MeshPage page = figure_mesh(static_cast<FigureMesh>(index), 0);
    std::size_t turned = 0;
    for (std::size_t at = 0; at + 2 < page.indices.size(); at += 3) {
      const content::Vertex& a = page.vertices[page.indices[at]];
      const geo::Vec3 p = place_of(a);
      const geo::Vec3 face = geo::cross(place_of(page.vertices[page.indices[at + 1]]) - p,
                                        place_of(page.vertices[page.indices[at + 2]]) - p);
      // The vertex' normal, from its octahedral bytes.
      double x = a.normal_u / 127.0;
      double z = a.normal_v / 127.0;
      const double y = 1.0 - std::fabs(x) - std::fabs(z);
      const double under = y < 0 ? -y : 0;
      x += x >= 0 ? -under : under;
      z += z >= 0 ? -under : under;
      if (geo::dot(face, {x, y, z}) < -1e-9) turned += 1;
    }
    INFO("mesh " << index);
    CHECK(turned == 0);
  }
}

}  // namespace
}  // namespace terrane::render
