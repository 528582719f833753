#include "terrane/city/city_follower.h"

#include <algorithm>
#include <vector>

#include "terrane/base/hash.h"
#include "terrane/city/city_roads.h"
#include "terrane/city/edge_plan.h"
#include "terrane/city/junction_shape.h"

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
              PlaneVector to_way, double handle_m) {
  constexpr unsigned k_steps = 12;
  const PlaneVector p1 = from + from_way * handle_m;
  const PlaneVector p2 = to - to_way * handle_m;
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

class CityFollower final : public stream::RoadFollower {
 public:
  CityFollower(const Lattice& lattice, const Ground& ground, EdgeId edge, unsigned station,
               bool towards_end, std::uint64_t seed)
      : lattice_(lattice), ground_(ground), seed_(seed), edge_(edge), towards_end_(towards_end) {
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
    const std::shared_ptr<const EdgeCurve> curve = shared_curve(lattice_, edge_);
    path_ = Path{};
    path_.origin = curve->start;
    for (unsigned index = 0; index <= curve->segment_count; ++index) {
      const unsigned node = towards_end_ ? index : curve->segment_count - index;
      const PlaneVector forward = curve->nodes[node].forward;
      path_.add(curve->node_m(node), towards_end_ ? forward : -forward);
    }
  }

  // Over the junction at the end of the present edge, to an arm drawn by hash.
  void enter_pad() {
    on_pad_ = true;
    const JunctionShape shape = junction_shape(lattice_, towards_end_ ? edge_.to() : edge_.from);
    unsigned came = 0;
    for (unsigned index = 0; index < k_arm_side_count; ++index) {
      const ArmSide side = static_cast<ArmSide>(index);
      if (Lattice::edge_at(shape.id, side) == edge_ &&
          Lattice::edge_starts_at(side) != towards_end_) {
        came = index;
      }
    }
    const unsigned goes = choose_arm(shape, came);
    const PlaneVector in = shape.arms[came].direction;
    const PlaneVector out = shape.arms[goes].direction;
    const double radius_m = shape.radius_m;
    path_ = Path{};
    path_.origin = shape.centre;
    if (goes == came) {
      // A loop round the pad of a dead end.
      const PlaneVector far = -in * (0.55 * radius_m);
      const PlaneVector across = left_of(in);
      add_bend(path_, in * radius_m, -in, far, across, 0.75 * radius_m);
      add_bend(path_, far, across, in * radius_m, in, 0.75 * radius_m);
    } else {
      add_bend(path_, in * radius_m, -in, out * radius_m, out, 0.55 * radius_m);
    }
    const ArmSide side = static_cast<ArmSide>(goes);
    edge_ = Lattice::edge_at(shape.id, side);
    towards_end_ = Lattice::edge_starts_at(side);
    crossings_ += 1;
  }

  unsigned choose_arm(const JunctionShape& shape, unsigned came) const {
    const std::uint64_t key = base::hash(seed_, crossings_, shape.id.i, shape.id.j);
    const PlaneVector ahead = -shape.arms[came].direction;
    unsigned others[k_arm_side_count] = {};
    unsigned count = 0;
    unsigned straight = came;
    double best = k_cos_ahead;
    for (unsigned index = 0; index < k_arm_side_count; ++index) {
      if (index == came || !shape.arms[index].exists) continue;
      others[count++] = index;
      const double cosine = dot(shape.arms[index].direction, ahead);
      if (cosine > best) {
        best = cosine;
        straight = index;
      }
    }
    if (count == 0) return came;
    if (straight != came && base::draw_chance(key, k_straight_on_chance)) return straight;
    return others[base::draw_index(base::hash(key, 1), count)];
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
    const GroundSample ground = ground_.at(moved(path_.origin, place));
    place_.position = {base::from_mm(path_.origin.x_mm) + place.x, base::from_mm(ground.height_mm),
                       base::from_mm(path_.origin.z_mm) + place.z};
    const double rise = ground.slope_x * forward.x + ground.slope_z * forward.z;
    place_.forward = geo::normalised({forward.x, rise, forward.z});
  }

  Lattice lattice_;
  Ground ground_;
  std::uint64_t seed_;
  EdgeId edge_;
  bool towards_end_;
  bool on_pad_ = false;
  std::uint64_t crossings_ = 0;
  Path path_;
  double along_m_ = 0;
  stream::RoadPlace place_;
};

}  // namespace

std::unique_ptr<stream::RoadFollower> follow_city_roads(const Lattice& lattice,
                                                        const Ground& ground, geo::Vec3 start,
                                                        double heading_rad, std::uint64_t seed) {
  if (!geo::is_finite(start)) return nullptr;
  const NearestStation nearest = nearest_station(lattice, plane_point_of(start));
  if (!nearest.found) return nullptr;
  const PlaneVector forward = shared_curve(lattice, nearest.edge)->nodes[nearest.station].forward;
  const geo::Vec3 wanted = geo::direction_of(heading_rad, 0);
  const bool towards_end = forward.x * wanted.x + forward.z * wanted.z >= 0;
  return std::make_unique<CityFollower>(lattice, ground, nearest.edge, nearest.station, towards_end,
                                        seed);
}

}  // namespace terrane::city
