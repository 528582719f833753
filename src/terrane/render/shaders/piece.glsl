// Reads the compact vertex (content/vertex.h) and places it: shared by page.vert and shadow.vert.
layout(std140, set = 1, binding = 0) uniform PieceBlock {
  mat4 to_scene;  // from metres in the piece's frame
} piece;

layout(location = 0) in ivec3 in_position_mm;
layout(location = 1) in uvec4 in_surface;  // normal u, normal v, palette, material
layout(location = 2) in ivec2 in_street;   // variant and occlusion, u in cm
layout(location = 3) in ivec2 in_across;   // v in cm, half width and flags

// Where a commander looks, and between there and the eye, buildings sink to a few metres, so that
// no tower stands in the way; farther off they keep their height.
vec3 lowered(vec3 offset) {
  float cap = frame.camera_forward.w;  // above the eye, so below 0; 0: nothing sinks
  if (cap >= 0.0) return offset;
  vec2 middle = vec2(frame.camera_right.w, frame.camera_up.w);
  float share = clamp(dot(offset.xz, middle) / max(dot(middle, middle), 1.0), 0.0, 1.0);
  float away = length(offset.xz - middle * share);
  float top = cap + smoothstep(60.0, 140.0, away) * 400.0;
  // A little of the order above stays, so that roofs that sank to one height do not fight.
  return vec3(offset.x, min(offset.y, top + max(offset.y - top, 0.0) * 0.006), offset.z);
}

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
