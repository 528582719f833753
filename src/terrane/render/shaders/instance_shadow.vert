#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in ivec3 in_position_mm;
layout(location = 1) in uvec4 in_surface;
layout(location = 2) in ivec2 in_street;
layout(location = 3) in ivec2 in_across;
layout(location = 4) in vec4 in_stand;
layout(location = 5) in vec4 in_turn;

layout(location = 0) out vec2 v_uv;
layout(location = 1) flat out uvec2 v_leaf;  // material, hash

void main() {
  vec3 v = vec3(in_position_mm) * 0.001;
  vec3 turned = vec3(in_turn.x * v.x + in_turn.y * v.z, v.y, in_turn.x * v.z - in_turn.y * v.x);
  v_uv = vec2(in_street.y, in_across.x) * 0.01;
  v_leaf = uvec2(in_surface.w, (uint(in_across.y) >> 8) & 255u);
  gl_Position = frame.light_view_proj * vec4(in_stand.xyz + turned * in_stand.w, 1.0);
}
