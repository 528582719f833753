#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "terrane/city/grown_testing.h"
#include "terrane/city/junction_corner.h"
#include "terrane/city/land_side.h"
#include "terrane/city/lots.h"
#include "terrane/city/street_profile.h"

using namespace terrane;
using namespace terrane::city;

namespace {

// A building's ground plan: a convex polygon, counter-clockwise or not, from the plane's origin.
struct Footprint {
  std::vector<PlaneVector> corners;
  PlaneVector middle;
};

Footprint footprint_at(const Lot& lot, const Ring& ring) {
  Footprint print;
  const PlaneVector front = between({0, 0}, lot.front);
  for (unsigned index = 0; index < ring.count; ++index) {
    const LotPoint point = ring.points[index];
    print.corners.push_back(front + right_of(lot.inward) * point.a + lot.inward * point.d);
    print.middle = print.middle + print.corners.back() * (1.0 / ring.count);
  }
  return print;
}

Footprint footprint_at(const Lot& lot) {
  return footprint_at(lot, rectangle(-lot.half_width_m, lot.half_width_m, 0, lot.depth_m));
}

// How far two are apart along the normals of a's sides.
double gap_along_sides_m(const Footprint& a, const Footprint& b) {
  double gap_m = -1e9;
  for (std::size_t side = 0; side < a.corners.size(); ++side) {
    const PlaneVector way = a.corners[(side + 1) % a.corners.size()] - a.corners[side];
    const PlaneVector axis = normalised(left_of(way));
    double a_low = 1e18, a_high = -1e18, b_low = 1e18, b_high = -1e18;
    for (const PlaneVector corner : a.corners) {
      a_low = std::min(a_low, dot(corner, axis));
      a_high = std::max(a_high, dot(corner, axis));
    }
    for (const PlaneVector corner : b.corners) {
      b_low = std::min(b_low, dot(corner, axis));
      b_high = std::max(b_high, dot(corner, axis));
    }
    gap_m = std::max(gap_m, std::max(b_low - a_high, a_low - b_high));
  }
  return gap_m;
}

double gap_m(const Footprint& a, const Footprint& b) {
  return std::max(gap_along_sides_m(a, b), gap_along_sides_m(b, a));
}

double distance_m(const Footprint& print, PlaneVector point) {
  double least_m = 1e9;
  bool inside = true;
  for (std::size_t side = 0; side < print.corners.size(); ++side) {
    const PlaneVector from = print.corners[side];
    const PlaneVector way = print.corners[(side + 1) % print.corners.size()] - from;
    const double share = std::clamp(dot(point - from, way) / dot(way, way), 0.0, 1.0);
    least_m = std::min(least_m, length(point - (from + way * share)));
    const PlaneVector to_middle = print.middle - from;
    inside = inside && turn(way, point - from) * turn(way, to_middle) >= 0;
  }
  return inside ? 0.0 : least_m;
}

// What stands, checked as it comes.
class Watch {
 public:
  std::size_t footprints = 0;
  std::size_t roads = 0;
  std::size_t pairs_nearer_than_144_m = 0;

  void look(const GrownLayout& layout, PlanePoint place) {
    std::map<std::uint64_t, Road> now;
    std::vector<std::uint64_t> fresh;
    for (const EdgeNumber number : edges_within(layout, place, 1800)) {
      const auto known = roads_.find(number.value);
      if (known != roads_.end()) {
        now.insert(*known);
        continue;
      }
      fresh.push_back(number.value);
      now.emplace(number.value, road_of(layout.edge(number)));
    }
    const PlaneVector reach{1800, 1800};
    std::map<std::uint64_t, std::vector<Footprint>> corners;
    std::vector<std::uint64_t> fresh_corners;
    for (const JunctionNumber number :
         layout.junctions_in(moved(place, -reach), moved(place, reach))) {
      const auto known = corners_.find(number.value);
      if (known != corners_.end()) {
        corners.insert(*known);
        continue;
      }
      fresh_corners.push_back(number.value);
      corners.emplace(number.value, corners_of_junction(layout, number));
    }
    roads_ = std::move(now);
    corners_ = std::move(corners);
    for (const std::uint64_t number : fresh) check_road(layout, number);
    for (const std::uint64_t number : fresh_corners) {
      for (const Footprint& print : corners_.at(number)) check_footprint(print, number);
    }
  }

 private:
  struct Road {
    std::shared_ptr<const EdgePlan> plan;
    std::vector<Footprint> prints;
  };

  Road road_of(std::shared_ptr<const EdgePlan> plan) {
    Road road{std::move(plan), {}};
    for (unsigned segment = 0; segment < road.plan->curve.segment_count; ++segment) {
      for (const Side side : {Side::Left, Side::Right}) {
        if (const auto lot = frontage_lot(*road.plan, segment, side)) {
          road.prints.push_back(footprint_at(*lot));
        }
        if (const auto lot = backdrop_lot(*road.plan, segment, side)) {
          road.prints.push_back(footprint_at(*lot));
        }
      }
    }
    footprints += road.prints.size();
    roads += 1;
    return road;
  }

  std::vector<Footprint> corners_of_junction(const GrownLayout& layout, JunctionNumber number) {
    std::vector<Footprint> prints;
    const auto plan = layout.junction(number);
    const ArmMouths mouths = arm_mouths(*plan, layout.ground());
    for (const Corner& corner : corners_of(*plan, mouths)) {
      if (const auto lot = corner_lot(*plan, corner)) {
        prints.push_back(footprint_at(lot->lot, lot->footprint));
      }
    }
    footprints += prints.size();
    return prints;
  }

  void check_footprint(const Footprint& print, std::uint64_t owner) const {
    for (const auto& [number, road] : roads_) {
      const PlaneVector start = between({0, 0}, road.plan->curve.start);
      if (length(print.middle - start) > 480) continue;
      for (unsigned node = 0; node <= road.plan->curve.segment_count; ++node) {
        const double clear_m = distance_m(print, start + road.plan->curve.node_m(node)) -
                               road.plan->half_width_m[node];
        if (clear_m < 3.0) {
          FAIL("a building of " << owner << " stands " << clear_m << " m from a kerb near "
                                << print.middle.x << ", " << print.middle.z);
        }
      }
      check_apart(print, owner, road.prints, number);
    }
    for (const auto& [number, prints] : corners_) check_apart(print, owner, prints, number);
  }

  static void check_apart(const Footprint& print, std::uint64_t owner,
                          const std::vector<Footprint>& others, std::uint64_t number) {
    for (const Footprint& other : others) {
      if (&other == &print || length(other.middle - print.middle) > 60) continue;
      const double apart_m = gap_m(print, other);
      if (apart_m < 0) {
        FAIL("buildings of " << owner << " and " << number << " overlap by " << -apart_m
                             << " m near " << print.middle.x << ", " << print.middle.z);
      }
    }
  }

  void check_road(const GrownLayout& layout, std::uint64_t number) {
    const Road& road = roads_.at(number);
    for (const Footprint& print : road.prints) check_footprint(print, number);
    for (const auto& [other_number, other] : roads_) {
      if (other_number == number) continue;
      const EdgeCurve& a = road.plan->curve;
      const EdgeCurve& b = other.plan->curve;
      if (boxes_apart(a, b, 120)) continue;
      check_land(layout, *road.plan, *other.plan);
      check_land(layout, *other.plan, *road.plan);
      const bool meet = a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to;
      if (meet) continue;
      for (const Footprint& print : other.prints) {
        for (unsigned node = 0; node <= a.segment_count; ++node) {
          const double clear_m = distance_m(print, between({0, 0}, a.node_world(node)));
          if (clear_m < road.plan->half_width_m[node] + 3.0) {
            FAIL("a new road comes " << clear_m << " m near a building near " << print.middle.x
                                     << ", " << print.middle.z);
          }
        }
      }
      check_built_sides(*road.plan, *other.plan);
    }
  }

  // The one's land, where it comes under the other's road, lies below it.
  static void check_land(const GrownLayout& layout, const EdgePlan& of, const EdgePlan& road) {
    for (unsigned station = 0; station <= of.curve.segment_count; station += 2) {
      for (const Side side : {Side::Left, Side::Right}) {
        const double land_m = of.land_m[static_cast<unsigned>(side)][station];
        for (double at_m = 0; at_m <= land_m; at_m += 4.0) {
          const PlanePoint point = of.beside(station, side, at_m);
          const PlaneVector place = between(road.curve.start, point);
          for (unsigned node = 0; node <= road.curve.segment_count; ++node) {
            const PlaneVector way = road.curve.node_m(node) - place;
            const double reach_m = road.half_width_m[node];
            if (dot(way, way) > reach_m * reach_m) continue;
            if (land_lift_m(layout.ground(), point, at_m) > -0.2) {
              FAIL("land " << at_m << " m from its road lies on another near " << point.x_mm << ", "
                           << point.z_mm << " mm");
            }
          }
        }
      }
    }
  }

  // No built side reaches into another's.
  void check_built_sides(const EdgePlan& a, const EdgePlan& b) {
    bool is_near = false;
    for (unsigned station = 0; station <= a.curve.segment_count; ++station) {
      for (const Side side : {Side::Left, Side::Right}) {
        const double depth_m = a.depth_m[static_cast<unsigned>(side)][station];
        const PlaneVector outer = between(b.curve.start, a.beside(station, side, depth_m));
        const PlaneVector place = between(b.curve.start, a.curve.node_world(station));
        for (unsigned node = 0; node <= b.curve.segment_count; ++node) {
          const PlaneVector way = outer - b.curve.node_m(node);
          is_near = is_near || length(place - b.curve.node_m(node)) < 144.0;
          const bool left = turn(b.curve.nodes[node].forward, way) > 0;
          const double built_m = b.depth_m[left ? 0 : 1][node];
          // Only where the node's own normal leads: elsewhere its depth says nothing.
          if (std::fabs(dot(way, b.curve.nodes[node].forward)) > 2.2) continue;
          if (length(way) < built_m - 2.0) {
            FAIL("a built side reaches " << built_m - length(way) << " m into another's near "
                                         << a.curve.start.x_mm << ", " << a.curve.start.z_mm);
          }
        }
      }
    }
    if (is_near) pairs_nearer_than_144_m += 1;
  }

  std::map<std::uint64_t, Road> roads_;
  std::map<std::uint64_t, std::vector<Footprint>> corners_;
};

}  // namespace

TEST_CASE("over 20 km nothing is built on a road or into another building") {
  std::size_t nearer = 0;
  for (const std::uint64_t seed : {412u, 7u, 23u}) {
    Drive drive(seed);
    Watch watch;
    for (unsigned step = 0; step < 200; ++step) {
      drive.go(100);
      watch.look(drive.layout(), drive.place());
    }
    CHECK(watch.roads > 250);
    CHECK(watch.footprints > 4000);
    nearer += watch.pairs_nearer_than_144_m;
  }
  // Roads that had to yield were among them.
  CHECK(nearer > 0);
}
