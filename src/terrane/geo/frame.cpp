#include "terrane/geo/frame.h"

#include "terrane/base/trig.h"

namespace terrane::geo {

FrameTransform transform_between(const Frame& from, const Frame& to) {
  FrameTransform transform;
  transform.column_x = to.direction_to_local(from.east);
  transform.column_y = to.direction_to_local(from.up);
  transform.column_z = to.direction_to_local(from.south);
  transform.offset = to.to_local(from.origin);
  return transform;
}

Vec3 direction_of(double heading_rad, double pitch_rad) {
  const base::SinCos heading = base::sin_cos(heading_rad);
  const base::SinCos pitch = base::sin_cos(pitch_rad);
  return {-heading.sin * pitch.cos, pitch.sin, -heading.cos * pitch.cos};
}

double heading_of(Vec3 local_direction) {
  if (local_direction.x == 0 && local_direction.z == 0) return 0;
  return base::atan2(-local_direction.x, -local_direction.z);
}

}  // namespace terrane::geo
