#include "terrane/city/junction_shape.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_bow = 31;
constexpr double k_axis_share = 0.6;     // how far an arm is turned from the chord to the axis
constexpr double k_bow_most_rad = 0.11;  // how far a road bows to one side at its ends
constexpr double k_corner_radius_m = 2.8;

constexpr PlaneVector k_axes[k_arm_side_count] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};

JunctionId next_junction(JunctionId id, ArmSide side) {
  const EdgeId edge = Lattice::edge_at(id, side);
  return Lattice::edge_starts_at(side) ? edge.to() : edge.from;
}

PlaneVector arm_direction(const Lattice& lattice, JunctionId id, PlanePoint centre, ArmSide side) {
  const PlaneVector chord = normalised(between(centre, lattice.position(next_junction(id, side))));
  const PlaneVector axis = k_axes[static_cast<unsigned>(side)];
  const PlaneVector blend = normalised(chord * (1.0 - k_axis_share) + axis * k_axis_share);
  // Both ends of an edge draw the same bow and turn it opposite ways.
  const EdgeId edge = Lattice::edge_at(id, side);
  const double bow = base::draw_between(base::hash(lattice.seed(), k_salt_bow, edge_number(edge)),
                                        -k_bow_most_rad, k_bow_most_rad);
  const base::SinCos turned = base::sin_cos(Lattice::edge_starts_at(side) ? bow : -bow);
  return blend * turned.cos + left_of(blend) * turned.sin;
}

// The pad must reach past where the kerbs of neighbouring arms meet, and round the corner there.
double radius_for(const JunctionShape& shape) {
  double radius = k_radius_least_m;
  for (unsigned first = 0; first < k_arm_side_count; ++first) {
    const Arm& a = shape.arms[first];
    const Arm& b = shape.arms[(first + 1) % k_arm_side_count];
    if (!a.exists || !b.exists) continue;
    // tan of half the angle between two unit vectors: sin / (1 + cos).
    const double half_tan = turn(a.direction, b.direction) / (1.0 + dot(a.direction, b.direction));
    radius = std::max(radius, k_boulevard_half_width_m / half_tan + k_corner_radius_m);
  }
  return std::min(radius, k_radius_most_m);
}

}  // namespace

JunctionShape junction_shape(const Lattice& lattice, JunctionId id) {
  JunctionShape shape;
  shape.id = id;
  shape.centre = lattice.position(id);
  for (unsigned index = 0; index < k_arm_side_count; ++index) {
    const ArmSide side = static_cast<ArmSide>(index);
    if (!lattice.has_arm(id, side)) continue;
    shape.arms[index].exists = true;
    shape.arms[index].direction = arm_direction(lattice, id, shape.centre, side);
    shape.arm_count += 1;
  }
  shape.radius_m = radius_for(shape);
  return shape;
}

}  // namespace terrane::city
