#include "terrane/city/density.h"

#include <algorithm>

#include "terrane/base/hash.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_density = 51;

// Value noise in [0, 1): hashed corners of a grid, blended smoothly.
double value_noise(std::uint64_t seed, PlanePoint point, std::int64_t spacing_mm,
                   std::uint64_t octave) {
  const std::int64_t i = base::floor_divide(point.x_mm, spacing_mm);
  const std::int64_t j = base::floor_divide(point.z_mm, spacing_mm);
  const auto share = [&](std::int64_t value, std::int64_t cell) {
    const double t =
        static_cast<double>(value - cell * spacing_mm) / static_cast<double>(spacing_mm);
    return t * t * (3.0 - 2.0 * t);
  };
  const double x = share(point.x_mm, i);
  const double z = share(point.z_mm, j);
  const auto corner = [&](std::int64_t di, std::int64_t dj) {
    return base::draw_unit(base::hash(seed, k_salt_density, octave, i + di, j + dj));
  };
  const double c00 = corner(0, 0);
  const double c10 = corner(1, 0);
  const double c01 = corner(0, 1);
  const double c11 = corner(1, 1);
  const double north = c00 + (c10 - c00) * x;
  const double south = c01 + (c11 - c01) * x;
  return north + (south - north) * z;
}

}  // namespace

double density_at(std::uint64_t seed, PlanePoint point) {
  const double wide = value_noise(seed, point, 1000000, 0);
  const double near = value_noise(seed, point, 360000, 1);
  const double blend = wide * 0.65 + near * 0.35;
  return std::clamp((blend - 0.36) * 2.5, 0.0, 1.0);
}

}  // namespace terrane::city
