// What a car or a walker stands on and bumps into, as they ask for it: heights of the ground and
// upright boxes. Everything in one local frame (metres, x east, y up, z south). Not where it comes
// from: box_grid.h holds the boxes of pieces, an app answers for the ground. Owner thread.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace terrane::drive {

struct Point {
  double x = 0;  // metres east
  double z = 0;  // metres south
};

// Upright, turned about its vertical.
struct Box {
  double x = 0;  // of its middle
  double z = 0;
  double bottom = 0;
  double top = 0;
  double along_x = 0;  // unit vector of its heading
  double along_z = -1;
  double half_along = 0;
  double half_across = 0;
};

inline constexpr double k_no_water = -std::numeric_limits<double>::infinity();

class Surroundings {
 public:
  virtual ~Surroundings() = default;
  // Height of the ground, metres. Defined everywhere, also where nothing has arrived.
  virtual double ground_m(Point point) const = 0;
  // Ground below this is under water; k_no_water where there is none.
  virtual double water_m() const { return k_no_water; }
  // Appends every box that a circle about `middle` may touch, in an order that depends on nothing
  // but the boxes.
  virtual void boxes_near(Point middle, double radius_m, std::vector<Box>& out) const = 0;
};

}  // namespace terrane::drive
