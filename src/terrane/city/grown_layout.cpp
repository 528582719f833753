#include "terrane/city/grown_layout.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "terrane/base/assert.h"
#include "terrane/base/hash.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_edge_plan = 96;
constexpr std::uint64_t k_salt_junction = 97;
constexpr std::uint64_t k_salt_edge_number = 98;
constexpr double k_obstacle_reach_m = 2.0 * k_land_reach_m;
// Near a junction its arms' bisectors need every node, elsewhere every other one will do: the
// circle between two of them, 8.4 m apart and 40 m or more away, is 0.2 m too large at most.
constexpr unsigned k_dense_nodes = 30;
constexpr double k_cover_margin_m = 400.0;
constexpr double k_corridor_m = 800.0;

// Roads within reach of the box, from `origin`, but those `skip` names.
template <typename Skip>
Obstacles obstacles_near(const GrownGraph& graph, PlanePoint origin, PlaneVector low_m,
                         PlaneVector high_m, Skip&& skip) {
  Obstacles obstacles;
  const PlaneVector reach{k_obstacle_reach_m, k_obstacle_reach_m};
  const PlaneVector low = low_m - reach;
  const PlaneVector high = high_m + reach;
  graph.visit_near(moved(origin, low), moved(origin, high), [&](const GrownEdge& edge) {
    if (skip(edge)) return;
    const EdgeCurve& curve = edge.curve;
    const PlaneVector offset = between(origin, curve.start);
    const auto add = [&](PlaneVector point) {
      if (point.x < low.x || point.x > high.x || point.z < low.z || point.z > high.z) return;
      obstacles.add(point);
    };
    add(offset);
    for (unsigned node = 0; node <= curve.segment_count; ++node) {
      const bool dense = node < k_dense_nodes || node + k_dense_nodes > curve.segment_count;
      if (dense || node % 2 == 0) add(offset + curve.node_m(node));
    }
    add(offset + curve.end_junction_m);
  });
  return obstacles;
}

bool is_apart(const EdgeCurve& a, const EdgeCurve& b, double margin_m) {
  const PlaneVector offset = between(a.start, b.start);
  return a.low_m.x > offset.x + b.high_m.x + margin_m ||
         a.high_m.x < offset.x + b.low_m.x - margin_m ||
         a.low_m.z > offset.z + b.high_m.z + margin_m ||
         a.high_m.z < offset.z + b.low_m.z - margin_m;
}

// How far a ray goes before it enters the circle; `way` leads to the circle's centre.
double way_to_circle_m(PlaneVector way, PlaneVector direction, double radius_m) {
  const double along = dot(way, direction);
  const double off = dot(way, way) - along * along;  // squared distance of the centre from the ray
  const double inside = radius_m * radius_m - off;
  if (along <= 0 || inside <= 0) return 1e9;
  return along - std::sqrt(inside);
}

// How deep a standing road is built at a node, on the side where `towards` lies.
double built_depth_m(const EdgePlan& plan, unsigned node, PlaneVector towards) {
  const bool left = turn(plan.curve.nodes[node].forward, towards) > 0;
  return plan.depth_m[static_cast<unsigned>(left ? Side::Left : Side::Right)][node];
}

// The sides of a new road end where a standing road's built side begins.
void yield_to(EdgePlan& plan, const EdgePlan& standing) {
  const PlaneVector offset = between(plan.curve.start, standing.curve.start);
  for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
    const PlaneVector place = plan.curve.node_m(station) - offset;
    for (const Side side : {Side::Left, Side::Right}) {
      const PlaneVector direction = plan.outward(station, side);
      double& land_m = plan.land_m[static_cast<unsigned>(side)][station];
      double& depth_m = plan.depth_m[static_cast<unsigned>(side)][station];
      const auto limit = [&](PlaneVector centre, double radius_m) {
        const PlaneVector way = centre - place;
        if (dot(way, way) > 4.0 * k_side_depth_m * k_side_depth_m) return;
        const double free_m = way_to_circle_m(way, direction, radius_m);
        if (free_m < land_m) land_m = base::from_mm(base::to_mm(free_m));
      };
      for (unsigned node = 0; node <= standing.curve.segment_count; ++node) {
        const PlaneVector centre = standing.curve.node_m(node);
        limit(centre, built_depth_m(standing, node, place - centre));
      }
      limit({0, 0}, k_side_depth_m);
      limit(standing.curve.end_junction_m, k_side_depth_m);
      depth_m = std::min(depth_m, land_m);
    }
  }
}

// What an edge knows of a junction: all that is laid there, which stays while the edge stands.
EdgeEnd edge_end_at(const GrownJunction& junction, const GrownEdge& edge) {
  JunctionShape shape;
  unsigned own = 0;
  for (unsigned index = 0; index < k_arms_most; ++index) {
    shape.arms[index].exists = junction.edges[index] != nullptr;
    shape.arms[index].direction = junction.place.ways[index];
    if (junction.edges[index] == &edge) own = index;
  }
  return edge_end(shape, own, edge.from == &junction);
}

JunctionShape shape_of(const GrownJunction& junction) {
  JunctionShape shape;
  shape.number = junction.number;
  shape.centre = junction.place.centre;
  shape.radius_m = junction.place.radius_m;
  for (unsigned index = 0; index < k_arms_most; ++index) {
    const GrownEdge* edge = junction.edges[index];
    if (edge == nullptr || !edge->plan) continue;
    Arm& arm = shape.arms[index];
    arm.exists = true;
    arm.direction = junction.place.ways[index];
    arm.edge = edge->plan->curve.number;
    arm.starts = edge->from == &junction;
    shape.arm_count += 1;
  }
  return shape;
}

// For whoever draws the edge's course again.
GrownOrigin origin_of(const GrownEdge& edge) {
  const GrownPlace& from = edge.from->place;
  GrownOrigin origin;
  origin.from_key = from.key;
  origin.way = edge.to->way;
  origin.direction = from.ways[static_cast<unsigned>(origin.way)];
  origin.radius_m = from.radius_m;
  while (identity_along(from, origin.way, origin.attempt) != edge.to->place.identity) {
    origin.attempt += 1;
    TERRANE_ASSERT(origin.attempt < k_attempts, "an edge was drawn by one of the attempts");
  }
  return origin;
}

std::uint64_t hash_of_depths(const EdgePlan& plan) {
  std::uint64_t key = 0;
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned station = 0; station <= plan.curve.segment_count; ++station) {
      key = base::hash_combine(
          key, static_cast<std::uint64_t>(base::to_mm(plan.land_m[side][station]) * 1000000 +
                                          base::to_mm(plan.depth_m[side][station])));
    }
  }
  return key;
}

bool is_near_any(std::span<const PlanePoint> observers, PlanePoint place, double within_m) {
  return std::any_of(observers.begin(), observers.end(), [&](PlanePoint observer) {
    const PlaneVector way = between(observer, place);
    return dot(way, way) <= within_m * within_m;
  });
}

bool is_near_any(std::span<const PlanePoint> observers, const EdgeCurve& curve, double within_m) {
  return is_near_any(observers, curve.start, within_m) ||
         is_near_any(observers, moved(curve.start, curve.end_junction_m), within_m) ||
         is_near_any(observers, curve.node_world(curve.segment_count / 2), within_m);
}

// Where cover() grows.
struct CoverRegion {
  PlanePoint low;
  PlanePoint high;
  PlaneVector way_m;  // from the origin to the middle of the box

  bool holds(PlanePoint place) const {
    if (place.x_mm >= low.x_mm && place.x_mm <= high.x_mm && place.z_mm >= low.z_mm &&
        place.z_mm <= high.z_mm) {
      return true;
    }
    const PlaneVector from_origin = between({0, 0}, place);
    const double squared = dot(way_m, way_m);
    const double share =
        squared > 0 ? std::clamp(dot(from_origin, way_m) / squared, 0.0, 1.0) : 0.0;
    return length(from_origin - way_m * share) <= k_corridor_m;
  }
};

}  // namespace

GrownLayout::GrownLayout(std::uint64_t seed)
    : Layout(seed), graph_(std::make_unique<GrownGraph>(seed)) {
  graph_->lay_arms(graph_->origin());
  reach_junction(graph_->origin());
}

std::shared_ptr<const EdgePlan> GrownLayout::edge(EdgeNumber edge) const {
  const std::shared_lock lock(mutex_);
  const auto found = kept_edges_.find(edge.value);
  return found == kept_edges_.end() ? nullptr : found->second.plan;
}

std::shared_ptr<const EdgeCurve> GrownLayout::curve(EdgeNumber edge) const {
  std::shared_ptr<const EdgePlan> plan = this->edge(edge);
  if (!plan) return nullptr;
  const EdgeCurve* course = &plan->curve;
  return {std::move(plan), course};
}

std::shared_ptr<const JunctionPlan> GrownLayout::junction(JunctionNumber junction) const {
  const std::shared_lock lock(mutex_);
  const auto found = kept_junctions_.find(junction.value);
  return found == kept_junctions_.end() ? nullptr : found->second.plan;
}

std::optional<JunctionShape> GrownLayout::shape(JunctionNumber junction) const {
  const std::shared_lock lock(mutex_);
  const auto kept = kept_junctions_.find(junction.value);
  if (kept != kept_junctions_.end()) return kept->second.plan->shape;
  const GrownJunction* laid = graph_->find(junction);
  if (laid == nullptr) return {};
  return shape_of(*laid);
}

std::vector<EdgeNumber> GrownLayout::edges_near(PlanePoint low, PlanePoint high) const {
  const std::shared_lock lock(mutex_);
  std::vector<EdgeNumber> edges;
  graph_->visit_near(low, high, [&](const GrownEdge& edge) {
    if (edge.plan) edges.push_back(edge.plan->curve.number);
  });
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<JunctionNumber> GrownLayout::junctions_in(PlanePoint low, PlanePoint high) const {
  const std::shared_lock lock(mutex_);
  std::vector<JunctionNumber> junctions;
  graph_->visit_near(low, high, [&](const GrownEdge& edge) {
    for (const GrownJunction* junction : {edge.from, edge.to}) {
      const PlanePoint centre = junction->place.centre;
      const bool inside = centre.x_mm >= low.x_mm && centre.x_mm < high.x_mm &&
                          centre.z_mm >= low.z_mm && centre.z_mm < high.z_mm;
      if (inside && junction->reached) junctions.push_back(junction->number);
    }
  });
  std::sort(junctions.begin(), junctions.end());
  junctions.erase(std::unique(junctions.begin(), junctions.end()), junctions.end());
  return junctions;
}

void GrownLayout::reach(JunctionNumber junction) {
  {
    const std::shared_lock lock(mutex_);
    const GrownJunction* laid = graph_->find(junction);
    if (laid == nullptr || laid->reached) return;
  }
  const std::unique_lock lock(mutex_);
  GrownJunction* laid = graph_->find(junction);
  if (laid != nullptr) reach_junction(*laid);
}

void GrownLayout::reach_junction(GrownJunction& junction) const {
  if (junction.reached) return;
  for (GrownEdge* edge : junction.edges) {
    if (edge != nullptr) graph_->lay_arms(edge->from == &junction ? *edge->to : *edge->from);
  }
  for (GrownEdge* edge : junction.edges) {
    if (edge != nullptr && !edge->plan) give_out(*edge);
  }
  give_out(junction);
}

void GrownLayout::give_out(GrownEdge& edge) const {
  const EdgeCurve& curve = edge.curve;
  const std::uint64_t key = base::hash(seed(), k_salt_edge_plan, edge.to->place.key);
  // The own nodes are left out: a road that bends by 0.008 rad/m and never turns by more than 0.84
  // keeps its own centres of curvature, 125 m away, clear.
  const Obstacles obstacles = obstacles_near(*graph_, curve.start, curve.low_m, curve.high_m,
                                             [&](const GrownEdge& of) { return &of == &edge; });
  auto plan = std::make_shared<EdgePlan>(
      plan_edge(seed(), key, curve, {edge_end_at(*edge.from, edge), edge_end_at(*edge.to, edge)},
                edge.to->place.street, obstacles, ground()));
  const PlaneVector reach{2.0 * k_side_depth_m, 2.0 * k_side_depth_m};
  graph_->visit_near(moved(curve.start, curve.low_m - reach),
                     moved(curve.start, curve.high_m + reach), [&](const GrownEdge& other) {
                       const bool adjacent = other.touches(*edge.from) || other.touches(*edge.to);
                       if (adjacent || !edge.is_newer_than_plan_of(other)) return;
                       if (is_apart(curve, other.curve, 2.0 * k_side_depth_m)) return;
                       yield_to(*plan, *other.plan);
                     });

  plan->curve.from = edge.from->number;
  plan->curve.to = edge.to->number;
  std::uint64_t name =
      base::hash(seed(), k_salt_edge_number, edge.to->place.identity, plan->curve.from.value,
                 plan->curve.to.value, hash_of_depths(*plan));
  const auto is_taken = [&](std::uint64_t number) {
    const auto found = kept_edges_.find(number);
    return found != kept_edges_.end() && found->second.stands;
  };
  while (is_taken(name >> (64 - k_number_bits))) name = base::hash(name);
  plan->curve.number = {name >> (64 - k_number_bits)};
  kept_edges_[plan->curve.number.value] = {plan, true, ++change_count_, origin_of(edge)};
  graph_->set_standing(edge, std::move(plan));
}

void GrownLayout::give_out(GrownJunction& junction) const {
  const auto plan = std::make_shared<JunctionPlan>();
  plan->shape = shape_of(junction);
  plan->seed = seed();
  plan->key = base::hash(seed(), k_salt_junction, junction.place.key);
  for (unsigned arm = 0; arm < k_arms_most; ++arm) {
    if (junction.edges[arm] != nullptr) plan->arms[arm] = junction.edges[arm]->plan;
  }
  const PlanePoint centre = junction.place.centre;
  const auto own = [&](const GrownEdge& edge) { return edge.touches(junction); };
  plan->obstacles = obstacles_near(*graph_, centre, {0, 0}, {0, 0}, own);
  // Round a dead end the side yields too: a point as far behind the standing built side's edge as
  // the junction is before it keeps its circles out.
  const PlaneVector reach{k_obstacle_reach_m, k_obstacle_reach_m};
  const GrownEdge* edge = *std::find_if(junction.edges.begin(), junction.edges.end(),
                                        [](const GrownEdge* of) { return of != nullptr; });
  graph_->visit_near(moved(centre, -reach), moved(centre, reach), [&](const GrownEdge& other) {
    if (own(other) || !edge->is_newer_than_plan_of(other)) return;
    const EdgeCurve& curve = other.plan->curve;
    for (unsigned node = 0; node <= curve.segment_count; ++node) {
      const PlaneVector way = between(centre, curve.node_world(node));
      const double distance_m = length(way);
      const double free_m = distance_m - built_depth_m(*other.plan, node, -way);
      if (2.0 * free_m < distance_m) {
        plan->obstacles.add(way * (2.0 * free_m / distance_m));
      }
    }
  });
  kept_junctions_[junction.number.value] = {plan, true, ++change_count_};
  junction.reached = true;
}

bool GrownLayout::cover(PlanePoint low, PlanePoint high) const {
  // The way there would have to grow first, and be kept.
  const auto is_far = [](std::int64_t low_mm, std::int64_t high_mm) {
    return low_mm > k_cover_reach_mm || high_mm < -k_cover_reach_mm;
  };
  if (is_far(low.x_mm, high.x_mm) || is_far(low.z_mm, high.z_mm)) return false;
  const std::unique_lock lock(mutex_);
  const PlaneVector margin{k_cover_margin_m, k_cover_margin_m};
  const CoverRegion region{
      moved(low, -margin), moved(high, margin),
      between({0, 0}, {low.x_mm / 2 + high.x_mm / 2, low.z_mm / 2 + high.z_mm / 2})};
  unsigned grown = 0;
  std::set<std::uint64_t> seen{graph_->origin().place.identity};
  std::vector<GrownJunction*> ring{&graph_->origin()};
  while (!ring.empty()) {
    std::sort(ring.begin(), ring.end(),
              [](const GrownJunction* a, const GrownJunction* b) { return a->number < b->number; });
    std::vector<GrownJunction*> next;
    for (GrownJunction* junction : ring) {
      if (!region.holds(junction->place.centre)) continue;
      if (!junction->reached && ++grown > k_cover_limit) return false;
      reach_junction(*junction);
      for (const GrownEdge* edge : junction->edges) {
        if (edge == nullptr) continue;
        GrownJunction* other = edge->from == junction ? edge->to : edge->from;
        if (seen.insert(other->place.identity).second) next.push_back(other);
      }
    }
    ring = std::move(next);
  }
  return true;
}

void GrownLayout::evict_far(std::span<const PlanePoint> observers) {
  if (observers.empty()) return;
  const std::unique_lock lock(mutex_);
  const GrownJunction& origin = graph_->origin();
  for (auto& [identity, edge] : graph_->edges()) {
    if (!edge.plan || edge.touches(origin)) continue;
    if (is_near_any(observers, edge.curve, k_evict_m)) continue;
    kept_edges_[edge.plan->curve.number.value].stands = false;
    for (const GrownJunction* junction : {edge.from, edge.to}) {
      const auto kept = kept_junctions_.find(junction->number.value);
      if (kept != kept_junctions_.end()) kept->second.stands = false;
    }
    graph_->unset_standing(edge);
    change_count_ += 1;
  }
  graph_->release_unused();
  forget_far(observers);
}

void GrownLayout::forget_far(std::span<const PlanePoint> observers) {
  change_count_ += std::erase_if(kept_edges_, [&](const auto& entry) {
    const KeptEdge& kept = entry.second;
    return !kept.stands && !is_near_any(observers, kept.plan->curve, k_forget_m);
  });
  change_count_ += std::erase_if(kept_junctions_, [&](const auto& entry) {
    const KeptJunction& kept = entry.second;
    return !kept.stands && !is_near_any(observers, kept.plan->shape.centre, k_forget_m);
  });
}

}  // namespace terrane::city
