#include "terrane/stream/area.h"

#include <cmath>

#include "terrane/base/trig.h"
#include "terrane/geo/geodetic.h"

namespace terrane::stream {

namespace {

double degrees(double radians) {
  return radians / base::k_radians_per_degree;
}

}  // namespace

Area area_around(const WorldInfo& info, geo::Vec3 middle, double radius_m) {
  const double r = radius_m;
  if (!info.geographic) return {middle.x - r, middle.z - r, middle.x + r, middle.z + r};
  const geo::Geodetic place = geo::to_geodetic(middle);
  const geo::Frame frame = geo::tangent_frame(place);
  const double lat_span_rad = geo::to_geodetic(frame.to_world({0, 0, -r})).lat_rad - place.lat_rad;
  const double lon_span_rad = std::remainder(
      geo::to_geodetic(frame.to_world({r, 0, 0})).lon_rad - place.lon_rad, 2 * base::k_pi);
  return {degrees(place.lon_rad - lon_span_rad), degrees(place.lat_rad - lat_span_rad),
          degrees(place.lon_rad + lon_span_rad), degrees(place.lat_rad + lat_span_rad)};
}

}  // namespace terrane::stream
