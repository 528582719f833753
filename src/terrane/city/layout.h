// A road graph: junctions with arms, edges with nodes, and the plans that pieces are built from.
// Two layouts stand behind it: the lattice, a pure function of seed and place (lattice_layout.h),
// and the grown one, which comes about as it is reached (grown_layout.h). Not geometry.
// What a layout has given out under a number stays as it is; a number may only go. (A grown
// junction that went and is reached again may come back under its number with another plan.)
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_shape.h"

namespace terrane::city {

// All that a junction is built from.
struct JunctionPlan {
  JunctionShape shape;
  std::array<std::shared_ptr<const EdgePlan>, k_arms_most> arms;  // as in shape.arms
  Obstacles obstacles;  // roads within 2 k_land_reach_m but the arms' own; from the centre
  std::uint64_t seed = 0;
  std::uint64_t key = 0;  // hashed: all draws of the junction come from it
};

class Layout {
 public:
  virtual ~Layout() = default;

  // Any thread. Null or nothing where the number names none, or one that is gone.
  virtual std::shared_ptr<const EdgeCurve> curve(EdgeNumber edge) const = 0;
  virtual std::shared_ptr<const EdgePlan> edge(EdgeNumber edge) const = 0;
  virtual std::optional<JunctionShape> shape(JunctionNumber junction) const = 0;
  virtual std::shared_ptr<const JunctionPlan> junction(JunctionNumber junction) const = 0;
  // Any thread. Those that may have a node, or have their centre, in the box of world points;
  // sorted, none twice.
  virtual std::vector<EdgeNumber> edges_near(PlanePoint low, PlanePoint high) const = 0;
  virtual std::vector<JunctionNumber> junctions_in(PlanePoint low, PlanePoint high) const = 0;

  // Owner thread. The junction is about to be crossed: its arms become edges, whose plans stand
  // when this returns.
  virtual void reach(JunctionNumber junction) { static_cast<void>(junction); }
  // Any thread. Grows from the origin until the box is covered; false where it lies too far out.
  virtual bool cover(PlanePoint low, PlanePoint high) const {
    static_cast<void>(low);
    static_cast<void>(high);
    return true;
  }
  // Owner thread. Lets go of what lies far from every observer.
  virtual void evict_far(std::span<const PlanePoint> observers) { static_cast<void>(observers); }

  std::uint64_t seed() const { return seed_; }
  const Ground& ground() const { return ground_; }

 protected:
  explicit Layout(std::uint64_t seed) : seed_(seed), ground_(seed) {}

 private:
  std::uint64_t seed_;
  Ground ground_;
};

// The nodes and junctions of every road within `reach_m` of the box, from `origin`. The roads at
// `except`, if given, are left out.
void gather_obstacles(const Layout& layout, PlanePoint origin, PlaneVector low_m,
                      PlaneVector high_m, double reach_m, const JunctionNumber* except,
                      Obstacles& obstacles);

// The station of a road nearest to a point, if any road lies within about 800 m.
struct NearestStation {
  bool found = false;
  EdgeNumber edge;
  unsigned station = 0;
  double distance_m = 0;
};
NearestStation nearest_station(const Layout& layout, PlanePoint point);

}  // namespace terrane::city
