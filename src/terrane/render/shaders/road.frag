#version 450
#extension GL_GOOGLE_include_directive : require
// Asphalt with its lane markings, and paint laid as geometry.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "page_in.glsl"

// A multiple of it is 655.36 m, where u wraps.
const float k_dash_period = 8.192;
const float k_dash = 3.0;
const float k_line = 0.13;

// Line of width k_line at v = `at`.
float line_at(float at, float across, float width) {
  return interval(across, at - 0.5 * k_line, at + 0.5 * k_line, width);
}

// White in x, yellow in y.
vec2 road_paint(uint variant, float half_width, vec2 uv, vec2 width) {
  float dashes = band(uv.x, 0.0, k_dash, k_dash_period, width.x);
  float lanes = max(1.0, floor(half_width / 3.1 + 0.25));  // a side
  float lane = half_width / lanes;
  float side = abs(uv.y);
  vec2 paint = vec2(0.0);
  if (variant == 1u) {
    paint.x = line_at(0.0, uv.y, width.y) * dashes;
  } else if (variant == 2u || variant == 4u) {
    paint.y = line_at(0.13, side, width.y);
    // Lane lines at every whole lane between the middle and the edge.
    float nearest = clamp(floor(side / lane + 0.5), 1.0, max(lanes - 1.0, 1.0)) * lane;
    float between = lanes > 1.5 ? 1.0 : 0.0;
    paint.x = between * line_at(nearest, side, width.y) * dashes;
  } else if (variant == 3u) {
    float count = max(1.0, floor(2.0 * half_width / 3.1 + 0.25));
    float step_m = 2.0 * half_width / count;
    float from_edge = uv.y + half_width;
    float nearest = clamp(floor(from_edge / step_m + 0.5), 1.0, max(count - 1.0, 1.0)) * step_m;
    float between = count > 1.5 ? 1.0 : 0.0;
    paint.x = between * line_at(nearest, from_edge, width.y) * dashes;
  }
  if (variant == 4u) paint.x = max(paint.x, line_at(half_width - 0.35, side, width.y));
  return paint;
}

void main() {
  vec2 uv = v_uv;
  vec2 width = max(fwidth(uv), vec2(0.004));
  float pixel = 0.6 * max(length(dFdx(v_place)), length(dFdy(v_place)));
  vec2 place = v_place.xz;
  float grain = faded_noise(place * 32.0, 16383, 1u, pixel * 48.0);
  float mottle = faded_noise(place * 2.0, 1023, 2u, pixel * 2.0);
  float patches = value_noise(place * 0.25, 127, 3u);
  float wear = 0.6 * patches + 0.4 * mottle;
  vec3 albedo = v_color.rgb * (0.80 + 0.17 * grain + 0.20 * (wear - 0.5));

  bool asphalt = v_kind.x == 1u;
  float half_width = float(v_kind.z) * 0.1;
  // Wheels polish two tracks a lane; oil darkens the middle between them.
  float lane = half_width / max(1.0, floor(half_width / 3.1 + 0.25));
  float in_lane = lane > 0.5 ? abs(fract(uv.y / lane) - 0.5) * 2.0 : 0.5;
  float track = 1.0 - smoothstep(0.10, 0.34, abs(in_lane - 0.48));
  float oil = 1.0 - smoothstep(0.0, 0.22, in_lane);
  float marked = asphalt && v_kind.y != 0u ? 1.0 : 0.0;
  albedo *= 1.0 + marked * (0.07 * track - 0.09 * oil);
  // Dust gathers at the kerb.
  float gutter = smoothstep(half_width - 0.9, half_width, abs(uv.y));
  float edge = asphalt && half_width > 1.0 ? gutter : 0.0;
  albedo = mix(albedo, albedo * 1.12 + vec3(0.010, 0.009, 0.007), edge);

  vec2 paint = asphalt ? road_paint(v_kind.y, half_width, uv, width) : vec2(0.0);
  float rub = 0.80 + 0.20 * smoothstep(0.25, 0.6, 0.5 * grain + 0.5 * mottle) - 0.12 * patches;
  albedo = mix(albedo, vec3(0.62, 0.61, 0.58), paint.x * rub);
  albedo = mix(albedo, vec3(0.60, 0.38, 0.06), paint.y * rub);
  if (!asphalt) albedo = v_color.rgb * (0.74 + 0.16 * rub);

  vec3 normal = normalize(v_normal);
  vec3 light = lit_surface(albedo, normal, v_offset, v_color.a);
  float flat_on = 1.0 - max(dot(normal, -normalize(v_offset)), 0.0);
  float sheen = flat_on * flat_on;
  sheen = sheen * sheen * flat_on * 0.16 * v_color.a;
  light += sheen * mix(frame.sky_horizon.rgb, frame.ambient_sky.rgb, 0.5);
  out_color = in_fog(light, v_offset);
}
