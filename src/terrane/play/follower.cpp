#include "terrane/play/follower.h"

#include <utility>

#include "terrane/geo/geodetic.h"

namespace terrane::play {

geo::Vec3 above_ground(const stream::Provider& provider, geo::Vec3 position, double height_m) {
  const double above_reference_m = provider.ground_height_m(position) + height_m;
  if (!provider.info().geographic) return {position.x, above_reference_m, position.z};
  geo::Geodetic geodetic = geo::to_geodetic(position);
  geodetic.height_m = above_reference_m;
  return geo::to_ecef(geodetic);
}

RouteFollower::RouteFollower(const stream::Provider& provider, std::vector<geo::Vec3> places)
    : provider_(provider) {
  TERRANE_ASSERT(!places.empty(), "a route has at least one place");
  for (const geo::Vec3 place : places) {
    const geo::Vec3 grounded = above_ground(provider, place, 0);
    if (places_.empty() || !(grounded == places_.back())) places_.push_back(grounded);
  }
  if (places_.size() > 1 && places_.front() == places_.back()) places_.pop_back();
}

geo::Vec3 RouteFollower::leg() const {
  return places_[(behind_ + 1) % places_.size()] - places_[behind_];
}

stream::RoadPlace RouteFollower::place() const {
  const geo::Vec3 direction = geo::normalised(leg());
  const geo::Vec3 position = above_ground(provider_, places_[behind_] + direction * along_m_, 0);
  const bool stands = geo::length(leg()) <= 0;
  return {position, stands ? -provider_.frame_at(position).south : direction};
}

void RouteFollower::advance(double distance_m) {
  if (places_.size() < 2) return;
  along_m_ += distance_m;
  while (along_m_ >= geo::length(leg())) {
    along_m_ -= geo::length(leg());
    behind_ = (behind_ + 1) % places_.size();
  }
}

StandingFollower::StandingFollower(const stream::Provider& provider, geo::Vec3 position,
                                   double heading_rad)
    : provider_(provider),
      position_(above_ground(provider, position, 0)),
      heading_rad_(heading_rad) {}

stream::RoadPlace StandingFollower::place() const {
  return {position_,
          provider_.frame_at(position_).direction_to_world(geo::direction_of(heading_rad_, 0))};
}

void StandingFollower::advance(double distance_m) {
  heading_rad_ += distance_m * 0.01;
}

}  // namespace terrane::play
