#include "terrane/osm/road_follower.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;
using geo::Vec3;

constexpr double k_road_surface_m = 0.08;
// The heading looks from a little behind to this far ahead, so that it turns smoothly.
constexpr double k_look_behind_m = 3.0;
constexpr double k_look_ahead_m = 9.0;
// Ways that turn by more than about 100 degrees are not ahead.
constexpr double k_ahead_cosine = -0.17;

// A pair of neighbouring nodes of a road, travelled from `from` to `to`.
struct Step {
  PositionE7 from;
  PositionE7 to;
  RoadClass road_class = RoadClass::Street;

  auto order() const { return std::make_tuple(from, to, road_class); }
};

Vec3 surface(PositionE7 position) {
  return geo::to_ecef(geo::to_geodetic(position, k_road_surface_m));
}

Vec3 direction_of(const Step& step) {
  return geo::normalised(surface(step.to) - surface(step.from));
}

class MapRoadFollower final : public stream::RoadFollower {
 public:
  MapRoadFollower(std::vector<Step> steps, std::size_t start, double along_m, std::uint64_t seed)
      : steps_(std::move(steps)), seed_(seed) {
    current_ = steps_[start];
    points_.push_back(surface(current_.from));
    points_.push_back(surface(current_.to));
    plan_ahead();
    advance(along_m);
  }

  stream::RoadPlace place() const override {
    const Vec3 ahead = point_at(along_m_ + k_look_ahead_m);
    const Vec3 behind = point_at(std::max(along_m_ - k_look_behind_m, 0.0));
    Vec3 forward = geo::normalised(ahead - behind);
    if (geo::length(forward) == 0) forward = geo::normalised(points_[1] - points_[0]);
    return {point_at(along_m_), forward};
  }

  void advance(double distance_m) override {
    along_m_ += std::max(distance_m, 0.0);
    for (;;) {
      plan_ahead();
      // The stretch behind is let go once the look behind does not reach it.
      const double first_m = geo::length(points_[1] - points_[0]);
      if (points_.size() < 3 || along_m_ < first_m + k_look_behind_m) return;
      points_.pop_front();
      along_m_ -= first_m;
    }
  }

 private:
  Vec3 point_at(double along_m) const {
    for (std::size_t at = 1; at < points_.size(); ++at) {
      const double length_m = geo::length(points_[at] - points_[at - 1]);
      if (along_m <= length_m || at + 1 == points_.size()) {
        const double share = length_m > 0 ? std::min(along_m / length_m, 1.0) : 0.0;
        return points_[at - 1] + (points_[at] - points_[at - 1]) * share;
      }
      along_m -= length_m;
    }
    return points_.back();
  }

  void plan_ahead() {
    double planned_m = 0;
    for (std::size_t at = 1; at < points_.size(); ++at) {
      planned_m += geo::length(points_[at] - points_[at - 1]);
    }
    // At most as many steps as there are: nodes lie at least a centimetre apart.
    while (planned_m < along_m_ + 2 * k_look_ahead_m) {
      current_ = next_step();
      points_.push_back(surface(current_.to));
      planned_m += geo::length(points_[points_.size() - 1] - points_[points_.size() - 2]);
    }
  }

  // The way on from the end of the current step.
  Step next_step() {
    turns_ += 1;
    const auto by_from = [](const Step& step, PositionE7 from) { return step.from < from; };
    const auto first = std::lower_bound(steps_.begin(), steps_.end(), current_.to, by_from);
    const Vec3 forward = direction_of(current_);
    const Step* best = nullptr;
    std::tuple<RoadClass, std::uint64_t> best_rank;
    for (auto step = first; step != steps_.end() && step->from == current_.to; ++step) {
      if (step->to == current_.from) continue;
      if (geo::dot(direction_of(*step), forward) < k_ahead_cosine) continue;
      const std::tuple rank(step->road_class,
                            base::hash(seed_, turns_, step->to.lat_e7, step->to.lon_e7));
      if (best == nullptr || rank < best_rank) {
        best = &*step;
        best_rank = rank;
      }
    }
    if (best != nullptr) return *best;
    return {current_.to, current_.from, current_.road_class};
  }

  std::vector<Step> steps_;  // both directions of every pair, sorted by where they start
  std::uint64_t seed_;
  std::uint64_t turns_ = 0;
  Step current_;             // the last one planned
  std::deque<Vec3> points_;  // the way planned; at least two
  double along_m_ = 0;       // from the first point
};

void append_steps(const MapData& map, bool drivable_only, std::vector<Step>& steps) {
  for (const Road& road : map.roads) {
    if (drivable_only && !is_drivable(road.tags.road_class)) continue;
    const std::span<const PositionE7> line = map.at(road.positions);
    for (std::size_t at = 1; at < line.size(); ++at) {
      steps.push_back({line[at - 1], line[at], road.tags.road_class});
      steps.push_back({line[at], line[at - 1], road.tags.road_class});
    }
  }
}

// Distance from a position to a step, and how far along it the nearest point lies.
struct Nearness {
  double distance_m = 0;
  double along_m = 0;
};
Nearness nearness(const Step& step, PositionE7 position, const LocalScale& scale) {
  const auto east = [&](PositionE7 p) {
    return static_cast<double>(static_cast<std::int64_t>(p.lon_e7) - position.lon_e7) *
           scale.east_m_per_e7;
  };
  const auto north = [&](PositionE7 p) {
    return static_cast<double>(static_cast<std::int64_t>(p.lat_e7) - position.lat_e7) *
           scale.north_m_per_e7;
  };
  const double ax = east(step.from);
  const double ay = north(step.from);
  const double dx = east(step.to) - ax;
  const double dy = north(step.to) - ay;
  const double length_m = std::sqrt(dx * dx + dy * dy);
  const double along_m =
      length_m > 0 ? std::clamp(-(ax * dx + ay * dy) / length_m, 0.0, length_m) : 0.0;
  const double share = length_m > 0 ? along_m / length_m : 0.0;
  const double x = ax + dx * share;
  const double y = ay + dy * share;
  return {std::sqrt(x * x + y * y), along_m};
}

}  // namespace

std::unique_ptr<stream::RoadFollower> make_road_follower(const MapData& map, Vec3 start,
                                                         double heading_rad, std::uint64_t seed) {
  if (!geo::is_finite(start)) return nullptr;
  std::vector<Step> steps;
  append_steps(map, true, steps);
  if (steps.empty()) append_steps(map, false, steps);
  if (steps.empty()) return nullptr;
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return a.order() < b.order(); });
  const geo::Geodetic geodetic = geo::to_geodetic(start);
  const PositionE7 position = geo::to_position_e7(geodetic.lat_rad / base::k_radians_per_degree,
                                                  geodetic.lon_rad / base::k_radians_per_degree);
  const LocalScale scale = local_scale(position.lat_e7);
  const geo::Frame frame = geo::tangent_frame(geodetic);
  const Vec3 wished = frame.direction_to_world(geo::direction_of(heading_rad, 0));
  std::size_t best = 0;
  Nearness nearest{1e18, 0};
  bool fits = false;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Nearness near = nearness(steps[at], position, scale);
    if (near.distance_m > nearest.distance_m + 0.01) continue;
    // Both directions of a pair are equally near: the heading decides.
    const bool fits_too = geo::dot(direction_of(steps[at]), wished) > 0;
    if (near.distance_m < nearest.distance_m - 0.01 || (fits_too && !fits)) {
      best = at;
      nearest = near;
      fits = fits_too;
    }
  }
  return std::make_unique<MapRoadFollower>(std::move(steps), best, nearest.along_m, seed);
}

}  // namespace terrane::osm
