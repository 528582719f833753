#version 450
layout(set = 0, binding = 0) uniform texture2D font_picture;
layout(set = 0, binding = 1) uniform sampler font_sampler;
layout(location = 0) in vec2 v_uv;
layout(location = 1) in vec4 v_color;
layout(location = 0) out vec4 out_color;

void main() {
  float ink = texture(sampler2D(font_picture, font_sampler), v_uv).r;
  out_color = vec4(v_color.rgb, v_color.a * ink);
}
