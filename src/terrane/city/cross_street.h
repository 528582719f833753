// The cross streets that open beside a street at the first three segments of a block: a road strip
// with rounded kerb corners, sidewalks, crosswalks and signals, out to where a parallel street
// would run, and there an end that reads as one: a gate, an arch through a house, or a small
// square. They are not in the road graph. Each of the three segments builds its own third. Source:
// article "Building a procedural city in WebGPU" (pushIntersectionApproach, curb_corners.js); the
// ends are ours.
#pragma once

#include <cstdint>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

inline constexpr unsigned k_cross_street_segments = 3;

enum class StreetEnd : std::uint8_t { Gate = 0, Arch = 1, Square = 2 };
inline constexpr unsigned k_street_end_count = 3;
const char* street_end_name(StreetEnd end);
StreetEnd draw_street_end(std::uint64_t key);

// Whether a side is deep enough for a cross street at the three segments from `first`.
bool has_cross_street(const EdgePlan& plan, unsigned first, Side side);

// The whole side of one of the three segments, from the road's edge (kerb and sidewalk with it) to
// the side's end; `third` says which, 0 to 2. The key is the same for all three.
void build_cross_street(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                        unsigned third, StreetEnd end, std::uint64_t key);
// What is built instead where there is no room: a paved yard from the frontage line to the side's
// end. The kerb and the sidewalk are the segment's own.
void build_street_yard(PieceWriter& out, const EdgePlan& plan, unsigned segment, Side side,
                       unsigned third, std::uint64_t key);
// On the road between them: crosswalks, stop lines and signals of the street itself.
void build_crossing(PieceWriter& out, const EdgePlan& plan, unsigned segment, unsigned third);

}  // namespace terrane::city
