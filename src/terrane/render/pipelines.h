// Every shader, bind group layout and pipeline of the renderer, made at once. Nothing else makes
// any.
#pragma once

#include <array>
#include <cstdint>

#include "terrane/base/result.h"
#include "terrane/gpu/device.h"
#include "terrane/render/surface_class.h"

namespace terrane::render {

struct Pipelines {
  gpu::BindGroupLayout frame;         // set 0 of what is lit: frame, palette, shadow map
  gpu::BindGroupLayout shadow_frame;  // set 0 of what casts: frame, palette
  gpu::BindGroupLayout piece;         // set 1 of pages: the piece's placement, by dynamic offset,
                                      // and what is seen of a battlefield
  gpu::BindGroupLayout sight;         // set 1 of all else that stands in the scene: the latter
  gpu::BindGroupLayout present;
  gpu::BindGroupLayout text;
  gpu::BindGroupLayout quad;  // of the screen's quads: what fills them

  std::array<gpu::RenderPipeline, k_surface_class_count> surfaces;  // by SurfaceClass
  gpu::RenderPipeline instances;
  gpu::RenderPipeline figures;
  gpu::RenderPipeline sky;
  gpu::RenderPipeline glow;  // of street lamps at night
  gpu::RenderPipeline ground_marks;
  gpu::RenderPipeline bars;
  gpu::RenderPipeline page_shadows;
  gpu::RenderPipeline instance_shadows;
  gpu::RenderPipeline figure_shadows;
  gpu::RenderPipeline present_picture;
  gpu::RenderPipeline screen_quads;
  gpu::RenderPipeline text_overlay;
};

// One row of the instance buffer, as instance.vert reads it.
struct InstanceRow {
  float stand[4];  // scene space, m; scale
  float turn[4];   // cosine and sine of the heading, palette, variant
};

// One row of the figures' buffer, as figure.glsl reads it.
struct FigureRow {
  float stand[4] = {0, 0, 0, 0};         // scene space, m; how far it is sunk, m of the mesh
  float rotation[4] = {0, 0, 0, 1};      // from the mesh to the scene, a quaternion
  float scale[4] = {1, 1, 1, 0};         // of the mesh's axes; action
  float motion[4] = {0, 0, 0, 0};        // stride, pace, steering, flash
  std::uint8_t team[4] = {0, 0, 0, 0};   // sRGB; 255 when only remembered
  std::uint8_t extra[4] = {0, 0, 0, 0};  // 255 when it carries something; variant
};

// One row a ground mark, as mark.vert reads it.
struct MarkRow {
  float centre[4];  // scene space, m; pulled towards the eye so far, m
  float across[4];  // a step of one metre to the mark's right on its plane; half its width
  float along[4];   // the same to its front; half its depth
  float shape[4];   // kind, thickness of lines in m, phase
  std::uint8_t color[4];
};

// One row a bar, as bar.vert reads it.
struct BarRow {
  float centre[4];  // scene space, m; value
  float size[4];    // width, height, lift in pixels
  std::uint8_t color[4];
};

// One corner of text or of a quad over the picture, as text.vert reads it.
struct TextVertex {
  float place[4];  // x, y in clip space; u, v in the font's picture
  std::uint8_t color[4];
};

// `samples`: of the pass that draws the scene.
base::Result<Pipelines> make_pipelines(gpu::Device& device, std::uint32_t samples);

}  // namespace terrane::render
