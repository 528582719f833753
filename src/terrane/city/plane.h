// The city's flat world plane in integers: world positions in whole millimetres, small offsets from
// them in metres. Not a frame (geo/frame.h): a piece's frame is the 512 m square of its first
// point. Differences are taken in integers first, so that content is as sharp 10,000 km out as at
// the origin.
#pragma once

#include <cmath>
#include <cstdint>

#include "terrane/base/quantise.h"

namespace terrane::city {

// World plane, millimetres: x east, z south.
struct PlanePoint {
  std::int64_t x_mm = 0;
  std::int64_t z_mm = 0;
  friend constexpr bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

// An offset or a direction on the plane, in metres.
struct PlaneVector {
  double x = 0;
  double z = 0;
  friend constexpr PlaneVector operator+(PlaneVector a, PlaneVector b) {
    return {a.x + b.x, a.z + b.z};
  }
  friend constexpr PlaneVector operator-(PlaneVector a, PlaneVector b) {
    return {a.x - b.x, a.z - b.z};
  }
  friend constexpr PlaneVector operator*(PlaneVector a, double s) { return {a.x * s, a.z * s}; }
  friend constexpr PlaneVector operator-(PlaneVector a) { return {-a.x, -a.z}; }
};

constexpr double dot(PlaneVector a, PlaneVector b) {
  return a.x * b.x + a.z * b.z;
}
// Positive when b lies counter-clockwise of a, seen from above (x right, z down the page).
constexpr double turn(PlaneVector a, PlaneVector b) {
  return a.z * b.x - a.x * b.z;
}
inline double length(PlaneVector a) {
  return std::sqrt(dot(a, a));
}
inline PlaneVector normalised(PlaneVector a) {
  return a * (1.0 / length(a));
}
// A quarter turn counter-clockwise (left) and clockwise (right), seen from above.
constexpr PlaneVector left_of(PlaneVector a) {
  return {a.z, -a.x};
}
constexpr PlaneVector right_of(PlaneVector a) {
  return {-a.z, a.x};
}

// to - from, metres; exact while the two are within 4,000 km.
constexpr PlaneVector between(PlanePoint from, PlanePoint to) {
  return {base::from_mm(to.x_mm - from.x_mm), base::from_mm(to.z_mm - from.z_mm)};
}
inline PlanePoint moved(PlanePoint from, PlaneVector by_m) {
  return {from.x_mm + base::to_mm(by_m.x), from.z_mm + base::to_mm(by_m.z)};
}

inline constexpr std::int64_t k_frame_size_mm = 512000;

// The corner of the 512 m square that holds `point`: the origin of a piece's frame.
constexpr PlanePoint frame_corner(PlanePoint point) {
  return {base::floor_divide(point.x_mm, k_frame_size_mm) * k_frame_size_mm,
          base::floor_divide(point.z_mm, k_frame_size_mm) * k_frame_size_mm};
}

}  // namespace terrane::city
