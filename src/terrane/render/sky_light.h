// Where the sun stands at an hour, and how bright and of what colour sun, sky and ground are then.
// A table over the sun's elevation, blended between its rows; colours are linear light. Tuned by
// eye, no physical model.
#pragma once

#include <glm/vec3.hpp>

namespace terrane::render {

struct SkyLight {
  glm::vec3 true_sun{0, 1, 0};         // unit, east-up-south; below the horizon at night
  glm::vec3 light_direction{0, 1, 0};  // towards what casts shadows: the sun, at night the moon
  glm::vec3 sun_color{1};              // of that light
  float glow = 1;                      // strength of the sun's halo in the sky
  float disc = 0;                      // brightness of its disc
  glm::vec3 zenith{0};
  glm::vec3 horizon{0};
  glm::vec3 ambient_sky{0};
  glm::vec3 ambient_ground{0};
  float exposure = 1;
  float night = 0;  // 0 day … 1 night: stars
  float lamps = 0;  // light of street lamps and windows; 0 off
};

// `hour` of the local solar day; any number, wrapped into [0, 24).
SkyLight sky_light_at(double hour);

}  // namespace terrane::render
