#include "terrane/osm/sector_index.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/quantise.h"
#include "terrane/osm/detail/wide.h"
#include "terrane/osm/pads.h"
#include "terrane/osm/ring_geometry.h"
#include "terrane/osm/road_stations.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

constexpr double k_label_length_min_m = 40.0;

RectE7 rect_of(const geo::BoundsE7& bounds) {
  return {bounds.south_e7, bounds.west_e7, bounds.north_e7, bounds.east_e7};
}

RectE7 segment_box(PositionE7 a, PositionE7 b) {
  RectE7 box = RectE7::nothing();
  box.include(a);
  box.include(b);
  return box;
}

class Indexer {
 public:
  explicit Indexer(const MapData& map) : map_(map) {}

  SectorIndex build() {
    if (map_.box.empty()) return {};
    index_.grid = TileGrid(map_.box);
    for (std::uint32_t at = 0; at < map_.roads.size(); ++at) add_road(at);
    for (std::uint32_t at = 0; at < map_.coasts.size(); ++at) add_coast(at);
    for (std::uint32_t at = 0; at < map_.areas.size(); ++at) add_area(at);
    for (std::uint32_t at = 0; at < map_.furniture.size(); ++at) {
      const std::uint64_t key = index_.grid.key(map_.furniture[at].position);
      index_.furniture.add(key, at);
      index_.pieces.push_back(key);
    }
    for (std::uint32_t at = 0; at < map_.warnings.size(); ++at) {
      if (map_.warnings[at].placed) {
        index_.warnings.add(index_.grid.key(map_.warnings[at].position), at);
      }
    }
    for (SectorLists* lists : {&index_.roads, &index_.areas, &index_.coasts, &index_.furniture,
                               &index_.labels, &index_.warnings}) {
      lists->finish();
    }
    own_areas();
    std::sort(index_.pieces.begin(), index_.pieces.end());
    index_.pieces.erase(std::unique(index_.pieces.begin(), index_.pieces.end()),
                        index_.pieces.end());
    measure_heights();
    return std::move(index_);
  }

 private:
  // Lists every sector that the boxes of a line's segments touch. False: too many.
  bool add_line(std::span<const PositionE7> line, SectorLists& lists, std::uint32_t object,
                bool make_pieces) {
    std::uint64_t last = UINT64_MAX;
    for (std::size_t at = 1; at < line.size(); ++at) {
      const RectE7 box = segment_box(line[at - 1], line[at]);
      const TileGrid::Span span = index_.grid.span(box);
      if (span.count() > k_wide_limit) return false;
      for (std::uint32_t x = span.first_x; x <= span.last_x; ++x) {
        for (std::uint32_t y = span.first_y; y <= span.last_y; ++y) {
          const std::uint64_t key = geo::sector_key({geo::k_sector_zoom, x, y});
          if (key == last) continue;
          if (!touches(line[at - 1], line[at], x, y, span)) continue;
          last = key;
          lists.add(key, object);
          if (make_pieces) index_.pieces.push_back(key);
        }
      }
    }
    return true;
  }

  static bool touches(PositionE7 a, PositionE7 b, std::uint32_t x, std::uint32_t y,
                      const TileGrid::Span& span) {
    if (span.count() == 1) return true;
    return segment_touches(a, b, rect_of(geo::bounds_of({geo::k_sector_zoom, x, y})));
  }

  void add_road(std::uint32_t at) {
    const Road& road = map_.roads[at];
    const std::span<const PositionE7> line = map_.at(road.positions);
    if (!add_line(line, index_.roads, at, false)) index_.wide_roads.push_back(at);
    for (std::size_t node = 1; node < line.size(); ++node) {
      const NodePair pair =
          make_pair_of_nodes(line[node - 1], line[node], distance_m(line[node - 1], line[node]));
      for (std::uint32_t piece = 0; piece < pair.pieces; ++piece) {
        const std::uint64_t key = index_.grid.key(pair.midpoint(piece));
        if (index_.pieces.empty() || index_.pieces.back() != key) index_.pieces.push_back(key);
      }
    }
    PositionE7 place;
    PositionE7 ahead;
    if (label_place(map_, road, place, ahead)) {
      const std::uint64_t key = index_.grid.key(place);
      index_.labels.add(key, at);
      index_.pieces.push_back(key);
    }
  }

  void add_coast(std::uint32_t at) {
    if (!add_line(map_.at(map_.coasts[at].positions), index_.coasts, at, true)) {
      index_.wide_coasts.push_back(at);
    }
  }

  void add_area(std::uint32_t at) {
    const Area& area = map_.areas[at];
    const TileGrid::Span span = index_.grid.span(area.box);
    if (span.count() > k_wide_limit) {
      index_.wide_areas.push_back(at);
      return;
    }
    for (std::uint32_t x = span.first_x; x <= span.last_x; ++x) {
      for (std::uint32_t y = span.first_y; y <= span.last_y; ++y) {
        const std::uint64_t key = geo::sector_key({geo::k_sector_zoom, x, y});
        index_.areas.add(key, at);
        if (is_building(area.kind)) continue;
        const bool alone = span.count() == 1;
        if (alone ||
            area_touches(map_, area, rect_of(geo::bounds_of({geo::k_sector_zoom, x, y})))) {
          index_.pieces.push_back(key);
        }
      }
    }
  }

  void own_areas() {
    index_.area_owner.resize(map_.areas.size());
    index_.outline_of.assign(map_.areas.size(), k_no_outline);
    for (std::size_t at = 0; at < map_.areas.size(); ++at) {
      index_.area_owner[at] = index_.grid.key(map_.areas[at].owner);
    }
    std::vector<std::uint32_t> candidates;
    for (std::size_t at = 0; at < map_.areas.size(); ++at) {
      const Area& area = map_.areas[at];
      if (area.kind == AreaKind::BuildingPart) {
        candidates = index_.wide_areas;
        for (const SectorLists::Pair& pair : index_.areas.of(index_.area_owner[at])) {
          candidates.push_back(pair.object);
        }
        const std::uint32_t outline = find_outline(map_, area, candidates);
        index_.outline_of[at] = outline;
        if (outline != k_no_outline) {
          index_.area_owner[at] =
              owner_of_part(area, index_.area_owner[at], index_.area_owner[outline]);
        }
      }
      index_.pieces.push_back(index_.area_owner[at]);
    }
  }

  void measure_heights() {
    index_.piece_height_mm.assign(index_.pieces.size(), 0);
    for (std::size_t at = 0; at < map_.areas.size(); ++at) {
      const Area& area = map_.areas[at];
      if (!is_building(area.kind)) continue;
      // A part may have its height from its outline: bounds need no more than the caps.
      const BuildingTags& tags = map_.buildings[area.building];
      BuildingTags rough = tags;
      if (index_.outline_of[at] != k_no_outline) {
        inherit(rough, map_.buildings[map_.areas[index_.outline_of[at]].building]);
      }
      const BuildingHeights heights = building_heights(rough, area.area_m2, 0);
      const auto place =
          std::lower_bound(index_.pieces.begin(), index_.pieces.end(), index_.area_owner[at]) -
          index_.pieces.begin();
      std::int32_t& height_mm = index_.piece_height_mm[static_cast<std::size_t>(place)];
      // Without tags a building is at most two levels higher than the middle draw.
      height_mm = std::max(height_mm, base::to_mm32(heights.top_m + 2 * k_level_m));
    }
  }

  const MapData& map_;
  SectorIndex index_;
};

}  // namespace

void SectorLists::finish() {
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
    return a.sector != b.sector ? a.sector < b.sector : a.object < b.object;
  });
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

std::span<const SectorLists::Pair> SectorLists::of(std::uint64_t sector) const {
  const auto before = [](const Pair& pair, std::uint64_t key) { return pair.sector < key; };
  const auto first = std::lower_bound(pairs_.begin(), pairs_.end(), sector, before);
  auto last = first;
  while (last != pairs_.end() && last->sector == sector) ++last;
  return std::span<const Pair>(pairs_).subspan(static_cast<std::size_t>(first - pairs_.begin()),
                                               static_cast<std::size_t>(last - first));
}

bool SectorIndex::is_piece(std::uint64_t sector) const {
  return std::binary_search(pieces.begin(), pieces.end(), sector);
}

SectorIndex index_sectors(const MapData& map) {
  return Indexer(map).build();
}

bool label_place(const MapData& map, const Road& road, PositionE7& place, PositionE7& ahead) {
  if (road.name == 0) return false;
  const std::span<const PositionE7> line = map.at(road.positions);
  double whole_m = 0;
  for (std::size_t at = 1; at < line.size(); ++at) whole_m += distance_m(line[at - 1], line[at]);
  if (whole_m < k_label_length_min_m) return false;
  double rest_m = whole_m * 0.5;
  for (std::size_t at = 1; at < line.size(); ++at) {
    const double length_m = distance_m(line[at - 1], line[at]);
    if (rest_m > length_m && at + 1 < line.size()) {
      rest_m -= length_m;
      continue;
    }
    // Whole millimetres along the segment, so that the place is an exact fraction.
    const std::int64_t length_mm = std::max(base::to_mm(length_m), std::int64_t{1});
    const std::int64_t along_mm = std::min(base::to_mm(rest_m), length_mm);
    const auto between = [length_mm, along_mm](std::int32_t start, std::int32_t end) {
      const Wide way = static_cast<Wide>(static_cast<std::int64_t>(end) - start) * along_mm;
      return static_cast<std::int32_t>(start + round_divide(way, length_mm));
    };
    place = {between(line[at - 1].lat_e7, line[at].lat_e7),
             between(line[at - 1].lon_e7, line[at].lon_e7)};
    ahead = line[at];
    return true;
  }
  return false;
}

bool area_contains(const MapData& map, const Area& area, PositionE7 position) {
  if (!area.box.contains(position)) return false;
  bool inside = false;
  for (const Ring& ring : map.rings_of(area)) {
    const Containment place = locate(position, map.at(ring.positions));
    if (place == Containment::OnEdge) return true;
    if (place == Containment::Inside) inside = !inside;
  }
  return inside;
}

bool area_touches(const MapData& map, const Area& area, const RectE7& rect) {
  if (!area.box.overlaps(rect)) return false;
  if (rect.contains(area.box)) return true;
  for (const Ring& ring : map.rings_of(area)) {
    const std::span<const PositionE7> line = map.at(ring.positions);
    for (std::size_t at = 0; at < line.size(); ++at) {
      const PositionE7 next = line[at + 1 == line.size() ? 0 : at + 1];
      if (segment_touches(line[at], next, rect)) return true;
    }
  }
  return area_contains(map, area, {rect.south_e7, rect.west_e7});
}

std::uint32_t find_outline(const MapData& map, const Area& part,
                           std::span<const std::uint32_t> candidates) {
  std::uint32_t best = k_no_outline;
  for (const std::uint32_t candidate : candidates) {
    const Area& area = map.areas[candidate];
    if (area.kind != AreaKind::Building || !area.box.contains(part.owner)) continue;
    if (best != k_no_outline) {
      const Area& held = map.areas[best];
      const std::int64_t held_mm2 = base::to_mm(held.area_m2);
      const std::int64_t area_mm2 = base::to_mm(area.area_m2);
      if (area_mm2 > held_mm2 || (area_mm2 == held_mm2 && area.id >= held.id)) continue;
    }
    if (area_contains(map, area, part.owner)) best = candidate;
  }
  return best;
}

std::uint64_t owner_of_part(const Area& part, std::uint64_t own_sector,
                            std::uint64_t outline_sector) {
  if (own_sector == outline_sector) return own_sector;
  const RectE7 reach =
      padded_rect(geo::bounds_of(geo::sector_of_key(outline_sector)), k_building_pad_m);
  return reach.contains(part.owner) ? outline_sector : own_sector;
}

}  // namespace terrane::osm
