// What the page streams and draws by quality: fewer pieces than the native window, since a browser
// gives less memory and a tab shares the machine. The one table of the page's radii and budgets.
#pragma once

#include <array>
#include <string_view>

#include "terrane/play/live_world.h"
#include "terrane/render/renderer.h"

namespace terrane::web {

struct Budget {
  const char* quality;
  double reach_m;          // road walk: weighted metres that must be resident
  double load_radius_m;    // ring
  double unload_radius_m;  // ring
  std::uint32_t piece_limit;
  std::uint32_t pool_pages;  // 7 KiB each
  double frame_budget_ms;    // streaming work a frame
  double instance_distance_m;
  bool shadows;
  std::uint32_t shadow_texels;
  unsigned samples;
};

inline constexpr std::array<Budget, 3> k_budgets{{
    // quality  reach  load  unload  pieces  pages  ms   trees  shadows  texels  samples
    {"low", 360, 400, 550, 1200, 3072, 0.8, 200, false, 1024, 1},
    {"medium", 520, 600, 800, 2200, 5120, 1.0, 350, true, 1024, 4},
    {"high", 760, 1000, 1300, 4000, 8192, 1.0, 600, true, 2048, 4},
}};

// A frame, until the first world stands: hardly anything is drawn then.
inline constexpr double k_loading_budget_ms = 10;

// The medium one where no other is called so.
inline const Budget& budget_of(std::string_view quality) {
  for (const Budget& budget : k_budgets) {
    if (quality == budget.quality) return budget;
  }
  return k_budgets[1];
}

inline void apply(const Budget& budget, play::LiveOptions& live,
                  render::RendererOptions& renderer) {
  live.streaming.limits.reach_m = budget.reach_m;
  live.streaming.limits.load_radius_m = budget.load_radius_m;
  live.streaming.limits.unload_radius_m = budget.unload_radius_m;
  live.streaming.limits.piece_limit = budget.piece_limit;
  live.streaming.frame_budget_ms = budget.frame_budget_ms;
  live.streaming.loading_budget_ms = k_loading_budget_ms;
  live.pool_pages = budget.pool_pages;
  renderer.pool_pages = budget.pool_pages;
  renderer.instance_distance_m = budget.instance_distance_m;
  renderer.shadows = budget.shadows;
  renderer.shadow_texels = budget.shadow_texels;
  renderer.samples = budget.samples;
  renderer.warm_up = false;  // what the first picture needs comes first, the rest after it
}

}  // namespace terrane::web
