// A frame: an origin in world space and three axes, east (+X), up (+Y) and south (+Z), right-handed
// and orthonormal. World space is earth-centred, earth-fixed metres (ECEF) for map worlds, and the
// flat plane (x east, y up, z south) for the city; both are reached through the same type, so
// streaming and rendering never ask which. Content is relative to its piece's frame.
#pragma once

#include "terrane/geo/vec3.h"

namespace terrane::geo {

struct Frame {
  Vec3 origin;         // world space, metres
  Vec3 east{1, 0, 0};  // unit vectors in world space
  Vec3 up{0, 1, 0};
  Vec3 south{0, 0, 1};

  Vec3 to_world(Vec3 local) const { return origin + direction_to_world(local); }
  Vec3 direction_to_world(Vec3 local) const {
    return {(east.x * local.x + up.x * local.y) + south.x * local.z,
            (east.y * local.x + up.y * local.y) + south.y * local.z,
            (east.z * local.x + up.z * local.y) + south.z * local.z};
  }
  Vec3 to_local(Vec3 world) const { return direction_to_local(world - origin); }
  Vec3 direction_to_local(Vec3 world) const {
    return {dot(east, world), dot(up, world), dot(south, world)};
  }
};

// The transform from one frame's coordinates to another's: `local_to = rotation * local_from +
// offset`. Worked out in double precision; small when the frames are near, so that single precision
// may follow.
struct FrameTransform {
  Vec3 column_x{1, 0, 0};  // the images of the unit vectors
  Vec3 column_y{0, 1, 0};
  Vec3 column_z{0, 0, 1};
  Vec3 offset;

  Vec3 apply(Vec3 local) const {
    return {((column_x.x * local.x + column_y.x * local.y) + column_z.x * local.z) + offset.x,
            ((column_x.y * local.x + column_y.y * local.y) + column_z.y * local.z) + offset.y,
            ((column_x.z * local.x + column_y.z * local.y) + column_z.z * local.z) + offset.z};
  }
};

FrameTransform transform_between(const Frame& from, const Frame& to);

// Unit direction in a frame for a heading (radians, 0 north = -Z, growing to the left,
// counter-clockwise from above) and a pitch (radians, positive up).
Vec3 direction_of(double heading_rad, double pitch_rad);
// The heading of a local direction; 0 for a vertical one.
double heading_of(Vec3 local_direction);

}  // namespace terrane::geo
