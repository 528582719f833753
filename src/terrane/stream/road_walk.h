// The road walk: which pieces a traveller on a road needs, cheapest first. A city seen from a road
// is mostly the road itself, so the walk follows the roads from the observer in best-first order:
// each metre costs 1.0 ahead, 1.4 to the side and 2.6 behind, and the weight with which a road
// leaves the observer stays with all that is reached through it. Not a route finder, and it knows
// no world: a provider shows its roads through RoadGraph. Source: article "Streaming an open world
// with Web Workers" (computeVisibleSet). Ours: a heap instead of a linear scan, whole chains at a
// time, a result that does not depend on who came first, and a second set of weights that says
// what to fetch: a turn makes another road the way ahead, at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "terrane/stream/cost_order.h"
#include "terrane/stream/flat_index.h"
#include "terrane/stream/provider.h"

namespace terrane::stream {

inline constexpr double k_weight_ahead = 1.0;
inline constexpr double k_weight_sideways = 1.4;
inline constexpr double k_weight_behind = 2.6;
// The same for what is fetched, up to reach x prefetch_factor. What lies to the side is the way
// ahead after a turn, so it weighs as much. What lies behind is so only after turning right round;
// nobody sees it before, so it is enough that all of its reach is there: 1.4 < 1.5, the default
// factor.
inline constexpr double k_fetch_weight_behind = 1.4;

enum class RoadSide : std::uint8_t { Ahead, Sideways, Behind };
// Where a road lies that leaves in `direction`, for somebody who looks along `forward` (unit,
// world): ahead and behind are within 45 degrees of the view and its back, the rest is sideways.
RoadSide road_side(geo::Vec3 direction, geo::Vec3 forward);

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
  bool is_known = true;    // false: nobody was here yet, and it might not grow; no piece as yet
  bool has_grown = false;  // by this call
};

// The roads of a world. A chain's id is its own, unique among chains; a junction's is its piece
// key.
class RoadGraph {
 public:
  virtual ~RoadGraph() = default;
  // Asked once a walk for each chain that the walk touches. May grow the graph.
  virtual RoadChain chain(std::uint64_t chain_id) = 0;
  // Asked once a walk for each junction that it crosses. Where it is not known yet, it may grow
  // only if `may_grow`, and says by `has_grown` that it did.
  virtual RoadJunction junction(PieceKey junction, bool may_grow) = 0;
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
  // Wanted is every piece to which some way costs at most limits.reach_m x limits.prefetch_factor
  // by the weights of what is fetched. A piece's cost is what its nearest end costs by the cheapest
  // way over those roads, by the weights of the view; within_reach is cost <= reach_m. Sorted by
  // cost, ties by key. Beyond limits.piece_limit pieces the dearest are left off: `end` then says
  // ReachedPieceLimit, and those of them within reach are in `left_out`. lod is 0 throughout. After
  // limits.growth_limit junctions that had to grow it goes on over those that stand, and says so.
  Selection walk(RoadGraph& graph, std::span<const RoadStart> starts,
                 const SelectionLimits& limits);

 private:
  // Both sets of weights are walked with, one after the other, over the same roads.
  enum class Pass : std::uint8_t { Fetch, View };

  struct Visit {  // a chain; costs_[first_cost + segment] are its segments'
    std::uint64_t chain_id = 0;
    RoadChain chain;
    std::uint32_t first_cost = 0;
  };
  struct Costs {  // of a segment or junction, in each pass
    double fetch = 0;
    double view = 0;
    double& of(Pass pass) { return pass == Pass::Fetch ? fetch : view; }
  };
  struct Arm {  // as RoadArm, its chain visited
    std::uint32_t visit = 0;
    bool at_start = true;
    geo::Vec3 direction;
  };
  struct Walker {  // somebody on the way, with the cost so far
    double cost = 0;
    double weight = 0;
    std::uint32_t visit = 0;  // the chain that he is on, or came by
  };
  struct Arrival {  // a walker at a junction, an index of crossings_
    Walker walker;
    std::uint32_t crossing = 0;
  };
  struct Crossing {  // a junction reached
    PieceKey junction;
    Costs costs;
    double lightest = 0;  // walker of this pass that crossed it
    double crossing_m = 0;
    bool is_open = false;  // its arms were asked for
    bool is_known = true;
    std::uint32_t first_arm = 0;
    std::uint32_t arm_count = 0;
  };

  double weight_of(geo::Vec3 direction, geo::Vec3 forward) const;
  bool later(const Arrival& a, const Arrival& b) const;
  std::uint32_t visit(std::uint64_t chain_id);
  std::uint32_t crossing(PieceKey junction);
  void open(Crossing& crossing);
  void run(Pass pass, std::span<const RoadStart> starts, double cost_limit);
  void set_out(const RoadStart& start);
  void walk_chain(double along_m, bool towards_end, Walker walker);
  void enter(const Arm& arm, Walker walker);
  void cross(const Arrival& arrival);
  void collect_chain(const Visit& visit, const SelectionLimits& limits, Selection& selection) const;
  Selection gather(const SelectionLimits& limits);

  RoadGraph* graph_ = nullptr;  // during a walk
  Pass pass_ = Pass::Fetch;
  double cost_limit_ = 0;  // of the pass
  double fetch_limit_ = 0;
  std::size_t touched_limit_ = 0;
  std::uint32_t growth_left_ = 0;
  bool is_partial_ = false;
  bool stopped_early_ = false;
  FlatIndex chain_index_;
  FlatIndex junction_index_;
  std::vector<Visit> visits_;
  std::vector<Costs> costs_;
  std::vector<Crossing> crossings_;
  std::vector<Arm> arms_;
  std::vector<RoadArm> asked_arms_;
  std::vector<Arrival> heap_;
  CostOrder order_;
};

}  // namespace terrane::stream
