// An edge's course: a gentle curve from pad to pad as a chain of nodes, equal steps of about 4.2 m
// apart, in whole millimetres relative to the junction the edge starts at. Each layout makes its
// own (lattice_layout.cpp, grown_layout.cpp). Not what stands beside it (edge_plan.h).
#pragma once

#include <array>
#include <cstdint>

#include "terrane/city/piece_id.h"
#include "terrane/city/plane.h"

namespace terrane::city {

inline constexpr unsigned k_edge_segment_limit = 127;  // a key holds seven bits of index

struct EdgeNode {
  std::int32_t x_mm = 0;  // from EdgeCurve::start
  std::int32_t z_mm = 0;
  PlaneVector forward;  // unit
};

struct EdgeCurve {
  EdgeNumber number;
  JunctionNumber from;
  JunctionNumber to;
  PlanePoint start;            // the junction at its start, world
  PlaneVector end_junction_m;  // the junction at its end, from `start`
  double segment_length_m = 0;
  unsigned segment_count = 0;
  std::array<EdgeNode, k_edge_segment_limit + 1> nodes;  // segment_count + 1 of them
  // Box of the nodes and both junctions, metres from `start`.
  PlaneVector low_m;
  PlaneVector high_m;

  PlaneVector node_m(unsigned node) const {
    return {base::from_mm(nodes[node].x_mm), base::from_mm(nodes[node].z_mm)};
  }
  PlanePoint node_world(unsigned node) const {
    return {start.x_mm + nodes[node].x_mm, start.z_mm + nodes[node].z_mm};
  }
};

// Sets low_m and high_m from the nodes and junctions.
void measure_box(EdgeCurve& curve);
// The pieces that meet at a station: the segment or junction before it, and the one behind.
stream::PieceKey piece_before(const EdgeCurve& curve, unsigned station);
stream::PieceKey piece_behind(const EdgeCurve& curve, unsigned station);

}  // namespace terrane::city
