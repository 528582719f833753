#include "terrane/city/edge_curve.h"

#include <algorithm>

#include "terrane/base/assert.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr unsigned k_samples = 96;       // of the curve, for its length
constexpr double k_handle_share = 0.36;  // of the chord; the length of a Bezier handle

struct Bezier {
  PlaneVector p0, p1, p2, p3;
  PlaneVector at(double t) const {
    const double s = 1.0 - t;
    return ((p0 * (s * s * s) + p1 * (3.0 * s * s * t)) + p2 * (3.0 * s * t * t)) +
           p3 * (t * t * t);
  }
  PlaneVector tangent(double t) const {
    const double s = 1.0 - t;
    return normalised(((p1 - p0) * (s * s) + (p2 - p1) * (2.0 * s * t)) + (p3 - p2) * (t * t));
  }
};

Bezier bezier_between(const JunctionShape& from, const JunctionShape& to, Axis axis) {
  const unsigned out = static_cast<unsigned>(axis == Axis::East ? ArmSide::East : ArmSide::South);
  const unsigned in = static_cast<unsigned>(axis == Axis::East ? ArmSide::West : ArmSide::North);
  const PlaneVector leaving = from.arms[out].direction;
  const PlaneVector arriving = to.arms[in].direction;
  Bezier curve;
  curve.p0 = leaving * from.radius_m;
  curve.p3 = between(from.centre, to.centre) + arriving * to.radius_m;
  const double handle_m = length(curve.p3 - curve.p0) * k_handle_share;
  curve.p1 = curve.p0 + leaving * handle_m;
  curve.p2 = curve.p3 + arriving * handle_m;
  return curve;
}

EdgeNode node_at(const Bezier& curve, double t) {
  const PlaneVector place = curve.at(t);
  return {base::to_mm32(place.x), base::to_mm32(place.z), curve.tangent(t)};
}

void include(EdgeCurve& edge, PlaneVector point) {
  edge.low_m = {std::min(edge.low_m.x, point.x), std::min(edge.low_m.z, point.z)};
  edge.high_m = {std::max(edge.high_m.x, point.x), std::max(edge.high_m.z, point.z)};
}

}  // namespace

EdgeCurve edge_curve(const Lattice& lattice, EdgeId id) {
  const JunctionShape from = junction_shape(lattice, id.from);
  const JunctionShape to = junction_shape(lattice, id.to());
  const Bezier curve = bezier_between(from, to, id.axis);

  std::array<double, k_samples + 1> reached_m{};
  PlaneVector previous = curve.p0;
  for (unsigned sample = 1; sample <= k_samples; ++sample) {
    const PlaneVector place = curve.at(static_cast<double>(sample) / k_samples);
    reached_m[sample] = reached_m[sample - 1] + length(place - previous);
    previous = place;
  }

  EdgeCurve edge;
  edge.id = id;
  edge.start = from.centre;
  edge.end_junction_m = between(from.centre, to.centre);
  edge.low_m = {std::min(0.0, edge.end_junction_m.x), std::min(0.0, edge.end_junction_m.z)};
  edge.high_m = {std::max(0.0, edge.end_junction_m.x), std::max(0.0, edge.end_junction_m.z)};
  const double total_m = reached_m[k_samples];
  edge.segment_count = static_cast<unsigned>(base::round_to_integer(total_m / k_segment_length_m));
  TERRANE_ASSERT(edge.segment_count >= 11 && edge.segment_count <= k_edge_segment_limit,
                 "an edge of the lattice has 11 to 127 segments");
  edge.segment_length_m = total_m / edge.segment_count;

  unsigned sample = 1;
  for (unsigned node = 0; node <= edge.segment_count; ++node) {
    const double wanted_m = edge.segment_length_m * node;
    while (sample < k_samples && reached_m[sample] < wanted_m) sample += 1;
    const double share =
        (wanted_m - reached_m[sample - 1]) / (reached_m[sample] - reached_m[sample - 1]);
    const double t = node == edge.segment_count ? 1.0 : (sample - 1 + share) / k_samples;
    edge.nodes[node] = node_at(curve, t);
    include(edge, edge.node_m(node));
  }
  return edge;
}

}  // namespace terrane::city
