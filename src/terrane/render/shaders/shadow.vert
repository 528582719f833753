#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "piece.glsl"

void main() {
  vec3 place = (piece.to_scene * vec4(vec3(in_position_mm) * 0.001, 1.0)).xyz;
  vec4 offset = vec4(lowered(place), 1.0);
  gl_Position = frame.light_view_proj * offset;
}
