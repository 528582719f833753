// All that the segments of one edge share: its course, widths, how deep its sides may reach at each
// station, and what kind of block stands there. A pure function of seed and edge; `shared_plan`
// keeps the last ones of a thread, which changes nothing but speed. A side reaches to the bisector
// with the nearest other road, worked out at each station on its own, so that two segments share
// their station's outer point bit for bit, and no side lies on another's road.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/city/edge_curve.h"
#include "terrane/city/lattice.h"

namespace terrane::city {

inline constexpr unsigned k_block_segments = 18;
inline constexpr unsigned k_block_limit = k_edge_segment_limit / k_block_segments + 1;

enum class Side : std::uint8_t { Left = 0, Right = 1 };  // seen along the edge
enum class SideKind : std::uint8_t { Buildings, Park, Field };

struct Block {
  bool boulevard = false;
  std::array<SideKind, 2> sides{SideKind::Buildings, SideKind::Buildings};
  std::uint64_t key = 0;  // hashed: what else is drawn for the block
};

struct EdgePlan {
  EdgeCurve curve;
  unsigned block_count = 0;
  std::array<Block, k_block_limit> blocks;
  std::array<double, k_edge_segment_limit + 1> half_width_m{};  // of the road at each station
  // From the road's centre, whole millimetres, by Side and station.
  std::array<std::array<double, k_edge_segment_limit + 1>, 2> depth_m{};

  std::uint64_t key = 0;  // hash of seed and edge

  const Block& block_of(unsigned segment) const { return blocks[segment / k_block_segments]; }
  // Unit, away from the road.
  PlaneVector outward(unsigned station, Side side) const {
    const PlaneVector forward = curve.nodes[station].forward;
    return side == Side::Left ? left_of(forward) : right_of(forward);
  }
  // A point beside the road at a station, world millimetres: the one definition of shared points.
  PlanePoint beside(unsigned station, Side side, double offset_m) const {
    return moved(curve.node_world(station), outward(station, side) * offset_m);
  }
};

// Road points that keep others' sides away, relative to a point of the plane, metres.
struct Obstacles {
  std::vector<PlaneVector> points;
};
// The nodes and junctions of every road within `reach_m` of the box, from `origin`; `around` is a
// cell in or beside the box. The roads at `except`, if given, are left out.
void gather_obstacles(const Lattice& lattice, JunctionId around, PlanePoint origin,
                      PlaneVector low_m, PlaneVector high_m, double reach_m,
                      const JunctionId* except, Obstacles& obstacles);
// How far one may go from `place` along `direction` before an obstacle is nearer than the way come;
// at most `limit_m`. The largest circle through `place` with its centre on the ray and no obstacle
// inside.
double free_depth_m(const Obstacles& obstacles, PlaneVector place, PlaneVector direction,
                    double limit_m);

EdgePlan make_edge_plan(const Lattice& lattice, EdgeId edge);

// Any thread: each has its own store.
std::shared_ptr<const EdgePlan> shared_plan(const Lattice& lattice, EdgeId edge);
std::shared_ptr<const EdgeCurve> shared_curve(const Lattice& lattice, EdgeId edge);

}  // namespace terrane::city
