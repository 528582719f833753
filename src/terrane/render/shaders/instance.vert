#version 450
#extension GL_GOOGLE_include_directive : require
// Things drawn many times: trees, lamps, furniture. Slot 0 is the mesh, slot 1 one row an instance.
#include "frame.glsl"
#include "palette.glsl"

layout(location = 0) in ivec3 in_position_mm;
layout(location = 1) in uvec4 in_surface;
layout(location = 2) in ivec2 in_street;
layout(location = 3) in ivec2 in_across;
layout(location = 4) in vec4 in_stand;  // from the eye, m; w: scale
layout(location = 5) in vec4 in_turn;   // cosine and sine of the heading, palette, variant

layout(location = 0) out vec3 v_offset;
layout(location = 1) out vec3 v_place;   // in the mesh
layout(location = 2) out vec3 v_normal;
layout(location = 3) out vec4 v_color;
layout(location = 4) out vec2 v_uv;
layout(location = 5) flat out uvec4 v_kind;  // material, variant, half width, hash of the instance

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

// Heading grows to the left: counter-clockwise from above, from north (-z) towards west (-x).
vec3 turned(vec3 v) {
  return vec3(in_turn.x * v.x + in_turn.y * v.z, v.y, in_turn.x * v.z - in_turn.y * v.x);
}

void main() {
  v_place = vec3(in_position_mm) * 0.001;
  vec3 offset = in_stand.xyz + turned(v_place) * in_stand.w;
  v_offset = offset;
  v_normal = turned(mesh_normal(in_surface));
  uint street = uint(in_street.x);
  uint across = uint(in_across.y);
  uint tint = uint(in_turn.z + 0.5);
  uint material = in_surface.w;
  // Leaves and paint take the instance's tint; wood, metal and glass keep the mesh's own.
  bool own = (street & 255u) == 0u;
  v_color.rgb = palette.colors[own || tint == 0u ? in_surface.z : tint].rgb;
  v_color.a = float((street >> 8) & 255u) * (1.0 / 255.0);
  v_uv = vec2(in_street.y, in_across.x) * 0.01;
  v_kind = uvec4(material, uint(in_turn.w + 0.5), across & 255u, (across >> 8) & 255u);
  gl_Position = frame.view_proj * vec4(offset, 1.0);
}
