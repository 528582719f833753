// The things that stand in parks: monument, bandstand, flower beds, clipped bushes, fences, ball
// court, swings, climbing tower, roundabout. Each is one thing at one place, or one segment's part
// of a run; which stands where is park_side.h.
#pragma once

#include <cstdint>

#include "terrane/city/side_strip.h"

namespace terrane::city {

// On stepped plinths of up to 5 m and 8 m across. `forward` looks away from the street.
void build_monument(PieceWriter& out, PlanePoint place, PlaneVector forward, std::uint64_t key);
void build_bandstand(PieceWriter& out, PlanePoint place, PlaneVector forward, std::uint64_t key);
void build_topiary(PieceWriter& out, PlanePoint place, std::uint64_t key);
void build_swings(PieceWriter& out, PlanePoint place, PlaneVector forward);
void build_climbing_tower(PieceWriter& out, PlanePoint place, PlaneVector forward,
                          std::uint64_t key);
void build_roundabout(PieceWriter& out, PlanePoint place, PlaneVector forward);

// Soil with rows of flowers in the middle of the segment, `width_m` across from `offset_m`.
void build_flower_bed(const SideStrip& strip, Pair offset_m, double width_m, std::uint64_t key);
// Rails on posts along the strip; the last post too where the fence `ends` with the segment.
void build_fence(const SideStrip& strip, Pair offset_m, double high_m, bool ends,
                 const Surface& surface);
// One segment's part of a ball court of `parts` segments that begins `from_m` behind the frontage:
// its colour, lines, fence, and a goal at each end.
void build_court(const SideStrip& strip, double from_m, unsigned part, unsigned parts,
                 std::uint64_t key);

}  // namespace terrane::city
