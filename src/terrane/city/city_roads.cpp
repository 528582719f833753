#include "terrane/city/city_roads.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/assert.h"

namespace terrane::city {
namespace {

// 760 m of reach are 140 m of country.
constexpr double k_weight_across_country = 760.0 / 140.0;
// Farther than this from every road one has been set down, not driven there.
constexpr double k_set_down_m = 150.0;
constexpr double k_covered_m = 400.0;  // to each side of a place where one is set down
constexpr double k_plane_extent_m = 1.92e9;

geo::Vec3 to_direction(PlaneVector v) {
  return {v.x, 0, v.z};
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

PlanePoint plane_point_of(geo::Vec3 position) {
  return {base::to_mm(std::clamp(position.x, -k_plane_extent_m, k_plane_extent_m)),
          base::to_mm(std::clamp(position.z, -k_plane_extent_m, k_plane_extent_m))};
}

double way_to_box_m(const EdgeCurve& course, PlanePoint point) {
  const PlaneVector place = between(course.start, point);
  const double x = std::max({course.low_m.x - place.x, place.x - course.high_m.x, 0.0});
  const double z = std::max({course.low_m.z - place.z, place.z - course.high_m.z, 0.0});
  return length({x, z});
}

const EdgeCurve& CityRoads::course(EdgeNumber edge) {
  std::shared_ptr<const EdgeCurve>& kept = courses_[edge.value];
  if (!kept) kept = layout_.curve(edge);
  TERRANE_ASSERT(kept, "only edges that stand are asked for");
  return *kept;
}

stream::RoadChain CityRoads::chain(std::uint64_t chain_id) {
  const EdgeCurve& course = this->course({chain_id});
  return {segment_key(course.number, 0), course.segment_count, course.segment_length_m,
          junction_key(course.from), junction_key(course.to)};
}

stream::RoadJunction CityRoads::junction(stream::PieceKey key, bool may_grow) {
  auto found = junctions_.find(key.value);
  const bool is_new = found == junctions_.end();
  if (is_new && grows_ && !may_grow) return {0, {}, false, false};
  if (is_new) {
    const JunctionNumber number = piece_of_key(key).junction();
    layout_.reach(number);
    const JunctionShape shape = layout_.shape(number).value_or(JunctionShape{});
    KeptJunction fresh;
    fresh.crossing_m = 2.0 * shape.radius_m;
    fresh.place = shape.centre;
    for (const Arm& arm : shape.arms) {
      if (!arm.exists) continue;
      fresh.arms[fresh.arm_count++] = {arm.edge.value, arm.starts, to_direction(arm.direction)};
    }
    found = junctions_.emplace(key.value, fresh).first;
  }
  const KeptJunction& kept = found->second;
  return {kept.crossing_m, {kept.arms.data(), kept.arm_count}, true, is_new && grows_};
}

// Somebody may be set down where nothing has grown yet: once for each place.
bool CityRoads::cover_around(PlanePoint point, double nearest_m) {
  const bool is_new = !covered_ || length(between(*covered_, point)) > k_set_down_m;
  if (!is_new) return true;
  const PlaneVector around{k_covered_m, k_covered_m};
  if (!layout_.cover(moved(point, -around), moved(point, around))) return nearest_m < k_covered_m;
  covered_ = point;
  return true;
}

double CityRoads::nearest_road_m(PlanePoint point) {
  double nearest_m = HUGE_VAL;
  for (const double reach_m : {240.0, 800.0}) {
    const PlaneVector reach{reach_m, reach_m};
    for (const EdgeNumber edge : layout_.edges_near(moved(point, -reach), moved(point, reach))) {
      const EdgeCurve& curve = course(edge);
      if (way_to_box_m(curve, point) >= nearest_m) continue;
      nearest_m = std::min(nearest_m, nearest_node(curve, point).distance_m);
    }
    // A road in the far corner of the small box may be farther than one beside it.
    if (nearest_m <= reach_m) break;
  }
  return nearest_m;
}

bool CityRoads::add_starts(const stream::Observer& observer, double near_m,
                           std::vector<stream::RoadStart>& starts) {
  const PlanePoint point = plane_point_of(observer.position);
  const geo::Vec3 level{observer.forward.x, 0, observer.forward.z};
  const geo::Vec3 forward = length(level) > 1e-6 ? normalised(level) : geo::Vec3{0, 0, -1};

  // On a pad the way goes on over all arms.
  const PlaneVector pad{k_radius_most_m, k_radius_most_m};
  for (const JunctionNumber junction :
       layout_.junctions_in(moved(point, -pad), moved(point, pad))) {
    const std::optional<JunctionShape> shape = layout_.shape(junction);
    if (!shape || length(between(shape->centre, point)) > shape->radius_m) continue;
    stream::RoadStart start;
    start.on_junction = true;
    start.junction = junction_key(junction);
    start.forward = forward;
    starts.push_back(start);
  }

  double nearest_m = nearest_road_m(point);
  if (nearest_m > k_set_down_m) {
    if (!cover_around(point, nearest_m)) return false;
    nearest_m = nearest_road_m(point);
  }
  if (nearest_m == HUGE_VAL) return true;
  const double reach_m = nearest_m + near_m;
  const PlaneVector reach{reach_m, reach_m};
  for (const EdgeNumber edge : layout_.edges_near(moved(point, -reach), moved(point, reach))) {
    const EdgeCurve& curve = course(edge);
    if (way_to_box_m(curve, point) > reach_m) continue;
    const NearestNode here = nearest_node(curve, point);
    if (here.distance_m > reach_m) continue;
    stream::RoadStart start;
    start.chain_id = edge.value;
    start.along_m = along_edge_m(curve, here.node, point);
    start.direction = to_direction(curve.nodes[here.node].forward);
    start.forward = forward;
    // Within a segment's length of the road one is on it. To the nearest road it is as far as it
    // is; to any other each metre more is dear, so that a road comes within reach only long after
    // it was first fetched, and never all at once.
    const double farther_m = here.distance_m - nearest_m;
    start.cost_m =
        std::max(0.0, nearest_m - curve.segment_length_m) + farther_m * k_weight_across_country;
    starts.push_back(start);
  }
  return true;
}

void CityRoads::evict_far(std::span<const stream::Observer> observers, double keep_m) {
  const auto is_far = [&](PlanePoint place) {
    for (const stream::Observer& observer : observers) {
      const PlaneVector way = between(plane_point_of(observer.position), place);
      if (dot(way, way) < keep_m * keep_m) return false;
    }
    return true;
  };
  std::erase_if(courses_, [&](const auto& entry) { return is_far(entry.second->start); });
  std::erase_if(junctions_, [&](const auto& entry) { return is_far(entry.second.place); });
}

}  // namespace terrane::city
