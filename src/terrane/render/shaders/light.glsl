// Sun with one shadow map, sky light by direction and baked occlusion, and what fog and a side's
// sight leave of both.
#include "sight.glsl"

layout(set = 0, binding = 2) uniform texture2D shadow_map;
layout(set = 0, binding = 3) uniform samplerShadow shadow_sampler;

// 0 in shadow … 1 lit. `offset`: scene space, moved off the surface along its normal.
float sun_share(vec3 offset, vec3 normal) {
  vec3 place = offset + normal * (frame.shadow.z * frame.shadow.y * 3.0);
  vec4 clip = frame.light_view_proj * vec4(place, 1.0);
  vec3 map = vec3(clip.xy * 0.5 + 0.5, clip.z);
  float texel = frame.shadow.y;
  float lit = 0.0;
  lit += texture(sampler2DShadow(shadow_map, shadow_sampler), map + vec3(-0.7, -0.3, 0.0) * texel);
  lit += texture(sampler2DShadow(shadow_map, shadow_sampler), map + vec3(0.3, -0.7, 0.0) * texel);
  lit += texture(sampler2DShadow(shadow_map, shadow_sampler), map + vec3(0.7, 0.3, 0.0) * texel);
  lit += texture(sampler2DShadow(shadow_map, shadow_sampler), map + vec3(-0.3, 0.7, 0.0) * texel);
  vec2 edge = abs(clip.xy);
  float outside = max(smoothstep(0.8, 0.98, max(edge.x, edge.y)), step(1.0, clip.z));
  return mix(1.0, mix(lit * 0.25, 1.0, outside), frame.shadow.x);
}

// `offset`: scene space. By night the streets' lamps add to it near the ground.
vec3 sky_light(vec3 normal, vec3 offset, float occlusion) {
  vec3 ambient = mix(frame.ambient_ground.rgb, frame.ambient_sky.rgb, normal.y * 0.5 + 0.5);
  float height = max(offset.y + frame.fog.w, 0.0);
  ambient += vec3(1.0, 0.72, 0.42) * (0.11 * frame.ambient_sky.w * exp(-0.16 * height));
  return ambient * occlusion;
}

vec3 lit_surface(vec3 albedo, vec3 normal, vec3 offset, float occlusion) {
  float facing = max(dot(normal, frame.sun_direction.xyz), 0.0);
  float sun = facing * sun_share(offset, normal);
  return albedo * (frame.sun_color.rgb * sun + sky_light(normal, offset, occlusion));
}

vec4 in_fog(vec3 light, vec3 offset) {
  vec3 seen = as_seen(light, offset);
  return finished(mix(seen, fog_color(normalize(offset)), fog_amount(offset)));
}
