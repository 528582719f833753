#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "sight.glsl"

layout(location = 0) in vec3 v_offset;
layout(location = 1) in vec2 v_corner;
layout(location = 2) flat in uint v_halo;
layout(location = 0) out vec4 out_color;

void main() {
  float rest = max(1.0 - dot(v_corner, v_corner), 0.0);
  float pool = 0.20 * rest * rest;
  float halo = 0.42 * rest * rest * rest * rest;
  float on = min(frame.ambient_sky.w * frame.sky_zenith.w, 1.0);
  float shine = (v_halo == 1u ? halo : pool) * on * (1.0 - fog_amount(v_offset));
  out_color = vec4(as_seen(vec3(1.0, 0.78, 0.48) * shine, v_offset), 0.0);
}
