// Colours of unsealed and paved ground by place; also the backdrop's. `pixel`: metres that a pixel
// spans.
vec3 grass_color(vec3 base, vec2 place, float pixel) {
  float broad = value_noise(place * 0.0625, 31, 11u);
  float middle = faded_noise(place * 0.5, 255, 12u, pixel * 0.5);
  float tufts = faded_noise(place * 4.0, 2047, 13u, pixel * 4.0);
  float clumps = faded_noise(place * 16.0, 8191, 15u, pixel * 16.0);
  float blades = faded_noise(place * 64.0, 32767, 14u, pixel * 64.0);
  float light = 0.50 + 0.22 * middle + 0.26 * tufts;
  light += 0.42 * clumps * clumps + 0.50 * blades * blades;
  vec3 color = base * light;
  color = mix(color, color * vec3(1.35, 1.10, 0.70), 0.5 * broad * broad + 0.3 * middle * tufts);
  return color;
}

vec3 soil_color(vec3 base, vec2 place, float pixel) {
  float broad = value_noise(place * 0.125, 63, 21u);
  float clods = faded_noise(place * 2.0, 1023, 22u, pixel * 2.0);
  float grains = faded_noise(place * 16.0, 8191, 23u, pixel * 16.0);
  return base * (0.72 + 0.20 * broad + 0.22 * clods + 0.22 * grains);
}

vec3 paving_color(vec3 base, vec2 place, vec2 width, float pixel) {
  const float slab = 1.0;
  vec2 cell = floor(place / slab);
  float keep = 1.0 - smoothstep(0.25, 0.8, pixel / slab);
  float tone = mix(0.5, unit_of(hash_cell(ivec2(cell) & 511, 31u)), keep);
  float grain = faded_noise(place * 20.0, 10239, 32u, pixel * 20.0);
  float stains = value_noise(place * 0.5, 255, 33u);
  vec3 color = base * (0.80 + 0.16 * tone + 0.12 * grain - 0.16 * stains * stains);
  float joint = 1.0 - (1.0 - band(place.x + 0.006, 0.0, 0.014, slab, width.x)) *
                          (1.0 - band(place.y + 0.006, 0.0, 0.014, slab, width.y));
  return mix(color, base * 0.40, joint * 0.85);
}
