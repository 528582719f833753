// The vertex of a figure and the row that places it, read and moved: shared by figure.vert and
// figure_shadow.vert. Slot 0 is the mesh (figure_builder.h), slot 1 a row a figure (FigureRow).
layout(location = 0) in ivec3 in_position_mm;
layout(location = 1) in uvec4 in_surface;   // normal u, normal v, palette, material
layout(location = 2) in ivec2 in_street;    // tint and occlusion; the pivot's height in cm
layout(location = 3) in ivec2 in_across;    // the pivot's z in cm; part, and the pivot's x in cm
layout(location = 4) in vec4 in_stand;      // from the eye, m; w: sunk so far, m of the mesh
layout(location = 5) in vec4 in_rotation;   // a quaternion
layout(location = 6) in vec4 in_scale;      // xyz; w: action
layout(location = 7) in vec4 in_motion;     // stride, pace, steering, flash
layout(location = 8) in vec4 in_team;       // sRGB; a: 1 when only remembered
layout(location = 9) in vec4 in_extra;      // x: carries; y: variant in 255ths

vec3 rotated(vec3 v) {
  vec3 twice = 2.0 * cross(in_rotation.xyz, v);
  return v + in_rotation.w * twice + cross(in_rotation.xyz, twice);
}

// About the x axis: what hangs below the pivot goes forward (-z).
vec3 swung(vec3 v, float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return vec3(v.x, v.y * c - v.z * s, v.y * s + v.z * c);
}

vec3 steered(vec3 v, float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return vec3(v.x * c + v.z * s, v.y, v.z * c - v.x * s);
}

// An arm through a blow: up and over, down, back.
float blow_angle(float action) {
  float up = smoothstep(0.0, 0.4, action) * 2.5;
  float down = smoothstep(0.4, 0.58, action) * 2.0;
  float back = smoothstep(0.6, 1.0, action) * 0.5;
  return up - down - back;
}

// A point of the mesh (or a direction, with `is_point` 0) as its part stands now.
vec3 moved(vec3 v, uint part, float is_point) {
  vec3 pivot = vec3(0.0, float(in_street.y), float(in_across.x)) * 0.01 * is_point;
  float swing = 0.75 * in_motion.y * sin(in_motion.x);
  float action = in_scale.w;
  float angle = 0.0;
  if (part == 1u) angle = swing;
  if (part == 2u) angle = -swing;
  if (part == 3u) angle = -0.7 * swing;
  if (part == 4u) angle = 0.7 * swing + blow_angle(action);
  if (part == 5u || part == 6u) angle = -in_motion.x;
  if (part == 10u) angle = 1.15 * (smoothstep(0.0, 0.15, action) - smoothstep(0.35, 1.0, action));
  if (part == 11u) angle = 1.35 * (smoothstep(0.0, 0.2, action) - smoothstep(0.75, 1.0, action)) -
                           0.5 * swing;
  if (part == 7u && in_extra.x < 0.5) return pivot;
  vec3 arm = v - pivot;
  if (angle != 0.0) arm = swung(arm, angle);
  vec3 hub = vec3(float((uint(in_across.y) >> 8) & 255u) * 0.01 * sign(v.x) * is_point, 0.0, 0.0);
  if (part == 6u) arm = steered(arm - hub, in_motion.z) + hub;
  if (part == 12u) {
    // The plane of a steering wheel leans towards its driver; it turns four times as far.
    const float lean = 0.45;
    arm = swung(arm - hub, lean);
    float c = cos(4.0 * in_motion.z);
    float s = sin(4.0 * in_motion.z);
    arm = vec3(arm.x * c - arm.y * s, arm.x * s + arm.y * c, arm.z);
    arm = swung(arm, -lean) + hub;
  }
  vec3 place = arm + pivot;
  if (part == 8u) place.y += is_point * action * 1.9;
  return place;
}

vec3 placed_in_scene(vec3 place_m) {
  uint part = uint(in_across.y) & 255u;
  vec3 stands = moved(place_m, part, 1.0);
  stands.y += 0.06 * in_motion.y * abs(cos(in_motion.x)) - in_stand.w;
  return in_stand.xyz + rotated(stands * in_scale.xyz);
}
