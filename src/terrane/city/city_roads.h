// The city's roads as the road walk sees them, with the courses and junctions near the observers
// kept at hand. What is kept is no part of content: it only saves working the same out again. Owner
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "terrane/city/layout.h"
#include "terrane/stream/observer.h"
#include "terrane/stream/road_walk.h"

namespace terrane::city {

class CityRoads final : public stream::RoadGraph {
 public:
  // `grows`: junctions of the layout have to be reached before anything stands there, which takes
  // long and is bounded (SelectionLimits::growth_limit). A pure function of place has all at once.
  explicit CityRoads(Layout& layout, bool grows = false) : layout_(layout), grows_(grows) {}

  stream::RoadChain chain(std::uint64_t chain_id) override;
  stream::RoadJunction junction(stream::PieceKey junction, bool may_grow) override;

  // The course of an edge that stands; valid until the next evict_far().
  const EdgeCurve& course(EdgeNumber edge);
  // The road nearest to the observer, however far it is, and others at most `near_m` farther.
  // False where the layout cannot reach the observer.
  bool add_starts(const stream::Observer& observer, double near_m,
                  std::vector<stream::RoadStart>& starts);
  // Forgets what lies farther than `keep_m` from every observer.
  void evict_far(std::span<const stream::Observer> observers, double keep_m);

 private:
  bool cover_around(PlanePoint point, double nearest_m);
  // Of the road nearest to the point, if any lies within about 800 m; else infinite.
  double nearest_road_m(PlanePoint point);

  struct KeptJunction {
    std::array<stream::RoadArm, k_arms_most> arms;
    unsigned arm_count = 0;
    double crossing_m = 0;
    PlanePoint place;
  };

  Layout& layout_;
  bool grows_;
  std::optional<PlanePoint> covered_;  // the last place where somebody was set down
  // Looked up only, never walked in order.
  std::unordered_map<std::uint64_t, std::shared_ptr<const EdgeCurve>> courses_;
  std::unordered_map<std::uint64_t, KeptJunction> junctions_;
};

// From the point to the box of the course's nodes and junctions, metres; 0 inside it.
double way_to_box_m(const EdgeCurve& course, PlanePoint point);
// A world position (metres) on the plane; |x|, |z| are clamped to the plane's extent.
PlanePoint plane_point_of(geo::Vec3 position);

}  // namespace terrane::city
