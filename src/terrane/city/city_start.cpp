#include "terrane/city/city_start.h"

#include "terrane/city/density.h"

namespace terrane::city {

StartPlace start_place(const Layout& layout) {
  constexpr std::int64_t k_reach_mm = 500000;  // around the origin
  StartPlace best;
  double best_worth = -1e9;
  for (const EdgeNumber edge :
       layout.edges_near({-k_reach_mm, -k_reach_mm}, {k_reach_mm, k_reach_mm})) {
    const std::shared_ptr<const EdgeCurve> curve = layout.curve(edge);
    // Dense, long, and not far from the origin; a fifth of the way in, so that it lies ahead.
    const unsigned node = curve->segment_count / 5;
    const PlanePoint place = curve->node_world(node);
    const double away_m = length(between({0, 0}, place));
    const double worth =
        density_at(layout.seed(), place) + curve->segment_count * 0.004 - away_m * 0.0006;
    if (worth > best_worth) {
      best_worth = worth;
      best = {place, curve->nodes[node].forward};
    }
  }
  return best;
}

}  // namespace terrane::city
