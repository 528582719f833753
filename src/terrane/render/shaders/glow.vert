#version 450
#extension GL_GOOGLE_include_directive : require
// The light of a street lamp at night, from its instance row alone: six corners of a pool on the
// ground below its head, six of a halo that faces the eye. Added to the finished picture.
#include "frame.glsl"

layout(location = 4) in vec4 in_stand;
layout(location = 5) in vec4 in_turn;

layout(location = 0) out vec3 v_offset;
layout(location = 1) out vec2 v_corner;     // in [-1, 1]²
layout(location = 2) flat out uint v_halo;  // 1: halo, 0: pool

// Where the lamp's head hangs, as street_lamp() in instance_meshes.cpp builds it.
const vec3 k_head = vec3(0.0, 6.88, -1.6);
const float k_pool_m = 8.5;
const float k_halo_m = 1.3;

void main() {
  int corner = gl_VertexIndex % 6;
  v_halo = uint(gl_VertexIndex / 6);
  v_corner = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0,
                  corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
  vec3 arm = vec3(in_turn.y * k_head.z, 0.0, in_turn.x * k_head.z) * in_stand.w;
  vec3 head = in_stand.xyz + arm + vec3(0.0, k_head.y * in_stand.w, 0.0);
  vec3 right = normalize(frame.camera_right.xyz);
  vec3 up = normalize(frame.camera_up.xyz);
  vec3 halo = head + (right * v_corner.x + up * v_corner.y) * k_halo_m;
  vec3 pool = in_stand.xyz + arm + vec3(v_corner.x, 0.0, v_corner.y) * k_pool_m;
  v_offset = v_halo == 1u ? halo : pool;
  // Pulled towards the eye by metres, so that neither sloping ground nor the lamp's own head cuts
  // it; what stands so near to a lamp is lit by it anyway.
  float keep = 1.0 - (v_halo == 1u ? 0.5 : 3.5) / max(length(head), 7.0);
  gl_Position = frame.view_proj * vec4(v_offset, 1.0);
  vec4 pulled = frame.view_proj * vec4(v_offset * keep, 1.0);
  gl_Position.z = pulled.z / keep;
}
