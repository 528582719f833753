#include "terrane/render/visible_pieces.h"

#include <algorithm>

namespace terrane::render {

Visibility find_visible(std::span<const stream::ResidentPiece* const> pieces,
                        const geo::Frame& scene, const Frustum& view, const Frustum* shadow) {
  Visibility found;
  for (const stream::ResidentPiece* piece : pieces) {
    if (piece->bounds.empty()) continue;
    VisiblePiece visible;
    visible.piece = piece;
    visible.placement = place_frame(piece->frame, scene);
    const SceneBox box = place_bounds(visible.placement, piece->bounds);
    visible.distance_m = distance_to(box);
    visible.in_view = view.may_show(box);
    visible.casts = shadow != nullptr && shadow->may_show(box);
    if (visible.in_view) {
      found.in_view_count += 1;
    } else {
      found.culled_count += 1;
    }
    if (visible.in_view || visible.casts) found.pieces.push_back(visible);
  }
  std::stable_sort(
      found.pieces.begin(), found.pieces.end(),
      [](const VisiblePiece& a, const VisiblePiece& b) { return a.distance_m < b.distance_m; });
  return found;
}

}  // namespace terrane::render
