#version 450
layout(set = 0, binding = 0) uniform texture2D quad_picture;
layout(set = 0, binding = 1) uniform sampler quad_sampler;
layout(location = 0) in vec2 v_uv;
layout(location = 1) in vec4 v_color;
layout(location = 0) out vec4 out_color;

void main() { out_color = v_color * texture(sampler2D(quad_picture, quad_sampler), v_uv); }
