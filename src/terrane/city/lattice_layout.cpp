#include "terrane/city/lattice_layout.h"

#include <algorithm>

#include "terrane/base/assert.h"
#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/lattice_streets.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_bow = 31;
constexpr std::uint64_t k_salt_edge_plan = 41;
constexpr std::uint64_t k_salt_junction = 81;
constexpr double k_axis_share = 0.6;     // how far an arm is turned from the chord to the axis
constexpr double k_bow_most_rad = 0.11;  // how far a road bows to one side at its ends
constexpr unsigned k_samples = 96;       // of the curve, for its length
constexpr double k_handle_share = 0.36;  // of the chord; the length of a Bezier handle

// How far a road may leave the box of its junctions: its handles lie between the chord and the
// axis, but for the bow, and reach 160 m at most.
constexpr double k_stray_m = 20.0;

constexpr PlaneVector k_axes[k_arm_side_count] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};

// A small store of the last things made by this thread, laid out as the lattice is: what lies
// within sixteen cells of each other has places of its own. What it returns is what `make` would
// make again, so its state never shows.
template <typename Thing, std::size_t slot_count>
class RecentStore {
 public:
  template <typename Make>
  std::shared_ptr<const Thing> get(std::uint64_t seed, std::uint64_t number, Make&& make) {
    // Cell j and the axis, of which five bits count, are a number's lowest 25.
    Slot& slot = slots_[((number >> 25 << 5) | (number & 31u)) % slot_count];
    if (!slot.thing || slot.seed != seed || slot.number != number) {
      std::shared_ptr<const Thing> made = std::make_shared<const Thing>(make());
      slot = {seed, number, std::move(made)};
    }
    return slot.thing;
  }

 private:
  struct Slot {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
    std::shared_ptr<const Thing> thing;
  };
  std::array<Slot, slot_count> slots_;
};

JunctionId next_junction(JunctionId id, ArmSide side) {
  const EdgeId edge = Lattice::edge_at(id, side);
  return Lattice::edge_starts_at(side) ? edge.to() : edge.from;
}

// Arms leave between the chord to the next junction and the lattice's axis, so that streets meet
// near a right angle although junctions are jittered.
PlaneVector arm_direction(const Lattice& lattice, JunctionId id, PlanePoint centre, ArmSide side) {
  const PlaneVector chord = normalised(between(centre, lattice.position(next_junction(id, side))));
  const PlaneVector axis = k_axes[static_cast<unsigned>(side)];
  const PlaneVector blend = normalised(chord * (1.0 - k_axis_share) + axis * k_axis_share);
  // Both ends of an edge draw the same bow and turn it opposite ways.
  const EdgeNumber edge = edge_number(Lattice::edge_at(id, side));
  const double bow = base::draw_between(base::hash(lattice.seed(), k_salt_bow, edge.value),
                                        -k_bow_most_rad, k_bow_most_rad);
  const base::SinCos turned = base::sin_cos(Lattice::edge_starts_at(side) ? bow : -bow);
  return blend * turned.cos + left_of(blend) * turned.sin;
}

JunctionShape make_shape(const Lattice& lattice, JunctionId id) {
  JunctionShape shape;
  shape.number = junction_number(id);
  shape.centre = lattice.position(id);
  for (unsigned index = 0; index < k_arm_side_count; ++index) {
    const ArmSide side = static_cast<ArmSide>(index);
    if (!lattice.has_arm(id, side)) continue;
    Arm& arm = shape.arms[index];
    arm.exists = true;
    arm.direction = arm_direction(lattice, id, shape.centre, side);
    arm.edge = edge_number(Lattice::edge_at(id, side));
    arm.starts = Lattice::edge_starts_at(side);
    shape.arm_count += 1;
  }
  shape.radius_m = radius_for(shape);
  return shape;
}

// Of the edge at both its junctions.
std::array<EdgeEnd, 2> make_ends(const Lattice& lattice, EdgeId id) {
  const ArmSide out = id.axis == Axis::East ? ArmSide::East : ArmSide::South;
  const ArmSide in = id.axis == Axis::East ? ArmSide::West : ArmSide::North;
  return {edge_end(make_shape(lattice, id.from), static_cast<unsigned>(out), true),
          edge_end(make_shape(lattice, id.to()), static_cast<unsigned>(in), false)};
}

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

// The curve in the nearest whole number of equal parts.
EdgeCurve make_curve(const Lattice& lattice, EdgeId id) {
  const JunctionShape from = make_shape(lattice, id.from);
  const JunctionShape to = make_shape(lattice, id.to());
  const Bezier curve = bezier_between(from, to, id.axis);

  std::array<double, k_samples + 1> reached_m{};
  PlaneVector previous = curve.p0;
  for (unsigned sample = 1; sample <= k_samples; ++sample) {
    const PlaneVector place = curve.at(static_cast<double>(sample) / k_samples);
    reached_m[sample] = reached_m[sample - 1] + length(place - previous);
    previous = place;
  }

  EdgeCurve edge;
  edge.number = edge_number(id);
  edge.from = from.number;
  edge.to = to.number;
  edge.start = from.centre;
  edge.end_junction_m = between(from.centre, to.centre);
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
    const PlaneVector place = curve.at(t);
    edge.nodes[node] = {base::to_mm32(place.x), base::to_mm32(place.z), curve.tangent(t)};
  }
  measure_box(edge);
  TERRANE_ASSERT(edge.low_m.x + k_stray_m >= std::min(0.0, edge.end_junction_m.x) &&
                     edge.low_m.z + k_stray_m >= std::min(0.0, edge.end_junction_m.z) &&
                     edge.high_m.x - k_stray_m <= std::max(0.0, edge.end_junction_m.x) &&
                     edge.high_m.z - k_stray_m <= std::max(0.0, edge.end_junction_m.z),
                 "a road of the lattice keeps near the box of its junctions");
  return edge;
}

}  // namespace

std::shared_ptr<const EdgeCurve> LatticeLayout::curve(EdgeNumber edge) const {
  if (!lattice_.has_edge(edge_of(edge))) return nullptr;
  thread_local RecentStore<EdgeCurve, 1024> store;
  return store.get(seed(), edge.value, [&] { return make_curve(lattice_, edge_of(edge)); });
}

std::shared_ptr<const EdgePlan> LatticeLayout::edge(EdgeNumber edge) const {
  if (!lattice_.has_edge(edge_of(edge))) return nullptr;
  thread_local RecentStore<EdgePlan, 512> store;
  return store.get(seed(), edge.value, [&] {
    const std::shared_ptr<const EdgeCurve> course = curve(edge);
    Obstacles obstacles;
    gather_obstacles(*this, course->start, course->low_m, course->high_m, 2.0 * k_land_reach_m,
                     nullptr, obstacles);
    return plan_edge(seed(), base::hash(seed(), k_salt_edge_plan, edge.value), *course,
                     make_ends(lattice_, edge_of(edge)), lattice_street(lattice_, edge_of(edge)),
                     obstacles, ground());
  });
}

std::optional<JunctionShape> LatticeLayout::shape(JunctionNumber junction) const {
  JunctionShape shape = make_shape(lattice_, junction_of(junction));
  if (shape.arm_count == 0 || !(shape.number == junction)) return {};
  return shape;
}

std::shared_ptr<const JunctionPlan> LatticeLayout::junction(JunctionNumber junction) const {
  const std::optional<JunctionShape> shape = this->shape(junction);
  if (!shape) return nullptr;
  const auto plan = std::make_shared<JunctionPlan>();
  plan->shape = *shape;
  plan->seed = seed();
  plan->key = base::hash(seed(), k_salt_junction, junction.value);
  for (unsigned arm = 0; arm < k_arms_most; ++arm) {
    if (shape->arms[arm].exists) plan->arms[arm] = edge(shape->arms[arm].edge);
  }
  gather_obstacles(*this, shape->centre, {0, 0}, {0, 0}, 2.0 * k_land_reach_m, &junction,
                   plan->obstacles);
  return plan;
}

std::vector<EdgeNumber> LatticeLayout::edges_near(PlanePoint low, PlanePoint high) const {
  // An edge starts at most one cell and its jitter before any of its nodes.
  const JunctionId first = Lattice::cell_of(low);
  const JunctionId last = Lattice::cell_of(high);
  const PlaneVector stray{k_stray_m, k_stray_m};
  const PlanePoint from = moved(low, -stray);
  const PlanePoint to = moved(high, stray);
  std::vector<EdgeNumber> edges;
  const auto add_near = [&](EdgeId edge, PlanePoint start) {
    const PlanePoint end = lattice_.position(edge.to());
    if (std::max(start.x_mm, end.x_mm) < from.x_mm || std::min(start.x_mm, end.x_mm) > to.x_mm ||
        std::max(start.z_mm, end.z_mm) < from.z_mm || std::min(start.z_mm, end.z_mm) > to.z_mm) {
      return;
    }
    edges.push_back(edge_number(edge));
  };
  for (std::int32_t i = first.i - 2; i <= last.i + 1; ++i) {
    for (std::int32_t j = first.j - 2; j <= last.j + 1; ++j) {
      const Lattice::Edges leaving = lattice_.edges_from({i, j});
      if (!leaving.east && !leaving.south) continue;
      const PlanePoint start = lattice_.position({i, j});
      if (leaving.east) add_near({{i, j}, Axis::East}, start);
      if (leaving.south) add_near({{i, j}, Axis::South}, start);
    }
  }
  return edges;
}

std::vector<JunctionNumber> LatticeLayout::junctions_in(PlanePoint low, PlanePoint high) const {
  const JunctionId first = Lattice::cell_of(low);
  const JunctionId last = Lattice::cell_of(high);
  std::vector<JunctionNumber> junctions;
  for (std::int32_t i = first.i - 1; i <= last.i + 1; ++i) {
    for (std::int32_t j = first.j - 1; j <= last.j + 1; ++j) {
      const PlanePoint place = lattice_.position({i, j});
      if (place.x_mm < low.x_mm || place.x_mm >= high.x_mm || place.z_mm < low.z_mm ||
          place.z_mm >= high.z_mm) {
        continue;
      }
      for (unsigned side = 0; side < k_arm_side_count; ++side) {
        if (!lattice_.has_arm({i, j}, static_cast<ArmSide>(side))) continue;
        junctions.push_back(junction_number({i, j}));
        break;
      }
    }
  }
  return junctions;
}

}  // namespace terrane::city
