#version 450
#extension GL_GOOGLE_include_directive : require
// Paving, grass and soil.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "land.glsl"
#include "page_in.glsl"

void main() {
  vec2 place = v_place.xz;
  vec2 width = max(fwidth(place), vec2(0.004));
  float pixel = 0.6 * max(length(dFdx(v_place)), length(dFdy(v_place)));
  vec3 albedo;
  if (v_kind.x == 2u) {
    albedo = paving_color(v_color.rgb, place, width, pixel);
  } else if (v_kind.x == 3u) {
    albedo = grass_color(v_color.rgb, place, pixel);
  } else {
    albedo = soil_color(v_color.rgb, place, pixel);
  }
  out_color = in_fog(lit_surface(albedo, normalize(v_normal), v_offset, v_color.a), v_offset);
}
