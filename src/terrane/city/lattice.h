// The lattice layout: which junctions and edges there are, as a pure function of seed and cell,
// with loops and without crossings. Not the shape of roads (edge_curve.h). Junctions stand on a 240
// m grid, each moved by a hashed offset within 0.27 of a cell; candidate edges run east and south.
// With a jitter below half a cell straight edges cannot cross, and arms of a junction never
// overlap. Source: techniques 4.1 (jittered region grid; a comb kept in each 8 x 8 super-cell ties
// everything).
#pragma once

#include <cstdint>

#include "terrane/city/piece_id.h"
#include "terrane/city/plane.h"

namespace terrane::city {

inline constexpr std::int64_t k_cell_size_mm = 240000;
inline constexpr std::int64_t k_jitter_mm = 64800;  // 0.27 of a cell
inline constexpr std::int32_t k_super_cell = 8;     // cells a side
inline constexpr double k_free_edge_chance = 0.66;  // of edges that the comb does not decide

// Directions in which a junction may have an arm, counter-clockwise from above.
enum class ArmSide : std::uint8_t { East = 0, North = 1, West = 2, South = 3 };
inline constexpr unsigned k_arm_side_count = 4;

// Any thread; immutable.
class Lattice {
 public:
  explicit Lattice(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const { return seed_; }
  PlanePoint position(JunctionId junction) const;
  // Whether the candidate edge is a road.
  bool has_edge(EdgeId edge) const;
  // Whether the junction has an arm on that side.
  bool has_arm(JunctionId junction, ArmSide side) const {
    return has_edge(edge_at(junction, side));
  }

  // The candidate edge on a side of a junction, whether or not it is a road.
  static EdgeId edge_at(JunctionId junction, ArmSide side);
  // True when the edge starts at the junction on that side, false when it ends there.
  static bool edge_starts_at(ArmSide side) {
    return side == ArmSide::East || side == ArmSide::South;
  }
  // The junction whose cell, centred on the grid's corner, holds the point.
  static JunctionId cell_of(PlanePoint point);

 private:
  std::uint64_t seed_;
};

}  // namespace terrane::city
