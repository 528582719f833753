#version 450
// Averages the squares of a picture drawn larger than shown, in linear light.
layout(std140, set = 0, binding = 0) uniform PresentBlock {
  ivec4 factor;  // x: pixels of the drawn picture a side of one shown
} present;
layout(set = 0, binding = 1) uniform texture2D drawn_picture;
layout(set = 0, binding = 2) uniform sampler drawn_sampler;

layout(location = 0) out vec4 out_color;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * present.factor.x;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < present.factor.x; ++y) {
    for (int x = 0; x < present.factor.x; ++x) {
      vec3 encoded =
          texelFetch(sampler2D(drawn_picture, drawn_sampler), first + ivec2(x, y), 0).rgb;
      sum += encoded * encoded;
    }
  }
  out_color = vec4(sqrt(sum / float(present.factor.x * present.factor.x)), 1.0);
}
