// Positions into a sector's frame: the last step of every rule, after all that two sectors share
// has been worked out in frame-free numbers. Ground lies on the ellipsoid (height 0) for now.
#pragma once

#include "terrane/geo/sector.h"

namespace terrane::osm {

// A place with its own directions, all in the sector's frame.
struct Placed {
  geo::Vec3 position;
  geo::Vec3 east;   // unit
  geo::Vec3 north;  // unit
  // `east_mm`, `north_mm` from the place, `height_mm` above its ground.
  geo::Vec3 offset(std::int64_t east_mm, std::int64_t north_mm, std::int64_t height_mm) const;
};

class Projector {
 public:
  explicit Projector(const geo::Frame& frame) : frame_(frame) {}

  geo::Vec3 place(geo::PositionE7 position) const;
  // In half units of 1e-7 degree, as clipped outlines are.
  geo::Vec3 place_halves(std::int64_t lat_halves, std::int64_t lon_halves) const;
  Placed place_with_axes(geo::PositionE7 position) const;

 private:
  geo::Frame frame_;
};

}  // namespace terrane::osm
