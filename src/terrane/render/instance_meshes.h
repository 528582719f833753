// The meshes that instances are drawn from, built by code: trees of leaf cards on a trunk with
// limbs, conifers, bushes, street lamps, benches, hydrants. Bound by 16-bit indices alone; level
// 1 is for far away.
// Of a vertex, `variant` 1 takes the instance's tint and 0 keeps its own colour; Foliage has u, v
// as its card's corners in hundredths and `flags` as the card's hash.
#pragma once

#include <vector>

#include "terrane/content/content.h"

namespace terrane::render {

inline constexpr unsigned k_instance_level_count = 2;

// Standing on y = 0, its front towards north (-Z). Deterministic.
content::MeshPage instance_mesh(content::InstanceKind kind, unsigned level);
// All of them, kind by kind, the levels of a kind in a row. Any thread: it takes a while, so that
// the renderer has it done beside its own start.
std::vector<content::MeshPage> instance_meshes_on_worker();
// Where level 1 begins, and where nothing is drawn any more: shares of the renderer's
// instance_distance_m.
double far_level_share(content::InstanceKind kind);
double end_share(content::InstanceKind kind);

}  // namespace terrane::render
