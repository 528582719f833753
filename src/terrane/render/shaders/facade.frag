#version 450
#extension GL_GOOGLE_include_directive : require
// A wall with windows, drawn from its frame alone: metres along the wall and above its foot, the
// storey height, a style and a hash. Edges are box-filtered, so far walls fade to their mean.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "wall.glsl"
#include "opening.glsl"
#include "window_light.glsl"
#include "page_in.glsl"

// Where on the facade the pixel lies, and how much of it a pixel spans.
struct Spot {
  vec2 uv;
  vec2 width;
  float storey;
  float floor_index;
  uint style;
  uint hash;
  uint wall_hash;  // differs between the walls of one building
  bool shop;
};

Spot spot_here(vec3 normal) {
  Spot spot;
  spot.uv = v_bays;
  spot.width = max(0.85 * fwidth(v_bays), vec2(0.004));
  spot.storey = v_kind.z == 0u ? 3.2 : max(float(v_kind.z) * 0.1, 2.2);
  spot.floor_index = max(floor(spot.uv.y / spot.storey), 0.0);
  spot.style = v_kind.y;
  spot.hash = v_kind.w;
  ivec2 facing = ivec2(floor(normal.xz * 6.0 + 6.5));
  spot.wall_hash = spot.hash + uint(facing.x * 16 + facing.y);
  spot.shop = spot.style == 5u && spot.floor_index < 0.5;
  return spot;
}

vec3 trim_color() { return mix(v_color.rgb, vec3(0.52, 0.49, 0.43), 0.55); }

// The wall with its sills and lintels, the course above the ground floor, dirt at the foot.
vec3 dressed_wall(Spot spot, Opening hole) {
  vec2 width = max(0.85 * fwidth(v_uv), vec2(0.004));
  float pixel = 0.6 * max(length(dFdx(v_uv)), length(dFdy(v_uv)));
  vec3 albedo = wall_color(v_color.rgb, v_palette, v_uv, width, pixel);
  vec3 trim = trim_color();
  vec2 uv = spot.uv;
  bool upright = spot.style == 1u || spot.style == 4u || spot.style == 5u;
  float wider = band(uv.x, hole.left - 0.07, hole.right + 0.07, hole.period, spot.width.x) *
                (upright && !spot.shop ? 1.0 : 0.0);
  float sill = wider * band(uv.y, hole.bottom - 0.10, hole.bottom, spot.storey, spot.width.y);
  float lintel = wider * band(uv.y, hole.top, hole.top + 0.16, spot.storey, spot.width.y);
  float under =
      wider * band(uv.y, hole.bottom - 0.20, hole.bottom - 0.10, spot.storey, spot.width.y);
  albedo = mix(albedo, trim * 1.05, max(sill, lintel * 0.8)) * (1.0 - 0.38 * under);
  float course = interval(uv.y, spot.storey - 0.16, spot.storey + 0.04, spot.width.y) *
                 (spot.style == 1u || spot.style == 5u ? 1.0 : 0.0);
  albedo = mix(albedo, trim, course * 0.9);
  // Between panes of a curtain wall: spandrels and mullions.
  if (spot.style == 2u) albedo = mix(albedo * 0.30, vec3(0.16, 0.17, 0.18), 0.5);
  albedo *= mix(0.72, 1.0, smoothstep(0.0, 1.4, uv.y));
  if (!spot.shop) return albedo;
  uint name = hash_cell(ivec2(floor(uv.x / 6.0), 3), spot.wall_hash);
  vec3 hue = vec3(unit_of(name), unit_of(hash_mix(name + 1u)), unit_of(hash_mix(name + 2u)));
  vec3 board = mix(vec3(dot(hue, vec3(0.33))), hue, 0.75) * 0.30 + 0.02;
  float sign_band = interval(uv.y, spot.storey - 0.85, spot.storey - 0.22, spot.width.y) *
                    band(uv.x, 0.12, 5.88, 6.0, spot.width.x);
  return mix(albedo, board, sign_band);
}

// A balcony's slab and railing, in front of wall and glass.
vec3 with_balcony(vec3 light, Spot spot, Opening hole, vec3 incoming) {
  vec2 uv = spot.uv;
  float here = hole.balcony * step(0.5, spot.floor_index) *
               band(uv.x, hole.left - 0.3, hole.right + 0.3, hole.period, spot.width.x);
  float posts = band(uv.x, 0.0, 0.025, 0.12, spot.width.x) *
                band(uv.y, 0.08, 1.0, spot.storey, spot.width.y);
  float rail = band(uv.y, 0.98, 1.05, spot.storey, spot.width.y);
  float slab = band(uv.y, spot.storey - 0.12, spot.storey, spot.storey, spot.width.y) +
               band(uv.y, 0.0, 0.06, spot.storey, spot.width.y);
  light = mix(light, vec3(0.05) * incoming, here * max(posts, rail) * 0.9);
  return mix(light, trim_color() * incoming, here * min(slab, 1.0) * 0.85);
}

void main() {
  vec3 normal = normalize(v_normal);
  vec3 view = normalize(v_offset);
  Spot spot = spot_here(normal);
  float drawn = unit_of(hash_cell(ivec2(floor(spot.uv.x / 3.0), 0), spot.hash * 3u + 5u));
  Opening hole = opening_of(spot.style, spot.storey, spot.hash, drawn);
  if (spot.shop) hole = shop_window(spot.storey);
  vec2 shares = spot.style == 0u ? vec2(0.0)
                                 : opening_shares(hole, spot.storey, spot.uv, spot.width);
  float detail =
      1.0 - smoothstep(0.25, 0.75, max(spot.width.x / hole.period, spot.width.y / spot.storey));

  float sun = sun_share(v_offset, normal);
  vec3 direct = frame.sun_color.rgb * max(dot(normal, frame.sun_direction.xyz), 0.0) * sun;
  vec3 sky = sky_light(normal, v_offset, v_color.a);
  vec3 light = dressed_wall(spot, hole) * (direct + sky);

  // The opening is set back: its head lies in shadow.
  float head = band(spot.uv.y, hole.top - 0.22, hole.top, spot.storey, spot.width.y);
  float recess = spot.style == 2u ? 1.0 : 1.0 - 0.55 * head;
  vec3 rim = (spot.hash & 4u) != 0u ? vec3(0.50, 0.49, 0.46) : vec3(0.07, 0.075, 0.08);
  if (spot.style == 2u || spot.shop) rim = vec3(0.10, 0.105, 0.11);
  light = mix(light, rim * (direct * recess + sky * 0.8), max(shares.x - shares.y, 0.0));

  float cell = floor(spot.uv.x / hole.period);
  vec2 in_cell = spot.uv - vec2(cell * hole.period, spot.floor_index * spot.storey);
  uint window = hash_cell(ivec2(cell, spot.floor_index), spot.wall_hash);
  vec3 tint = spot.style == 2u ? v_color.rgb * 1.6 : vec3(1.0);
  vec3 pane = pane_light(normal, view, hole, in_cell, window, detail, tint, sun, v_color.a);
  if (spot.shop) {
    uint name = hash_cell(ivec2(floor(spot.uv.x / 6.0), 4), spot.wall_hash);
    pane += shop_light(in_cell, hole, name, spot.width, detail);
  }
  light = mix(light, pane * mix(1.0, recess, 0.7), shares.y);
  if (spot.style != 0u) light = with_balcony(light, spot, hole, direct + sky);
  out_color = in_fog(light, v_offset);
}
