// The city's roads as the road walk sees them, with the chains and junctions near the observers
// kept at hand. What is kept is no part of content: it only saves working the same out again. Owner
// thread.
#pragma once

#include <array>
#include <cstdint>
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
  explicit CityRoads(Layout& layout) : layout_(layout) {}

  stream::RoadChain chain(std::uint64_t chain_id) override;
  stream::RoadJunction junction(stream::PieceKey junction) override;

  // The road nearest to the observer, however far it is, and others at most `near_m` farther.
  // False where the layout cannot reach the observer.
  bool add_starts(const stream::Observer& observer, double near_m,
                  std::vector<stream::RoadStart>& starts);
  // Forgets what lies farther than `keep_m` from every observer.
  void evict_far(std::span<const stream::Observer> observers, double keep_m);

 private:
  bool cover_around(PlanePoint point, double nearest_m);

  struct KeptChain {
    stream::RoadChain chain;
    PlanePoint place;
  };
  struct KeptJunction {
    std::array<stream::RoadArm, k_arms_most> arms;
    unsigned arm_count = 0;
    double crossing_m = 0;
    PlanePoint place;
  };

  Layout& layout_;
  std::optional<PlanePoint> covered_;  // the last place where somebody was set down
  std::unordered_map<std::uint64_t, KeptChain> chains_;  // looked up only, never walked in order
  std::unordered_map<std::uint64_t, KeptJunction> junctions_;
};

// A world position (metres) on the plane; |x|, |z| are clamped to the plane's extent.
PlanePoint plane_point_of(geo::Vec3 position);

}  // namespace terrane::city
