// Unit normals in two signed bytes: the octahedral map (Cigolle et al., "A Survey of Efficient
// Representations for Independent Unit Vectors", JCGT 2014). Deterministic: + - * / and floor only.
#pragma once

#include <cstdint>

#include "terrane/geo/vec3.h"

namespace terrane::content {

struct OctahedralNormal {
  std::int8_t u = 0;
  std::int8_t v = 0;
  friend constexpr bool operator==(const OctahedralNormal&, const OctahedralNormal&) = default;
};

// `normal` need not be of unit length; the zero vector becomes straight up. +Y is the map's pole.
OctahedralNormal encode_octahedral(geo::Vec3 normal);
// Of unit length, within 1 degree of what was encoded.
geo::Vec3 decode_octahedral(OctahedralNormal encoded);

}  // namespace terrane::content
