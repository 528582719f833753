// Where shapes on the ground plane overlap: a circle or a turned rectangle against an upright box.
// The answer is the shortest way out. Source: separating axes (Gottschalk, OBBTree, 1996), in two
// dimensions. Pure functions, any thread.
#pragma once

#include <optional>

#include "terrane/drive/surroundings.h"

namespace terrane::drive {

struct Contact {
  double depth_m = 0;   // > 0: moving by it along the normal ends the overlap
  double normal_x = 0;  // unit, away from the box
  double normal_z = 0;
  Point at;  // where they touch
};

std::optional<Contact> touch_circle(Point middle, double radius_m, const Box& box);

// `along` unit; the rectangle reaches half_along to both ends of it.
struct Rectangle {
  Point middle;
  double along_x = 0;
  double along_z = -1;
  double half_along = 0;
  double half_across = 0;
};
std::optional<Contact> touch_rectangle(const Rectangle& shape, const Box& box);

}  // namespace terrane::drive
