// Polygons with holes into triangles, on exact integers: the same triangles on every platform. Ear
// clipping with holes bridged into the outer ring (Eberly, "Triangulation by Ear Clipping"), reflex
// vertices in a grid so that thousands of vertices stay quick. Bad rings give fewer triangles,
// never a crash, a hang or a triangle outside the hull of the outer ring.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace terrane::content {

struct PointMm {
  std::int32_t x_mm = 0;
  std::int32_t z_mm = 0;
  friend constexpr bool operator==(const PointMm&, const PointMm&) = default;
};

// Twice the signed area; positive when the ring runs counter-clockwise seen from above, that is
// with x to the right and z (south) down the page. Open or closed (last point repeated) alike.
std::int64_t doubled_area(std::span<const PointMm> ring);

// `rings`: the outer ring, then holes, each open or closed, in either direction. Returns triples of
// indices into the concatenation of the rings as given, each counter-clockwise seen from above.
// Coordinates within ±500 km. Any thread.
std::vector<std::uint32_t> triangulate(std::span<const std::vector<PointMm>> rings);

}  // namespace terrane::content
