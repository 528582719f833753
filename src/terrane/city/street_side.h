// The cross-section of a side at one station: where kerb, sidewalk and yard begin and how high they
// lie. Two segments that share a station, or a segment and a junction, get the same points bit for
// bit.
#pragma once

#include <array>

#include "terrane/city/edge_plan.h"
#include "terrane/city/piece_writer.h"

namespace terrane::city {

// Lines along a side, from the road outward.
enum class SideLine : std::uint8_t {
  KerbFoot = 0,  // the road's edge
  KerbTop = 1,   // straight above it
  KerbBack = 2,  // kerb meets sidewalk
  Frontage = 3,  // sidewalk meets what the block has
  Front = 4,     // in the middle of the front yard
  Yard = 5,      // front yard meets back yard
  Back = 6,      // the first of three across the back yard, so that ground follows the swells
  Bank = 9,      // a little before the end
  Outer = 10,    // the side's end: the bisector, or the depth limit
};
inline constexpr unsigned k_side_line_count = 11;

constexpr SideLine next_line(SideLine line) {
  return static_cast<SideLine>(static_cast<unsigned>(line) + 1);
}

struct SideSection {
  std::array<PlanePoint, k_side_line_count> points;
  std::array<double, k_side_line_count> lifts_m{};
  double half_width_m = 0;

  GroundCorner corner(SideLine line, std::uint8_t occlusion) const {
    const unsigned index = static_cast<unsigned>(line);
    return {points[index], lifts_m[index], occlusion, 0, 0};
  }
};

SideSection side_section(const EdgePlan& plan, unsigned station, Side side);

}  // namespace terrane::city
