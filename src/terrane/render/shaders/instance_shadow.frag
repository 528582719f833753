#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise.glsl"
#include "leaves.glsl"

layout(location = 0) in vec2 v_uv;
layout(location = 1) flat in uvec2 v_leaf;

void main() {
  if (v_leaf.x == 8u && leaf_shade(v_uv, v_leaf.y) < 0.0) discard;
}
