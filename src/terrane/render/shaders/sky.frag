#version 450
#extension GL_GOOGLE_include_directive : require
// The sky with the sun's disc and thin clouds, and below the horizon the backdrop: the surround's
// ground out to where the planet bends away. It stands behind everything drawn before.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "land.glsl"
#include "water.glsl"

layout(location = 0) in vec3 v_direction;
layout(location = 0) out vec4 out_color;

float cloud_field(vec2 place, float width) {
  float sum = 0.50 * faded_noise(place, 255, 71u, width);
  sum += 0.26 * faded_noise(place * 2.03 + 17.0, 255, 72u, width * 2.0);
  sum += 0.15 * faded_noise(place * 4.1 + 31.0, 511, 73u, width * 4.0);
  sum += 0.09 * faded_noise(place * 8.3 + 7.0, 1023, 74u, width * 8.0);
  return sum;
}

vec3 above(vec3 direction) {
  vec3 color = sky_color(direction);
  float towards = dot(direction, frame.true_sun.xyz);
  float disc = smoothstep(0.99985, 0.99993, towards);
  color += disc * frame.sun_color.rgb * frame.true_sun.w;
  // A flat layer of thin clouds, gone towards the horizon.
  float up = max(direction.y, 0.02);
  vec2 place = direction.xz / up * 1.1;
  float width = 0.6 * max(length(dFdx(place)), length(dFdy(place)));
  float field = cloud_field(place + vec2(40.0, 23.0), width);
  float cover = smoothstep(0.50, 0.78, field) * smoothstep(0.05, 0.30, direction.y) * 0.75;
  vec3 bright = frame.ambient_sky.rgb * 1.7 + frame.sun_color.rgb * frame.sun_color.w *
                (0.30 + 0.5 * pow(max(towards, 0.0), 12.0));
  vec3 shade = frame.sky_horizon.rgb * 0.85;
  color = mix(color, mix(bright, shade, smoothstep(0.62, 0.95, field) * 0.6), cover);
  // Stars: one cell in many, only at night.
  vec3 grid = direction * 160.0;
  uint star = hash_cell(ivec2(floor(grid.xy)) + ivec2(floor(grid.z)) * 7919, 75u);
  float bright_star = unit_of(star) > 0.9975 ? unit_of(hash_mix(star)) : 0.0;
  vec3 in_cell = fract(grid) - 0.5;
  float dot_shape = 1.0 - smoothstep(0.02, 0.16, dot(in_cell, in_cell));
  color += bright_star * dot_shape * frame.sun_direction.w * (1.0 - cover) * 0.25 *
           smoothstep(0.02, 0.2, direction.y);
  return color;
}

// Where the ray meets a sphere of the planet's radius that lies `drop` below the eye.
float ground_distance(vec3 direction, float drop) {
  float radius = frame.eye.w;
  float b = -direction.y * (radius + drop);
  float c = drop * (2.0 * radius + drop);
  float inside = b * b - c;
  // The near root, in a form that does not cancel.
  return inside > 0.0 && b > 0.0 ? c / (b + sqrt(inside)) : -1.0;
}

void main() {
  vec3 direction = normalize(v_direction);
  vec3 sky = above(direction);
  float far = ground_distance(direction, frame.eye.y);
  vec3 offset = direction * max(far, 0.0);
  vec2 place = frame.eye.xz + offset.xz;
  float pixel = 0.6 * max(length(dFdx(offset)), length(dFdy(offset)));
  vec3 land = grass_color(frame.surround.rgb, place, pixel);
  uint material = uint(frame.surround.w + 0.5);
  vec3 light = land * (frame.ambient_sky.rgb +
                       frame.sun_color.rgb * max(frame.sun_direction.y, 0.0));
  if (material == 7u) light = water_light(frame.surround.rgb, direction, place, pixel, 1.0, 1.0);
  light *= frame.screen.z;  // the backdrop lies beyond every battlefield
  vec3 ground = mix(light, fog_color(direction), fog_amount(offset));
  out_color = finished(far > 0.0 ? ground : sky);
}
