#include "terrane/city/layout.h"

#include <cmath>

namespace terrane::city {

void gather_obstacles(const Layout& layout, PlanePoint origin, PlaneVector low_m,
                      PlaneVector high_m, double reach_m, const JunctionNumber* except,
                      Obstacles& obstacles) {
  const PlaneVector low = low_m - PlaneVector{reach_m, reach_m};
  const PlaneVector high = high_m + PlaneVector{reach_m, reach_m};
  const auto inside = [&](PlaneVector p) {
    return p.x >= low.x && p.x <= high.x && p.z >= low.z && p.z <= high.z;
  };
  for (const EdgeNumber number : layout.edges_near(moved(origin, low), moved(origin, high))) {
    const std::shared_ptr<const EdgeCurve> other = layout.curve(number);
    if (except != nullptr && (other->from == *except || other->to == *except)) continue;
    const PlaneVector offset = between(origin, other->start);
    if (offset.x + other->high_m.x < low.x || offset.x + other->low_m.x > high.x ||
        offset.z + other->high_m.z < low.z || offset.z + other->low_m.z > high.z) {
      continue;
    }
    const auto add = [&](PlaneVector place) {
      if (inside(place)) obstacles.add(place);
    };
    add(offset);
    for (unsigned node = 0; node <= other->segment_count; ++node) {
      add(offset + other->node_m(node));
    }
    add(offset + other->end_junction_m);
  }
}

NearestStation nearest_station(const Layout& layout, PlanePoint point) {
  NearestStation nearest;
  for (const double reach_m : {240.0, 800.0}) {
    const PlaneVector reach{reach_m, reach_m};
    for (const EdgeNumber number : layout.edges_near(moved(point, -reach), moved(point, reach))) {
      const std::shared_ptr<const EdgeCurve> curve = layout.curve(number);
      const PlaneVector place = between(curve->start, point);
      for (unsigned node = 0; node <= curve->segment_count; ++node) {
        const double distance_m = length(curve->node_m(node) - place);
        if (nearest.found && distance_m >= nearest.distance_m) continue;
        nearest = {true, number, node, distance_m};
      }
    }
    // A road in the far corner of the small box may be farther than one beside it.
    if (nearest.found && nearest.distance_m <= reach_m) break;
  }
  return nearest;
}

}  // namespace terrane::city
