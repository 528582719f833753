// A battlefield's ground from a world's pieces: colliders block, water meshes and the world's
// surround are water where nothing is built over them, heights come from the provider, slopes over
// 40 % are rough and over 80 % blocked, and whatever no piece covers is the surround. A cell is
// what its middle is: a collider that only touches its rim leaves it, but one that is thinner than
// a cell blocks every cell that its middle line crosses. What one steps over (0.3 m) or walks under
// (2.5 m) does not block. It knows no provider: pieces come as contents with their offsets. Any
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "terrane/base/result.h"
#include "terrane/content/content.h"
#include "terrane/rts/battlefield.h"

namespace terrane::rts {

// One built piece; where its frame's origin lies in the battlefield's frame, axes parallel (a map's
// sectors are turned against one another by less than a cell over 2 km, which is left out).
struct PlacedContent {
  const content::Content* content = nullptr;
  std::int64_t x_mm = 0;
  std::int64_t y_mm = 0;
  std::int64_t z_mm = 0;
};

struct RasterArea {
  std::int32_t width_cells = 0;
  std::int32_t height_cells = 0;
  std::int32_t origin_x_mm = 0;
  std::int32_t origin_z_mm = 0;
};

// Pieces in key order; the result does not depend on it. `height_at_mm` gives the ground at a
// point of the battlefield's frame. OutOfRange for an area that is empty or larger than
// k_side_cells_max.
base::Result<Battlefield> rasterise(std::span<const PlacedContent> pieces, const RasterArea& area,
                                    bool surround_is_water,
                                    const std::function<std::int32_t(PointMm)>& height_at_mm);

}  // namespace terrane::rts
