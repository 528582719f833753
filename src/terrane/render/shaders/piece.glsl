// Reads the compact vertex (content/vertex.h) and places it: shared by page.vert and shadow.vert.
layout(std140, set = 1, binding = 0) uniform PieceBlock {
  mat4 to_scene;  // from metres in the piece's frame
} piece;

layout(location = 0) in ivec3 in_position_mm;
layout(location = 1) in uvec4 in_surface;  // normal u, normal v, palette, material
layout(location = 2) in ivec2 in_street;   // variant and occlusion, u in cm
layout(location = 3) in ivec2 in_across;   // v in cm, half width and flags

vec3 decoded_normal(uvec4 surface) {
  ivec2 bytes = ivec2(surface.xy);
  bytes -= 256 * ivec2(greaterThan(bytes, ivec2(127)));
  vec2 folded = vec2(bytes) * (1.0 / 127.0);
  vec3 normal = vec3(folded.x, 1.0 - abs(folded.x) - abs(folded.y), folded.y);
  float under = max(-normal.y, 0.0);
  normal.x += normal.x >= 0.0 ? -under : under;
  normal.z += normal.z >= 0.0 ? -under : under;
  return normalize(normal);
}
