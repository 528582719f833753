// What the street is called that somebody is on, and its district: asked of the world
// (Provider::road_name_at) now and then, never each frame. Owner thread.
#pragma once

#include "terrane/stream/provider.h"

namespace terrane::play {

class PlaceNames {
 public:
  explicit PlaceNames(const stream::Provider& provider) : provider_(provider) {}

  // Asks again when it is at least half a second later and 6 m from where it asked last.
  void update(geo::Vec3 position, double now_s);

  const stream::RoadName& name() const { return name_; }

 private:
  const stream::Provider& provider_;
  stream::RoadName name_;
  geo::Vec3 asked_at_;
  double asked_at_s_ = 0;
  bool asked_ = false;
};

}  // namespace terrane::play
