#include "terrane/content/octahedral.h"

#include <doctest/doctest.h>

#include <cmath>

#include "terrane/base/hash.h"

namespace terrane::content {
namespace {

double error_deg(geo::Vec3 normal) {
  const geo::Vec3 back = decode_octahedral(encode_octahedral(normal));
  const geo::Vec3 unit = geo::normalised(normal);
  // The chord, because the arc cosine of a number near 1 loses half its digits.
  return 2.0 * std::asin(0.5 * geo::length(back - unit)) * 57.29577951308232;
}

}  // namespace

TEST_CASE("normals come back within one degree, of unit length") {
  double worst_deg = 0;
  for (std::uint64_t place = 0; place < 200'000; ++place) {
    const geo::Vec3 normal{base::draw_between(base::hash(1, place), -1, 1),
                           base::draw_between(base::hash(2, place), -1, 1),
                           base::draw_between(base::hash(3, place), -1, 1)};
    worst_deg = std::fmax(worst_deg, error_deg(normal));
  }
  CHECK(worst_deg < 1.0);
  CHECK(worst_deg > 0.1);  // otherwise nothing was measured
}

TEST_CASE("axes are exact, and the zero vector is up") {
  for (const geo::Vec3 axis : {geo::Vec3{1, 0, 0}, geo::Vec3{-1, 0, 0}, geo::Vec3{0, 1, 0},
                               geo::Vec3{0, -1, 0}, geo::Vec3{0, 0, 1}, geo::Vec3{0, 0, -1}}) {
    CHECK(geo::length(decode_octahedral(encode_octahedral(axis)) - axis) < 1e-12);
  }
  CHECK(decode_octahedral(encode_octahedral({0, 0, 0})) == geo::Vec3{0, 1, 0});
  CHECK(encode_octahedral({0, 5, 0}) == OctahedralNormal{0, 0});
}

TEST_CASE("length plays no part, and every code decodes to unit length") {
  CHECK(encode_octahedral({1, 2, 3}) == encode_octahedral({1000, 2000, 3000}));
  for (int u = -127; u <= 127; ++u) {
    for (int v = -127; v <= 127; ++v) {
      const geo::Vec3 normal =
          decode_octahedral({static_cast<std::int8_t>(u), static_cast<std::int8_t>(v)});
      CHECK(std::fabs(geo::length(normal) - 1.0) < 1e-12);
    }
  }
}

}  // namespace terrane::content
