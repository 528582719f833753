// How far apart two bodies of a match are: circles of units, footprints of buildings and nodes.
// Not the ways over the ground (paths.h). Pure, any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "terrane/rts/battlefield.h"
#include "terrane/rts/rules.h"

namespace terrane::rts {

constexpr std::int64_t distance2_mm(PointMm a, PointMm b) {
  const std::int64_t x = std::int64_t{a.x_mm} - b.x_mm;
  const std::int64_t z = std::int64_t{a.z_mm} - b.z_mm;
  return x * x + z * z;
}
constexpr bool within(PointMm a, PointMm b, std::int64_t radius_mm) {
  return distance2_mm(a, b) <= radius_mm * radius_mm;
}

// Of what lies between the footprints (or the middles, of circles) the square, and how much of it
// the circles take.
struct Apart {
  std::int64_t distance2 = 0;
  std::int64_t circles_mm = 0;
  // Whether no more than `gap_mm` lies between the rims.
  bool within(std::int64_t gap_mm) const {
    const std::int64_t reach = gap_mm + circles_mm;
    return reach >= 0 && distance2 <= reach * reach;
  }
};

// From the outside of the body of a type to a point.
inline Apart apart(const UnitType& type, PointMm place, PointMm point) {
  const std::int64_t x = std::max<std::int64_t>(0, std::abs(std::int64_t{place.x_mm} - point.x_mm) -
                                                       type.footprint_x_cells * (k_cell_mm / 2));
  const std::int64_t z = std::max<std::int64_t>(0, std::abs(std::int64_t{place.z_mm} - point.z_mm) -
                                                       type.footprint_z_cells * (k_cell_mm / 2));
  return {x * x + z * z, type.footprint_x_cells > 0 ? 0 : type.radius_mm};
}

inline Apart apart(const UnitType& type_a, PointMm a, const UnitType& type_b, PointMm b) {
  const std::int64_t x = std::max<std::int64_t>(
      0, std::abs(std::int64_t{a.x_mm} - b.x_mm) -
             (type_a.footprint_x_cells + type_b.footprint_x_cells) * (k_cell_mm / 2));
  const std::int64_t z = std::max<std::int64_t>(
      0, std::abs(std::int64_t{a.z_mm} - b.z_mm) -
             (type_a.footprint_z_cells + type_b.footprint_z_cells) * (k_cell_mm / 2));
  return {x * x + z * z, (type_a.footprint_x_cells > 0 ? 0 : type_a.radius_mm) +
                             (type_b.footprint_x_cells > 0 ? 0 : type_b.radius_mm)};
}

// As far from its middle as a body reaches: who looks for bodies near a place looks so much
// further for their middles. A footprint of five cells, at its corner.
inline constexpr std::int32_t k_body_max_mm = 3600;

}  // namespace terrane::rts
