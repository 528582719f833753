// Lengths on the ellipsoid near a place, in numbers that do not depend on any sector: metres per
// 1e-7 degree east and north, and rectangles grown by metres.
#pragma once

#include "terrane/geo/sector.h"

namespace terrane::osm {

struct LocalScale {
  double east_m_per_e7 = 0;
  double north_m_per_e7 = 0;
};

// At a latitude; radii of curvature of WGS 84.
LocalScale local_scale(std::int32_t lat_e7);

// Metres between two positions, by the scale at the smaller one: the same for both directions,
// right to a few parts in a thousand over the longest segments of a map.
double distance_m(geo::PositionE7 a, geo::PositionE7 b);

// A rectangle of integers, borders included.
struct RectE7 {
  std::int32_t south_e7 = 0;
  std::int32_t west_e7 = 0;
  std::int32_t north_e7 = 0;
  std::int32_t east_e7 = 0;

  static RectE7 nothing() { return {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN}; }
  bool empty() const { return south_e7 > north_e7; }
  void include(geo::PositionE7 p);
  bool contains(geo::PositionE7 p) const {
    return p.lat_e7 >= south_e7 && p.lat_e7 <= north_e7 && p.lon_e7 >= west_e7 &&
           p.lon_e7 <= east_e7;
  }
  bool contains(const RectE7& other) const {
    return other.south_e7 >= south_e7 && other.north_e7 <= north_e7 && other.west_e7 >= west_e7 &&
           other.east_e7 <= east_e7;
  }
  bool overlaps(const RectE7& other) const {
    return south_e7 <= other.north_e7 && north_e7 >= other.south_e7 && west_e7 <= other.east_e7 &&
           east_e7 >= other.west_e7;
  }
};

// The rectangle of a sector grown by `pad_m` on every side (rounded outwards). Longitudes are not
// wrapped: a sector at the antimeridian is padded on one side only.
RectE7 padded_rect(const geo::BoundsE7& bounds, double pad_m);

// True when the segment touches the rectangle, borders included. Exact.
bool segment_touches(geo::PositionE7 a, geo::PositionE7 b, const RectE7& rect);

}  // namespace terrane::osm
