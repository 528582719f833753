#include "terrane/osm/projector.h"

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::osm {
namespace {

constexpr double k_radians_per_half = base::k_radians_per_degree * 0.5e-7;

}  // namespace

geo::Vec3 Placed::offset(std::int64_t east_mm, std::int64_t north_mm,
                         std::int64_t height_mm) const {
  const geo::Vec3 moved =
      (position + east * base::from_mm(east_mm)) + north * base::from_mm(north_mm);
  // Up differs from the frame's up by less than a ten-thousandth within a sector.
  return {moved.x, moved.y + base::from_mm(height_mm), moved.z};
}

geo::Vec3 Projector::place(geo::PositionE7 position) const {
  return place_halves(static_cast<std::int64_t>(position.lat_e7) * 2,
                      static_cast<std::int64_t>(position.lon_e7) * 2);
}

geo::Vec3 Projector::place_halves(std::int64_t lat_halves, std::int64_t lon_halves) const {
  geo::Geodetic geodetic;
  geodetic.lat_rad = static_cast<double>(lat_halves) * k_radians_per_half;
  geodetic.lon_rad = static_cast<double>(lon_halves) * k_radians_per_half;
  return frame_.to_local(geo::to_ecef(geodetic));
}

Placed Projector::place_with_axes(geo::PositionE7 position) const {
  const geo::Frame local = geo::tangent_frame(geo::to_geodetic(position));
  Placed placed;
  placed.position = frame_.to_local(local.origin);
  placed.east = frame_.direction_to_local(local.east);
  placed.north = -frame_.direction_to_local(local.south);
  return placed;
}

}  // namespace terrane::osm
