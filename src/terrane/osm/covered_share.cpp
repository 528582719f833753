#include <algorithm>

#include "terrane/osm/build_buildings.h"
#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

// Lines of latitude across an outline.
constexpr std::int64_t k_lines = 32;

struct Interval {
  std::int64_t west = 0;
  std::int64_t east = 0;
};

// Appends where a line of latitude (in halves of 1e-7 degree, odd) runs inside the area.
void append_intervals(const MapData& map, const Area& area, std::int64_t lat_halves,
                      std::vector<Interval>& intervals) {
  std::vector<std::int64_t> crossings;
  for (const Ring& ring : map.rings_of(area)) {
    const std::span<const geo::PositionE7> line = map.at(ring.positions);
    for (std::size_t at = 0; at < line.size(); ++at) {
      const geo::PositionE7 a = line[at];
      const geo::PositionE7 b = line[at + 1 == line.size() ? 0 : at + 1];
      const std::int64_t ay = static_cast<std::int64_t>(a.lat_e7) * 2;
      const std::int64_t by = static_cast<std::int64_t>(b.lat_e7) * 2;
      if ((ay < lat_halves) == (by < lat_halves)) continue;
      const Wide way =
          static_cast<Wide>(static_cast<std::int64_t>(b.lon_e7) - a.lon_e7) * (lat_halves - ay);
      crossings.push_back(a.lon_e7 +
                          (by > ay ? round_divide(way, by - ay) : round_divide(-way, ay - by)));
    }
  }
  std::sort(crossings.begin(), crossings.end());
  for (std::size_t at = 0; at + 1 < crossings.size(); at += 2) {
    intervals.push_back({crossings[at], crossings[at + 1]});
  }
}

// What of `within` is covered by `covers`, both as lengths of longitude.
std::int64_t covered_length(const std::vector<Interval>& within, std::vector<Interval> covers) {
  std::sort(covers.begin(), covers.end(), [](const Interval& a, const Interval& b) {
    return a.west != b.west ? a.west < b.west : a.east < b.east;
  });
  std::int64_t covered = 0;
  for (const Interval& span : within) {
    std::int64_t reached = span.west;
    for (const Interval& cover : covers) {
      const std::int64_t from = std::max(cover.west, reached);
      const std::int64_t to = std::min(cover.east, span.east);
      if (to > from) {
        covered += to - from;
        reached = to;
      }
    }
  }
  return covered;
}

}  // namespace

double covered_share(const MapData& map, const Area& outline,
                     std::span<const std::uint32_t> parts) {
  const std::int64_t south = static_cast<std::int64_t>(outline.box.south_e7) * 2;
  const std::int64_t north = static_cast<std::int64_t>(outline.box.north_e7) * 2;
  std::int64_t whole = 0;
  std::int64_t covered = 0;
  for (std::int64_t line = 0; line < k_lines; ++line) {
    const std::int64_t lat_halves =
        (south + (north - south) * (2 * line + 1) / (2 * k_lines)) | 1;  // odd: meets no corner
    std::vector<Interval> within;
    append_intervals(map, outline, lat_halves, within);
    std::vector<Interval> covers;
    for (const std::uint32_t part : parts) {
      append_intervals(map, map.areas[part], lat_halves, covers);
    }
    for (const Interval& span : within) whole += span.east - span.west;
    covered += covered_length(within, std::move(covers));
  }
  return whole > 0 ? static_cast<double>(covered) / static_cast<double>(whole) : 0.0;
}

}  // namespace terrane::osm
