#include "terrane/play/view_cone.h"

#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::play {

Sphere sphere_around(const content::BoundsMm& bounds, const geo::Frame& frame) {
  if (bounds.empty()) return {frame.origin, 0};
  const geo::Vec3 low{base::from_mm(bounds.min_mm[0]), base::from_mm(bounds.min_mm[1]),
                      base::from_mm(bounds.min_mm[2])};
  const geo::Vec3 high{base::from_mm(bounds.max_mm[0]), base::from_mm(bounds.max_mm[1]),
                       base::from_mm(bounds.max_mm[2])};
  return {frame.to_world((low + high) * 0.5), geo::length(high - low) * 0.5};
}

bool touches(const ViewCone& cone, const Sphere& sphere) {
  const geo::Vec3 to_centre = sphere.centre - cone.apex;
  const double distance_m = geo::length(to_centre);
  if (distance_m <= sphere.radius_m) return true;
  // The plane through axis and centre holds the nearest point of the cone's side.
  const double along_m = geo::dot(to_centre, cone.axis);
  const double across_m = std::sqrt(std::fmax(distance_m * distance_m - along_m * along_m, 0.0));
  const base::SinCos side = base::sin_cos(cone.half_angle_rad);
  const double behind_m = along_m * side.cos + across_m * side.sin;  // along the side's line
  if (behind_m < 0) return false;  // the apex is nearest, and it lies outside the sphere
  return across_m * side.cos - along_m * side.sin <= sphere.radius_m;
}

}  // namespace terrane::play
