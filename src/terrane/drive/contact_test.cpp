#include "terrane/drive/contact.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/drive/testing.h"

namespace terrane::drive {
namespace {

double drawn(std::uint64_t round, std::uint64_t which, double low, double high) {
  const double share = static_cast<double>(base::hash(round, which) >> 11) / 9007199254740992.0;
  return low + share * (high - low);
}

Box drawn_box(std::uint64_t round) {
  Box box;
  box.x = drawn(round, 1, -3, 3);
  box.z = drawn(round, 2, -3, 3);
  const base::SinCos turn = base::sin_cos(drawn(round, 3, 0, 6.3));
  box.along_x = -turn.sin;
  box.along_z = -turn.cos;
  box.half_along = drawn(round, 4, 0.1, 4);
  box.half_across = drawn(round, 5, 0.1, 4);
  box.top = 3;
  return box;
}

TEST_CASE("moving by a contact's depth along its normal ends it") {
  int touched = 0;
  for (std::uint64_t round = 0; round < 20000; ++round) {
    const Box box = drawn_box(round);
    const double radius = drawn(round, 6, 0.1, 1.5);
    const Point middle{drawn(round, 7, -5, 5), drawn(round, 8, -5, 5)};
    if (const auto contact = touch_circle(middle, radius, box)) {
      touched += 1;
      const double normal =
          std::sqrt(contact->normal_x * contact->normal_x + contact->normal_z * contact->normal_z);
      CHECK(std::abs(normal - 1) < 1e-9);
      const double way = contact->depth_m + 1e-9;
      const Point after{middle.x + contact->normal_x * way, middle.z + contact->normal_z * way};
      CHECK_MESSAGE(!touch_circle(after, radius, box), "a circle is still inside, round " << round);
    }
    Rectangle shape;
    shape.middle = middle;
    const base::SinCos turn = base::sin_cos(drawn(round, 9, 0, 6.3));
    shape.along_x = -turn.sin;
    shape.along_z = -turn.cos;
    shape.half_along = 2.1;
    shape.half_across = 0.9;
    if (const auto contact = touch_rectangle(shape, box)) {
      touched += 1;
      const double way = contact->depth_m + 1e-9;
      shape.middle = {middle.x + contact->normal_x * way, middle.z + contact->normal_z * way};
      CHECK_MESSAGE(!touch_rectangle(shape, box), "a car is still inside, round " << round);
    }
  }
  CHECK(touched > 5000);
}

TEST_CASE("a circle touches where its middle is nearer than its radius, and nowhere else") {
  // Against a brute search of the box's points.
  for (std::uint64_t round = 0; round < 300; ++round) {
    const Box box = drawn_box(round);
    const Point middle{drawn(round, 7, -6, 6), drawn(round, 8, -6, 6)};
    double nearest = 1e9;
    for (int u = -50; u <= 50; ++u) {
      for (int v = -50; v <= 50; ++v) {
        const double along = box.half_along * u / 50;
        const double across = box.half_across * v / 50;
        const double x = box.x + box.along_x * along - box.along_z * across;
        const double z = box.z + box.along_z * along + box.along_x * across;
        nearest = std::min(
            nearest, std::sqrt((x - middle.x) * (x - middle.x) + (z - middle.z) * (z - middle.z)));
      }
    }
    CHECK(touch_circle(middle, nearest + 0.12, box).has_value());
    if (nearest > 0.2) CHECK(!touch_circle(middle, nearest - 0.12, box).has_value());
  }
}

TEST_CASE("a car beside a wall does not touch it, one that leans on it does, and is put back") {
  const Box wall = testing::box(1.0, 1.3, -10, 10, 3);
  Rectangle car;
  car.half_along = 2.1;
  car.half_across = 0.9;
  CHECK(!touch_rectangle(car, wall));
  car.middle.x = 0.2;
  const auto contact = touch_rectangle(car, wall);
  REQUIRE(contact);
  CHECK(contact->normal_x == doctest::Approx(-1));
  CHECK(contact->depth_m == doctest::Approx(0.1));
}

}  // namespace
}  // namespace terrane::drive
