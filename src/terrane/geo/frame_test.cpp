#include "terrane/geo/frame.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/geo/floating_origin.h"
#include "terrane/geo/geodetic.h"

namespace terrane::geo {
namespace {

constexpr double k_degree = base::k_radians_per_degree;

Vec3 draw_point(std::uint64_t key, double extent_m) {
  return {base::draw_between(base::hash(key, 1), -extent_m, extent_m),
          base::draw_between(base::hash(key, 2), -extent_m, extent_m),
          base::draw_between(base::hash(key, 3), -extent_m, extent_m)};
}

}  // namespace

TEST_CASE("local to world and back") {
  const Frame frame = tangent_frame({43.7 * k_degree, 7.4 * k_degree, 20});
  for (std::uint64_t key = 0; key < 1000; ++key) {
    const Vec3 local = draw_point(key, 50e3);
    CHECK(length(frame.to_local(frame.to_world(local)) - local) < 1e-8);
  }
}

TEST_CASE("from frame to frame is the way over the world, and back again nothing") {
  const Frame here = tangent_frame({84.0 * k_degree, 179.99 * k_degree, 0});
  const Frame there = tangent_frame({84.1 * k_degree, -179.9 * k_degree, 100});
  const FrameTransform forth = transform_between(here, there);
  const FrameTransform back = transform_between(there, here);
  for (std::uint64_t key = 0; key < 1000; ++key) {
    const Vec3 local = draw_point(key, 5e3);
    CHECK(length(forth.apply(local) - there.to_local(here.to_world(local))) < 1e-8);
    CHECK(length(back.apply(forth.apply(local)) - local) < 1e-8);
  }
}

TEST_CASE("frames of the flat city plane differ by an offset alone") {
  Frame far;
  far.origin = {1e6 + 512, 0, -1e6};
  Frame near;
  near.origin = {1e6, 0, -1e6};
  const FrameTransform transform = transform_between(far, near);
  CHECK(transform.column_x == Vec3{1, 0, 0});
  CHECK(transform.column_y == Vec3{0, 1, 0});
  CHECK(transform.column_z == Vec3{0, 0, 1});
  CHECK(transform.offset == Vec3{512, 0, 0});
}

TEST_CASE("heading 0 looks north and grows to the left, pitch looks up") {
  const auto close = [](Vec3 a, Vec3 b) { return length(a - b) < 1e-15; };
  CHECK(close(direction_of(0, 0), {0, 0, -1}));
  CHECK(close(direction_of(base::k_pi / 2, 0), {-1, 0, 0}));
  CHECK(close(direction_of(-base::k_pi / 2, 0), {1, 0, 0}));
  CHECK(close(direction_of(0, base::k_pi / 2), {0, 1, 0}));
  for (double heading_rad = -3.1; heading_rad < 3.14; heading_rad += 0.1) {
    CHECK(std::fabs(heading_of(direction_of(heading_rad, 0.4)) - heading_rad) < 1e-12);
  }
  CHECK(heading_of({0, 1, 0}) == 0);
}

TEST_CASE("the floating origin follows in jumps") {
  Frame start;
  FloatingOrigin origin(start, 2000.0);
  Frame local;
  for (double x = 0; x <= 2000.0; x += 100.0) {
    local.origin.x = x;
    CHECK(!origin.follow(local));
  }
  CHECK(origin.generation() == 0);
  CHECK(origin.frame().origin == Vec3{});
  local.origin.x = 2000.1;
  CHECK(origin.follow(local));
  CHECK(origin.generation() == 1);
  CHECK(origin.frame().origin == local.origin);
  CHECK(!origin.follow(local));
  local.origin.x -= 2000.0;
  CHECK(!origin.follow(local));
}

TEST_CASE("what reaches single precision near the origin is exact to half a millimetre") {
  // The observer is 1,000 km out on the plane; a piece 4 km away from the origin.
  Frame frame;
  frame.origin = {1e6, 0, 1e6};
  const FloatingOrigin origin(frame);
  Frame piece;
  piece.origin = {1e6 + 4000.0, 0, 1e6 - 512.0};
  const Vec3 point{123.456, 7.891, -45.678};
  const Vec3 exact = transform_between(piece, origin.frame()).apply(point);
  CHECK(std::fabs(static_cast<double>(static_cast<float>(exact.x)) - exact.x) < 0.5e-3);
}

}  // namespace terrane::geo
