#include "terrane/play/missing_at_view.h"

namespace terrane::play {
namespace {

// Bounds are remembered for a while, not for ever: a long tour passes many pieces.
constexpr std::size_t k_spheres_max = 50000;

}  // namespace

const Sphere& MissingAtView::sphere_of(stream::PieceKey key) {
  const auto known = spheres_.find(key);
  if (known != spheres_.end()) return known->second;
  if (spheres_.size() >= k_spheres_max) spheres_.clear();
  const Sphere sphere = sphere_around(provider_.rough_bounds(key), provider_.piece_frame(key));
  return spheres_.emplace(key, sphere).first->second;
}

void MissingAtView::count_piece(const stream::WantedPiece& piece, const stream::Streamer& streamer,
                                const ViewCone& cone, Frame& frame) {
  if (!piece.within_reach || !touches(cone, sphere_of(piece.key))) return;
  frame.in_view += 1;
  if (streamer.find(piece.key) == nullptr) frame.missing += 1;
}

MissingAtView::Frame MissingAtView::count(const stream::Streamer& streamer, const ViewCone& cone) {
  Frame frame;
  const stream::Selection& selection = streamer.selection();
  for (const stream::WantedPiece& piece : selection.pieces)
    count_piece(piece, streamer, cone, frame);
  for (const stream::WantedPiece& piece : selection.left_out) {
    count_piece(piece, streamer, cone, frame);
  }
  total_.in_view += frame.in_view;
  total_.missing += frame.missing;
  return frame;
}

double MissingAtView::ratio() const {
  if (total_.in_view == 0) return 0;
  return static_cast<double>(total_.missing) / static_cast<double>(total_.in_view);
}

}  // namespace terrane::play
