#include "terrane/city/city_start.h"

#include "terrane/city/density.h"
#include "terrane/city/edge_plan.h"

namespace terrane::city {

StartPlace start_place(const Lattice& lattice) {
  constexpr std::int32_t k_reach = 2;  // cells around the origin
  StartPlace best;
  best.point = lattice.position({0, 0});
  double best_worth = -1;
  for (std::int32_t j = -k_reach; j <= k_reach; ++j) {
    for (std::int32_t i = -k_reach; i <= k_reach; ++i) {
      for (const Axis axis : {Axis::East, Axis::South}) {
        const EdgeId edge{{i, j}, axis};
        if (!lattice.has_edge(edge)) continue;
        const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice, edge);
        // Dense, long, and not far from the origin; a fifth of the way in, so that it lies ahead.
        const unsigned node = curve->segment_count / 5;
        const PlanePoint place = curve->node_world(node);
        const double away_m = length(between({0, 0}, place));
        const double worth = density_at(lattice.seed(), place) + curve->segment_count * 0.004 -
                             away_m * 0.0006 + 1.0;
        if (worth > best_worth) {
          best_worth = worth;
          best = {place, curve->nodes[node].forward};
        }
      }
    }
  }
  return best;
}

}  // namespace terrane::city
