// content/palette.h as linear colours.
layout(std140, set = 0, binding = 1) uniform PaletteBlock {
  vec4 colors[256];
} palette;
