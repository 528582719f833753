#include "terrane/geo/geodetic.h"

#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::geo {
namespace {

constexpr double k_a = k_wgs84_equatorial_radius_m;
constexpr double k_b = k_a * (1.0 - k_wgs84_flattening);
constexpr double k_eccentricity_squared = k_wgs84_flattening * (2.0 - k_wgs84_flattening);
constexpr double k_second_eccentricity_squared =
    k_eccentricity_squared / (1.0 - k_eccentricity_squared);
constexpr double k_radians_per_e7 = base::k_radians_per_degree * 1e-7;

}  // namespace

PositionE7 to_position_e7(double lat_deg, double lon_deg) {
  constexpr std::int64_t k_turn_e7 = 3600000000;
  const std::int64_t lon = base::round_to_integer(lon_deg * 1e7) + k_turn_e7 / 2;
  PositionE7 position;
  position.lat_e7 = static_cast<std::int32_t>(base::round_to_integer(lat_deg * 1e7));
  position.lon_e7 = static_cast<std::int32_t>(lon - base::floor_divide(lon, k_turn_e7) * k_turn_e7 -
                                              k_turn_e7 / 2);
  return position;
}

Geodetic to_geodetic(PositionE7 position, double height_m) {
  return {position.lat_e7 * k_radians_per_e7, position.lon_e7 * k_radians_per_e7, height_m};
}

Vec3 to_ecef(const Geodetic& position) {
  const base::SinCos lat = base::sin_cos(position.lat_rad);
  const base::SinCos lon = base::sin_cos(position.lon_rad);
  const double normal = k_a / std::sqrt(1.0 - k_eccentricity_squared * (lat.sin * lat.sin));
  const double ring = (normal + position.height_m) * lat.cos;
  return {ring * lon.cos, ring * lon.sin,
          (normal * (1.0 - k_eccentricity_squared) + position.height_m) * lat.sin};
}

Geodetic to_geodetic(Vec3 ecef) {
  Geodetic position;
  const double ring = std::sqrt(ecef.x * ecef.x + ecef.y * ecef.y);
  position.lon_rad = base::atan2(ecef.y, ecef.x);
  // Bowring's parametric latitude, three times round: the error falls by about 1e-9 each time.
  double parametric = base::atan2(ecef.z * k_a, ring * k_b);
  for (int round = 0; round < 3; ++round) {
    const base::SinCos beta = base::sin_cos(parametric);
    position.lat_rad =
        base::atan2(ecef.z + k_second_eccentricity_squared * k_b * (beta.sin * beta.sin * beta.sin),
                    ring - k_eccentricity_squared * k_a * (beta.cos * beta.cos * beta.cos));
    const base::SinCos lat = base::sin_cos(position.lat_rad);
    parametric = base::atan2(k_b * lat.sin, k_a * lat.cos);
  }
  const base::SinCos lat = base::sin_cos(position.lat_rad);
  const double root = std::sqrt(1.0 - k_eccentricity_squared * (lat.sin * lat.sin));
  position.height_m = ring * lat.cos + ecef.z * lat.sin - k_a * root;
  return position;
}

Frame tangent_frame(const Geodetic& position) {
  const base::SinCos lat = base::sin_cos(position.lat_rad);
  const base::SinCos lon = base::sin_cos(position.lon_rad);
  Frame frame;
  frame.origin = to_ecef(position);
  frame.east = {-lon.sin, lon.cos, 0};
  frame.up = {lat.cos * lon.cos, lat.cos * lon.sin, lat.sin};
  frame.south = {lat.sin * lon.cos, lat.sin * lon.sin, -lat.cos};
  return frame;
}

}  // namespace terrane::geo
