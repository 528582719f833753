#version 450
#extension GL_GOOGLE_include_directive : require
// One triangle that covers the screen, at the far plane.
#include "frame.glsl"

layout(location = 0) out vec3 v_direction;

void main() {
  vec2 corner = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
  v_direction = frame.camera_forward.xyz + corner.x * frame.camera_right.xyz +
                corner.y * frame.camera_up.xyz;
  gl_Position = vec4(corner, 1.0, 1.0);
}
