// Rings as doubly linked loops of exact integer points, for triangulate.cpp: the predicates, the
// way in from rings, and the bridges that turn an outer ring with holes into one loop. Not a
// general polygon type: nothing outside this folder sees it. Bridges follow Eberly, "Triangulation
// by Ear Clipping". Coordinates are at most 5e8 in magnitude, so a difference is at most 1e9, a
// product 1e18 and the sum of two products 2e18: every predicate is exact in 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "terrane/content/triangulate.h"

namespace terrane::content::detail {

inline constexpr std::int64_t k_coordinate_limit_mm = 500'000'000;

struct LoopNode {
  std::int64_t x = 0;       // east, mm
  std::int64_t y = 0;       // north, mm: the usual orientation of the plane, seen from above
  std::uint32_t index = 0;  // of the point in the rings as given
  std::uint32_t previous = 0;
  std::uint32_t next = 0;
};

using LoopNodes = std::vector<LoopNode>;

inline bool same_place(const LoopNode& a, const LoopNode& b) {
  return a.x == b.x && a.y == b.y;
}

// Twice the signed area of a triangle: positive when c lies to the left of the line from a to b.
inline std::int64_t turn(const LoopNode& a, const LoopNode& b, const LoopNode& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Whether the loop turns back on itself or stands still at a node: it bounds no area there.
bool is_spike(const LoopNodes& nodes, std::uint32_t at);
// Unlinks the spikes of a loop, down to two nodes if it bounds no area. A node that remains.
std::uint32_t drop_spikes(LoopNodes& nodes, std::uint32_t start);

// Appends a ring as a closed loop without spikes, counter-clockwise or not as asked. One of its
// nodes, or nothing for a ring without area or beyond the coordinate limit.
std::optional<std::uint32_t> append_ring(LoopNodes& nodes, std::span<const PointMm> ring,
                                         std::uint32_t first_index, bool counter_clockwise);

// Joins clockwise loops to the counter-clockwise one at `outer`, from the west. A hole that is not
// inside is left out. `holes` is one node of each.
void bridge_holes(LoopNodes& nodes, std::uint32_t outer, std::span<const std::uint32_t> holes);

}  // namespace terrane::content::detail
