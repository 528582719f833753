#version 450
#extension GL_GOOGLE_include_directive : require
// Units, buildings, cars: low meshes whose parts move.
#include "frame.glsl"
#include "palette.glsl"
#include "noise.glsl"
#include "figure.glsl"

layout(location = 0) out vec3 v_offset;
layout(location = 1) out vec3 v_place;    // in the mesh, m
layout(location = 2) out vec3 v_normal;   // scene space
layout(location = 3) out vec3 v_facing;   // the normal in the mesh
layout(location = 4) out vec4 v_color;    // a: occlusion
layout(location = 5) out vec3 v_tone;     // light of its own, remembered, flash
layout(location = 6) flat out uint v_material;

vec3 mesh_normal(uvec4 surface) {
  ivec2 bytes = ivec2(surface.xy);
  bytes -= 256 * ivec2(greaterThan(bytes, ivec2(127)));
  vec2 folded = vec2(bytes) * (1.0 / 127.0);
  vec3 normal = vec3(folded.x, 1.0 - abs(folded.x) - abs(folded.y), folded.y);
  float under = max(-normal.y, 0.0);
  normal.x += normal.x >= 0.0 ? -under : under;
  normal.z += normal.z >= 0.0 ? -under : under;
  return normalize(normal);
}

void main() {
  vec3 place = vec3(in_position_mm) * 0.001;
  uint street = uint(in_street.x);
  uint part = uint(in_across.y) & 255u;
  uint tint = street & 255u;
  v_offset = placed_in_scene(place);
  v_place = place * in_scale.xyz;
  v_facing = mesh_normal(in_surface);
  vec3 normal = moved(v_facing, part, 0.0);
  v_normal = rotated(normalize(normal / in_scale.xyz + vec3(0.0, 1e-6, 0.0)));
  v_material = in_surface.w;
  v_color.rgb = palette.colors[in_surface.z].rgb;
  v_color.a = float((street >> 8) & 255u) * (1.0 / 255.0);
  if (tint == 1u) v_color.rgb *= pow(in_team.rgb, vec3(2.2));
  if (tint == 3u) {
    uint drawn = hash_mix(uint(in_extra.y * 255.0 + 0.5) * 977u + in_surface.z);
    vec3 hue = vec3(unit_of(drawn), unit_of(hash_mix(drawn + 1u)), unit_of(hash_mix(drawn + 2u)));
    v_color.rgb *= 0.04 + 0.5 * mix(vec3(dot(hue, vec3(0.33))), hue, 0.6);
  }
  float glow = tint == 2u ? 1.0 : 0.0;
  if (part == 9u) glow = 1.5 * in_scale.w;
  v_tone = vec3(glow, in_team.a, in_motion.w);
  gl_Position = frame.view_proj * vec4(v_offset, 1.0);
}
