// The 64-bit piece keys of the city. A key holds, from the top: kind (segment or junction), the
// number of the edge or junction, the segment's index in its edge. Numbers are a layout's to give
// (layout.h); a key says nothing of whether a road stands there.
#pragma once

#include <cstdint>

#include "terrane/stream/provider.h"

namespace terrane::city {

inline constexpr unsigned k_number_bits = 49;

// Unique among the edges of a layout; below 2^49.
struct EdgeNumber {
  std::uint64_t value = 0;
  friend constexpr bool operator==(EdgeNumber, EdgeNumber) = default;
  friend constexpr bool operator<(EdgeNumber a, EdgeNumber b) { return a.value < b.value; }
};
// Unique among the junctions of a layout; below 2^49.
struct JunctionNumber {
  std::uint64_t value = 0;
  friend constexpr bool operator==(JunctionNumber, JunctionNumber) = default;
  friend constexpr bool operator<(JunctionNumber a, JunctionNumber b) { return a.value < b.value; }
};

enum class PieceKind : std::uint8_t { Segment = 0, Junction = 1 };

constexpr stream::PieceKey segment_key(EdgeNumber edge, std::uint32_t index) {
  return {(edge.value << 7) | index};
}
constexpr stream::PieceKey junction_key(JunctionNumber junction) {
  return {(std::uint64_t{1} << 56) | (junction.value << 7)};
}

struct PieceId {
  PieceKind kind = PieceKind::Segment;
  std::uint64_t number = 0;
  std::uint32_t index = 0;  // of the segment in its edge, < 128

  EdgeNumber edge() const { return {number}; }
  JunctionNumber junction() const { return {number}; }
};
constexpr PieceId piece_of_key(stream::PieceKey key) {
  PieceId id;
  id.kind = static_cast<PieceKind>((key.value >> 56) & 1u);
  id.number = (key.value >> 7) & ((std::uint64_t{1} << k_number_bits) - 1);
  id.index = static_cast<std::uint32_t>(key.value & 127u);
  return id;
}
// Whether the key is what this id would give: no stray bits.
constexpr bool is_piece_key(stream::PieceKey key) {
  return key.value >> 57 == 0 &&
         (piece_of_key(key).kind == PieceKind::Segment || piece_of_key(key).index == 0);
}

}  // namespace terrane::city
