// The WGS 84 ellipsoid: geodetic positions, earth-centred earth-fixed coordinates and local tangent
// frames. Deterministic (base/trig.h), so that what content computes with it agrees everywhere.
// Source: NGA.STND.0036 (WGS 84), Bowring's method iterated for the way back.
#pragma once

#include <cstdint>

#include "terrane/geo/frame.h"

namespace terrane::geo {

inline constexpr double k_wgs84_equatorial_radius_m = 6378137.0;
inline constexpr double k_wgs84_flattening = 1.0 / 298.257223563;

struct Geodetic {
  double lat_rad = 0;   // [-pi/2, pi/2]
  double lon_rad = 0;   // (-pi, pi]
  double height_m = 0;  // above the ellipsoid
};

// OpenStreetMap's own integers: 1e-7 degree. The identity of a node is this pair.
struct PositionE7 {
  std::int32_t lat_e7 = 0;
  std::int32_t lon_e7 = 0;
  friend constexpr bool operator==(const PositionE7&, const PositionE7&) = default;
  friend constexpr bool operator<(const PositionE7& a, const PositionE7& b) {
    return a.lat_e7 != b.lat_e7 ? a.lat_e7 < b.lat_e7 : a.lon_e7 < b.lon_e7;
  }
};

// Degrees to the nearest 1e-7 degree; longitudes are wrapped into [-180, 180). Arguments finite.
PositionE7 to_position_e7(double lat_deg, double lon_deg);
Geodetic to_geodetic(PositionE7 position, double height_m = 0);

Vec3 to_ecef(const Geodetic& position);
// Exact to well under 1 mm from 10 km below to 1,000 km above the ellipsoid.
Geodetic to_geodetic(Vec3 ecef);

// The east-up-south frame tangent to the ellipsoid below `position`, its origin at `position`.
Frame tangent_frame(const Geodetic& position);

}  // namespace terrane::geo
