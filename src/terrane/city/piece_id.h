// Names of the city's things by lattice cell, and the 64-bit piece keys made of them.
// A key holds, from the top: kind (segment or junction), cell i, cell j, axis, segment index.
// Names only: whether a road or junction stands there is the lattice's to say (lattice.h).
#pragma once

#include <cstdint>

#include "terrane/stream/provider.h"

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

// Roads stand in cells within this; keys have room for a little more (24 bits).
inline constexpr std::int32_t k_cell_limit = 8000000;

enum class PieceKind : std::uint8_t { Segment = 0, Junction = 1 };

// What a key names. For a junction, `edge.from` is it, and axis and index are 0.
struct PieceId {
  PieceKind kind = PieceKind::Segment;
  EdgeId edge;
  std::uint32_t index = 0;  // of the segment in its edge, < 128
};

constexpr std::uint64_t cell_bits(std::int32_t cell) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(cell) + 0x800000) & 0xffffffu;
}
// Unique among edges; below 2^49.
constexpr std::uint64_t edge_number(EdgeId edge) {
  return (cell_bits(edge.from.i) << 25) | (cell_bits(edge.from.j) << 1) |
         static_cast<std::uint64_t>(edge.axis);
}
constexpr stream::PieceKey segment_key(EdgeId edge, std::uint32_t index) {
  return {(edge_number(edge) << 7) | index};
}
constexpr stream::PieceKey junction_key(JunctionId junction) {
  return {(std::uint64_t{1} << 56) | (edge_number({junction, Axis::East}) << 7)};
}
constexpr PieceId piece_of_key(stream::PieceKey key) {
  PieceId id;
  id.kind = static_cast<PieceKind>((key.value >> 56) & 1u);
  id.index = static_cast<std::uint32_t>(key.value & 127u);
  id.edge.axis = static_cast<Axis>((key.value >> 7) & 1u);
  id.edge.from.j = static_cast<std::int32_t>((key.value >> 8) & 0xffffffu) - 0x800000;
  id.edge.from.i = static_cast<std::int32_t>((key.value >> 32) & 0xffffffu) - 0x800000;
  return id;
}

}  // namespace terrane::city
