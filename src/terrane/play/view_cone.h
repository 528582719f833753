// What an observer could see: a cone of 90 degrees around the view's direction, without end. Wider
// than any picture's corners at a field of view of 60 degrees, and free of a picture's shape, so
// that a report does not depend on a window's size. Pure functions.
#pragma once

#include "terrane/content/content.h"
#include "terrane/geo/frame.h"

namespace terrane::play {

struct ViewCone {
  geo::Vec3 apex;                               // world space
  geo::Vec3 axis{0, 0, -1};                     // unit
  double half_angle_rad = 0.78539816339744831;  // 45 degrees; below 90
};

struct Sphere {
  geo::Vec3 centre;  // world space
  double radius_m = 0;
};

// The sphere around a piece's bounds; radius 0 at the frame's origin for empty bounds.
Sphere sphere_around(const content::BoundsMm& bounds, const geo::Frame& frame);

// True when any point of the sphere lies inside the cone.
bool touches(const ViewCone& cone, const Sphere& sphere);

}  // namespace terrane::play
