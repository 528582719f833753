#include "terrane/render/instance_meshes.h"

#include <doctest/doctest.h>

namespace terrane::render {
namespace {

TEST_CASE("every instance mesh is whole, stands on the ground and is lighter far away") {
  for (unsigned kind = 0; kind < content::k_instance_kind_count; ++kind) {
    const auto instance_kind = static_cast<content::InstanceKind>(kind);
    INFO("kind " << kind);
    const content::MeshPage near_mesh = instance_mesh(instance_kind, 0);
    const content::MeshPage far_mesh = instance_mesh(instance_kind, 1);
    CHECK(near_mesh.vertices.size() <= 2048);
    CHECK(far_mesh.indices.size() < near_mesh.indices.size());
    CHECK(near_mesh.bounds.min_mm[1] <= 0);
    CHECK(near_mesh.bounds.min_mm[1] >= -300);
    CHECK(near_mesh.bounds.max_mm[1] >= 300);
    CHECK(near_mesh.bounds.max_mm[1] <= 12000);
    CHECK(far_level_share(instance_kind) < end_share(instance_kind));
    CHECK(end_share(instance_kind) <= 1.0);
    for (const std::uint16_t index : near_mesh.indices) REQUIRE(index < near_mesh.vertices.size());
  }
}

TEST_CASE("a tree's mesh is more than one pool page and keeps what lies beyond the first") {
  const content::MeshPage tree = instance_mesh(content::InstanceKind::BroadleafTree, 0);
  CHECK(tree.vertices.size() > content::k_page_vertices);
  CHECK(tree.bounds.max_mm[1] > 5000);
}

}  // namespace
}  // namespace terrane::render
