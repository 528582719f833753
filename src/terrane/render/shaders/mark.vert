#version 450
#extension GL_GOOGLE_include_directive : require
// A mark on the ground: six corners a row (MarkRow), on a plane through its middle.
#include "frame.glsl"

layout(location = 0) in vec4 in_centre;  // from the eye, m; w: pulled towards it, m
layout(location = 1) in vec4 in_across;  // a metre to the right; w: half width, m
layout(location = 2) in vec4 in_along;   // a metre to the front; w: half depth, m
layout(location = 3) in vec4 in_shape;   // kind, thickness of lines in m, phase
layout(location = 4) in vec4 in_color;

layout(location = 0) out vec3 v_offset;
layout(location = 1) out vec2 v_place;  // m from the middle, right and ahead
layout(location = 2) flat out vec2 v_half;
layout(location = 3) flat out vec3 v_shape;
layout(location = 4) flat out vec4 v_color;

void main() {
  int corner = gl_VertexIndex;
  vec2 side = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0,
                   corner == 2 || corner == 4 || corner == 5 ? 1.0 : -1.0);
  v_half = vec2(in_across.w, in_along.w);
  v_shape = in_shape.xyz;
  v_color = in_color;
  // Room for the line's outer half, which is two pixels thick at least.
  float pixel = length(in_centre.xyz) * frame.screen.y * length(frame.camera_up.xyz);
  v_place = side * (v_half + in_shape.y + 4.0 * pixel);
  v_offset = in_centre.xyz + in_across.xyz * v_place.x + in_along.xyz * v_place.y;
  gl_Position = frame.view_proj * vec4(v_offset, 1.0);
  float keep = 1.0 - in_centre.w / max(length(v_offset), 2.0 * in_centre.w);
  vec4 pulled = frame.view_proj * vec4(v_offset * keep, 1.0);
  gl_Position.z = pulled.z / keep;
}
