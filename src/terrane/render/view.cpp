#define GLM_FORCE_DEPTH_ZERO_TO_ONE
#include "terrane/render/view.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>

namespace terrane::render {
namespace {

glm::vec4 column(geo::Vec3 v, float w) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), w};
}

geo::Vec3 to_double(glm::vec3 v) {
  return {v.x, v.y, v.z};
}

}  // namespace

Placement place_frame(const geo::Frame& frame, const geo::Frame& scene) {
  const geo::FrameTransform transform = geo::transform_between(frame, scene);
  return {glm::mat4(column(transform.column_x, 0), column(transform.column_y, 0),
                    column(transform.column_z, 0), column(transform.offset, 1))};
}

SceneBox place_bounds(const Placement& placement, const content::BoundsMm& bounds) {
  glm::vec3 middle;
  glm::vec3 half;
  for (int axis = 0; axis < 3; ++axis) {
    const float low = static_cast<float>(bounds.min_mm[axis]) * 0.001f;
    const float high = static_cast<float>(bounds.max_mm[axis]) * 0.001f;
    middle[axis] = 0.5f * (low + high);
    half[axis] = 0.5f * (high - low) + 0.01f;
  }
  const glm::mat4& m = placement.to_scene;
  SceneBox box;
  box.middle = glm::vec3(m * glm::vec4(middle, 1.0f));
  box.half = glm::abs(glm::vec3(m[0])) * half.x + glm::abs(glm::vec3(m[1])) * half.y +
             glm::abs(glm::vec3(m[2])) * half.z;
  return box;
}

float distance_to(const SceneBox& box) {
  return glm::length(glm::max(glm::abs(box.middle) - box.half, glm::vec3(0.0f)));
}

Frustum::Frustum(const glm::mat4& view_proj) {
  const glm::mat4 rows = glm::transpose(view_proj);
  planes_[0] = rows[3] + rows[0];
  planes_[1] = rows[3] - rows[0];
  planes_[2] = rows[3] + rows[1];
  planes_[3] = rows[3] - rows[1];
  planes_[4] = rows[2];  // depth begins at 0
  planes_[5] = rows[3] - rows[2];
}

bool Frustum::may_show(const SceneBox& box) const {
  for (const glm::vec4& plane : planes_) {
    const glm::vec3 normal(plane);
    const float reach = glm::dot(glm::abs(normal), box.half);
    if (glm::dot(normal, box.middle) + plane.w < -reach) return false;
  }
  return true;
}

View make_view(glm::vec3 forward, glm::vec3 up, double vertical_fov_rad, double aspect,
               double near_m, double far_m) {
  const glm::vec3 side = glm::normalize(glm::cross(forward, up));
  const glm::vec3 above = glm::cross(side, forward);
  const float tangent = static_cast<float>(std::tan(0.5 * vertical_fov_rad));
  const glm::mat4 look = glm::lookAt(glm::vec3(0.0f), forward, above);
  View view;
  view.view_proj =
      glm::perspective(static_cast<float>(vertical_fov_rad), static_cast<float>(aspect),
                       static_cast<float>(near_m), static_cast<float>(far_m)) *
      look;
  view.forward = forward;
  view.right = side * (tangent * static_cast<float>(aspect));
  view.up = above * tangent;
  return view;
}

ShadowFit fit_shadow(geo::Vec3 eye_in_origin, glm::vec3 forward, glm::vec3 light_direction,
                     double height_above_ground_m, std::uint32_t texels) {
  // Wider from higher up, in steps, since each change of scale moves every shadow's edge.
  double half_width = 90.0;
  while (half_width < 1.4 * height_above_ground_m && half_width < 720.0) half_width *= 2.0;

  const geo::Vec3 light = geo::normalised(to_double(light_direction));
  const geo::Vec3 helper = std::fabs(light.y) > 0.95 ? geo::Vec3{1, 0, 0} : geo::Vec3{0, 1, 0};
  const geo::Vec3 right = geo::normalised(geo::cross(helper, light));
  const geo::Vec3 up = geo::cross(light, right);

  // The middle lies ahead on the ground's level, anchored to texels of the origin's frame.
  const geo::Vec3 ahead = geo::normalised(geo::Vec3{forward.x, 0.0, forward.z});
  const double reach = 0.62 * half_width;
  const geo::Vec3 middle =
      eye_in_origin + ahead * reach - geo::Vec3{0, 0.8 * height_above_ground_m, 0};
  const double texel = 2.0 * half_width / texels;
  const double along = std::floor(geo::dot(middle, right) / texel) * texel;
  const double across = std::floor(geo::dot(middle, up) / texel) * texel;
  // As seen from the eye.
  const double x = along - geo::dot(eye_in_origin, right);
  const double y = across - geo::dot(eye_in_origin, up);
  const double z = geo::dot(middle - eye_in_origin, light);

  // Tall buildings towards the sun must still cast into the box.
  const double towards = half_width + 420.0;
  const double away = half_width + 80.0;
  const double depth = towards + away;
  glm::mat4 m(1.0f);
  const auto set_row = [&m](int row, geo::Vec3 axis, double scale, double offset) {
    m[0][row] = static_cast<float>(axis.x * scale);
    m[1][row] = static_cast<float>(axis.y * scale);
    m[2][row] = static_cast<float>(axis.z * scale);
    m[3][row] = static_cast<float>(offset);
  };
  set_row(0, right, 1.0 / half_width, -x / half_width);
  set_row(1, up, 1.0 / half_width, -y / half_width);
  // Depth 0 nearest to the light.
  set_row(2, light, -1.0 / depth, (z + towards) / depth);
  return {m, half_width};
}

}  // namespace terrane::render
