#include "terrane/render/figure_meshes.h"

#include <array>

namespace terrane::render {
namespace {

constexpr std::array<FigureSize, k_figure_mesh_count> k_sizes = {{
    {1.84f, 4.24f, 1.45f},  // car
    {0.7f, 0.5f, 1.8f},     // walker
    {0.9f, 0.8f, 1.85f},    // people: worker
    {1.1f, 1.2f, 2.0f},     // melee
    {1.0f, 1.0f, 1.95f},    // ranged
    {1.8f, 2.6f, 2.1f},     // siege
    {1.0f, 2.9f, 2.7f},     // cavalry
    {1.3f, 1.3f, 2.9f},     // hero
    {5.0f, 5.0f, 6.6f},     // town hall
    {3.0f, 3.0f, 3.4f},     // house
    {4.0f, 4.0f, 4.4f},     // barracks
    {4.0f, 4.0f, 3.9f},     // workshop
    {2.0f, 2.0f, 5.6f},     // tower
    {2.0f, 2.0f, 2.3f},     // wall
    {4.0f, 4.0f, 3.8f},     // gate
    {0.9f, 0.8f, 1.4f},     // goblins: worker
    {1.2f, 1.0f, 1.45f},    // melee
    {1.0f, 1.0f, 1.6f},     // ranged
    {1.6f, 2.4f, 1.6f},     // siege
    {1.0f, 2.4f, 1.9f},     // cavalry
    {1.2f, 1.1f, 2.3f},     // hero
    {5.0f, 5.0f, 4.6f},     // town hall
    {3.0f, 3.0f, 2.7f},     // house
    {4.0f, 4.0f, 3.4f},     // barracks
    {4.0f, 4.0f, 4.2f},     // workshop
    {2.0f, 2.0f, 4.9f},     // tower
    {2.0f, 2.0f, 2.4f},     // wall
    {4.0f, 4.0f, 3.4f},     // gate
    {3.0f, 3.0f, 2.6f},     // gold mine
    {5.0f, 5.0f, 7.6f},     // tree
    {0.6f, 1.5f, 1.6f},     // deer
    {0.5f, 1.5f, 1.0f},     // wolf
    {0.12f, 0.9f, 0.12f},   // arrow
    {0.5f, 0.5f, 0.5f},     // boulder
    {0.34f, 0.34f, 0.34f},  // fire pot
    {0.4f, 0.4f, 0.4f},     // hex bolt
    {0.9f, 1.9f, 0.3f},     // corpse
    {3.0f, 3.0f, 0.9f},     // rubble
    {0.8f, 0.3f, 2.4f},     // banner
    {3.0f, 3.0f, 3.0f},     // scaffold
}};

}  // namespace

FigureSize figure_size(FigureMesh mesh) {
  return k_sizes[static_cast<unsigned>(mesh)];
}

content::MeshPage figure_mesh(FigureMesh mesh, unsigned level) {
  FigureBuilder builder(level);
  const unsigned place = static_cast<unsigned>(mesh);
  const unsigned people = static_cast<unsigned>(FigureMesh::PeopleWorker);
  const unsigned role = (place - people) % k_faction_mesh_count;
  if (mesh == FigureMesh::Car) {
    model_car(builder);
  } else if (mesh == FigureMesh::Walker) {
    model_unit(builder, mesh);
  } else if (mesh == FigureMesh::Deer || mesh == FigureMesh::Wolf) {
    model_animal(builder, mesh);
  } else if (mesh >= FigureMesh::GoldMine) {
    model_thing(builder, mesh);
  } else if (role < 6) {
    model_unit(builder, mesh);
  } else if (mesh < FigureMesh::GoblinWorker) {
    model_people_building(builder, mesh);
  } else {
    model_goblin_building(builder, mesh);
  }
  return builder.take();
}

std::vector<content::MeshPage> figure_meshes_on_worker() {
  std::vector<content::MeshPage> meshes;
  for (unsigned mesh = 0; mesh < k_figure_mesh_count; ++mesh) {
    for (unsigned level = 0; level < k_figure_level_count; ++level) {
      meshes.push_back(figure_mesh(static_cast<FigureMesh>(mesh), level));
    }
  }
  return meshes;
}

}  // namespace terrane::render
