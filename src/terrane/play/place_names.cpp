#include "terrane/play/place_names.h"

namespace terrane::play {

constexpr double k_ask_interval_s = 0.5;
constexpr double k_ask_m = 6;

void PlaceNames::update(geo::Vec3 position, double now_s) {
  if (asked_) {
    const geo::Vec3 moved = position - asked_at_;
    if (now_s - asked_at_s_ < k_ask_interval_s || geo::length(moved) < k_ask_m) return;
  }
  asked_ = true;
  asked_at_ = position;
  asked_at_s_ = now_s;
  name_ = provider_.road_name_at(position);
}

}  // namespace terrane::play
