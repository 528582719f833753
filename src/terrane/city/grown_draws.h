// What the grown layout draws: where a junction's arms point, how a road winds, which street it
// belongs to. Pure functions of the seed and the ways taken from the origin, never of a counter, so
// that a route repeated gives the same city. Not whether there is room for a road (grown_graph.h).
// Source: article "Building a procedural city in WebGPU" (createJunction, generateEdgeNodes,
// streetIdentityForArm); its chances and angles.
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/edge_curve.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_shape.h"

namespace terrane::city {

// The ways out of a junction, counter-clockwise from above; an arm's place in JunctionShape::arms.
// Seen by whoever comes from the origin: Back is the way he came. At the origin all four lead on.
enum class Way : std::uint8_t { Straight = 0, Left = 1, Back = 2, Right = 3 };

// How many courses a road may try before its arm is dropped.
inline constexpr unsigned k_attempts = 4;
inline constexpr double k_grown_segment_m = 4.2;

// A junction as drawn, before it is known which arms find room. Immutable.
struct GrownPlace {
  std::uint64_t key = 0;       // hashed from the ways taken from the origin: draws come from it
  std::uint64_t identity = 0;  // and from the attempts that found room: no two places share it
  PlanePoint centre;
  double radius_m = 0;                        // wide enough for all drawn arms
  std::array<bool, k_arms_most> drawn{};      // by Way
  std::array<PlaneVector, k_arms_most> ways;  // unit, by Way; where drawn
  StreetIdentity street;  // of the road that leads here; at the origin of its first
};

GrownPlace draw_origin(std::uint64_t seed);
// The key of the road that leaves by `way`, and of the junction at its end.
std::uint64_t key_along(const GrownPlace& from, Way way);
// The identity of the place that this attempt at the road ends at.
std::uint64_t identity_along(const GrownPlace& from, Way way, unsigned attempt);
// The nodes of an attempt: a course whose end junction is not drawn yet. Its numbers are not set,
// its box holds the nodes. way is drawn; attempt < k_attempts.
EdgeCurve draw_course(const GrownPlace& from, Way way, unsigned attempt);
// The place an attempt's course leads to; sets the course's end junction and box.
GrownPlace draw_end(std::uint64_t seed, const GrownPlace& from, Way way, unsigned attempt,
                    EdgeCurve& course);
// The course that draw_course() and draw_end() made together, again, from the end junction it got.
EdgeCurve redraw_course(const GrownPlace& from, Way way, unsigned attempt,
                        PlaneVector end_junction_m);
// A straight continuation keeps its street; any other way has a fresh name and a district unlike
// those of the other roads drawn at the junction before it.
StreetIdentity street_along(std::uint64_t seed, const GrownPlace& from, Way way);

}  // namespace terrane::city
