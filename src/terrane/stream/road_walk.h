// The road walk: which pieces a traveller on a road needs, cheapest first. A city seen from a road
// is mostly the road itself, so the walk follows the roads from the observer in best-first order:
// each metre costs 1.0 ahead, 1.4 to the side and 2.6 behind, and the weight with which a road
// leaves the observer stays with all that is reached through it. Not a route finder, and it knows
// no world: a provider shows its roads through RoadGraph. Source: article "Streaming an open world
// with Web Workers" (computeVisibleSet). Ours: a heap instead of a linear scan, whole chains at a
// time, and a result that does not depend on who came first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "terrane/stream/detail/flat_index.h"
#include "terrane/stream/provider.h"

namespace terrane::stream {

inline constexpr double k_weight_ahead = 1.0;
inline constexpr double k_weight_sideways = 1.4;
inline constexpr double k_weight_behind = 2.6;

// The weight of a road that leaves in `direction` for somebody who looks along `forward` (unit,
// world): ahead and behind are within 45 degrees of the view and its back, the rest is sideways.
double road_weight(geo::Vec3 direction, geo::Vec3 forward);

inline constexpr PieceKey k_no_junction{UINT64_MAX};

// An edge of the graph: equal segments in a row, each one piece.
struct RoadChain {
  PieceKey first_key;               // segment i is the piece first_key + i
  std::uint32_t segment_count = 0;  // >= 1
  double segment_length_m = 0;      // > 0
  PieceKey start_junction =
      k_no_junction;  // before segment 0; k_no_junction where the road just ends
  PieceKey end_junction = k_no_junction;  // behind the last segment
};

// A chain as it leaves a junction.
struct RoadArm {
  std::uint64_t chain_id = 0;
  bool at_start = true;  // the junction is the chain's start (else its end)
  geo::Vec3 direction;   // unit, world space, away from the junction
};

struct RoadJunction {
  double crossing_m = 0;          // the way over the junction, from one arm to another
  std::span<const RoadArm> arms;  // valid until the next call of the graph
};

// The roads of a world. A chain's id is its own, unique among chains; a junction's is its piece
// key.
class RoadGraph {
 public:
  virtual ~RoadGraph() = default;
  // Asked once a walk for each chain that the walk touches. May grow the graph.
  virtual RoadChain chain(std::uint64_t chain_id) = 0;
  // Asked up to three times a walk (once a weight) for each junction that it touches.
  virtual RoadJunction junction(PieceKey junction) = 0;
};

// A place on a road from which the walk sets out: the road under the observer, and any other road
// near.
struct RoadStart {
  bool on_junction = false;
  PieceKey junction;           // if on_junction
  std::uint64_t chain_id = 0;  // else
  double along_m = 0;          // from the chain's start
  geo::Vec3 direction;         // unit, world space: of the chain at along_m, towards its end
  geo::Vec3 forward;           // unit, world space: the observer's view
  double cost_m = 0;           // of getting to this place: 0 on it, else the straight way to it
};

// Holds the walk's scratch memory, so that a walk allocates nothing but its result. Owner thread.
class RoadWalk {
 public:
  // Walks until every way has cost limits.reach_m x limits.prefetch_factor. The result is sorted by
  // cost, ties by key; a piece costs what its nearest end costs by the cheapest way; within_reach
  // is cost <= reach_m. Beyond limits.piece_limit pieces the dearest are left off: `end` then says
  // ReachedPieceLimit, and those of them within reach are in `left_out`. lod is 0 throughout.
  Selection walk(RoadGraph& graph, std::span<const RoadStart> starts,
                 const SelectionLimits& limits);

 private:
  struct Visit {  // a chain and where its segments' costs lie in costs_
    RoadChain chain;
    std::uint32_t first_cost = 0;
  };
  struct Walker {  // somebody on the way, with the cost so far
    double cost = 0;
    double weight = 0;
    std::uint64_t chain_id = 0;  // that he is on, or came by
  };
  struct Arrival {  // a walker at a junction
    Walker walker;
    PieceKey junction;
  };
  struct Crossing {  // a junction reached: its cost, and the lightest walker that crossed it
    PieceKey junction;
    double cost = 0;
    double weight = 0;
  };

  static bool later(const Arrival& a, const Arrival& b);
  Visit visit(RoadGraph& graph, std::uint64_t chain_id);
  Crossing& crossing(PieceKey junction);
  void set_out(RoadGraph& graph, const RoadStart& start);
  void walk_chain(const Visit& visit, double along_m, bool towards_end, Walker walker);
  void enter(RoadGraph& graph, const RoadArm& arm, Walker walker);
  void cross(RoadGraph& graph, const Arrival& arrival);
  Selection gather(const SelectionLimits& limits);

  double cost_limit_ = 0;
  detail::FlatIndex chain_index_;
  detail::FlatIndex junction_index_;
  std::vector<Visit> visits_;
  std::vector<double> costs_;
  std::vector<Crossing> crossings_;
  std::vector<Arrival> heap_;
  std::vector<RoadArm> arms_;
};

}  // namespace terrane::stream
