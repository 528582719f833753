// The lattice layout: which junctions and edges there are, as a pure function of seed and cell,
// with loops and without crossings. Not the shape of roads (edge_curve.h). Junctions stand on a 240
// m grid, each moved by a hashed offset within 0.27 of a cell; candidate edges run east and south.
// With a jitter below half a cell straight edges cannot cross, and arms of a junction never
// overlap. In each 8 x 8 super-cell a comb of kept edges ties everything together, and a lake may
// take a few junctions away. Ideas: Minecraft's jittered structure grid; runevision's LayerProcGen
// (a rule may read its neighbours within a stated reach).
#pragma once

#include <cstdint>

#include "terrane/city/piece_id.h"
#include "terrane/city/plane.h"

namespace terrane::city {

// The junction of lattice cell (i, j); |i|, |j| <= k_cell_limit.
struct JunctionId {
  std::int32_t i = 0;
  std::int32_t j = 0;
  friend constexpr bool operator==(const JunctionId&, const JunctionId&) = default;
};

enum class Axis : std::uint8_t { East = 0, South = 1 };

// The edge that leaves junction `from` along `axis`, to the next junction east or south.
struct EdgeId {
  JunctionId from;
  Axis axis = Axis::East;
  constexpr JunctionId to() const {
    return axis == Axis::East ? JunctionId{from.i + 1, from.j} : JunctionId{from.i, from.j + 1};
  }
  friend constexpr bool operator==(const EdgeId&, const EdgeId&) = default;
};

// Roads stand in cells within this; numbers have room for a little more (24 bits a cell).
inline constexpr std::int32_t k_cell_limit = 8000000;

constexpr std::uint64_t cell_bits(std::int32_t cell) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(cell) + 0x800000) & 0xffffffu;
}
constexpr EdgeNumber edge_number(EdgeId edge) {
  return {(cell_bits(edge.from.i) << 25) | (cell_bits(edge.from.j) << 1) |
          static_cast<std::uint64_t>(edge.axis)};
}
constexpr JunctionNumber junction_number(JunctionId junction) {
  return {edge_number({junction, Axis::East}).value};
}
constexpr EdgeId edge_of(EdgeNumber number) {
  EdgeId edge;
  edge.axis = static_cast<Axis>(number.value & 1u);
  edge.from.j = static_cast<std::int32_t>((number.value >> 1) & 0xffffffu) - 0x800000;
  edge.from.i = static_cast<std::int32_t>((number.value >> 25) & 0xffffffu) - 0x800000;
  return edge;
}
constexpr JunctionId junction_of(JunctionNumber number) {
  return edge_of(EdgeNumber{number.value}).from;
}

inline constexpr std::int64_t k_cell_size_mm = 240000;
inline constexpr std::int64_t k_jitter_mm = 64800;  // 0.27 of a cell
inline constexpr std::int32_t k_super_cell = 8;     // cells a side
inline constexpr std::uint64_t k_free_edge_65536 =
    43254;  // 0.66: of edges that the comb leaves free

// Directions in which a junction may have an arm, counter-clockwise from above.
enum class ArmSide : std::uint8_t { East = 0, North = 1, West = 2, South = 3 };
inline constexpr unsigned k_arm_side_count = 4;

// Any thread; immutable.
class Lattice {
 public:
  explicit Lattice(std::uint64_t seed);

  std::uint64_t seed() const { return seed_; }
  PlanePoint position(JunctionId junction) const;
  // Which of the junction's candidate edges east and south are roads: both for the price of one.
  struct Edges {
    bool east = false;
    bool south = false;
  };
  Edges edges_from(JunctionId from) const;
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
  struct SuperCell {
    std::int32_t i = 0;
    std::int32_t j = 0;
  };
  enum class Verdict : std::uint8_t { Keep, Drop, Free };
  class Comb;

  bool is_kept(Verdict verdict, EdgeId edge) const;
  bool is_linked(const Comb& comb, SuperCell cell, EdgeId edge, std::int32_t place) const;

  std::uint64_t seed_;
  std::uint64_t place_seed_;
  std::uint64_t edge_seed_;
  std::uint64_t comb_seed_;
  std::uint64_t link_seed_;
};

}  // namespace terrane::city
