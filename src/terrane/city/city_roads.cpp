#include "terrane/city/city_roads.h"

#include <algorithm>

#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_shape.h"

namespace terrane::city {
namespace {

constexpr double k_plane_extent_m = 1.92e9;

geo::Vec3 to_direction(PlaneVector v) {
  return {v.x, 0, v.z};
}

// Calls `visit(edge, curve)` for each road of the cells within `reach` of the point's.
template <typename Visit>
void visit_roads_near(const Lattice& lattice, PlanePoint point, std::int32_t reach, Visit&& visit) {
  const JunctionId cell = Lattice::cell_of(point);
  for (std::int32_t j = cell.j - reach; j <= cell.j + reach; ++j) {
    for (std::int32_t i = cell.i - reach; i <= cell.i + reach; ++i) {
      for (const Axis axis : {Axis::East, Axis::South}) {
        const EdgeId edge{{i, j}, axis};
        if (lattice.has_edge(edge)) visit(edge, *shared_curve(lattice, edge));
      }
    }
  }
}

struct NearestNode {
  unsigned node = 0;
  double distance_m = 1e18;
};

NearestNode nearest_node(const EdgeCurve& curve, PlanePoint point) {
  const PlaneVector place = between(curve.start, point);
  NearestNode nearest;
  for (unsigned node = 0; node <= curve.segment_count; ++node) {
    const PlaneVector way = curve.node_m(node) - place;
    const double squared = dot(way, way);
    if (squared < nearest.distance_m) nearest = {node, squared};
  }
  nearest.distance_m = std::sqrt(nearest.distance_m);
  return nearest;
}

// How far along the edge the point's foot lies, metres; from the nearest node along its tangent.
double along_edge_m(const EdgeCurve& curve, unsigned node, PlanePoint point) {
  const PlaneVector way = between(curve.start, point) - curve.node_m(node);
  const double beyond_m = std::clamp(dot(way, curve.nodes[node].forward), -curve.segment_length_m,
                                     curve.segment_length_m);
  return std::clamp(node * curve.segment_length_m + beyond_m, 0.0,
                    curve.segment_count * curve.segment_length_m);
}

}  // namespace

EdgeId edge_of_number(std::uint64_t number) {
  return piece_of_key({number << 7}).edge;
}

PlanePoint plane_point_of(geo::Vec3 position) {
  return {base::to_mm(std::clamp(position.x, -k_plane_extent_m, k_plane_extent_m)),
          base::to_mm(std::clamp(position.z, -k_plane_extent_m, k_plane_extent_m))};
}

NearestStation nearest_station(const Lattice& lattice, PlanePoint point) {
  NearestStation nearest;
  for (const std::int32_t reach : {1, 3}) {
    visit_roads_near(lattice, point, reach, [&](EdgeId edge, const EdgeCurve& curve) {
      const NearestNode here = nearest_node(curve, point);
      if (nearest.found && here.distance_m >= nearest.distance_m) return;
      nearest = {true, edge, here.node, here.distance_m};
    });
    if (nearest.found) break;
  }
  return nearest;
}

stream::RoadChain CityRoads::chain(std::uint64_t chain_id) {
  const auto kept = chains_.find(chain_id);
  if (kept != chains_.end()) return kept->second.chain;
  const EdgeId edge = edge_of_number(chain_id);
  const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, edge);
  KeptChain fresh;
  fresh.chain.first_key = segment_key(edge, 0);
  fresh.chain.segment_count = curve->segment_count;
  fresh.chain.segment_length_m = curve->segment_length_m;
  fresh.chain.start_junction = junction_key(edge.from);
  fresh.chain.end_junction = junction_key(edge.to());
  fresh.place = curve->start;
  chains_.emplace(chain_id, fresh);
  return fresh.chain;
}

stream::RoadJunction CityRoads::junction(stream::PieceKey key) {
  const auto found = junctions_.find(key.value);
  if (found == junctions_.end()) {
    const JunctionShape shape = junction_shape(lattice_, piece_of_key(key).edge.from);
    KeptJunction fresh;
    fresh.crossing_m = 2.0 * shape.radius_m;
    fresh.place = shape.centre;
    for (unsigned index = 0; index < k_arm_side_count; ++index) {
      if (!shape.arms[index].exists) continue;
      const ArmSide side = static_cast<ArmSide>(index);
      fresh.arms[fresh.arm_count++] = {edge_number(Lattice::edge_at(shape.id, side)),
                                       Lattice::edge_starts_at(side),
                                       to_direction(shape.arms[index].direction)};
    }
    const KeptJunction& kept = junctions_.emplace(key.value, fresh).first->second;
    return {kept.crossing_m, {kept.arms.data(), kept.arm_count}};
  }
  const KeptJunction& kept = found->second;
  return {kept.crossing_m, {kept.arms.data(), kept.arm_count}};
}

void CityRoads::add_starts(const stream::Observer& observer, double near_m,
                           std::vector<stream::RoadStart>& starts) const {
  const PlanePoint point = plane_point_of(observer.position);
  const geo::Vec3 level{observer.forward.x, 0, observer.forward.z};
  const geo::Vec3 forward = length(level) > 1e-6 ? normalised(level) : geo::Vec3{0, 0, -1};

  // On a pad the way goes on over all arms.
  const JunctionId cell = Lattice::cell_of(point);
  for (std::int32_t j = cell.j - 1; j <= cell.j + 1; ++j) {
    for (std::int32_t i = cell.i - 1; i <= cell.i + 1; ++i) {
      const JunctionId id{i, j};
      const PlanePoint centre = lattice_.position(id);
      const PlaneVector way = between(centre, point);
      if (dot(way, way) > k_radius_most_m * k_radius_most_m) continue;
      const JunctionShape shape = junction_shape(lattice_, id);
      if (shape.arm_count == 0 || length(way) > shape.radius_m) continue;
      stream::RoadStart start;
      start.on_junction = true;
      start.junction = junction_key(id);
      start.forward = forward;
      starts.push_back(start);
    }
  }

  const NearestStation nearest = nearest_station(lattice_, point);
  visit_roads_near(lattice_, point, 1, [&](EdgeId edge, const EdgeCurve& curve) {
    const NearestNode here = nearest_node(curve, point);
    const bool is_nearest = nearest.found && nearest.edge == edge;
    if (here.distance_m > near_m && !is_nearest) return;
    stream::RoadStart start;
    start.chain_id = edge_number(edge);
    start.along_m = along_edge_m(curve, here.node, point);
    start.direction = to_direction(curve.nodes[here.node].forward);
    start.forward = forward;
    // Within a segment's length of the road one is on it.
    start.cost_m = std::max(0.0, here.distance_m - curve.segment_length_m);
    starts.push_back(start);
  });
}

void CityRoads::evict_far(std::span<const stream::Observer> observers, double keep_m) {
  const auto is_far = [&](const auto& entry) {
    for (const stream::Observer& observer : observers) {
      const PlaneVector way = between(plane_point_of(observer.position), entry.second.place);
      if (dot(way, way) < keep_m * keep_m) return false;
    }
    return true;
  };
  std::erase_if(chains_, is_far);
  std::erase_if(junctions_, is_far);
}

}  // namespace terrane::city
