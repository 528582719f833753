// The ring: every piece within a load radius of an observer is wanted, nearest first, and a piece
// that is held is kept until it is beyond the larger unload radius, so that one on the border does
// not come and go. Looks ahead along the velocity, so that a fast traveller finds the land in front
// of him built. Not a grid: the caller lists the pieces near a point and how far each is. Owner
// thread. Source: article "Any place on Earth" (the walk world's ring of sectors); the look-ahead
// is ours.
#pragma once

#include <span>
#include <vector>

#include "terrane/stream/provider.h"

namespace terrane::stream {

// A piece near a point.
struct RingCandidate {
  PieceKey key;
  double distance_m = 0;  // from the point to the nearest point of the piece; 0 inside it
  std::uint8_t lod = 0;   // wanted from that distance; the finest of several wins
};

// The pieces of a world as the ring sees them.
class RingGrid {
 public:
  virtual ~RingGrid() = default;
  // Appends every piece within `radius_m` of `position` (world space), in any order; more is
  // harmless.
  virtual void pieces_near(geo::Vec3 position, double radius_m,
                           std::vector<RingCandidate>& pieces) = 0;
};

// Seconds of travel that the ring looks ahead, and the furthest that may be, in load radii.
inline constexpr double k_ring_look_ahead_s = 6.0;
inline constexpr double k_ring_look_ahead_radii = 0.5;

// Where the observer will be when what is asked for now is built.
geo::Vec3 ring_look_ahead(const Observer& observer, double load_radius_m);

// Uses limits.load_radius_m and limits.unload_radius_m. `resident` is sorted. A piece is
// - within reach, when it lies within the load radius of an observer;
// - wanted too, when it lies within the load radius of where the observer is heading;
// - kept, when it is resident and within the unload radius of either.
// cost is the distance; a piece nearer to where the observer is heading comes earlier by half of
// what the way there is. Cheapest first, ties by key. `end` is RanOutOfWorld when no piece lies
// near.
Selection select_ring(RingGrid& grid, std::span<const Observer> observers,
                      const SelectionLimits& limits, std::span<const PieceKey> resident);

}  // namespace terrane::stream
