#include "terrane/osm/live_follower.h"

#include <utility>

#include "terrane/osm/road_follower.h"
#include "terrane/osm/sector_place.h"

namespace terrane::osm {
namespace {

constexpr std::uint32_t k_rings = 1;  // of query tiles around: at least 600 m each way
constexpr double k_renew_m = 300.0;

using Follower = std::unique_ptr<stream::RoadFollower>;

Follower follow_around(LiveStore& store, geo::Vec3 start, double heading_rad, std::uint64_t seed) {
  const auto roads = store.roads_around(map_position(start), k_rings);
  return roads == nullptr ? nullptr : make_road_follower(*roads, start, heading_rad, seed);
}

class LiveFollower final : public stream::RoadFollower {
 public:
  LiveFollower(LiveStore& store, Follower inner, std::uint64_t seed)
      : store_(store), inner_(std::move(inner)), seed_(seed) {}

  stream::RoadPlace place() const override { return inner_->place(); }

  void advance(double distance_m) override {
    inner_->advance(distance_m);
    since_m_ += distance_m;
    if (since_m_ < k_renew_m) return;
    since_m_ = 0;
    const stream::RoadPlace here = inner_->place();
    const geo::Frame frame = geo::tangent_frame(geo::to_geodetic(here.position));
    const double heading_rad = geo::heading_of(frame.direction_to_local(here.forward));
    seed_ += 1;
    if (Follower renewed = follow_around(store_, here.position, heading_rad, seed_)) {
      inner_ = std::move(renewed);
    }
  }

 private:
  LiveStore& store_;
  Follower inner_;
  std::uint64_t seed_;
  double since_m_ = 0;
};

}  // namespace

Follower make_live_follower(LiveStore& store, geo::Vec3 start, double heading_rad,
                            std::uint64_t seed) {
  Follower inner = follow_around(store, start, heading_rad, seed);
  if (inner == nullptr) return nullptr;
  return std::make_unique<LiveFollower>(store, std::move(inner), seed);
}

}  // namespace terrane::osm
