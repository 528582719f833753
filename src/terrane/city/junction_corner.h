// A corner of a junction: the gap between one arm and the next, counter-clockwise from above. Its
// lines run from the first arm's left side to the next arm's right side and share their end points
// with the segments there. What may be built on a corner is decided here too, from the graph alone.
#pragma once

#include <array>
#include <optional>

#include "terrane/city/building_kit.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/land_side.h"
#include "terrane/city/layout.h"
#include "terrane/city/street_side.h"

namespace terrane::city {

// Where an arm's road begins, as seen from the junction.
struct ArmMouth {
  bool exists = false;
  PlaneVector direction;  // unit, away from the junction
  double half_width_m = 0;
  std::array<SideSection, 2> sides;  // by Side as seen from the junction outward
  std::array<LandSection, 2> land;
  std::array<double, 2> depth_m{};
  std::shared_ptr<const EdgePlan> plan;
  unsigned station = 0;
};

// Corners wider than this bend round the pad.
inline constexpr double k_outward_rad = 3.8;

struct Corner {
  const ArmMouth* first = nullptr;  // its left side bounds the corner
  const ArmMouth* next = nullptr;   // its right side does
  double angle_rad = 0;             // between the arms, (0, 2 pi]
  std::uint64_t key = 0;
};

using ArmMouths = std::array<ArmMouth, k_arms_most>;

ArmMouths arm_mouths(const JunctionPlan& plan, const Ground& ground);
// The corners in order; one an arm. They point into `mouths`.
std::vector<Corner> corners_of(const JunctionPlan& plan, const ArmMouths& mouths);

inline constexpr unsigned k_corner_steps_most = 24;

// Points of one side line from the first arm to the next.
struct CornerLine {
  std::array<PlanePoint, k_corner_steps_most + 1> points;
  std::array<double, k_corner_steps_most + 1> lifts_m{};
};
// All lines of a corner: those of its sides, and of the land beyond.
struct CornerLines {
  unsigned steps = 0;
  std::array<CornerLine, k_side_line_count> lines;
  std::array<CornerLine, k_land_line_count> land;
  std::array<bool, k_corner_steps_most + 1> has_shore{};

  GroundCorner at(SideLine line, unsigned step, std::uint8_t light) const {
    const CornerLine& of = lines[static_cast<unsigned>(line)];
    return {of.points[step], of.lifts_m[step], light, 0, 0};
  }
  LandSection land_at(unsigned step) const;
};
CornerLines corner_lines(const JunctionPlan& plan, const Corner& corner, const Ground& ground);

// A corner's plot.
struct CornerLot {
  Lot lot;
  Ring footprint;
};
// Of its building; nothing where the corner has none, by chance or because it is too tight.
std::optional<CornerLot> corner_lot(const JunctionPlan& plan, const Corner& corner);
// What a corner without a building has of room for something smaller (corner_place.h).
std::optional<CornerLot> corner_site(const JunctionPlan& plan, const Corner& corner);

}  // namespace terrane::city
