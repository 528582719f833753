// Ways of moving through a world where its roads are not what is followed: along a given list of
// places, or staying at one. Both look like a provider's own road follower. Owner thread.
#pragma once

#include <vector>

#include "terrane/stream/provider.h"

namespace terrane::play {

// A world position put `height_m` above the ground below it.
geo::Vec3 above_ground(const stream::Provider& provider, geo::Vec3 position, double height_m);

// Straight from place to place along the ground, at the end back to the first, and so on. At least
// one place; equal neighbours are passed over.
class RouteFollower final : public stream::RoadFollower {
 public:
  RouteFollower(const stream::Provider& provider, std::vector<geo::Vec3> places);
  stream::RoadPlace place() const override;
  void advance(double distance_m) override;

 private:
  geo::Vec3 leg() const;  // from the place left behind to the next

  const stream::Provider& provider_;
  std::vector<geo::Vec3> places_;
  std::size_t behind_ = 0;
  double along_m_ = 0;
};

// Stays where it is and looks around: a world without roads.
class StandingFollower final : public stream::RoadFollower {
 public:
  StandingFollower(const stream::Provider& provider, geo::Vec3 position, double heading_rad);
  stream::RoadPlace place() const override;
  void advance(double distance_m) override;  // turns by a hundredth of a radian a metre

 private:
  const stream::Provider& provider_;
  geo::Vec3 position_;
  double heading_rad_;
};

}  // namespace terrane::play
