// All that the segments of one edge share: its course, its street's name and district, widths, how
// deep its sides may reach at each station, and what each block has. Decided once, from the graph
// alone, when a layout makes the edge; immutable then, so that a build never asks the graph. A side
// reaches to the bisector with the nearest other road, worked out at each station on its own, so
// that two segments share their station's outer point bit for bit, and no side lies on another's
// road.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "terrane/city/districts.h"
#include "terrane/city/edge_curve.h"
#include "terrane/city/ground.h"
#include "terrane/city/junction_shape.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {

inline constexpr unsigned k_block_segments = 18;
// The first block of an edge begins at this place: the junction stands for its intersection.
inline constexpr unsigned k_first_place = 3;
inline constexpr unsigned k_last_block_least = 9;  // segments between open sides and a junction
inline constexpr unsigned k_block_limit =
    (k_edge_segment_limit + k_first_place) / k_block_segments + 1;

enum class Side : std::uint8_t { Left = 0, Right = 1 };  // seen along the edge
enum class SideKind : std::uint8_t { Buildings, Park, Field, Water };

struct BlockSide {
  SideKind kind = SideKind::Buildings;
  std::uint8_t style = 0;    // of its kind: WaterStyle, ParkTheme
  double water_level_m = 0;  // Water: world height
};

struct Block {
  bool boulevard = false;
  std::array<BlockSide, 2> sides;
  std::uint8_t bridge_place = 0;  // of the bridge overhead in the block; 0: none
  std::uint64_t key = 0;          // hashed: what else is drawn for the block
};

// Which street an edge belongs to.
struct StreetIdentity {
  std::uint64_t street = 0;  // hashed; equal along a street
  District district = District::CivicAvenue;
  std::string name;
};

struct EdgePlan {
  EdgeCurve curve;
  StreetIdentity street;
  std::uint64_t seed = 0;
  std::uint64_t key = 0;        // hashed from seed and edge: all draws of the edge come from it
  std::array<EdgeEnd, 2> ends;  // where it starts, and where it ends
  unsigned block_count = 0;
  std::array<Block, k_block_limit> blocks;
  std::array<double, k_edge_segment_limit + 1> half_width_m{};  // of the road at each station
  // From the road's centre, whole millimetres, by Side and station: how deep the built side reaches
  // (at most k_side_depth_m), and the land until another road's begins (k_land_reach_m: none does).
  std::array<std::array<double, k_edge_segment_limit + 1>, 2> depth_m{};
  std::array<std::array<double, k_edge_segment_limit + 1>, 2> land_m{};

  // A segment's block and its place in it, 0 to 17.
  static unsigned block_index(unsigned segment) {
    return (segment + k_first_place) / k_block_segments;
  }
  static unsigned place_in_block(unsigned segment) {
    return (segment + k_first_place) % k_block_segments;
  }
  const Block& block_of(unsigned segment) const { return blocks[block_index(segment)]; }
  const BlockSide& side_of(unsigned segment, Side side) const {
    return block_of(segment).sides[static_cast<unsigned>(side)];
  }
  // Neither the first block nor the last, which is shorter and may be too short to count.
  bool is_ordinary(unsigned block) const {
    return block != 0 && (block + 1) * k_block_segments - k_first_place + k_last_block_least <=
                             curve.segment_count;
  }
  // How many segments at the start (end 0) or the end (1) belong to the junction's corner on a
  // side: no lot reaches into them.
  unsigned corner_segments(unsigned end, Side side) const {
    return ends[end].wide_corner[static_cast<unsigned>(side)] ? 0 : k_corner_segments;
  }
  bool is_in_corner(unsigned segment, Side side) const {
    return segment < corner_segments(0, side) ||
           segment + corner_segments(1, side) >= curve.segment_count;
  }
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

// Road points that keep others' sides away, relative to a point of the plane, metres. Added along
// their roads, so that neighbours lie in one run, which a search passes by as a whole.
class Obstacles {
 public:
  void add(PlaneVector point);
  const std::vector<PlaneVector>& points() const { return points_; }
  // How far one may go from `place` along `direction` (unit) before an obstacle is nearer than the
  // way come; at most `limit_m`. The largest circle through `place` with its centre on the ray and
  // no obstacle inside.
  double free_depth_m(PlaneVector place, PlaneVector direction, double limit_m) const;

 private:
  // Points one after another, and a circle that holds them.
  struct Run {
    std::size_t end = 0;  // of `points_`; it begins where the one before ends
    PlaneVector low;
    PlaneVector high;
    PlaneVector centre;
    double radius_m = 0;
  };
  std::vector<PlaneVector> points_;
  std::vector<Run> runs_;
};

// `obstacles` are all road points within 2 k_land_reach_m of the curve's box, its own among them,
// from curve.start.
EdgePlan plan_edge(std::uint64_t seed, std::uint64_t key, const EdgeCurve& curve,
                   const std::array<EdgeEnd, 2>& ends, StreetIdentity street,
                   const Obstacles& obstacles, const Ground& ground);

}  // namespace terrane::city
