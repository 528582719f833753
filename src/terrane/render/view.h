// A camera's mathematics: scene space is the floating origin's axes with the eye at zero, so that
// everything which reaches the GPU is small. Placed in double precision, drawn in single.
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "terrane/content/content.h"
#include "terrane/geo/frame.h"

namespace terrane::render {

// A box aligned with scene space, by its middle and half its sides. Metres.
struct SceneBox {
  glm::vec3 middle{0};
  glm::vec3 half{0};
};

// From metres in a piece's frame to scene space.
struct Placement {
  glm::mat4 to_scene{1.0f};
};

// `scene`: a frame with the scene's axes and the eye as origin.
Placement place_frame(const geo::Frame& frame, const geo::Frame& scene);
// Holds all of `bounds` as placed. `bounds` not empty.
SceneBox place_bounds(const Placement& placement, const content::BoundsMm& bounds);
// From the eye to the nearest point of the box.
float distance_to(const SceneBox& box);

// What a matrix with depth from 0 to 1 shows.
class Frustum {
 public:
  explicit Frustum(const glm::mat4& view_proj);
  // False only if no part of the box can be seen.
  bool may_show(const SceneBox& box) const;

 private:
  glm::vec4 planes_[6];  // inside is positive
};

struct View {
  glm::mat4 view_proj{1.0f};
  glm::vec3 forward{0, 0, -1};
  glm::vec3 right{1, 0, 0};  // times the tangent of half the horizontal field of view
  glm::vec3 up{0, 1, 0};     // times that of half the vertical one
};

// `forward`, `up`: unit, scene space, not parallel. near_m < far_m.
View make_view(glm::vec3 forward, glm::vec3 up, double vertical_fov_rad, double aspect,
               double near_m, double far_m);

// The box of the world that one shadow map covers: around a middle ahead of the eye, moved by whole
// texels so that shadows do not crawl. `eye_in_origin`: the eye in the floating origin's frame,
// where the texels are anchored. Metres.
struct ShadowFit {
  glm::mat4 view_proj{1.0f};
  double half_width_m = 0;
};
ShadowFit fit_shadow(geo::Vec3 eye_in_origin, glm::vec3 forward, glm::vec3 light_direction,
                     double height_above_ground_m, std::uint32_t texels);

}  // namespace terrane::render
