// Integer hashes and value noise: the same on every device, unlike fract(sin(x)).
// Lattices wrap at a power of two, so that patterns tile across frames of 512 m.
uint hash_mix(uint value) {
  value ^= value >> 16;
  value *= 0x7feb352du;
  value ^= value >> 15;
  value *= 0x846ca68bu;
  value ^= value >> 16;
  return value;
}

uint hash_cell(ivec2 cell, uint salt) {
  return hash_mix(uint(cell.x) * 0x9e3779b1u + uint(cell.y) * 0x85ebca77u + salt * 0xc2b2ae3du);
}

float unit_of(uint hashed) { return float(hashed >> 8) * (1.0 / 16777216.0); }

// In [0, 1]; `place` in cells, the lattice wraps after mask + 1 cells.
float value_noise(vec2 place, int mask, uint salt) {
  vec2 base = floor(place);
  vec2 t = place - base;
  t = t * t * (3.0 - 2.0 * t);
  ivec2 low = ivec2(base) & mask;
  ivec2 high = (low + 1) & mask;
  float a = unit_of(hash_cell(low, salt));
  float b = unit_of(hash_cell(ivec2(high.x, low.y), salt));
  float c = unit_of(hash_cell(ivec2(low.x, high.y), salt));
  float d = unit_of(hash_cell(high, salt));
  return mix(mix(a, b, t.x), mix(c, d, t.x), t.y);
}

// Noise that fades to its mean as its cells shrink towards a pixel (`width` in cells).
float faded_noise(vec2 place, int mask, uint salt, float width) {
  float keep = 1.0 - smoothstep(0.35, 0.9, width);
  return mix(0.5, value_noise(place, mask, salt), keep);
}

// The share of [x - width/2, x + width/2] within the bands [from, to] of every period: exact box
// filtering, so that patterns fade to their mean instead of shimmering.
float band(float x, float from, float to, float period, float width) {
  vec2 ends = vec2(x - 0.5 * width, x + 0.5 * width) - from;
  vec2 turns = floor(ends / period);
  vec2 part = clamp(ends - turns * period, 0.0, to - from);
  return ((turns.y - turns.x) * (to - from) + part.y - part.x) / width;
}

// The same for one interval.
float interval(float x, float from, float to, float width) {
  return max(min(x + 0.5 * width, to) - max(x - 0.5 * width, from), 0.0) / width;
}
