#include "terrane/city/lattice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "terrane/base/trig.h"
#include "terrane/city/lattice_layout.h"

using namespace terrane;
using namespace terrane::city;

namespace {

bool segments_cross(PlaneVector a, PlaneVector b, PlaneVector c, PlaneVector d) {
  const double abc = turn(b - a, c - a);
  const double abd = turn(b - a, d - a);
  const double cda = turn(d - c, a - c);
  const double cdb = turn(d - c, b - c);
  return abc * abd < 0 && cda * cdb < 0;
}

bool curves_cross(const EdgeCurve& a, const EdgeCurve& b) {
  const PlaneVector offset = between(a.start, b.start);
  if (a.low_m.x > offset.x + b.high_m.x || a.high_m.x < offset.x + b.low_m.x ||
      a.low_m.z > offset.z + b.high_m.z || a.high_m.z < offset.z + b.low_m.z) {
    return false;
  }
  constexpr unsigned k_stride = 3;
  for (unsigned i = 0; i < a.segment_count; i += k_stride) {
    const PlaneVector a0 = a.node_m(i);
    const PlaneVector a1 = a.node_m(std::min(i + k_stride, a.segment_count));
    for (unsigned j = 0; j < b.segment_count; j += k_stride) {
      const PlaneVector b0 = offset + b.node_m(j);
      const PlaneVector b1 = offset + b.node_m(std::min(j + k_stride, b.segment_count));
      if (segments_cross(a0, a1, b0, b1)) return true;
    }
  }
  return false;
}

std::vector<EdgeId> edges_of(const Lattice& lattice, JunctionId low, std::int32_t size) {
  std::vector<EdgeId> edges;
  for (std::int32_t j = low.j; j < low.j + size; ++j) {
    for (std::int32_t i = low.i; i < low.i + size; ++i) {
      for (const Axis axis : {Axis::East, Axis::South}) {
        if (lattice.has_edge({{i, j}, axis})) edges.push_back({{i, j}, axis});
      }
    }
  }
  return edges;
}

}  // namespace

TEST_CASE("roads of the lattice never cross") {
  std::size_t pairs = 0;
  for (std::uint64_t seed = 400; seed < 420; ++seed) {
    const LatticeLayout layout(seed);
    const Lattice& lattice = layout.lattice();
    const std::vector<EdgeId> edges = edges_of(lattice, {-30, 10}, 60);
    std::vector<EdgeCurve> curves;
    for (const EdgeId edge : edges) curves.push_back(*layout.curve(edge_number(edge)));
    for (std::size_t a = 0; a < edges.size(); ++a) {
      for (std::size_t b = a + 1; b < edges.size(); ++b) {
        // Roads two cells apart keep at least 350 m.
        if (std::abs(edges[a].from.i - edges[b].from.i) > 2 ||
            std::abs(edges[a].from.j - edges[b].from.j) > 2) {
          continue;
        }
        pairs += 1;
        if (curves_cross(curves[a], curves[b])) {
          FAIL("two roads cross near cell " << edges[a].from.i << ", " << edges[a].from.j);
        }
      }
    }
  }
  CHECK(pairs >= 1000000);
}

TEST_CASE("every junction of 200 x 200 cells is reachable from every other, with loops") {
  for (const std::uint64_t seed : {412u, 1u, 99u}) {
    const Lattice lattice(seed);
    constexpr std::int32_t k_size = 200;
    constexpr std::int32_t k_low = -96;  // whole super-cells
    const auto degree_of = [&](JunctionId at) {
      unsigned degree = 0;
      for (unsigned side = 0; side < k_arm_side_count; ++side) {
        degree += lattice.has_arm(at, static_cast<ArmSide>(side)) ? 1u : 0u;
      }
      return degree;
    };
    std::size_t junctions = 0;
    std::size_t dead_ends = 0;
    std::vector<JunctionId> queue;
    for (std::int32_t j = k_low; j < k_low + k_size; ++j) {
      for (std::int32_t i = k_low; i < k_low + k_size; ++i) {
        const unsigned degree = degree_of({i, j});
        junctions += degree > 0 ? 1 : 0;
        dead_ends += degree == 1 ? 1 : 0;
        if (degree > 0 && queue.empty()) queue.push_back({i, j});
      }
    }
    std::vector<int> seen(k_size * k_size, 0);
    const auto mark_of = [&](JunctionId at) -> int& {
      return seen[static_cast<std::size_t>((at.j - k_low) * k_size + at.i - k_low)];
    };
    mark_of(queue.front()) = 1;
    std::size_t edges = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const JunctionId at = queue[next];
      for (unsigned index = 0; index < k_arm_side_count; ++index) {
        const ArmSide side = static_cast<ArmSide>(index);
        const EdgeId edge = Lattice::edge_at(at, side);
        const JunctionId to = Lattice::edge_starts_at(side) ? edge.to() : edge.from;
        if (to.i < k_low || to.j < k_low || to.i >= k_low + k_size || to.j >= k_low + k_size ||
            !lattice.has_edge(edge)) {
          continue;
        }
        if (Lattice::edge_starts_at(side)) edges += 1;
        if (mark_of(to) != 0) continue;
        mark_of(to) = 1;
        queue.push_back(to);
      }
    }
    CHECK(queue.size() == junctions);
    const std::size_t loops = edges - queue.size() + 1;
    CHECK(loops * 1000 / queue.size() >= 400);
    CHECK(dead_ends * 20 <= junctions);
    // Lakes take some junctions away, and it is not a plain grid either.
    CHECK(junctions < k_size * k_size * 99u / 100);
    CHECK(junctions > k_size * k_size * 9u / 10);
    CHECK(edges < 2 * junctions * 9 / 10);
  }
}

TEST_CASE("edges are cut in equal parts of 4.0 to 4.4 m and leave pads along their arms") {
  const LatticeLayout layout(412);
  const Lattice& lattice = layout.lattice();
  for (const EdgeId edge : edges_of(lattice, {-9, -9}, 18)) {
    const EdgeCurve curve = *layout.curve(edge_number(edge));
    CHECK(curve.segment_length_m >= 4.0);
    CHECK(curve.segment_length_m <= 4.4);
    for (unsigned segment = 0; segment < curve.segment_count; ++segment) {
      const double part_m = length(curve.node_m(segment + 1) - curve.node_m(segment));
      CHECK(std::fabs(part_m - curve.segment_length_m) < 0.02);
      // Smooth: the heading changes by less than 4.5 degrees a segment.
      CHECK(dot(curve.nodes[segment].forward, curve.nodes[segment + 1].forward) > 0.9969);
    }
    const JunctionShape from = *layout.shape(junction_number(edge.from));
    const unsigned side = edge.axis == Axis::East ? 0 : 3;
    CHECK(std::fabs(length(curve.node_m(0)) - from.radius_m) < 0.002);
    CHECK(dot(curve.nodes[0].forward, from.arms[side].direction) > 0.999999);
  }
}

TEST_CASE("arms of a junction keep 50 degrees, pads 11.5 to 18 m") {
  double least_rad = 10;
  for (const std::uint64_t seed : {412u, 5u}) {
    const LatticeLayout layout(seed);
    for (std::int32_t j = -60; j < 60; ++j) {
      for (std::int32_t i = -60; i < 60; ++i) {
        const std::optional<JunctionShape> found = layout.shape(junction_number({i, j}));
        if (!found) continue;  // a lake
        const JunctionShape& shape = *found;
        CHECK(shape.arm_count >= 1);
        CHECK(shape.radius_m >= k_radius_least_m);
        CHECK(shape.radius_m <= k_radius_most_m);
        for (unsigned a = 0; a < k_arm_side_count; ++a) {
          const unsigned b = (a + 1) % k_arm_side_count;
          if (!shape.arms[a].exists || !shape.arms[b].exists) continue;
          const PlaneVector first = shape.arms[a].direction;
          const PlaneVector next = shape.arms[b].direction;
          // Counter-clockwise order, and never close.
          REQUIRE(turn(first, next) > 0);
          least_rad = std::min(least_rad, base::atan2(turn(first, next), dot(first, next)));
        }
      }
    }
  }
  CHECK(least_rad > 50.0 * base::k_radians_per_degree);
}

TEST_CASE("the lattice reaches 8 million cells out and ends there") {
  const LatticeLayout layout(412);
  const Lattice& lattice = layout.lattice();
  const JunctionId far{k_cell_limit - 3, -k_cell_limit + 3};
  const PlanePoint place = lattice.position(far);
  CHECK(Lattice::cell_of(place) == far);
  CHECK(std::abs(place.x_mm - far.i * k_cell_size_mm) <= k_jitter_mm);
  CHECK_FALSE(lattice.has_edge({{k_cell_limit, 0}, Axis::East}));
  CHECK_FALSE(lattice.has_edge({{0, -k_cell_limit - 1}, Axis::South}));
  const PieceId id = piece_of_key(segment_key(edge_number({far, Axis::South}), 93));
  CHECK(edge_of(id.edge()) == EdgeId{far, Axis::South});
  CHECK(id.index == 93);
  CHECK(id.kind == PieceKind::Segment);
  const PieceId crossing = piece_of_key(junction_key(junction_number(far)));
  CHECK(crossing.kind == PieceKind::Junction);
  CHECK(junction_of(crossing.junction()) == far);
}
