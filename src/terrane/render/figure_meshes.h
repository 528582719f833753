// The meshes that figures are drawn from, modelled by code in figure_builder.h's shapes: standing
// on y = 0, front towards north (-Z), level 1 for far away. Deterministic.
#pragma once

#include <vector>

#include "terrane/content/content.h"
#include "terrane/render/figure_builder.h"
#include "terrane/render/figures.h"

namespace terrane::render {

inline constexpr unsigned k_figure_level_count = 2;

// FigureMesh::Tree has none: it is drawn from the world's own (instance_meshes.h).
content::MeshPage figure_mesh(FigureMesh mesh, unsigned level);
// All of them, mesh by mesh, the levels of one in a row. Any thread.
std::vector<content::MeshPage> figure_meshes_on_worker();

// By file; each models what its FigureMesh says.
void model_car(FigureBuilder& to);                               // figure_car.cpp
void model_unit(FigureBuilder& to, FigureMesh mesh);             // figure_units.cpp
void model_animal(FigureBuilder& to, FigureMesh mesh);           // figure_beast.cpp
void model_people_building(FigureBuilder& to, FigureMesh mesh);  // figure_people_buildings.cpp
void model_goblin_building(FigureBuilder& to, FigureMesh mesh);  // figure_goblin_buildings.cpp
void model_thing(FigureBuilder& to, FigureMesh mesh);            // figure_things.cpp

}  // namespace terrane::render
