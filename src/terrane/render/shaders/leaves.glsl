// A card of leaves: uv in [-1, 1]², a spray of leaf blades on a lattice whose places and turns come
// from the card's hash. Above 0 is leaf. `width`: uv a pixel spans; far cards become one blob.
float leaf_cover(vec2 uv, uint hash, float width) {
  float blob = 0.95 - dot(uv, uv) * (1.0 + 0.25 * unit_of(hash_mix(hash + 5u)));
  vec2 lattice = uv * 3.5 + vec2(float(hash & 15u), float(hash >> 4));
  vec2 cell = floor(lattice);
  float best = -1.0;
  for (int index = 0; index < 4; ++index) {
    vec2 other = cell + vec2(index & 1, index >> 1) - 0.5 + step(0.5, lattice - cell) - 0.5;
    uint drawn = hash_cell(ivec2(other) & 1023, hash);
    vec2 jitter = vec2(float(drawn & 255u), float((drawn >> 8) & 255u)) * (1.0 / 255.0);
    vec2 local = lattice - other - 0.25 - 0.5 * jitter;
    vec2 axis = normalize(vec2(float((drawn >> 16) & 255u), float(drawn >> 24)) - 127.3);
    vec2 blade = vec2(dot(local, axis), dot(local, vec2(-axis.y, axis.x)));
    best = max(best, 1.0 - dot(blade * vec2(1.55, 2.7), blade * vec2(1.55, 2.7)));
  }
  float far = smoothstep(0.08, 0.35, width);
  return min(mix(best, 1.0, far), blob);
}

// The same for shadows, whose texels are larger than leaves: a blob with holes.
float leaf_shade(vec2 uv, uint hash) {
  uint drawn = hash_cell(ivec2(floor(uv * 3.0)) + 8, hash);
  return min(unit_of(drawn) - 0.25, 0.85 - dot(uv, uv));
}
