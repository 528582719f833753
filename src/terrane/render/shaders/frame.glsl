// The uniform blocks of set 0, in every shader. Mirrored by FrameBlock in frame_block.h.
// Scene space: the floating origin's axes, with the eye at zero.
layout(std140, set = 0, binding = 0) uniform FrameBlock {
  mat4 view_proj;
  mat4 light_view_proj;
  vec4 sun_direction;    // towards the light that casts shadows; w: 0 day … 1 night
  vec4 sun_color;        // w: the glow around the sun's disc
  vec4 true_sun;         // towards the sun itself, also below the horizon; w: its disc's brightness
  vec4 sky_zenith;       // w: exposure
  vec4 sky_horizon;
  vec4 ambient_sky;      // light from above; w: brightness of lamps and lit windows, 0 off
  vec4 ambient_ground;   // light from below
  vec4 fog;              // x: full here, m; y: density per m at the eye; z: its falloff upward
                         // per m; w: the eye's height above ground, m
  vec4 camera_right;     // times the tangent of half the field of view; w: what is looked at, to
                         // the scene's x
  vec4 camera_up;        // w: and to its z
  vec4 camera_forward;   // w: below 0, the height above the eye that buildings sink to there
  vec4 eye;              // xz: the eye in the pattern frame of the backdrop, m; y: its height
                         // above the backdrop, m; w: planet radius
  vec4 surround;         // colour; w: content::Material
  vec4 shadow;           // x: 1 when there is a map; y: a texel's share of it; z: half width, m
  // What a side sees of a battlefield: the place in its grid, 0 to 1 eastward and southward, is
  // xyz times the offset from the eye, plus w.
  vec4 sight_east;
  vec4 sight_south;
  vec4 sight;            // x: 1 when there is a grid; y: light where nothing was ever seen;
                         // z: where something was; w: the grid's value beyond its edges
  vec4 screen;           // xy: a pixel of the picture shown, in clip space; z: the light drawn
                         // of what lies beyond the grid, 1 without one
} frame;
