#include "terrane/osm/sector_place.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"
#include "terrane/osm/projector.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;

// How far buildings and ribbons may reach out of their sector.
constexpr std::int32_t k_overhang_mm = 150000;
// Trees and lamps stand up to this high.
constexpr std::int32_t k_least_height_mm = 15000;

double outside(std::int32_t value, std::int32_t low, std::int32_t high) {
  if (value < low) return static_cast<double>(static_cast<std::int64_t>(low) - value);
  if (value > high) return static_cast<double>(static_cast<std::int64_t>(value) - high);
  return 0;
}

}  // namespace

geo::PositionE7 map_position(geo::Vec3 world) {
  const geo::Geodetic place = geo::to_geodetic(world);
  return geo::to_position_e7(place.lat_rad / base::k_radians_per_degree,
                             place.lon_rad / base::k_radians_per_degree);
}

double sector_distance_m(geo::PositionE7 from, const LocalScale& scale, geo::Tile sector) {
  const geo::BoundsE7 bounds = geo::bounds_of(sector);
  const double east_m = outside(from.lon_e7, bounds.west_e7, bounds.east_e7) * scale.east_m_per_e7;
  const double north_m =
      outside(from.lat_e7, bounds.south_e7, bounds.north_e7) * scale.north_m_per_e7;
  return std::sqrt(east_m * east_m + north_m * north_m);
}

content::BoundsMm rough_sector_bounds(std::uint64_t key, const geo::Frame& frame,
                                      std::int32_t height_mm) {
  const geo::BoundsE7 bounds = geo::bounds_of(geo::sector_of_key(key));
  const Projector projector(frame);
  content::BoundsMm rough;
  for (const std::int32_t lat : {bounds.south_e7, bounds.north_e7}) {
    for (const std::int32_t lon : {bounds.west_e7, bounds.east_e7}) {
      const geo::Vec3 corner = projector.place({lat, lon});
      const std::int32_t x_mm = base::to_mm32(corner.x);
      const std::int32_t z_mm = base::to_mm32(corner.z);
      rough.include(x_mm - k_overhang_mm, -2000, z_mm - k_overhang_mm);
      rough.include(x_mm + k_overhang_mm, 1000, z_mm + k_overhang_mm);
    }
  }
  rough.max_mm[1] = std::max(height_mm, k_least_height_mm);
  return rough;
}

bool touches(const geo::BoundsE7& bounds, const stream::Area& area) {
  const auto overlaps = [](double low, double high, double from, double to) {
    return from < high && (to > low || (from == to && from >= low));
  };
  return overlaps(bounds.west_e7 * 1e-7, bounds.east_e7 * 1e-7, area.min_x, area.max_x) &&
         overlaps(bounds.south_e7 * 1e-7, bounds.north_e7 * 1e-7, area.min_y, area.max_y);
}

base::Result<void> check_area(const stream::Area& area, const std::string& world) {
  const bool finite = std::isfinite(area.min_x) && std::isfinite(area.min_y) &&
                      std::isfinite(area.max_x) && std::isfinite(area.max_y);
  if (finite && area.min_x <= area.max_x && area.min_y <= area.max_y) return {};
  return Error{ErrorCode::BadUsage, "the area has no inside", world,
               "west <= east and south <= north in degrees were expected"};
}

base::Result<void> check_observers(std::span<const stream::Observer> observers,
                                   const std::string& world) {
  for (const stream::Observer& observer : observers) {
    if (geo::is_finite(observer.position) && geo::is_finite(observer.velocity)) continue;
    return Error{ErrorCode::BadUsage, "an observer's position is not a finite number",
                 "selection of " + world, "finite positions and velocities were expected"};
  }
  return {};
}

}  // namespace terrane::osm
