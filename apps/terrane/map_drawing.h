// Draws a plan (content/plan.h) into a picture: water and land, areas, roads, bridges, junctions,
// street names along their roads, title, legend, scale and north arrow. North is up; nothing is
// drawn outside the plan's box. Its look is map_style.h. Native only: Cairo draws it.
#pragma once

#include <cstdint>

#include "map_legend.h"
#include "terrane/base/result.h"
#include "terrane/content/plan.h"
#include "terrane/render/picture.h"

namespace terrane::app {

struct MapReport {
  std::size_t lines = 0;  // roads and paths drawn
  std::size_t areas = 0;
  std::size_t labels = 0;
};

// `width` and `height` in pixels, each at least 16. Fails where Cairo does (no memory, no font).
base::Result<render::Picture> draw_plan(const content::Plan& plan, const MapTexts& texts,
                                        std::uint32_t width, std::uint32_t height,
                                        MapReport& report);

}  // namespace terrane::app
