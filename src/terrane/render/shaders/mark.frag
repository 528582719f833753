#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"

layout(location = 0) in vec3 v_offset;
layout(location = 1) in vec2 v_place;
layout(location = 2) flat in vec2 v_half;
layout(location = 3) flat in vec3 v_shape;
layout(location = 4) flat in vec4 v_color;
layout(location = 0) out vec4 out_color;

// How much of a pixel lies where `distance` is below 0.
float inside(float distance) {
  float pixel = max(fwidth(distance), 1e-4);
  return clamp(0.5 - distance / pixel, 0.0, 1.0);
}

// A line along distance 0.
float line(float distance) {
  float pixel = max(fwidth(distance), 1e-4);
  return inside(abs(distance) - 0.5 * max(v_shape.y, 2.0 * pixel));
}

float to_box(vec2 place, vec2 half_size) {
  vec2 out_by = abs(place) - half_size;
  return length(max(out_by, 0.0)) + min(max(out_by.x, out_by.y), 0.0);
}

// Four arrows, their tips towards the middle, nearer the later.
float arrows() {
  vec2 side = abs(v_place);
  vec2 arm = side.x > side.y ? vec2(side.x, v_place.y) : vec2(side.y, v_place.x);
  float reach = v_half.x;
  float tip = reach * (0.15 + 0.35 * (1.0 - v_shape.z));
  float along = (arm.x - tip) / (0.5 * reach);
  float wing = abs(arm.y) - 0.30 * reach * along;
  return inside(wing) * inside(-along) * inside(along - 1.0);
}

void main() {
  int kind = int(v_shape.x + 0.5);
  // All of them, as derivatives want it.
  float from_middle = length(v_place);
  float ring = line(from_middle - v_half.x);
  float disc = inside(from_middle - v_half.x);
  float to_edge = to_box(v_place, v_half);
  float edge = line(to_edge);
  float filled = inside(to_edge);
  float cover = arrows();
  if (kind == 0) {
    cover = ring;
  } else if (kind == 1) {
    float dashes = max(8.0, floor(6.2832 * v_half.x / 0.9));
    float turn = atan(v_place.y, v_place.x) * (dashes / 6.2832);
    cover = ring * step(fract(turn), 0.55);
  } else if (kind == 2) {
    float share = from_middle / v_half.x;
    cover = disc * (0.25 + 0.5 * share * share);
  } else if (kind == 3) {
    // The corners' lines are whole, the sides' fainter.
    vec2 near_corner = step(0.6 * v_half, abs(v_place));
    cover = max(0.24 * filled, edge * mix(0.6, 1.0, near_corner.x * near_corner.y));
  } else if (kind == 5) {
    cover = filled;
  }
  cover *= v_color.a * (1.0 - fog_amount(v_offset));
  if (cover < 0.004) discard;
  out_color = vec4(v_color.rgb, cover);
}
