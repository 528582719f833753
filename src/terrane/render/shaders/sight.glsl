// What a side sees of a battlefield, from a coarse grid over it (sight_grid.h).
layout(set = 1, binding = 1) uniform texture2D sight_map;
layout(set = 1, binding = 2) uniform sampler sight_sampler;

// 0 never seen … 0.5 seen once … 1 seen now.
float sight_at(vec3 offset) {
  vec2 place = vec2(dot(frame.sight_east.xyz, offset) + frame.sight_east.w,
                    dot(frame.sight_south.xyz, offset) + frame.sight_south.w);
  float within = textureLod(sampler2D(sight_map, sight_sampler), place, 0.0).r;
  bool beyond = any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)));
  return beyond ? frame.sight.w : within;
}

// The share of its light that is drawn of what stands there.
float sight_share(float seen) {
  return seen < 0.5 ? mix(frame.sight.y, frame.sight.z, seen * 2.0)
                    : mix(frame.sight.z, 1.0, seen * 2.0 - 1.0);
}

vec3 as_seen(vec3 light, vec3 offset) {
  if (frame.sight.x < 0.5) return light;
  float seen = sight_at(offset);
  float grey = dot(light, vec3(0.21, 0.72, 0.07));
  return mix(light, vec3(grey), 0.45 * clamp(2.0 - 2.0 * seen, 0.0, 1.0)) * sight_share(seen);
}
