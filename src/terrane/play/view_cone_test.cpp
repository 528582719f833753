#include "terrane/play/view_cone.h"

#include <doctest/doctest.h>

namespace terrane::play {
namespace {

bool sees(geo::Vec3 centre, double radius_m) {
  return touches(ViewCone{}, Sphere{centre, radius_m});
}

TEST_CASE("what lies ahead is in the cone, what lies beside and behind is not") {
  CHECK(sees({0, 0, -100}, 1));
  CHECK(sees({90, 0, -100}, 1));
  CHECK_FALSE(sees({110, 0, -100}, 1));
  CHECK_FALSE(sees({100, 0, 0}, 1));
  CHECK_FALSE(sees({0, 0, 100}, 1));
}

TEST_CASE("a sphere counts as soon as its skin touches the cone") {
  // The side of the cone is 7.07 m away from a point 10 m beside it.
  CHECK_FALSE(sees({110, 0, -100}, 7.0));
  CHECK(sees({110, 0, -100}, 7.2));
  CHECK_FALSE(sees({0, 0, 100}, 99));
  CHECK(sees({0, 0, 100}, 101));
}

TEST_CASE("the sphere around bounds holds their corners in world space") {
  content::BoundsMm bounds;
  bounds.include(0, 0, 0);
  bounds.include(6000, 8000, 0);
  geo::Frame frame;
  frame.origin = {100, 0, 0};
  const Sphere sphere = sphere_around(bounds, frame);
  CHECK(sphere.centre == geo::Vec3{103, 4, 0});
  CHECK(sphere.radius_m == doctest::Approx(5.0));
  CHECK(sphere_around(content::BoundsMm{}, frame).radius_m == 0);
}

}  // namespace
}  // namespace terrane::play
