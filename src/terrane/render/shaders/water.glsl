// Water seen along `view` (unit, from the eye): still ripples, the sky in it, the sun's glint.
vec2 ripple_slope(vec2 place, float scale, int mask, uint salt, float width) {
  float keep = 1.0 - smoothstep(0.3, 1.0, width * scale);
  vec2 at = place * scale;
  float here = value_noise(at, mask, salt);
  float east = value_noise(at + vec2(0.35, 0.0), mask, salt);
  float south = value_noise(at + vec2(0.0, 0.35), mask, salt);
  return keep * vec2(east - here, south - here);
}

vec3 water_light(vec3 base, vec3 view, vec2 place, float pixel, float sun, float occlusion) {
  vec2 slope = ripple_slope(place, 0.25, 127, 41u, pixel) * 0.10 +
               ripple_slope(place, 1.0, 511, 42u, pixel) * 0.12 +
               ripple_slope(place, 4.0, 2047, 43u, pixel) * 0.09;
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  float facing = max(dot(normal, -view), 0.02);
  float miss = 1.0 - facing;
  float miss2 = miss * miss;
  float fresnel = 0.02 + 0.98 * miss2 * miss2 * miss;
  vec3 mirrored = reflect(view, normal);
  mirrored.y = abs(mirrored.y) + 0.02;
  mirrored = normalize(mirrored);
  vec3 deep = base * 0.5 * (frame.ambient_sky.rgb + frame.sun_color.rgb * sun *
                                                        max(frame.sun_direction.y, 0.0) * 0.35);
  vec3 light = mix(deep, sky_color(mirrored), min(fresnel * 0.92, 1.0)) * mix(0.6, 1.0, occlusion);
  float glint = max(dot(mirrored, frame.sun_direction.xyz), 0.0);
  light += frame.sun_color.rgb * sun * (pow(glint, 420.0) * 14.0 + pow(glint, 60.0) * 0.25);
  return light;
}
