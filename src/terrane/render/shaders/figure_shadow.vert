#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "figure.glsl"

void main() {
  gl_Position =
      frame.light_view_proj * vec4(placed_in_scene(vec3(in_position_mm) * 0.001), 1.0);
}
