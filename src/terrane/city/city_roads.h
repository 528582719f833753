// The city's roads as the road walk sees them, with the chains and junctions near the observers
// kept at hand. What is kept is no part of content: it only saves working the same out again. Owner
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "terrane/city/edge_curve.h"
#include "terrane/city/lattice.h"
#include "terrane/stream/observer.h"
#include "terrane/stream/road_walk.h"

namespace terrane::city {

class CityRoads final : public stream::RoadGraph {
 public:
  explicit CityRoads(const Lattice& lattice) : lattice_(lattice) {}

  stream::RoadChain chain(std::uint64_t chain_id) override;
  stream::RoadJunction junction(stream::PieceKey junction) override;

  // The road under the observer and others within `near_m`; the nearest one however far it is.
  void add_starts(const stream::Observer& observer, double near_m,
                  std::vector<stream::RoadStart>& starts) const;
  // Forgets what lies farther than `keep_m` from every observer.
  void evict_far(std::span<const stream::Observer> observers, double keep_m);

 private:
  struct KeptChain {
    stream::RoadChain chain;
    PlanePoint place;
  };
  struct KeptJunction {
    std::array<stream::RoadArm, k_arm_side_count> arms;
    unsigned arm_count = 0;
    double crossing_m = 0;
    PlanePoint place;
  };

  const Lattice& lattice_;
  std::unordered_map<std::uint64_t, KeptChain> chains_;  // looked up only, never walked in order
  std::unordered_map<std::uint64_t, KeptJunction> junctions_;
};

// The edge an `edge_number` names.
EdgeId edge_of_number(std::uint64_t number);
// A world position (metres) on the plane; |x|, |z| are clamped to the plane's extent.
PlanePoint plane_point_of(geo::Vec3 position);

// The station of a road nearest to a point, if any road lies within the cells round about.
struct NearestStation {
  bool found = false;
  EdgeId edge;
  unsigned station = 0;
  double distance_m = 0;
};
NearestStation nearest_station(const Lattice& lattice, PlanePoint point);

}  // namespace terrane::city
