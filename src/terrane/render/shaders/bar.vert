#version 450
#extension GL_GOOGLE_include_directive : require
// A bar at a place of the world, its size in pixels: six corners a row (BarRow).
#include "frame.glsl"

layout(location = 0) in vec4 in_centre;  // from the eye, m; w: value
layout(location = 1) in vec4 in_size;    // width, height, lift, pixels
layout(location = 2) in vec4 in_color;

layout(location = 0) out vec2 v_place;  // pixels from the bar's lower left corner
layout(location = 1) flat out vec3 v_size;
layout(location = 2) flat out vec4 v_color;

void main() {
  int corner = gl_VertexIndex;
  vec2 side = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : 0.0,
                   corner == 2 || corner == 4 || corner == 5 ? 1.0 : 0.0);
  v_place = side * in_size.xy;
  v_size = vec3(in_size.xy, in_centre.w);
  v_color = in_color;
  // Towards the eye by a metre, so that the head below does not cut it.
  float keep = 1.0 - 1.0 / max(length(in_centre.xyz), 2.0);
  vec4 clip = frame.view_proj * vec4(in_centre.xyz * keep, 1.0);
  // On whole pixels, counted from the picture's lower left corner.
  vec2 pixels = (clip.xy / max(clip.w, 1e-4) + 1.0) / frame.screen.xy;
  vec2 low = floor(pixels - 0.5 * in_size.xy + vec2(0.0, in_size.z) + 0.5);
  gl_Position = vec4(((low + v_place) * frame.screen.xy - 1.0) * clip.w, clip.z, clip.w);
}
