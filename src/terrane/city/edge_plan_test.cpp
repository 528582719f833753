#include "terrane/city/edge_plan.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/lattice_layout.h"
#include "terrane/city/street_profile.h"

using namespace terrane;
using namespace terrane::city;

namespace {

// Point by point: what a search that passes whole runs by has to find.
double plain_free_depth_m(const Obstacles& obstacles, PlaneVector place, PlaneVector direction,
                          double limit_m) {
  double depth_m = limit_m;
  for (const PlaneVector point : obstacles.points()) {
    const PlaneVector way = point - place;
    const double ahead = 2.0 * dot(way, direction);
    const double squared = dot(way, way);
    if (ahead > 0 && squared < depth_m * ahead) depth_m = squared / ahead;
  }
  return depth_m;
}

}  // namespace

TEST_CASE("no obstacle is passed by: depths are those of a search point by point") {
  unsigned limited = 0;
  for (std::uint64_t world = 0; world < 40; ++world) {
    Obstacles obstacles;
    // Roads of points close together, with gaps, and some points alone.
    for (std::uint64_t road = 0; road < 12; ++road) {
      const std::uint64_t key = base::hash(world, road);
      PlaneVector at{base::draw_between(base::hash(key, 1), -250, 250),
                     base::draw_between(base::hash(key, 2), -250, 250)};
      const base::SinCos turn = base::sin_cos(base::draw_between(base::hash(key, 3), 0, 6.28));
      const double step_m = road % 4 == 3 ? 45.0 : 4.2;
      for (unsigned node = 0; node < 30; ++node) {
        obstacles.add(at);
        at = at + PlaneVector{turn.cos, turn.sin} * step_m;
      }
    }
    for (std::uint64_t ray = 0; ray < 200; ++ray) {
      const std::uint64_t key = base::hash(world, 99, ray);
      const PlaneVector place{base::draw_between(base::hash(key, 1), -200, 200),
                              base::draw_between(base::hash(key, 2), -200, 200)};
      const base::SinCos turn = base::sin_cos(base::draw_between(base::hash(key, 3), 0, 6.28));
      const PlaneVector direction{turn.cos, turn.sin};
      const double found_m = obstacles.free_depth_m(place, direction, k_land_reach_m);
      CHECK(found_m == plain_free_depth_m(obstacles, place, direction, k_land_reach_m));
      if (found_m < k_land_reach_m) ++limited;
    }
  }
  CHECK(limited > 4000);
}

TEST_CASE("a road that has a node in a box is among those near the box") {
  const LatticeLayout layout(412);
  for (std::uint64_t box = 0; box < 60; ++box) {
    const std::uint64_t key = base::hash(17, box);
    const PlanePoint low{base::draw_integer(base::hash(key, 1), -900000, 900000),
                         base::draw_integer(base::hash(key, 2), -900000, 900000)};
    const PlanePoint high{low.x_mm + base::draw_integer(base::hash(key, 3), 0, 300000),
                          low.z_mm + base::draw_integer(base::hash(key, 4), 0, 300000)};
    const std::vector<EdgeNumber> near = layout.edges_near(low, high);
    for (std::int32_t i = -6; i <= 6; ++i) {
      for (std::int32_t j = -6; j <= 6; ++j) {
        for (const Axis axis : {Axis::East, Axis::South}) {
          const EdgeNumber edge = edge_number({{i, j}, axis});
          const std::shared_ptr<const EdgeCurve> curve = layout.curve(edge);
          if (!curve || std::find(near.begin(), near.end(), edge) != near.end()) continue;
          bool inside = false;
          for (unsigned node = 0; node <= curve->segment_count; ++node) {
            const PlanePoint at = curve->node_world(node);
            inside = inside || (at.x_mm >= low.x_mm && at.x_mm <= high.x_mm &&
                                at.z_mm >= low.z_mm && at.z_mm <= high.z_mm);
          }
          CHECK_FALSE(inside);
        }
      }
    }
  }
}
