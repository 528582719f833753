// Counts, frame by frame, the wanted pieces inside the view cone and those of them that are drawn
// at no level of detail. Wanted is every piece within the selector's stated reach, also those that
// a piece limit left out. Owner thread.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "terrane/play/view_cone.h"
#include "terrane/stream/streamer.h"

namespace terrane::play {

class MissingAtView {
 public:
  explicit MissingAtView(const stream::Provider& provider) : provider_(provider) {}

  struct Frame {
    std::uint64_t in_view = 0;
    std::uint64_t missing = 0;
  };
  // One frame; also adds to the totals.
  Frame count(const stream::Streamer& streamer, const ViewCone& cone);

  std::uint64_t in_view() const { return total_.in_view; }
  std::uint64_t missing() const { return total_.missing; }
  double ratio() const;  // 0 when nothing was in view

 private:
  void count_piece(const stream::WantedPiece& piece, const stream::Streamer& streamer,
                   const ViewCone& cone, Frame& frame);
  const Sphere& sphere_of(stream::PieceKey key);

  const stream::Provider& provider_;
  std::unordered_map<stream::PieceKey, Sphere, stream::PieceKeyHash> spheres_;
  Frame total_;
};

}  // namespace terrane::play
