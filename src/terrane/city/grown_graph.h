// The growing of the grown layout: which drawn roads find room, as one tree of junctions and edges.
// Not plans, numbers of edges or threads (grown_layout.h). A junction's arms are laid all at once,
// each the first of four attempts that keeps its clearance from every road laid by then; they stay
// as they are while any road at the junction stands. The roads on the way from the origin to what
// stands stay laid too, though nobody sees them, so that nothing takes their place and the way back
// is the way that was come: 4 KB a road, about 15 MB for 1,000 km. Source: article "Building a
// procedural city in WebGPU" (createEdgeFromArm, ensureJunctionArms, evictFarGraph).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/grown_draws.h"

namespace terrane::city {

// What a new road keeps from others that share no junction with it, centre to centre. The article
// names no figure. Two built sides (72 m) and a road between them; at its first relaxation, 0.7,
// still the shore of the other.
inline constexpr double k_clearance_m = 160.0;
// However relaxed: from a road whose plan stands, whose land is settled, its shore.
inline constexpr double k_clearance_standing_m = 112.0;
// From a road that is only laid, so that each still has a sidewalk; the pads' corner buildings keep
// to themselves.
inline constexpr double k_clearance_road_m = 40.0;
inline constexpr double k_clearance_pad_m = 96.0;
inline constexpr double k_probe_m = 15.0;  // beyond the last node

struct GrownEdge;

// Squares of the plane, 256 m a side, by which roads are found.
struct GrownCells {
  std::int64_t x_low = 0;
  std::int64_t x_high = 0;  // both included
  std::int64_t z_low = 0;
  std::int64_t z_high = 0;
};

struct GrownJunction {
  GrownPlace place;
  GrownJunction* parent = nullptr;  // null for the origin
  Way way = Way::Straight;          // taken at the parent
  unsigned children = 0;            // junctions whose parent this is
  std::array<GrownEdge*, k_arms_most> edges{};
  bool laid = false;      // its arms are: what `edges` lacks found no room
  JunctionNumber number;  // while laid
  unsigned standing = 0;  // edges here that stand
  bool reached = false;   // for the layout: all its edges stand, and its plan does
};

struct GrownEdge {
  GrownJunction* from = nullptr;  // the junction nearer to the origin
  GrownJunction* to = nullptr;
  EdgeCurve curve;  // without numbers
  // Every fourth node, the junctions first and last, from curve.start.
  std::vector<PlaneVector> samples;
  GrownCells cells;
  // Set while the edge stands: it has been given out. Owned by the layout.
  std::shared_ptr<const EdgePlan> plan;
  // When it was laid and last given out, as steps of the graph.
  std::uint64_t laid_at = 0;
  std::uint64_t given_out_at = 0;

  // Whether it was laid when the other's plan stood already, which so could not know of it.
  bool is_newer_than_plan_of(const GrownEdge& other) const {
    return other.plan && laid_at > other.given_out_at;
  }
  bool touches(const GrownJunction& junction) const { return from == &junction || to == &junction; }
};

// Owner thread, or under its owner's lock.
class GrownGraph {
 public:
  explicit GrownGraph(std::uint64_t seed);
  GrownGraph(const GrownGraph&) = delete;
  GrownGraph& operator=(const GrownGraph&) = delete;

  GrownJunction& origin() { return *origin_; }
  // Null where no laid junction has the number.
  GrownJunction* find(JunctionNumber number) const;
  // Lays the arms of a junction, unless they are.
  void lay_arms(GrownJunction& junction);

  // Calls visit(const GrownEdge&) once for each laid edge that may meet the box of world points.
  template <typename Visit>
  void visit_near(PlanePoint low, PlanePoint high, Visit&& visit) const;
  // All laid edges, by the identity of the place each leads to.
  std::map<std::uint64_t, GrownEdge>& edges() { return edges_; }

  void set_standing(GrownEdge& edge, std::shared_ptr<const EdgePlan> plan);
  // The edge is laid only, from now on; its junctions are not reached.
  void unset_standing(GrownEdge& edge);
  // Takes up the arms of junctions where no road stands, but the way home of what does.
  void release_unused();

 private:
  static GrownCells cells_of(PlanePoint low, PlanePoint high);
  static std::uint64_t cell_key(std::int64_t x, std::int64_t z);

  // Gives the arm the first of its courses that is clear, if it has none yet.
  void try_arm(GrownJunction& junction, Way way, double relax);
  bool is_clear(const EdgeCurve& curve, const GrownJunction& from, double relax) const;
  void add_edge(GrownJunction& from, GrownJunction& to, const EdgeCurve& curve);
  void remove_edge(GrownEdge& edge);
  void release(GrownJunction* junction);
  void give_number(GrownJunction& junction);

  std::uint64_t seed_;
  std::uint64_t step_ = 0;
  // By identity; nodes of a map stay where they are.
  std::map<std::uint64_t, GrownJunction> junctions_;
  std::map<std::uint64_t, GrownEdge> edges_;
  GrownJunction* origin_ = nullptr;
  // Looked up only, never walked in order.
  std::unordered_map<std::uint64_t, GrownJunction*> numbers_;
  std::unordered_map<std::uint64_t, std::vector<GrownEdge*>> cells_;
};

template <typename Visit>
void GrownGraph::visit_near(PlanePoint low, PlanePoint high, Visit&& visit) const {
  const GrownCells asked = cells_of(low, high);
  const double asked_cells = static_cast<double>(asked.x_high - asked.x_low + 1) *
                             static_cast<double>(asked.z_high - asked.z_low + 1);
  if (asked_cells > 4.0 * static_cast<double>(edges_.size())) {
    for (const auto& entry : edges_) {
      const GrownCells& own = entry.second.cells;
      const bool meets = own.x_low <= asked.x_high && own.x_high >= asked.x_low &&
                         own.z_low <= asked.z_high && own.z_high >= asked.z_low;
      if (meets) visit(entry.second);
    }
    return;
  }
  for (std::int64_t z = asked.z_low; z <= asked.z_high; ++z) {
    for (std::int64_t x = asked.x_low; x <= asked.x_high; ++x) {
      const auto cell = cells_.find(cell_key(x, z));
      if (cell == cells_.end()) continue;
      for (const GrownEdge* edge : cell->second) {
        // An edge lies in several cells; it is visited in the first of them that was asked for.
        const GrownCells& own = edge->cells;
        if (std::max(own.x_low, asked.x_low) != x || std::max(own.z_low, asked.z_low) != z) {
          continue;
        }
        visit(*edge);
      }
    }
  }
}

}  // namespace terrane::city
