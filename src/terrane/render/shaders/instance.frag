#version 450
#extension GL_GOOGLE_include_directive : require
// Leaves, bark, metal, stone, lamps of instances.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "leaves.glsl"

layout(location = 0) in vec3 v_offset;
layout(location = 1) in vec3 v_place;
layout(location = 2) in vec3 v_normal;
layout(location = 3) in vec4 v_color;
layout(location = 4) in vec2 v_uv;
layout(location = 5) flat in uvec4 v_kind;
layout(location = 0) out vec4 out_color;

void main() {
  float width = max(length(dFdx(v_uv)), length(dFdy(v_uv)));
  bool leaf = v_kind.x == 8u;
  vec3 view = normalize(v_offset);
  // Cards seen from their edge would show as hatching.
  float edge_on = abs(dot(normalize(cross(dFdx(v_offset), dFdy(v_offset))), view));
  if (leaf && (edge_on < 0.2 || leaf_cover(v_uv, v_kind.w, width) < 0.0)) discard;
  vec3 normal = normalize(v_normal);
  float grain = value_noise(v_place.xy * vec2(14.0, 5.0) + v_place.zz * 11.0, 1023, 81u);
  vec3 albedo = v_color.rgb * (v_kind.x == 9u ? 0.6 + 0.7 * grain : 0.95);
  float tone = unit_of(hash_mix(v_kind.w * 131u + v_kind.y * 7u));
  float tree = unit_of(hash_mix(v_kind.y + 977u));
  if (leaf) {
    albedo = v_color.rgb * (0.72 + 0.45 * tone) * mix(0.85, 1.15, tree);
    albedo = mix(albedo, albedo * vec3(1.35, 1.05, 0.55), 0.35 * tone * tree);
  }
  float sun = sun_share(v_offset, leaf ? vec3(0.0) : normal);
  float facing = dot(normal, frame.sun_direction.xyz);
  // Leaves let light through: lit from behind they glow a little.
  float direct = max(facing, 0.0);
  if (leaf) direct = max(facing * 0.75 + 0.25, 0.0) + 0.22 * max(-facing, 0.0);
  vec3 sky = sky_light(normal, v_offset, v_color.a);
  vec3 light = albedo * (frame.sun_color.rgb * direct * sun + sky);
  if (leaf) {
    float through = pow(max(dot(view, frame.sun_direction.xyz), 0.0), 4.0);
    light += albedo * vec3(1.1, 1.0, 0.4) * frame.sun_color.rgb * through * sun * 0.35;
  }
  float metal = v_kind.x == 10u ? 1.0 : 0.0;
  vec3 mirrored = reflect(view, normal);
  mirrored.y = abs(mirrored.y);
  vec3 shine = sky_color(normalize(mirrored));
  shine = mix(shine, vec3(dot(shine, vec3(0.21, 0.72, 0.07))), 0.5);
  light += metal * 0.05 * v_color.a * shine;
  float lamp = v_kind.x == 12u ? 1.0 : 0.0;
  light += lamp * v_color.rgb * (0.15 + 2.5 * frame.ambient_sky.w);
  out_color = in_fog(light, v_offset);
}
