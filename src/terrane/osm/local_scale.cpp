#include "terrane/osm/local_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "terrane/base/trig.h"
#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

constexpr double k_eccentricity_squared = geo::k_wgs84_flattening * (2.0 - geo::k_wgs84_flattening);
constexpr double k_radians_per_e7 = base::k_radians_per_degree * 1e-7;

std::int32_t clamp_lat(double lat_e7) {
  return static_cast<std::int32_t>(std::clamp(lat_e7, -900000000.0, 900000000.0));
}

std::int32_t clamp_lon(double lon_e7) {
  return static_cast<std::int32_t>(std::clamp(lon_e7, -1800000000.0, 1800000000.0));
}

// Which side of the line a-b the point lies on: the sign of the cross product.
int side(geo::PositionE7 a, geo::PositionE7 b, std::int32_t lat_e7, std::int32_t lon_e7) {
  const Wide cross = static_cast<Wide>(static_cast<std::int64_t>(b.lon_e7) - a.lon_e7) *
                         (static_cast<std::int64_t>(lat_e7) - a.lat_e7) -
                     static_cast<Wide>(static_cast<std::int64_t>(b.lat_e7) - a.lat_e7) *
                         (static_cast<std::int64_t>(lon_e7) - a.lon_e7);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

}  // namespace

LocalScale local_scale(std::int32_t lat_e7) {
  const base::SinCos lat = base::sin_cos(lat_e7 * k_radians_per_e7);
  const double squared = 1.0 - k_eccentricity_squared * (lat.sin * lat.sin);
  const double root = std::sqrt(squared);
  LocalScale scale;
  scale.east_m_per_e7 = k_radians_per_e7 * (geo::k_wgs84_equatorial_radius_m / root) * lat.cos;
  scale.north_m_per_e7 = k_radians_per_e7 * geo::k_wgs84_equatorial_radius_m *
                         (1.0 - k_eccentricity_squared) / (squared * root);
  return scale;
}

double distance_m(geo::PositionE7 a, geo::PositionE7 b) {
  if (b < a) std::swap(a, b);
  const LocalScale scale = local_scale(a.lat_e7);
  const double east_m =
      static_cast<double>(static_cast<std::int64_t>(b.lon_e7) - a.lon_e7) * scale.east_m_per_e7;
  const double north_m =
      static_cast<double>(static_cast<std::int64_t>(b.lat_e7) - a.lat_e7) * scale.north_m_per_e7;
  return std::sqrt(east_m * east_m + north_m * north_m);
}

void RectE7::include(geo::PositionE7 p) {
  south_e7 = std::min(south_e7, p.lat_e7);
  north_e7 = std::max(north_e7, p.lat_e7);
  west_e7 = std::min(west_e7, p.lon_e7);
  east_e7 = std::max(east_e7, p.lon_e7);
}

RectE7 padded_rect(const geo::BoundsE7& bounds, double pad_m) {
  const double north_pad = std::ceil(pad_m / local_scale(0).north_m_per_e7);
  RectE7 rect;
  rect.south_e7 = clamp_lat(bounds.south_e7 - north_pad);
  rect.north_e7 = clamp_lat(bounds.north_e7 + north_pad);
  // The meridians are closest where the latitude is farthest from the equator.
  const std::int32_t farthest = std::max(std::abs(rect.south_e7), std::abs(rect.north_e7));
  const double east_pad = std::ceil(
      pad_m / local_scale(std::min(farthest, geo::k_mercator_limit_lat_e7)).east_m_per_e7);
  rect.west_e7 = clamp_lon(bounds.west_e7 - east_pad);
  rect.east_e7 = clamp_lon(bounds.east_e7 + east_pad);
  return rect;
}

bool segment_touches(geo::PositionE7 a, geo::PositionE7 b, const RectE7& rect) {
  RectE7 box = RectE7::nothing();
  box.include(a);
  box.include(b);
  if (!box.overlaps(rect)) return false;
  if (rect.contains(a) || rect.contains(b)) return true;
  const int corners[4] = {
      side(a, b, rect.south_e7, rect.west_e7), side(a, b, rect.south_e7, rect.east_e7),
      side(a, b, rect.north_e7, rect.west_e7), side(a, b, rect.north_e7, rect.east_e7)};
  const auto [lowest, highest] = std::minmax_element(std::begin(corners), std::end(corners));
  return *lowest <= 0 && *highest >= 0;
}

}  // namespace terrane::osm
