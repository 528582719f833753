#version 450
#extension GL_GOOGLE_include_directive : require
// Everything without a shader of its own: plain colour, roofs, stone, metal, leaves, bark, lamps.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "page_in.glsl"

// A sloped roof's courses run level; a flat one is gravel or felt with stains.
vec3 roof_color(vec3 base, vec3 normal, vec3 place, float pixel) {
  float steep = smoothstep(0.995, 0.97, normal.y);
  float grains = faded_noise(place.xz * 12.0, 6143, 51u, pixel * 12.0);
  float stains = value_noise(place.xz * 0.5, 255, 52u);
  float sheets = faded_noise(place.xz * vec2(0.0625, 1.0), 511, 53u, pixel);
  vec3 level = base * (0.72 + 0.26 * grains + 0.22 * stains + 0.10 * sheets);
  float course_m = 0.22;
  float width = max(fwidth(place.y), 0.004);
  float joints = band(place.y, 0.0, 0.035, course_m, width);
  float along = dot(place.xz, normalize(vec2(-normal.z, normal.x) + vec2(1e-4)));
  ivec2 tile = ivec2(floor(along / 0.3), floor(place.y / course_m));
  float tone = mix(0.5, unit_of(hash_cell(tile & 1023, 54u)),
                   1.0 - smoothstep(0.1, 0.35, pixel));
  vec3 sloped = base * (0.80 + 0.30 * tone + 0.12 * (stains - 0.5)) * (1.0 - 0.45 * joints);
  return mix(level, sloped, steep);
}

void main() {
  vec3 normal = normalize(v_normal);
  vec3 view = normalize(v_offset);
  float pixel = 0.6 * max(length(dFdx(v_place)), length(dFdy(v_place)));
  uint material = v_kind.x;
  // Pattern coordinates on the plane that the surface faces most.
  vec3 facing = abs(normal);
  vec2 on_plane = facing.y > max(facing.x, facing.z) ? v_place.xz
                  : facing.x > facing.z              ? v_place.zy
                                                     : v_place.xy;
  float fine = faded_noise(on_plane * 16.0, 8191, 61u, pixel * 16.0);
  float coarse = faded_noise(on_plane * 1.0, 511, 62u, pixel);
  vec3 albedo = v_color.rgb * (0.90 + 0.20 * coarse);
  if (material == 6u) {
    albedo = roof_color(v_color.rgb, normal, v_place, pixel);
  } else if (material == 11u) {
    albedo = v_color.rgb * (0.78 + 0.22 * coarse + 0.22 * fine);
  } else if (material == 8u) {
    albedo = v_color.rgb * (0.45 + 0.55 * coarse + 0.55 * fine);
  } else if (material == 9u) {
    albedo = v_color.rgb * (0.6 + 0.8 * fine);
  }
  vec3 light = lit_surface(albedo, normal, v_offset, v_color.a);
  float metal = material == 10u ? 1.0 : 0.0;
  float miss = 1.0 - max(dot(normal, -view), 0.0);
  vec3 mirrored = reflect(view, normal);
  mirrored.y = abs(mirrored.y);
  vec3 shine = sky_color(normalize(mirrored));
  shine = mix(shine, vec3(dot(shine, vec3(0.21, 0.72, 0.07))), 0.5);
  light += metal * (0.05 + 0.4 * miss * miss * miss) * v_color.a * shine;
  float lamp = material == 12u ? 1.0 : 0.0;
  light += lamp * v_color.rgb * 2.0 * frame.ambient_sky.w;
  out_color = in_fog(light, v_offset);
}
