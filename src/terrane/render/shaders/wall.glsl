// The wall between the windows: what it is built of shows near by and fades to its mean.
// Bricks and ashlar: courses with every other row shifted by half.
float masonry_joint(vec2 uv, vec2 size, float joint, vec2 width) {
  float row = floor(uv.y / size.y);
  float shift = 0.5 * size.x * (row - 2.0 * floor(row * 0.5));
  float level = band(uv.y, 0.0, joint, size.y, width.y);
  float upright = band(uv.x + shift, 0.0, joint, size.x, width.x);
  return 1.0 - (1.0 - level) * (1.0 - upright);
}

float block_tone(vec2 uv, vec2 size, float salt_scale, float pixel) {
  float row = floor(uv.y / size.y);
  float shift = 0.5 * size.x * (row - 2.0 * floor(row * 0.5));
  ivec2 block = ivec2(floor((uv.x + shift) / size.x), row);
  float keep = 1.0 - smoothstep(0.3, 1.0, pixel / size.y);
  return mix(0.5, unit_of(hash_cell(block, uint(salt_scale))), keep);
}

vec3 wall_color(vec3 base, uint palette_index, vec2 uv, vec2 width, float pixel) {
  bool brick = palette_index >= 228u && palette_index <= 230u;
  bool ashlar = palette_index == 231u || palette_index == 232u;
  vec2 size = brick ? vec2(0.24, 0.08) : ashlar ? vec2(1.0, 0.5) : vec2(3.0, 3.2);
  float joint = brick ? 0.012 : 0.015;
  float strength = brick ? 0.55 : ashlar ? 0.40 : 0.12;
  float lines = masonry_joint(uv, size, joint, width) * strength;
  float tone = block_tone(uv, size, 91.0, pixel) - 0.5;
  vec3 mortar = brick ? base * 0.55 + vec3(0.13, 0.12, 0.11) : base * 0.45;
  float grain = faded_noise(uv * 12.0, 4095, 92u, pixel * 12.0) - 0.5;
  float streaks = value_noise(uv * vec2(0.9, 0.14), 4095, 93u) - 0.5;
  vec3 color = base * (1.0 + (brick ? 0.42 : 0.14) * tone + 0.10 * grain + 0.16 * streaks);
  return mix(color, mortar, lines);
}
