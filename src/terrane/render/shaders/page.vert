#version 450
#extension GL_GOOGLE_include_directive : require
// A page of a piece: ground, facades and everything plain share this vertex shader.
#include "frame.glsl"
#include "palette.glsl"
#include "piece.glsl"

layout(location = 0) out vec3 v_offset;     // from the eye, scene space
layout(location = 1) out vec3 v_place;      // in the piece's frame, m
layout(location = 2) out vec3 v_normal;     // scene space
layout(location = 3) out vec4 v_color;      // linear; a: occlusion
layout(location = 4) out vec2 v_uv;         // m
layout(location = 5) flat out uvec4 v_kind; // material, variant, half width in dm, flags
layout(location = 6) flat out uint v_palette;
layout(location = 7) out vec2 v_bays;       // facades: uv moved to whole bays and storeys

void main() {
  v_place = vec3(in_position_mm) * 0.001;
  vec4 offset = vec4(lowered((piece.to_scene * vec4(v_place, 1.0)).xyz), 1.0);
  v_offset = offset.xyz;
  v_normal = mat3(piece.to_scene) * decoded_normal(in_surface);
  uint street = uint(in_street.x);
  uint across = uint(in_across.y);
  v_color = vec4(palette.colors[in_surface.z].rgb, float((street >> 8) & 255u) * (1.0 / 255.0));
  v_uv = vec2(in_street.y, in_across.x) * 0.01;
  v_kind = uvec4(in_surface.w, street & 255u, across & 255u, (across >> 8) & 255u);
  v_palette = in_surface.z;
  // A wall ends where it ends; its windows come in whole bays of 3 m and whole storeys. Each corner
  // moves to the nearest, so that the pattern stretches a little instead of being cut.
  float storey = v_kind.z == 0u ? 3.2 : max(float(v_kind.z) * 0.1, 2.2);
  vec2 bay = vec2(3.0, storey);
  v_bays = floor(v_uv / bay + 0.5) * bay;
  gl_Position = frame.view_proj * offset;
  // Ground layers: pull a higher layer towards the eye by a share of its distance, so that sheets a
  // few millimetres apart never fight. The eye is scene space's zero, so scaling keeps the picture.
  uint material = in_surface.w;
  bool ground = (material >= 1u && material <= 4u) || material == 7u || material == 13u;
  float pull = ground ? float(v_kind.w) * 1.5e-4 : 0.0;
  vec4 pulled = frame.view_proj * vec4(offset.xyz * (1.0 - pull), 1.0);
  gl_Position.z = pulled.z / (1.0 - pull);
}
