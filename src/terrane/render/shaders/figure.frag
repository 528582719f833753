#version 450
#extension GL_GOOGLE_include_directive : require
// What figures are made of: cloth, hide, wood, stone, tiles, thatch, metal, glass, lights. Of the
// materials' numbers, 5 is glass and 8 is thatch and fur here.
#include "frame.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "light.glsl"
#include "wall.glsl"

layout(location = 0) in vec3 v_offset;
layout(location = 1) in vec3 v_place;
layout(location = 2) in vec3 v_normal;
layout(location = 3) in vec3 v_facing;
layout(location = 4) in vec4 v_color;
layout(location = 5) in vec3 v_tone;
layout(location = 6) flat in uint v_material;
layout(location = 0) out vec4 out_color;

// `on_plane`: metres on the plane that the surface faces most, y upward where it can be; `width`:
// what a pixel spans of it, z: of the height.
vec3 material_color(vec3 base, vec2 on_plane, vec3 width, float pixel) {
  float fine = faded_noise(on_plane * 14.0, 1023, 121u, pixel * 14.0);
  float coarse = faded_noise(on_plane * 2.0, 255, 122u, pixel * 2.0);
  if (v_material == 11u) {
    vec2 size = vec2(0.5, 0.26);
    float joint = masonry_joint(on_plane, size, 0.03, width.xy);
    float tone = block_tone(on_plane, size, 123.0, pixel);
    return base * (0.70 + 0.42 * tone + 0.16 * (fine - 0.5)) * (1.0 - 0.5 * joint);
  }
  if (v_material == 9u) {
    float joint = band(on_plane.x, 0.0, 0.02, 0.2, width.x);
    float board = unit_of(hash_cell(ivec2(floor(on_plane.x / 0.2), 5), 124u));
    float grain = faded_noise(on_plane * vec2(30.0, 3.0), 1023, 125u, pixel * 30.0);
    return base * (0.66 + 0.34 * board + 0.36 * (grain - 0.5)) * (1.0 - 0.55 * joint);
  }
  if (v_material == 6u) {
    float joints = band(v_place.y, 0.0, 0.03, 0.16, width.z);
    ivec2 tile = ivec2(floor(on_plane.x / 0.24), floor(v_place.y / 0.16));
    float keep = 1.0 - smoothstep(0.1, 0.3, pixel);
    float tone = mix(0.5, unit_of(hash_cell(tile & 1023, 126u)), keep);
    return base * (0.74 + 0.40 * tone + 0.2 * (coarse - 0.5)) * (1.0 - 0.45 * joints);
  }
  if (v_material == 8u) {
    float strands = faded_noise(on_plane * vec2(22.0, 2.5), 1023, 127u, pixel * 22.0);
    return base * (0.62 + 0.66 * strands) * (0.86 + 0.28 * coarse);
  }
  return base * (0.86 + 0.14 * fine + 0.14 * coarse);
}

void main() {
  vec3 normal = normalize(v_normal);
  vec3 view = normalize(v_offset);
  vec3 side = abs(v_facing);
  vec2 on_plane = side.y > max(side.x, side.z) ? v_place.xz
                  : side.x > side.z            ? v_place.zy
                                               : v_place.xy;
  float pixel = 0.6 * max(length(dFdx(v_place)), length(dFdy(v_place)));
  vec3 width = max(vec3(fwidth(on_plane), fwidth(v_place.y)), vec3(0.004));
  vec3 albedo = material_color(v_color.rgb, on_plane, width, pixel);
  float lit = sun_share(v_offset, normal);
  float facing = max(dot(normal, frame.sun_direction.xyz), 0.0);
  vec3 sky_part = sky_light(normal, v_offset, v_color.a);
  vec3 light = albedo * (frame.sun_color.rgb * facing * lit + sky_part);
  float metal = v_material == 10u ? 1.0 : 0.0;
  float glass = v_material == 5u ? 1.0 : 0.0;
  if (metal + glass > 0.5) {
    float miss = 1.0 - max(dot(normal, -view), 0.0);
    float miss2 = miss * miss;
    vec3 mirrored = reflect(view, normal);
    // What stands around hides the lowest sky.
    float open_sky = smoothstep(-0.1, 0.35, mirrored.y);
    vec3 sky = sky_color(normalize(vec3(mirrored.x, abs(mirrored.y), mirrored.z)));
    sky = mix(sky, vec3(dot(sky, vec3(0.21, 0.72, 0.07))), 0.4);
    vec3 shine = mix(frame.ambient_ground.rgb * 0.5, sky, open_sky);
    float sun = max(dot(mirrored, frame.sun_direction.xyz), 0.0);
    float share = metal * (0.10 + 0.35 * miss2 * miss) + glass * (0.14 + 0.7 * miss2 * miss2);
    light += share * v_color.a * shine;
    light += frame.sun_color.rgb * lit *
             (metal * 0.12 * pow(sun, 24.0) + glass * 2.0 * pow(sun, 300.0));
  }
  float lamp = v_material == 12u ? 1.0 : 0.0;
  light += lamp * v_color.rgb * (0.12 + 1.6 * frame.ambient_sky.w + v_tone.x * 1.3);
  float grey = dot(light, vec3(0.21, 0.72, 0.07));
  light = mix(light, vec3(grey * 0.75), 0.85 * v_tone.y);
  light = mix(light, vec3(1.2) * frame.ambient_sky.rgb + 0.3 * frame.sun_color.rgb, v_tone.z * 0.7);
  out_color = in_fog(light, v_offset);
}
