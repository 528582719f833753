#version 450
layout(location = 0) in vec4 in_place;  // x, y in clip space; u, v in the font's picture
layout(location = 1) in vec4 in_color;
layout(location = 0) out vec2 v_uv;
layout(location = 1) out vec4 v_color;

void main() {
  v_uv = in_place.zw;
  v_color = in_color;
  gl_Position = vec4(in_place.xy, 0.0, 1.0);
}
