#include "terrane/content/vertex.h"

#include <doctest/doctest.h>

#include <cstddef>

namespace terrane::content {

TEST_CASE("the vertex's layout is what the GPU is told") {
  CHECK(sizeof(Vertex) == 24);
  CHECK(offsetof(Vertex, x_mm) == 0);
  CHECK(offsetof(Vertex, y_mm) == 4);
  CHECK(offsetof(Vertex, z_mm) == 8);
  CHECK(offsetof(Vertex, normal_u) == 12);
  CHECK(offsetof(Vertex, palette) == 14);
  CHECK(offsetof(Vertex, material) == 15);
  CHECK(offsetof(Vertex, variant) == 16);
  CHECK(offsetof(Vertex, occlusion) == 17);
  CHECK(offsetof(Vertex, u_cm) == 18);
  CHECK(offsetof(Vertex, v_cm) == 20);
  CHECK(offsetof(Vertex, half_width_dm) == 22);
  CHECK(offsetof(Vertex, flags) == 23);
}

}  // namespace terrane::content
