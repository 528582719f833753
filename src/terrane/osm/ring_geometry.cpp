#include "terrane/osm/ring_geometry.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

std::int64_t lon_step(PositionE7 from, PositionE7 to) {
  return static_cast<std::int64_t>(to.lon_e7) - from.lon_e7;
}
std::int64_t lat_step(PositionE7 from, PositionE7 to) {
  return static_cast<std::int64_t>(to.lat_e7) - from.lat_e7;
}

// 1 when c lies to the left of a-b, -1 to the right, 0 on the line.
int turn(PositionE7 a, PositionE7 b, PositionE7 c) {
  const Wide cross = static_cast<Wide>(lon_step(a, b)) * lat_step(a, c) -
                     static_cast<Wide>(lat_step(a, b)) * lon_step(a, c);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

bool boxes_overlap(PositionE7 a, PositionE7 b, PositionE7 c, PositionE7 d) {
  return std::min(a.lon_e7, b.lon_e7) <= std::max(c.lon_e7, d.lon_e7) &&
         std::min(c.lon_e7, d.lon_e7) <= std::max(a.lon_e7, b.lon_e7) &&
         std::min(a.lat_e7, b.lat_e7) <= std::max(c.lat_e7, d.lat_e7) &&
         std::min(c.lat_e7, d.lat_e7) <= std::max(a.lat_e7, b.lat_e7);
}

bool segments_touch(PositionE7 a, PositionE7 b, PositionE7 c, PositionE7 d) {
  if (!boxes_overlap(a, b, c, d)) return false;
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

}  // namespace

int ring_direction(std::span<const PositionE7> ring) {
  Wide doubled = 0;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PositionE7 a = ring[at];
    const PositionE7 b = ring[at + 1 == ring.size() ? 0 : at + 1];
    doubled += static_cast<Wide>(lon_step(ring[0], a)) * lat_step(ring[0], b) -
               static_cast<Wide>(lat_step(ring[0], a)) * lon_step(ring[0], b);
  }
  return doubled > 0 ? 1 : doubled < 0 ? -1 : 0;
}

bool is_simple_ring(std::span<const PositionE7> ring) {
  const std::size_t count = ring.size();
  if (count < 3) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const PositionE7 a = ring[i];
    const PositionE7 b = ring[(i + 1) % count];
    const PositionE7 c = ring[(i + 2) % count];
    if (a == b || (turn(a, b, c) == 0 && segments_touch(a, b, c, c))) return false;
    // A spike: the next edge runs back over this one.
    if (turn(a, b, c) == 0 && (static_cast<Wide>(lon_step(a, b)) * lon_step(b, c) +
                               static_cast<Wide>(lat_step(a, b)) * lat_step(b, c)) < 0) {
      return false;
    }
    for (std::size_t j = i + 2; j < count; ++j) {
      if (i == 0 && j + 1 == count) continue;  // neighbours across the start
      if (segments_touch(a, b, ring[j], ring[(j + 1) % count])) return false;
    }
  }
  return true;
}

void normalise_ring(std::vector<PositionE7>& ring, bool counter_clockwise) {
  const int wished = counter_clockwise ? 1 : -1;
  if (ring_direction(ring) == -wished) std::reverse(ring.begin(), ring.end());
  // A ring may touch itself: of equal smallest positions the one with the smaller way on starts.
  std::size_t best = 0;
  const std::size_t count = ring.size();
  for (std::size_t at = 1; at < count; ++at) {
    for (std::size_t step = 0; step < count; ++step) {
      const PositionE7 a = ring[(at + step) % count];
      const PositionE7 b = ring[(best + step) % count];
      if (a == b) continue;
      if (a < b) best = at;
      break;
    }
  }
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(best), ring.end());
}

Containment locate(PositionE7 point, std::span<const PositionE7> ring) {
  bool inside = false;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PositionE7 a = ring[at];
    const PositionE7 b = ring[at + 1 == ring.size() ? 0 : at + 1];
    if (boxes_overlap(a, b, point, point) && turn(a, b, point) == 0) return Containment::OnEdge;
    if ((a.lat_e7 > point.lat_e7) == (b.lat_e7 > point.lat_e7)) continue;
    const int side = turn(a, b, point);
    if ((a.lat_e7 < b.lat_e7) == (side > 0)) inside = !inside;
  }
  return inside ? Containment::Inside : Containment::Outside;
}

AreaMeasure measure_area(std::span<const std::span<const PositionE7>> rings) {
  const PositionE7 origin = rings[0][0];
  const LocalScale scale = local_scale(origin.lat_e7);
  double doubled_m2 = 0;
  double east_sum = 0;
  double north_sum = 0;
  for (const std::span<const PositionE7> ring : rings) {
    for (std::size_t at = 0; at < ring.size(); ++at) {
      const PositionE7 a = ring[at];
      const PositionE7 b = ring[at + 1 == ring.size() ? 0 : at + 1];
      const double ax = static_cast<double>(lon_step(origin, a)) * scale.east_m_per_e7;
      const double ay = static_cast<double>(lat_step(origin, a)) * scale.north_m_per_e7;
      const double bx = static_cast<double>(lon_step(origin, b)) * scale.east_m_per_e7;
      const double by = static_cast<double>(lat_step(origin, b)) * scale.north_m_per_e7;
      const double cross = ax * by - ay * bx;
      doubled_m2 += cross;
      east_sum += (ax + bx) * cross;
      north_sum += (ay + by) * cross;
    }
  }
  AreaMeasure measure;
  measure.area_m2 = std::fabs(doubled_m2) * 0.5;
  const bool flat = measure.area_m2 < 1e-3;
  const double east_m = flat ? 0.0 : east_sum / (3.0 * doubled_m2);
  const double north_m = flat ? 0.0 : north_sum / (3.0 * doubled_m2);
  std::int64_t best_mm = INT64_MAX;
  for (const std::span<const PositionE7> ring : rings) {
    for (const PositionE7 vertex : ring) {
      const double dx =
          static_cast<double>(lon_step(origin, vertex)) * scale.east_m_per_e7 - east_m;
      const double dy =
          static_cast<double>(lat_step(origin, vertex)) * scale.north_m_per_e7 - north_m;
      const std::int64_t mm = base::to_mm(std::sqrt(dx * dx + dy * dy));
      if (mm < best_mm || (mm == best_mm && vertex < measure.owner)) {
        best_mm = mm;
        measure.owner = vertex;
      }
    }
  }
  return measure;
}

}  // namespace terrane::osm
