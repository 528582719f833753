#include "terrane/content/octahedral.h"

#include <cmath>

namespace terrane::content {
namespace {

std::int8_t to_byte(double value) {
  return static_cast<std::int8_t>(std::floor(value * 127.0 + 0.5));
}

double sign_of(double value) {
  return value < 0 ? -1.0 : 1.0;
}

}  // namespace

OctahedralNormal encode_octahedral(geo::Vec3 normal) {
  const double sum = (std::fabs(normal.x) + std::fabs(normal.y)) + std::fabs(normal.z);
  if (!(sum > 0)) return {0, 0};
  double u = normal.x / sum;
  double v = normal.z / sum;
  if (normal.y < 0) {
    const double folded_u = (1.0 - std::fabs(v)) * sign_of(u);
    const double folded_v = (1.0 - std::fabs(u)) * sign_of(v);
    u = folded_u;
    v = folded_v;
  }
  return {to_byte(u), to_byte(v)};
}

geo::Vec3 decode_octahedral(OctahedralNormal encoded) {
  double u = encoded.u / 127.0;
  double v = encoded.v / 127.0;
  const double y = (1.0 - std::fabs(u)) - std::fabs(v);
  if (y < 0) {
    const double unfolded_u = (1.0 - std::fabs(v)) * sign_of(u);
    const double unfolded_v = (1.0 - std::fabs(u)) * sign_of(v);
    u = unfolded_u;
    v = unfolded_v;
  }
  return geo::normalised({u, y, v});
}

}  // namespace terrane::content
