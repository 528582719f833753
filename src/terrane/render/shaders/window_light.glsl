// Light out of windows: rooms, blinds, goods in shops, the sky in the glass.

// What a pane reflects. Houses opposite hide the lowest sky.
vec3 glass_reflection(vec3 mirrored, vec3 tint) {
  float open_sky = smoothstep(-0.05, 0.45, mirrored.y);
  vec3 seen = sky_color(normalize(vec3(mirrored.x, abs(mirrored.y) + 0.03, mirrored.z)));
  seen = mix(seen, vec3(dot(seen, vec3(0.21, 0.72, 0.07))), 0.3);
  vec3 opposite = frame.ambient_ground.rgb * 0.55 + frame.sky_horizon.rgb * 0.10;
  return mix(opposite, seen, open_sky) * mix(vec3(1.0), tint, 0.45);
}

// `in_cell`: metres from the bay's left and the floor. `window`: its hash. `detail`: 1 where single
// windows can be told apart … 0 where only their mean is seen. `sun`: share of direct light.
vec3 pane_light(vec3 normal, vec3 view, Opening hole, vec2 in_cell, uint window, float detail,
                vec3 tint, float sun, float occlusion) {
  float first = mix(0.5, unit_of(window), detail);
  float second = mix(0.5, unit_of(hash_mix(window + 1u)), detail);
  float third = mix(0.5, unit_of(hash_mix(window + 2u)), detail);
  // Blinds from the top, curtains from the sides.
  float height = (in_cell.y - hole.bottom) / (hole.top - hole.bottom);
  float middle = 0.5 * (hole.left + hole.right);
  float side = abs(in_cell.x - middle) / (hole.right - hole.left) * 2.0;
  float drop = (first * first * 1.1 - 0.15) * step(hole.mirror, 0.3);
  float blind = step(1.0 - drop, height) * step(0.25, second);
  float curtain = step(1.02 - 0.35 * third, side) * step(second, 0.4) * step(hole.mirror, 0.2);
  float cloth = mix(0.28, max(blind, curtain), detail);
  vec3 room = vec3(0.020, 0.019, 0.018) + 0.022 * first;
  vec3 fabric = mix(vec3(0.42, 0.40, 0.36), vec3(0.30, 0.27, 0.24), third);
  float facing = max(dot(normal, frame.sun_direction.xyz), 0.0);
  vec3 day = frame.ambient_sky.rgb * 0.55 + frame.sun_color.rgb * facing * sun * 0.6;
  vec3 light = mix(room, fabric * 0.55, cloth) * day * occlusion;
  // Each pane hangs a little askew.
  vec3 askew = normalize(normal + (vec3(first, second, third) - 0.5) * 0.05);
  vec3 mirrored = reflect(view, askew);
  float miss = 1.0 - max(dot(askew, -view), 0.0);
  float miss2 = miss * miss;
  float fresnel = hole.mirror + (0.92 - hole.mirror) * miss2 * miss2;
  light = mix(light, glass_reflection(mirrored, tint), clamp(fresnel, 0.0, 1.0));
  float glint = pow(max(dot(mirrored, frame.sun_direction.xyz), 0.0), 900.0);
  light += frame.sun_color.rgb * sun * glint * 6.0 * fresnel;
  // Rooms lit at night: some, each in its own warmth.
  float on = mix(0.38, step(unit_of(hash_mix(window + 3u)), 0.38), detail);
  vec3 warmth = mix(vec3(1.0, 0.50, 0.18), vec3(1.0, 0.78, 0.48), third);
  float ceiling = 0.30 + 0.70 * clamp(height, 0.0, 1.0) * (1.0 - 0.35 * side * side);
  float through = mix(1.0, 0.55, cloth) * (0.25 + 0.75 * second);
  return light + frame.ambient_sky.w * on * warmth * ceiling * through * 0.62;
}

// What a shop shows behind its glass: goods on shelves under lamps, which burn a little by day.
vec3 shop_light(vec2 in_cell, Opening hole, uint name, vec2 width, float detail) {
  float above = in_cell.y - hole.bottom;
  float height = clamp(above / (hole.top - hole.bottom), 0.0, 1.0);
  float shelf = 0.42 + 0.14 * unit_of(name);
  float row = floor(above / shelf);
  uint thing = hash_cell(ivec2(floor(in_cell.x * 4.5), row), name);
  float tall = 0.35 + 0.5 * unit_of(thing);
  float stands = step(fract(above / shelf), tall) * step(row, 2.5);
  vec3 hue = vec3(unit_of(hash_mix(thing + 1u)), unit_of(hash_mix(thing + 2u)),
                  unit_of(hash_mix(thing + 3u)));
  vec3 wall = mix(vec3(0.95, 0.72, 0.44), vec3(0.80, 0.80, 0.78), unit_of(hash_mix(name + 7u)));
  float near = detail * (1.0 - smoothstep(0.05, 0.2, max(width.x, width.y)));
  vec3 scene = mix(wall, hue * 0.7 * wall, stands * near * 0.8);
  return scene * (0.30 + 0.70 * height * height) * (0.035 + 0.50 * frame.ambient_sky.w);
}
