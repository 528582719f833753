// The ground: three crossing sine swells, steepest combined slope at most 15 %. A pure function of
// seed and world position. Phases are reduced in 64-bit integers (one turn is 2^64), so a height
// 10,000 km out is as exact as at the origin. Source: article "Building a procedural city in
// WebGPU" (road_elevation.js).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/plane.h"

namespace terrane::city {

inline constexpr double k_steepest_slope = 0.15;
// The lakes' surface, everywhere: a little below the lowest the swells go (7.05 m).
inline constexpr double k_lake_level_m = -8.0;

struct GroundSample {
  std::int32_t height_mm = 0;
  double slope_x = 0;  // metres of height a metre east
  double slope_z = 0;  // and south
};

// Any thread; immutable.
class Ground {
 public:
  explicit Ground(std::uint64_t seed);
  GroundSample at(PlanePoint point) const;
  std::int32_t height_mm(PlanePoint point) const { return at(point).height_mm; }

 private:
  struct Swell {
    std::uint64_t turns_x = 0;  // phase a millimetre east, of 2^64 a turn
    std::uint64_t turns_z = 0;
    std::uint64_t start = 0;
    double amplitude_m = 0;
    double slope_x = 0;  // amplitude times wave number, per axis
    double slope_z = 0;
  };
  std::array<Swell, 3> swells_;
};

}  // namespace terrane::city
