#include "terrane/render/view.h"

#include <doctest/doctest.h>

#include <glm/geometric.hpp>

#include "terrane/base/trig.h"

namespace terrane::render {
namespace {

SceneBox box_at(glm::vec3 middle, float half) {
  return {middle, glm::vec3(half)};
}

TEST_CASE("a frustum shows what lies ahead and nothing else") {
  const View view = make_view({0, 0, -1}, {0, 1, 0}, 1.0, 1.5, 0.5, 100.0);
  const Frustum frustum(view.view_proj);
  CHECK(frustum.may_show(box_at({0, 0, -10}, 1)));
  CHECK_FALSE(frustum.may_show(box_at({0, 0, 10}, 1)));    // behind
  CHECK_FALSE(frustum.may_show(box_at({0, 0, -102}, 1)));  // beyond the far plane
  CHECK(frustum.may_show(box_at({0, 0, -100.5f}, 1)));     // across it
  CHECK_FALSE(frustum.may_show(box_at({12, 0, -10}, 1)));  // right of it
  CHECK_FALSE(frustum.may_show(box_at({0, 9, -10}, 1)));   // above it
  CHECK(frustum.may_show(box_at({0, 0, 0}, 50)));          // around the eye
}

TEST_CASE("depth runs from 0 at the near plane to 1 at the far plane") {
  const View view = make_view({0, 0, -1}, {0, 1, 0}, 1.0, 1.0, 0.5, 100.0);
  const glm::vec4 near_point = view.view_proj * glm::vec4(0, 0, -0.5f, 1);
  const glm::vec4 far_point = view.view_proj * glm::vec4(0, 0, -100.0f, 1);
  CHECK(near_point.z / near_point.w == doctest::Approx(0.0).epsilon(1e-4));
  CHECK(far_point.z / far_point.w == doctest::Approx(1.0).epsilon(1e-4));
}

TEST_CASE("placing a piece far from the world's origin keeps millimetres") {
  geo::Frame piece;
  piece.origin = {1.0e6 + 0.25, 10.0, -2.0e6};
  geo::Frame scene;
  scene.origin = {1.0e6, 12.0, -2.0e6};
  const Placement placement = place_frame(piece, scene);
  const glm::vec4 at = placement.to_scene * glm::vec4(1, 2, 3, 1);
  CHECK(at.x == doctest::Approx(1.25).epsilon(1e-6));
  CHECK(at.y == doctest::Approx(0.0).epsilon(1e-6));
  CHECK(at.z == doctest::Approx(3.0).epsilon(1e-6));
}

TEST_CASE("a placed box holds the corners of a turned one") {
  const base::SinCos turn = base::sin_cos(0.7);
  geo::Frame piece;
  piece.east = {turn.cos, 0, -turn.sin};
  piece.south = {turn.sin, 0, turn.cos};
  const Placement placement = place_frame(piece, geo::Frame{});
  content::BoundsMm bounds;
  bounds.include(-1000, 0, -2000);
  bounds.include(3000, 5000, 4000);
  const SceneBox box = place_bounds(placement, bounds);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec4 local((corner & 1) != 0 ? 3.0f : -1.0f, (corner & 2) != 0 ? 5.0f : 0.0f,
                          (corner & 4) != 0 ? 4.0f : -2.0f, 1.0f);
    const glm::vec3 off = glm::abs(glm::vec3(placement.to_scene * local) - box.middle);
    CHECK(off.x <= box.half.x);
    CHECK(off.y <= box.half.y);
    CHECK(off.z <= box.half.z);
  }
}

TEST_CASE("the shadow map moves by whole texels") {
  const glm::vec3 light = glm::normalize(glm::vec3(0.3f, 0.8f, 0.2f));
  // A point of the ground, which must keep its place within its texel however the eye moves.
  const geo::Vec3 ground{14.0, 0.0, -31.0};
  const auto texel_phase = [&](geo::Vec3 eye) {
    const ShadowFit fit = fit_shadow(eye, {0, 0, -1}, light, 1.7, 1024);
    const geo::Vec3 from_eye = ground - eye;
    const glm::vec4 clip =
        fit.view_proj * glm::vec4(static_cast<float>(from_eye.x), static_cast<float>(from_eye.y),
                                  static_cast<float>(from_eye.z), 1.0f);
    CHECK(clip.z > 0.0f);
    CHECK(clip.z < 1.0f);
    const float texels = (clip.x * 0.5f + 0.5f) * 1024.0f;
    return texels - static_cast<float>(static_cast<int>(texels));
  };
  const float first = texel_phase({0, 1.7, 0});
  for (const double step : {0.01, 0.05, 0.37, 5.21}) {
    CHECK(texel_phase({step, 1.7, -step}) == doctest::Approx(first).epsilon(0.02));
  }
}

}  // namespace
}  // namespace terrane::render
