// Rings of any shape: every index is valid, every triangle counter-clockwise, none beyond the
// hull's box. Four bytes a point (two signed 16-bit numbers); the point (-1, -1) ends a ring.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "terrane/content/triangulate.h"

using terrane::content::PointMm;

namespace {

std::int32_t number(const std::uint8_t* bytes) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(bytes[0] | (bytes[1] << 8)));
}

bool contains(const PointMm& low, const PointMm& high, const PointMm& point) {
  return point.x_mm >= low.x_mm && point.x_mm <= high.x_mm && point.z_mm >= low.z_mm &&
         point.z_mm <= high.z_mm;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::vector<PointMm>> rings(1);
  std::vector<PointMm> points;
  for (std::size_t at = 0; at + 4 <= size; at += 4) {
    const PointMm point{number(data + at), number(data + at + 2)};
    if (point == PointMm{-1, -1}) {
      rings.emplace_back();
    } else {
      rings.back().push_back(point);
      points.push_back(point);
    }
  }
  PointMm low{INT32_MAX, INT32_MAX};
  PointMm high{INT32_MIN, INT32_MIN};
  for (const PointMm& point : rings[0]) {
    low = {std::min(low.x_mm, point.x_mm), std::min(low.z_mm, point.z_mm)};
    high = {std::max(high.x_mm, point.x_mm), std::max(high.z_mm, point.z_mm)};
  }
  const std::vector<std::uint32_t> indices = terrane::content::triangulate(rings);
  if (indices.size() % 3 != 0) std::abort();
  for (std::size_t first = 0; first < indices.size(); first += 3) {
    PointMm corners[3];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t index = indices[first + corner];
      if (index >= points.size()) std::abort();
      corners[corner] = points[index];
      if (!contains(low, high, corners[corner])) std::abort();
    }
    if (terrane::content::doubled_area(corners) <= 0) std::abort();
  }
  return 0;
}
