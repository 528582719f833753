#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "piece.glsl"

void main() {
  vec4 offset = piece.to_scene * vec4(vec3(in_position_mm) * 0.001, 1.0);
  gl_Position = frame.light_view_proj * offset;
}
