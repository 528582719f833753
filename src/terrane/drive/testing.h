// For tests only: made-up ground and boxes.
#pragma once

#include <functional>
#include <vector>

#include "terrane/drive/contact.h"
#include "terrane/drive/surroundings.h"

namespace terrane::drive::testing {

struct MadeGround : Surroundings {
  std::function<double(Point)> height = [](Point) { return 0.0; };
  std::vector<Box> boxes;
  double water = k_no_water;

  double ground_m(Point point) const override { return height(point); }
  double water_m() const override { return water; }
  void boxes_near(Point middle, double radius_m, std::vector<Box>& out) const override {
    for (const Box& box : boxes) {
      if (touch_circle(middle, radius_m, box)) out.push_back(box);
    }
  }
};

// From west to east and north to south, standing from `bottom` to `top`.
inline Box box(double west, double east, double north, double south, double top,
               double bottom = 0) {
  Box made;
  made.x = (west + east) / 2;
  made.z = (north + south) / 2;
  made.half_along = (south - north) / 2;
  made.half_across = (east - west) / 2;
  made.top = top;
  made.bottom = bottom;
  return made;
}

}  // namespace terrane::drive::testing
