#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "water.glsl"
#include "page_in.glsl"

void main() {
  float pixel = 0.5 * max(length(dFdx(v_place)), length(dFdy(v_place)));
  float sun = sun_share(v_offset, vec3(0.0, 1.0, 0.0));
  vec3 view = normalize(v_offset);
  out_color = in_fog(water_light(v_color.rgb, view, v_place.xz, pixel, sun, v_color.a), v_offset);
}
