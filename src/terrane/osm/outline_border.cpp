#include "terrane/osm/outline_border.h"

#include <algorithm>
#include <optional>

#include "terrane/base/hash.h"
#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

// One coordinate where the segment passes a line of the other: `a` and `b` are (along, across)
// pairs, the line lies between across = line - 1 and across = line.
std::optional<std::int32_t> pass(std::int64_t a_along, std::int64_t a_across, std::int64_t b_along,
                                 std::int64_t b_across, std::int64_t line) {
  if ((a_across < line) == (b_across < line)) return std::nullopt;
  const Wide way = static_cast<Wide>(b_along - a_along) * (line - a_across);
  // The divisor is made positive, so that both directions round alike.
  const std::int64_t run = b_across - a_across;
  return static_cast<std::int32_t>(a_along +
                                   (run > 0 ? round_divide(way, run) : round_divide(-way, -run)));
}

class BorderPoints {
 public:
  BorderPoints(SectorWriter& writer, std::uint64_t outline)
      : writer_(writer), outline_(outline), bounds_(writer.input.bounds) {}

  void segment(PositionE7 a, PositionE7 b) {
    if (b < a) std::swap(a, b);
    for (const int dx : {-1, 1}) {
      const std::int32_t lon = dx < 0 ? bounds_.west_e7 : bounds_.east_e7;
      if (const auto lat = pass(a.lat_e7, a.lon_e7, b.lat_e7, b.lon_e7, lon)) {
        if (*lat >= bounds_.south_e7 && *lat < bounds_.north_e7) add(a, b, {*lat, lon}, dx, 0);
      }
    }
    for (const int dy : {-1, 1}) {
      const std::int32_t lat = dy < 0 ? bounds_.north_e7 : bounds_.south_e7;
      if (const auto lon = pass(a.lon_e7, a.lat_e7, b.lon_e7, b.lat_e7, lat)) {
        if (*lon >= bounds_.west_e7 && *lon < bounds_.east_e7) add(a, b, {lat, *lon}, 0, dy);
      }
    }
  }

 private:
  void add(PositionE7 a, PositionE7 b, PositionE7 crossing, int dx, int dy) {
    const auto other = geo::neighbour(geo::sector_of_key(writer_.input.key), dx, dy);
    if (!other) return;
    content::BorderPoint point;
    point.kind = content::BorderKind::WaterOutline;
    point.identity = base::hash(outline_, a.lat_e7, a.lon_e7, b.lat_e7, b.lon_e7);
    point.other_piece = geo::sector_key(*other);
    point.values[0] = crossing.lat_e7;
    point.values[1] = crossing.lon_e7;
    writer_.content.border_points.push_back(point);
  }

  SectorWriter& writer_;
  std::uint64_t outline_;
  geo::BoundsE7 bounds_;
};

}  // namespace

void add_border_points(SectorWriter& writer, std::span<const PositionE7> line, bool closed,
                       std::uint64_t outline) {
  BorderPoints points(writer, outline);
  const std::size_t segments = closed ? line.size() : line.size() - 1;
  for (std::size_t at = 0; at < segments; ++at) {
    points.segment(line[at], line[at + 1 == line.size() ? 0 : at + 1]);
  }
}

}  // namespace terrane::osm
