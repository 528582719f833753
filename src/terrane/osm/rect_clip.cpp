#include "terrane/osm/rect_clip.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "terrane/osm/detail/wide.h"

namespace terrane::osm {
namespace {

PointHalves halves(geo::PositionE7 p) {
  return {static_cast<std::int64_t>(p.lon_e7) * 2, static_cast<std::int64_t>(p.lat_e7) * 2};
}

// Where a segment meets a line of constant x: y, rounded, if it lies within [low, high], exactly
// decided. Worked out from the smaller end, so that both directions give the same number.
std::optional<std::int64_t> crossing(std::int64_t ax, std::int64_t ay, std::int64_t bx,
                                     std::int64_t by, std::int64_t at, std::int64_t low,
                                     std::int64_t high, bool ends_count) {
  if ((ax < at) == (bx < at)) return std::nullopt;
  if (ax > bx) {
    std::swap(ax, bx);
    std::swap(ay, by);
  }
  const Wide run = bx - ax;
  const Wide rise = static_cast<Wide>(at - ax) * (by - ay);
  const Wide above_low = rise - static_cast<Wide>(low - ay) * run;
  const Wide below_high = static_cast<Wide>(high - ay) * run - rise;
  if (above_low < 0 || below_high < 0) return std::nullopt;
  if (!ends_count && (above_low == 0 || below_high == 0)) return std::nullopt;
  return std::clamp(ay + round_divide(rise, run), low, high);
}

// The crossings of a segment with the border, in its direction: none, one or two.
std::vector<PointHalves> border_crossings(PointHalves a, PointHalves b, const ClipRect& rect) {
  std::vector<PointHalves> found;
  for (const std::int64_t x : {rect.west, rect.east}) {
    if (const auto y = crossing(a.x, a.y, b.x, b.y, x, rect.south, rect.north, true)) {
      found.push_back({x, *y});
    }
  }
  for (const std::int64_t y : {rect.south, rect.north}) {
    if (const auto x = crossing(a.y, a.x, b.y, b.x, y, rect.west, rect.east, false)) {
      found.push_back({*x, y});
    }
  }
  const bool along_x = std::abs(b.x - a.x) >= std::abs(b.y - a.y);
  const auto way = [a, along_x](PointHalves p) {
    return along_x ? std::abs(p.x - a.x) : std::abs(p.y - a.y);
  };
  std::sort(found.begin(), found.end(),
            [&way](PointHalves p, PointHalves q) { return way(p) < way(q); });
  return found;
}

bool box_misses(PointHalves a, PointHalves b, const ClipRect& rect) {
  return std::max(a.x, b.x) < rect.west || std::min(a.x, b.x) > rect.east ||
         std::max(a.y, b.y) < rect.south || std::min(a.y, b.y) > rect.north;
}

// Places on the border by the way walked counter-clockwise from the south-west corner.
class BorderWalk {
 public:
  explicit BorderWalk(const ClipRect& rect)
      : rect_(rect), width_(rect.east - rect.west), height_(rect.north - rect.south) {}

  std::int64_t length() const { return 2 * (width_ + height_); }

  std::int64_t place(PointHalves p) const {
    if (p.y == rect_.south) return p.x - rect_.west;
    if (p.x == rect_.east) return width_ + (p.y - rect_.south);
    if (p.y == rect_.north) return width_ + height_ + (rect_.east - p.x);
    return (2 * width_ + height_ + (rect_.north - p.y)) % length();
  }

  // Appends the corners passed between two places, walking on from `from` by less than a round.
  void append_corners(std::int64_t from, std::int64_t to, std::vector<PointHalves>& ring) const {
    const std::int64_t steps = (to - from + length()) % length();
    const std::int64_t places[4] = {0, width_, width_ + height_, 2 * width_ + height_};
    const PointHalves corners[4] = {{rect_.west, rect_.south},
                                    {rect_.east, rect_.south},
                                    {rect_.east, rect_.north},
                                    {rect_.west, rect_.north}};
    unsigned first = 0;  // the first corner at or past `from`
    while (first < 4 && places[first] <= from) ++first;
    for (unsigned step = 0; step < 4; ++step) {
      const unsigned corner = (first + step) % 4;
      const std::int64_t ahead = (places[corner] - from + length()) % length();
      if (ahead > 0 && ahead < steps) ring.push_back(corners[corner]);
    }
  }

 private:
  ClipRect rect_;
  std::int64_t width_;
  std::int64_t height_;
};

Wide doubled_area(const std::vector<PointHalves>& ring) {
  Wide sum = 0;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PointHalves a = ring[at];
    const PointHalves b = ring[at + 1 == ring.size() ? 0 : at + 1];
    sum += static_cast<Wide>(a.x - ring[0].x) * (b.y - ring[0].y) -
           static_cast<Wide>(a.y - ring[0].y) * (b.x - ring[0].x);
  }
  return sum;
}

bool ring_contains(const std::vector<PointHalves>& ring, PointHalves p) {
  bool inside = false;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PointHalves a = ring[at];
    const PointHalves b = ring[at + 1 == ring.size() ? 0 : at + 1];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    const Wide side =
        static_cast<Wide>(b.x - a.x) * (p.y - a.y) - static_cast<Wide>(b.y - a.y) * (p.x - a.x);
    if ((a.y < b.y) == (side > 0)) inside = !inside;
  }
  return inside;
}

void drop_repeats(std::vector<PointHalves>& ring) {
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
}

// Follows chains and border until every chain is used; each round is a ring.
std::vector<std::vector<PointHalves>> walk_rings(const std::vector<Chain>& chains,
                                                 const ClipRect& rect) {
  const BorderWalk border(rect);
  struct Entry {
    std::int64_t place;
    std::size_t chain;
    bool used;
  };
  std::vector<Entry> entries;
  std::vector<std::vector<PointHalves>> rings;
  for (std::size_t at = 0; at < chains.size(); ++at) {
    if (chains[at].from_border) {
      entries.push_back({border.place(chains[at].points.front()), at, false});
    } else {
      rings.push_back(chains[at].points);
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.place != b.place ? a.place < b.place : a.chain < b.chain;
  });
  for (std::size_t start = 0; start < entries.size(); ++start) {
    if (entries[start].used) continue;
    std::vector<PointHalves> ring;
    std::size_t current = start;
    do {
      entries[current].used = true;
      const std::vector<PointHalves>& points = chains[entries[current].chain].points;
      ring.insert(ring.end(), points.begin(), points.end());
      const std::int64_t exit = border.place(points.back());
      // The next entry at or past the exit that is free, or the one this ring began with.
      std::size_t next = start;
      std::int64_t nearest = border.length();
      for (std::size_t at = 0; at < entries.size(); ++at) {
        if (entries[at].used && at != start) continue;
        const std::int64_t ahead = (entries[at].place - exit + border.length()) % border.length();
        if (ahead < nearest) {
          nearest = ahead;
          next = at;
        }
      }
      border.append_corners(exit, entries[next].place, ring);
      current = next;
    } while (current != start);
    rings.push_back(std::move(ring));
  }
  return rings;
}

bool is_ring(const Chain& chain) {
  return !chain.from_border && !chain.to_border && chain.points.front() == chain.points.back();
}

double distance_between_m(PointHalves a, PointHalves b) {
  const auto position = [](PointHalves p) {
    return geo::PositionE7{static_cast<std::int32_t>(p.y / 2), static_cast<std::int32_t>(p.x / 2)};
  };
  return distance_m(position(a), position(b));
}

// Joins chains that end in mid-air. A chain whose points have gone to another stays as an empty
// one.
class ChainStitcher {
 public:
  explicit ChainStitcher(std::vector<Chain>& chains) : chains_(chains) {
    // An order of what the chains are, so that it does not matter how they were listed.
    std::sort(chains_.begin(), chains_.end(), [](const Chain& a, const Chain& b) {
      if (!(a.points.front() == b.points.front())) return a.points.front() < b.points.front();
      if (a.source != b.source) return a.source < b.source;
      return std::lexicographical_compare(a.points.begin(), a.points.end(), b.points.begin(),
                                          b.points.end());
    });
  }

  void join_equal_ends() {
    for (std::size_t at = 0; at < chains_.size(); ++at) {
      while (ends_loose(chains_[at])) {
        std::size_t next = 0;
        while (next < chains_.size() &&
               (next == at || !begins_loose(chains_[next]) ||
                !(chains_[next].points.front() == chains_[at].points.back()))) {
          ++next;
        }
        if (next == chains_.size()) break;
        join(at, next);
      }
    }
  }

  // Two loose ends are joined only if neither has a nearer one.
  void join_near_ends(double gap_m) {
    for (std::size_t at = 0; at < chains_.size(); ++at) {
      while (ends_loose(chains_[at])) {
        const std::optional<std::size_t> next = nearest_beginning(at, gap_m);
        if (!next || !is_nearest_end(at, *next)) break;
        if (*next == at) {  // its own beginning: a ring with a small gap
          chains_[at].points.push_back(chains_[at].points.front());
        } else {
          join(at, *next);
        }
      }
    }
  }

 private:
  static bool ends_loose(const Chain& chain) {
    return !chain.points.empty() && !chain.to_border && !is_ring(chain);
  }
  static bool begins_loose(const Chain& chain) {
    return !chain.points.empty() && !chain.from_border && !is_ring(chain);
  }

  double gap_between(std::size_t end_of, std::size_t beginning_of) const {
    return distance_between_m(chains_[end_of].points.back(), chains_[beginning_of].points.front());
  }

  std::optional<std::size_t> nearest_beginning(std::size_t at, double gap_m) const {
    std::optional<std::size_t> found;
    double nearest_m = gap_m;
    for (std::size_t next = 0; next < chains_.size(); ++next) {
      if (!begins_loose(chains_[next])) continue;
      const double gap = gap_between(at, next);
      if (gap < nearest_m || (!found && gap <= nearest_m)) {
        nearest_m = gap;
        found = next;
      }
    }
    return found;
  }

  bool is_nearest_end(std::size_t at, std::size_t next) const {
    const double gap_m = gap_between(at, next);
    for (std::size_t other = 0; other < chains_.size(); ++other) {
      if (other != at && ends_loose(chains_[other]) && gap_between(other, next) < gap_m) {
        return false;
      }
    }
    return true;
  }

  void join(std::size_t at, std::size_t next) {
    std::vector<PointHalves>& points = chains_[at].points;
    const std::vector<PointHalves>& more = chains_[next].points;
    points.insert(points.end(), more.begin() + (points.back() == more.front() ? 1 : 0), more.end());
    chains_[at].to_border = chains_[next].to_border;
    chains_[next].points.clear();
  }

  std::vector<Chain>& chains_;
};

}  // namespace

ClipRect clip_rect(const RectE7& rect) {
  return {static_cast<std::int64_t>(rect.south_e7) * 2 - 1,
          static_cast<std::int64_t>(rect.west_e7) * 2 - 1,
          static_cast<std::int64_t>(rect.north_e7) * 2 + 1,
          static_cast<std::int64_t>(rect.east_e7) * 2 + 1};
}

void clip_line(std::span<const geo::PositionE7> line, bool closed, const ClipRect& rect,
               std::int64_t source, std::vector<Chain>& chains) {
  if (line.size() < 2) return;
  const std::size_t first_chain = chains.size();
  Chain current;
  current.source = source;
  bool open = rect.contains(halves(line[0]));
  if (open) current.points.push_back(halves(line[0]));
  const auto finish = [&chains, &current](bool to_border) {
    current.to_border = to_border;
    if (current.points.size() > 1) chains.push_back(current);
    current.points.clear();
    current.from_border = false;
  };
  const std::size_t segments = closed ? line.size() : line.size() - 1;
  for (std::size_t at = 0; at < segments; ++at) {
    const PointHalves a = halves(line[at]);
    const PointHalves b = halves(line[at + 1 == line.size() ? 0 : at + 1]);
    if (!open && box_misses(a, b, rect)) continue;
    const bool b_inside = rect.contains(b);
    if (!open || !b_inside) {
      std::vector<PointHalves> crossings = border_crossings(a, b, rect);
      const std::size_t expected = open != b_inside ? 1 : 2;
      if (crossings.size() != expected) crossings.clear();  // touches a corner from outside
      for (const PointHalves p : crossings) {
        current.points.push_back(p);
        if (open) {
          finish(true);
        } else {
          current.from_border = true;
        }
        open = !open;
      }
    }
    if (open && b_inside) current.points.push_back(b);
  }
  if (open) finish(false);
  // A ring that began inside: its last stretch runs into its first.
  if (closed && chains.size() > first_chain + 1 && !chains[first_chain].from_border &&
      !chains.back().to_border) {
    Chain joined = std::move(chains.back());
    chains.pop_back();
    Chain& first = chains[first_chain];
    joined.points.insert(joined.points.end(), first.points.begin() + 1, first.points.end());
    joined.to_border = first.to_border;
    first = std::move(joined);
  }
}

void stitch_chains(std::vector<Chain>& chains, double gap_m, std::vector<Chain>& loose) {
  ChainStitcher stitcher(chains);
  stitcher.join_equal_ends();
  stitcher.join_near_ends(gap_m);
  std::vector<Chain> whole;
  for (Chain& chain : chains) {
    if (chain.points.size() < 2) continue;
    const bool good = (chain.from_border && chain.to_border) || is_ring(chain);
    (good ? whole : loose).push_back(std::move(chain));
  }
  chains = std::move(whole);
}

std::vector<ClippedPolygon> close_chains(const std::vector<Chain>& chains, const ClipRect& rect,
                                         bool inside_if_no_chain) {
  const std::vector<PointHalves> whole = {{rect.west, rect.south},
                                          {rect.east, rect.south},
                                          {rect.east, rect.north},
                                          {rect.west, rect.north}};
  std::vector<ClippedPolygon> polygons;
  std::vector<std::vector<PointHalves>> holes;
  for (std::vector<PointHalves>& ring : walk_rings(chains, rect)) {
    drop_repeats(ring);
    const Wide area = doubled_area(ring);
    if (ring.size() < 3 || area == 0) continue;
    if (area > 0) {
      polygons.emplace_back().rings.push_back(std::move(ring));
    } else {
      holes.push_back(std::move(ring));
    }
  }
  // Holes lie in the smallest ring that holds them; one that lies in none lies in the whole
  // rectangle.
  std::vector<std::size_t> home(holes.size(), SIZE_MAX);
  bool homeless = false;
  for (std::size_t hole = 0; hole < holes.size(); ++hole) {
    for (std::size_t at = 0; at < polygons.size(); ++at) {
      const std::vector<PointHalves>& outer = polygons[at].rings.front();
      std::size_t within = 0;
      for (const PointHalves p : holes[hole]) within += ring_contains(outer, p) ? 1 : 0;
      if (within * 2 < holes[hole].size()) continue;
      if (home[hole] == SIZE_MAX ||
          doubled_area(outer) < doubled_area(polygons[home[hole]].rings.front())) {
        home[hole] = at;
      }
    }
    homeless = homeless || home[hole] == SIZE_MAX;
  }
  if (homeless || (polygons.empty() && holes.empty() && inside_if_no_chain)) {
    polygons.emplace_back().rings.push_back(whole);
  }
  for (std::size_t hole = 0; hole < holes.size(); ++hole) {
    const std::size_t at = home[hole] == SIZE_MAX ? polygons.size() - 1 : home[hole];
    polygons[at].rings.push_back(std::move(holes[hole]));
  }
  return polygons;
}

}  // namespace terrane::osm
