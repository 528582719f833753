// What the street is called that somebody is on, and the district or road class: asked of the
// world's own plan (Provider::plan_in) now and then, never each frame. Owner thread.
#pragma once

#include <string>

#include "terrane/stream/provider.h"

namespace terrane::play {

class PlaceNames {
 public:
  explicit PlaceNames(const stream::Provider& provider) : provider_(provider) {}

  // Asks again when it is at least half a second later and 6 m from where it asked last.
  void update(geo::Vec3 position, double now_s);

  const std::string& street() const { return street_; }  // empty away from named streets
  const std::string& place() const { return place_; }

 private:
  void ask(geo::Vec3 position);

  const stream::Provider& provider_;
  std::string street_;
  std::string place_;
  geo::Vec3 asked_at_;
  double asked_at_s_ = 0;
  bool asked_ = false;
};

}  // namespace terrane::play
