#include "terrane/city/ring.h"

#include <algorithm>
#include <cmath>

namespace terrane::city {
namespace {

// A side of a ring moved inward, as a point on it and its direction.
struct Line {
  LotPoint point;
  LotPoint direction;
};

Line moved_side(const Ring& ring, unsigned side, double distance_m) {
  const LotPoint p = ring.points[side];
  const LotPoint way = minus(ring.points[(side + 1) % ring.count], p);
  const double size = size_of(way);
  const LotPoint unit{way.a / size, way.d / size};
  // Counter-clockwise with a to the right and d up the page: inside is to the left.
  return {{p.a - unit.d * distance_m, p.d + unit.a * distance_m}, unit};
}

// The stretch of `a` that the ring covers at a depth, none if low > high.
struct Stretch {
  double low = 1e9;
  double high = -1e9;
};

Stretch across(const Ring& ring, double d) {
  Stretch stretch;
  for (unsigned side = 0; side < ring.count; ++side) {
    const LotPoint p = ring.points[side];
    const LotPoint q = ring.points[(side + 1) % ring.count];
    if (std::min(p.d, q.d) > d || std::max(p.d, q.d) < d) continue;
    const double share = p.d == q.d ? 0.0 : (d - p.d) / (q.d - p.d);
    const double a = p.a + (q.a - p.a) * share;
    const double other = p.d == q.d ? q.a : a;
    stretch.low = std::min({stretch.low, a, other});
    stretch.high = std::max({stretch.high, a, other});
  }
  return stretch;
}

}  // namespace

double size_of(LotPoint a) {
  return std::sqrt(a.a * a.a + a.d * a.d);
}

Ring rectangle(double a0, double a1, double d0, double d1) {
  Ring ring;
  ring.count = 4;
  ring.points[0] = {a0, d0};
  ring.points[1] = {a1, d0};
  ring.points[2] = {a1, d1};
  ring.points[3] = {a0, d1};
  return ring;
}

Ring octagon(LotPoint centre, double radius_m) {
  // Its first side looks at the street, like every ring's.
  constexpr double k_long = 0.92387953251128674;   // cos(pi / 8)
  constexpr double k_short = 0.38268343236508977;  // sin(pi / 8)
  constexpr LotPoint k_corners[8] = {{-k_short, -k_long}, {k_short, -k_long}, {k_long, -k_short},
                                     {k_long, k_short},   {k_short, k_long},  {-k_short, k_long},
                                     {-k_long, k_short},  {-k_long, -k_short}};
  Ring ring;
  ring.count = 8;
  for (unsigned point = 0; point < 8; ++point) {
    ring.points[point] = {centre.a + k_corners[point].a * radius_m,
                          centre.d + k_corners[point].d * radius_m};
  }
  return ring;
}

Ring inset(const Ring& ring, double distance_m) {
  return inset(ring, distance_m, distance_m);
}

Ring inset(const Ring& ring, double front_m, double others_m) {
  Ring result;
  result.count = ring.count;
  for (unsigned corner = 0; corner < ring.count; ++corner) {
    const unsigned before = (corner + ring.count - 1) % ring.count;
    const Line a = moved_side(ring, before, before == 0 ? front_m : others_m);
    const Line b = moved_side(ring, corner, corner == 0 ? front_m : others_m);
    const double denominator = cross_of(a.direction, b.direction);
    if (std::fabs(denominator) < 1e-6) return {};
    const double t = cross_of(minus(b.point, a.point), b.direction) / denominator;
    result.points[corner] = {a.point.a + a.direction.a * t, a.point.d + a.direction.d * t};
  }
  // A side that turned round means that the ring was narrower than the inset.
  for (unsigned side = 0; side < ring.count; ++side) {
    const unsigned next = (side + 1) % ring.count;
    const LotPoint was = minus(ring.points[next], ring.points[side]);
    const LotPoint is = minus(result.points[next], result.points[side]);
    if (was.a * is.a + was.d * is.d <= 0) return {};
  }
  return result;
}

double narrowest_m(const Ring& ring) {
  double narrowest = 1e9;
  for (unsigned side = 0; side < ring.count; ++side) {
    const Line line = moved_side(ring, side, 0);
    double widest = 0;
    for (unsigned point = 0; point < ring.count; ++point) {
      widest = std::max(widest, cross_of(line.direction, minus(ring.points[point], line.point)));
    }
    narrowest = std::min(narrowest, widest);
  }
  return ring.count == 0 ? 0 : narrowest;
}

LotPoint middle_of(const Ring& ring) {
  LotPoint sum;
  for (unsigned point = 0; point < ring.count; ++point) {
    sum = {sum.a + ring.points[point].a, sum.d + ring.points[point].d};
  }
  const double count = ring.count == 0 ? 1.0 : ring.count;
  return {sum.a / count, sum.d / count};
}

bool holds(const Ring& ring, LotPoint point) {
  for (unsigned side = 0; side < ring.count; ++side) {
    const LotPoint p = ring.points[side];
    const LotPoint way = minus(ring.points[(side + 1) % ring.count], p);
    if (cross_of(way, minus(point, p)) < -1e-3 * size_of(way)) return false;
  }
  return true;
}

Plot bounds_of(const Ring& ring) {
  Plot box{1e9, -1e9, 1e9, -1e9};
  for (unsigned point = 0; point < ring.count; ++point) {
    const LotPoint p = ring.points[point];
    box = {std::min(box.a0, p.a), std::max(box.a1, p.a), std::min(box.d0, p.d),
           std::max(box.d1, p.d)};
  }
  return box;
}

Plot plot_within(const Ring& ring) {
  const Plot box = bounds_of(ring);
  if (ring.count == 4 && holds(ring, {box.a0, box.d0}) && holds(ring, {box.a1, box.d0}) &&
      holds(ring, {box.a1, box.d1}) && holds(ring, {box.a0, box.d1})) {
    return box;
  }
  constexpr unsigned k_steps = 12;
  Plot best;
  double best_area = -1;
  for (unsigned low = 0; low < k_steps; ++low) {
    const double d0 = box.d0 + box.depth_m() * low / k_steps;
    const Stretch near = across(ring, d0);
    for (unsigned high = low + 1; high <= k_steps; ++high) {
      const double d1 = box.d0 + box.depth_m() * high / k_steps;
      const Stretch far = across(ring, d1);
      const Plot plot{std::max(near.low, far.low), std::min(near.high, far.high), d0, d1};
      // Long thin strips make poor houses.
      if (plot.width_m() < 3.0 || plot.depth_m() < 3.0) continue;
      const double area = plot.width_m() * plot.depth_m();
      if (area <= best_area) continue;
      best_area = area;
      best = plot;
    }
  }
  return best;
}

}  // namespace terrane::city
