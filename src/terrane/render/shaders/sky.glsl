// The sky as light from a direction (unit, scene space), without the sun's disc.
vec3 sky_color(vec3 direction) {
  float up = max(direction.y, 0.0);
  vec3 color = mix(frame.sky_horizon.rgb, frame.sky_zenith.rgb, 1.0 - pow(1.0 - up, 3.2));
  float towards = max(dot(direction, frame.true_sun.xyz), 0.0);
  float low = 1.0 - up;
  float broad = towards * towards;
  broad *= broad;
  float tight = pow(towards, 40.0);
  color += frame.sun_color.rgb * frame.sun_color.w * (0.16 * broad * low * low + 0.40 * tight);
  return color;
}

// What the fog looks like where it hides everything: the sky there, so that nothing has an edge.
vec3 fog_color(vec3 direction) {
  return sky_color(normalize(vec3(direction.x, max(direction.y, 0.0), direction.z)));
}

// 0 clear … 1 hidden. `offset`: from the eye, scene space.
float fog_amount(vec3 offset) {
  float far = length(offset);
  // Optical depth through air whose density falls off exponentially with height.
  float rise = offset.y * frame.fog.z;
  float mean = abs(rise) > 1e-3 ? (1.0 - exp(-clamp(rise, -20.0, 20.0))) / rise : 1.0 - 0.5 * rise;
  float haze = 1.0 - exp(-frame.fog.y * far * clamp(mean, 0.0, 8.0));
  // Level distance: what is not resident begins so far away at whatever height the eye is.
  float wall = smoothstep(0.55, 1.0, length(offset.xz) / frame.fog.x);
  return 1.0 - (1.0 - haze) * (1.0 - wall);
}

// Exposed, tone mapped (Narkowicz' fit of ACES) and sRGB-encoded, with half a step of dither.
vec4 finished(vec3 light) {
  vec3 x = max(light * frame.sky_zenith.w, 0.0);
  x = mix(x, vec3(dot(x, vec3(0.21, 0.72, 0.07))), 0.10);  // the fit oversaturates
  x = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
  vec3 low = x * 12.92;
  vec3 high = 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055;
  vec3 encoded = mix(low, high, step(vec3(0.0031308), x));
  uint noise = hash_cell(ivec2(gl_FragCoord.xy), 77u);
  return vec4(encoded + (unit_of(noise) - 0.5) / 255.0, 1.0);
}
