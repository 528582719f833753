#version 450
layout(location = 0) in vec2 v_place;
layout(location = 1) flat in vec3 v_size;  // width, height, value
layout(location = 2) flat in vec4 v_color;
layout(location = 0) out vec4 out_color;

void main() {
  vec2 from_edge = min(v_place, v_size.xy - v_place);
  bool border = min(from_edge.x, from_edge.y) < 1.0;
  bool filled = v_place.x - 1.0 < v_size.z * (v_size.x - 2.0);
  vec3 shade = v_color.rgb * (0.75 + 0.4 * v_place.y / v_size.y);
  vec3 color = border ? vec3(0.03) : filled ? shade : vec3(0.10, 0.10, 0.11);
  out_color = vec4(color, v_color.a * (border || filled ? 1.0 : 0.8));
}
