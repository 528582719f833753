// For tests of the grown city: somebody who drives along its roads while they grow before him and
// go behind him, as the provider and the streamer have it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terrane/city/city_follower.h"
#include "terrane/city/city_roads.h"
#include "terrane/city/city_start.h"
#include "terrane/city/grown_layout.h"

namespace terrane::city {

inline std::vector<EdgeNumber> edges_within(const Layout& layout, PlanePoint around,
                                            double reach_m) {
  const PlaneVector reach{reach_m, reach_m};
  return layout.edges_near(moved(around, -reach), moved(around, reach));
}

inline bool boxes_apart(const EdgeCurve& a, const EdgeCurve& b, double margin_m) {
  const PlaneVector offset = between(a.start, b.start);
  return a.low_m.x > offset.x + b.high_m.x + margin_m ||
         a.high_m.x < offset.x + b.low_m.x - margin_m ||
         a.low_m.z > offset.z + b.high_m.z + margin_m ||
         a.high_m.z < offset.z + b.low_m.z - margin_m;
}

// Somebody who drives along the roads while they grow before and vanish behind him.
class Drive {
 public:
  explicit Drive(std::uint64_t seed)
      : layout_(std::make_shared<GrownLayout>(seed)), roads_(*layout_) {
    const StartPlace start = start_place(*layout_);
    const geo::Vec3 place{base::from_mm(start.point.x_mm), 0, base::from_mm(start.point.z_mm)};
    follower_ = follow_city_roads(layout_, place,
                                  geo::heading_of({start.forward.x, 0, start.forward.z}), seed);
    look(follower_->place().position, follower_->place().forward);
  }

  const GrownLayout& layout() const { return *layout_; }
  PlanePoint place() const { return place_; }
  const std::vector<geo::Vec3>& track() const { return track_; }

  void go(double distance_m) {
    for (double gone_m = 0; gone_m < distance_m; gone_m += 20) {
      follower_->advance(20);
      look(follower_->place().position, follower_->place().forward);
    }
  }
  // As the streamer does: what is wanted from here is grown, what is far is let go of.
  void look(geo::Vec3 position, geo::Vec3 forward) {
    stream::Observer observer;
    observer.position = position;
    observer.forward = forward;
    starts_.clear();
    roads_.add_starts(observer, 140.0, starts_);
    selection_ = walk_.walk(roads_, starts_, stream::SelectionLimits{});
    place_ = plane_point_of(position);
    track_.push_back(position);
    if (track_.size() % 3 != 0) return;
    roads_.evict_far({&observer, 1}, k_evict_m);
    layout_->evict_far({&place_, 1});
  }
  const stream::Selection& selection() const { return selection_; }

 private:
  std::shared_ptr<GrownLayout> layout_;
  CityRoads roads_;
  stream::RoadWalk walk_;
  std::vector<stream::RoadStart> starts_;
  stream::Selection selection_;
  std::unique_ptr<stream::RoadFollower> follower_;
  std::vector<geo::Vec3> track_;
  PlanePoint place_;
};

}  // namespace terrane::city
