// A corner of a junction: the gap between one arm and the next, counter-clockwise from above. Its
// lines run from the first arm's left side to the next arm's right side and share their end points
// with the segments there. What may be built on a corner is decided here too, from the graph alone.
#pragma once

#include <array>
#include <optional>

#include "terrane/city/building_kit.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_shape.h"
#include "terrane/city/street_side.h"

namespace terrane::city {

// Where an arm's road begins, as seen from the junction.
struct ArmMouth {
  bool exists = false;
  PlaneVector direction;  // unit, away from the junction
  double half_width_m = 0;
  std::array<SideSection, 2> sides;  // by Side as seen from the junction outward
  std::array<double, 2> depth_m{};
  std::shared_ptr<const EdgePlan> plan;
  unsigned station = 0;
};

// Corners wider than this have no kerb corner to round, and than this bend round the pad.
inline constexpr double k_wide_rad = 2.5;
inline constexpr double k_outward_rad = 3.8;

struct Corner {
  const ArmMouth* first = nullptr;  // its left side bounds the corner
  const ArmMouth* next = nullptr;   // its right side does
  double angle_rad = 0;             // between the arms, (0, 2 pi]
  std::uint64_t key = 0;
};

using ArmMouths = std::array<ArmMouth, k_arm_side_count>;

ArmMouths arm_mouths(const Lattice& lattice, const JunctionShape& shape);
// The corners in order; one a arm.
std::vector<Corner> corners_of(const Lattice& lattice, const JunctionShape& shape,
                               const ArmMouths& mouths);

inline constexpr unsigned k_corner_steps_most = 16;

// Points of one side line from the first arm to the next.
struct CornerLine {
  std::array<PlanePoint, k_corner_steps_most + 1> points;
  std::array<double, k_corner_steps_most + 1> lifts_m{};
};
unsigned corner_steps(const Corner& corner);
CornerLine corner_line(const JunctionShape& shape, const Corner& corner, SideLine line,
                       const Obstacles& obstacles);

// The building of a corner, and its footprint; nothing where the corner is a small park or too
// tight.
struct CornerLot {
  Lot lot;
  Ring footprint;
};
std::optional<CornerLot> corner_lot(const Lattice& lattice, const JunctionShape& shape,
                                    const Corner& corner);

}  // namespace terrane::city
