// Which resident pieces a frame draws: those whose bounds are in view, near to far, and those that
// cast shadows into it. Touches no device.
#pragma once

#include <span>
#include <vector>

#include "terrane/render/view.h"
#include "terrane/stream/streamer.h"

namespace terrane::render {

struct VisiblePiece {
  const stream::ResidentPiece* piece = nullptr;
  Placement placement;
  float distance_m = 0;  // from the eye to its nearest point
  bool in_view = false;
  bool casts = false;  // within the shadow map's box
};

struct Visibility {
  std::vector<VisiblePiece> pieces;  // in view or casting; nearest first, ties as given
  std::size_t in_view_count = 0;
  std::size_t culled_count = 0;  // not in view; pieces without anything to draw are not counted
};

// `scene`: the scene's axes with the eye as origin. `shadow`: null when there is no shadow map.
Visibility find_visible(std::span<const stream::ResidentPiece* const> pieces,
                        const geo::Frame& scene, const Frustum& view, const Frustum* shadow);

}  // namespace terrane::render
