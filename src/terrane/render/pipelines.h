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
  gpu::BindGroupLayout piece;         // set 1 of pages: the piece's placement, by dynamic offset
  gpu::BindGroupLayout present;
  gpu::BindGroupLayout text;

  std::array<gpu::RenderPipeline, k_surface_class_count> surfaces;  // by SurfaceClass
  gpu::RenderPipeline instances;
  gpu::RenderPipeline sky;
  gpu::RenderPipeline glow;  // of street lamps at night
  gpu::RenderPipeline page_shadows;
  gpu::RenderPipeline instance_shadows;
  gpu::RenderPipeline present_picture;
  gpu::RenderPipeline text_overlay;
};

// One row of the instance buffer, as instance.vert reads it.
struct InstanceRow {
  float stand[4];  // scene space, m; scale
  float turn[4];   // cosine and sine of the heading, palette, variant
};

// One corner of the overlay's quads, as text.vert reads it.
struct TextVertex {
  float place[4];  // x, y in clip space; u, v in the font's picture
  std::uint8_t color[4];
};

// `samples`: of the pass that draws the scene.
base::Result<Pipelines> make_pipelines(gpu::Device& device, std::uint32_t samples);

}  // namespace terrane::render
