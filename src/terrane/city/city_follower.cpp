#include "terrane/city/city_follower.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/city_roads.h"

namespace terrane::city {
namespace {

constexpr double k_straight_on_chance = 0.72;
constexpr double k_cos_ahead = 0.7;  // an arm within 45 degrees of straight on goes on

// A way as points with directions, metres from an origin, and how far along each lies.
struct Path {
  PlanePoint origin;
  std::vector<PlaneVector> points;
  std::vector<PlaneVector> forwards;
  std::vector<double> reached_m;

  void add(PlaneVector point, PlaneVector forward) {
    reached_m.push_back(points.empty() ? 0.0 : reached_m.back() + length(point - points.back()));
    points.push_back(point);
    forwards.push_back(forward);
  }
  double length_m() const { return reached_m.back(); }
};

void add_bend(Path& path, PlaneVector from, PlaneVector from_way, PlaneVector to,
              PlaneVector to_way, double from_handle_m, double to_handle_m) {
  constexpr unsigned k_steps = 12;
  const PlaneVector p1 = from + from_way * from_handle_m;
  const PlaneVector p2 = to - to_way * to_handle_m;
  for (unsigned step = path.points.empty() ? 0 : 1; step <= k_steps; ++step) {
    const double t = static_cast<double>(step) / k_steps;
    const double s = 1.0 - t;
    const PlaneVector place =
        ((from * (s * s * s) + p1 * (3.0 * s * s * t)) + p2 * (3.0 * s * t * t)) + to * (t * t * t);
    const PlaneVector way =
        ((p1 - from) * (s * s) + (p2 - p1) * (2.0 * s * t)) + (to - p2) * (t * t);
    path.add(place, normalised(way));
  }
}

// The Bezier handle that makes the bend between two arms about an arc of a circle.
double arc_handle_m(PlaneVector in, PlaneVector out, double radius_m) {
  const double half = base::atan2(std::fabs(turn(in, out)), dot(in, out)) * 0.5;
  const base::SinCos of_half = base::sin_cos(half);
  // The arc turns by pi - 2 half, and its own radius is radius tan(half).
  const base::SinCos quarter = base::sin_cos((base::k_pi - 2.0 * half) * 0.25);
  if (of_half.cos < 0.02) return radius_m * (2.0 / 3.0);  // straight on
  return 4.0 / 3.0 * (quarter.sin / quarter.cos) * radius_m * of_half.sin / of_half.cos;
}

class CityFollower final : public stream::RoadFollower {
 public:
  CityFollower(std::shared_ptr<Layout> layout, EdgeNumber edge, unsigned station, bool towards_end,
               std::uint64_t seed)
      : layout_(std::move(layout)), seed_(seed), towards_end_(towards_end) {
    curve_ = layout_->curve(edge);
    enter_edge();
    along_m_ = path_.reached_m[towards_end ? station : path_.points.size() - 1 - station];
    locate();
  }

  stream::RoadPlace place() const override { return place_; }

  void advance(double distance_m) override {
    if (!(distance_m > 0)) return;
    along_m_ += distance_m;
    while (along_m_ > path_.length_m()) {
      along_m_ -= path_.length_m();
      if (on_pad_) {
        enter_edge();
      } else {
        enter_pad();
      }
    }
    locate();
  }

 private:
  void enter_edge() {
    on_pad_ = false;
    path_ = Path{};
    path_.origin = curve_->start;
    for (unsigned index = 0; index <= curve_->segment_count; ++index) {
      const unsigned node = towards_end_ ? index : curve_->segment_count - index;
      const PlaneVector forward = curve_->nodes[node].forward;
      path_.add(curve_->node_m(node), towards_end_ ? forward : -forward);
    }
  }

  // Over the junction at the end of the present edge, to an arm drawn by hash.
  void enter_pad() {
    on_pad_ = true;
    const JunctionNumber number = towards_end_ ? curve_->to : curve_->from;
    layout_->reach(number);
    const JunctionShape shape = layout_->shape(number).value_or(JunctionShape{});
    unsigned came = 0;
    for (unsigned index = 0; index < k_arms_most; ++index) {
      const Arm& arm = shape.arms[index];
      if (arm.exists && arm.edge == curve_->number && arm.starts != towards_end_) came = index;
    }
    const unsigned goes = choose_arm(shape, came);
    const PlaneVector in = shape.arms[came].direction;
    const PlaneVector out = shape.arms[goes].direction;
    const double radius_m = shape.radius_m;
    path_ = Path{};
    path_.origin = shape.centre;
    if (goes == came) {
      // A loop round the pad of a dead end; these handles bend it most evenly.
      const PlaneVector far = -in * (0.95 * radius_m);
      const PlaneVector across = left_of(in);
      add_bend(path_, in * radius_m, -in, far, across, 0.3 * radius_m, 1.05 * radius_m);
      add_bend(path_, far, across, in * radius_m, in, 1.05 * radius_m, 0.3 * radius_m);
    } else {
      const double handle_m = arc_handle_m(in, out, radius_m);
      add_bend(path_, in * radius_m, -in, out * radius_m, out, handle_m, handle_m);
    }
    driven_[crossings_ % driven_.size()] = curve_->number;
    curve_ = layout_->curve(shape.arms[goes].edge);
    towards_end_ = shape.arms[goes].starts;
    crossings_ += 1;
  }

  unsigned choose_arm(const JunctionShape& shape, unsigned came) const {
    const std::uint64_t key = base::hash(seed_, crossings_, shape.number.value);
    const PlaneVector ahead = -shape.arms[came].direction;
    // Roads not driven lately come first, or a tree's dead ends would send one back and forth.
    unsigned fresh[k_arms_most] = {};
    unsigned others[k_arms_most] = {};
    unsigned fresh_count = 0;
    unsigned count = 0;
    unsigned straight = came;
    double best = k_cos_ahead;
    for (unsigned index = 0; index < k_arms_most; ++index) {
      const Arm& arm = shape.arms[index];
      if (index == came || !arm.exists) continue;
      others[count++] = index;
      if (was_driven_lately(arm.edge)) continue;
      fresh[fresh_count++] = index;
      const double cosine = dot(arm.direction, ahead);
      if (cosine > best) {
        best = cosine;
        straight = index;
      }
    }
    if (count == 0) return came;
    if (straight != came && base::draw_chance(key, k_straight_on_chance)) return straight;
    const std::uint64_t drawn = base::hash(key, 1);
    return fresh_count > 0 ? fresh[base::draw_index(drawn, fresh_count)]
                           : others[base::draw_index(drawn, count)];
  }

  bool was_driven_lately(EdgeNumber edge) const {
    return std::find(driven_.begin(), driven_.end(), edge) != driven_.end();
  }

  void locate() {
    const auto after =
        std::upper_bound(path_.reached_m.begin() + 1, path_.reached_m.end() - 1, along_m_);
    const std::size_t next = static_cast<std::size_t>(after - path_.reached_m.begin());
    const double step_m = path_.reached_m[next] - path_.reached_m[next - 1];
    const double share =
        step_m > 0 ? std::clamp((along_m_ - path_.reached_m[next - 1]) / step_m, 0.0, 1.0) : 0.0;
    const PlaneVector place =
        path_.points[next - 1] + (path_.points[next] - path_.points[next - 1]) * share;
    const PlaneVector forward = normalised(
        path_.forwards[next - 1] + (path_.forwards[next] - path_.forwards[next - 1]) * share);
    const GroundSample ground = layout_->ground().at(moved(path_.origin, place));
    place_.position = {base::from_mm(path_.origin.x_mm) + place.x, base::from_mm(ground.height_mm),
                       base::from_mm(path_.origin.z_mm) + place.z};
    const double rise = ground.slope_x * forward.x + ground.slope_z * forward.z;
    place_.forward = geo::normalised({forward.x, rise, forward.z});
  }

  std::shared_ptr<Layout> layout_;
  std::shared_ptr<const EdgeCurve> curve_;  // held: the layout may let go of it
  std::uint64_t seed_;
  bool towards_end_;
  bool on_pad_ = false;
  std::uint64_t crossings_ = 0;
  std::array<EdgeNumber, 32> driven_{};  // the last edges, by crossing
  Path path_;
  double along_m_ = 0;
  stream::RoadPlace place_;
};

}  // namespace

std::unique_ptr<stream::RoadFollower> follow_city_roads(std::shared_ptr<Layout> layout,
                                                        geo::Vec3 start, double heading_rad,
                                                        std::uint64_t seed) {
  if (!geo::is_finite(start)) return nullptr;
  const NearestStation nearest = nearest_station(*layout, plane_point_of(start));
  if (!nearest.found) return nullptr;
  const PlaneVector forward = layout->curve(nearest.edge)->nodes[nearest.station].forward;
  const geo::Vec3 wanted = geo::direction_of(heading_rad, 0);
  const bool towards_end = forward.x * wanted.x + forward.z * wanted.z >= 0;
  return std::make_unique<CityFollower>(std::move(layout), nearest.edge, nearest.station,
                                        towards_end, seed);
}

}  // namespace terrane::city
