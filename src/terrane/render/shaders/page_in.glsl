// What page.vert hands to the fragment shaders of pages.
layout(location = 0) in vec3 v_offset;
layout(location = 1) in vec3 v_place;
layout(location = 2) in vec3 v_normal;
layout(location = 3) in vec4 v_color;
layout(location = 4) in vec2 v_uv;
layout(location = 5) flat in uvec4 v_kind;
layout(location = 6) flat in uint v_palette;
layout(location = 7) in vec2 v_bays;

layout(location = 0) out vec4 out_color;
