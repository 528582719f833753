// Convex footprints and what is done to them: insets, the rectangle that fits inside.
// Knows plane geometry only, not buildings. Lot coordinates: `a` along the street to the right as
// seen from it, `d` away from the street; metres.
#pragma once

#include <array>
#include <cstdint>

namespace terrane::city {

struct LotPoint {
  double a = 0;
  double d = 0;
};

constexpr double cross_of(LotPoint a, LotPoint b) {
  return a.a * b.d - a.d * b.a;
}
constexpr LotPoint minus(LotPoint a, LotPoint b) {
  return {a.a - b.a, a.d - b.d};
}
double size_of(LotPoint a);

// A convex footprint, counter-clockwise from above; its first side is the street front.
struct Ring {
  static constexpr unsigned k_most = 8;
  std::array<LotPoint, k_most> points;
  unsigned count = 0;
};

// A rectangle whose front lies along the street.
struct Plot {
  double a0 = 0;
  double a1 = 0;
  double d0 = 0;
  double d1 = 0;
  double width_m() const { return a1 - a0; }
  double depth_m() const { return d1 - d0; }
  double middle_a() const { return (a0 + a1) * 0.5; }
  double middle_d() const { return (d0 + d1) * 0.5; }
  Plot within(double sides_m, double front_m, double back_m) const {
    return {a0 + sides_m, a1 - sides_m, d0 + front_m, d1 - back_m};
  }
};

Ring rectangle(double a0, double a1, double d0, double d1);
inline Ring ring_of(const Plot& plot) {
  return rectangle(plot.a0, plot.a1, plot.d0, plot.d1);
}
// A regular eight-sided ring.
Ring octagon(LotPoint centre, double radius_m);
// Every side moved inward; sides stay parallel. Count 0 when nothing would be left.
Ring inset(const Ring& ring, double distance_m);
// Moved inward from every side but the front, and from the front by its own distance.
Ring inset(const Ring& ring, double front_m, double others_m);
// The least width of the ring between parallel supporting lines of its sides.
double narrowest_m(const Ring& ring);
LotPoint middle_of(const Ring& ring);
bool holds(const Ring& ring, LotPoint point);
// The bounding box.
Plot bounds_of(const Ring& ring);
// A large rectangle inside the ring; the ring itself when it is one.
Plot plot_within(const Ring& ring);

}  // namespace terrane::city
