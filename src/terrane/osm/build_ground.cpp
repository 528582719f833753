#include "terrane/osm/build_ground.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/content/palette.h"
#include "terrane/osm/outline_border.h"
#include "terrane/osm/pads.h"

namespace terrane::osm {
namespace {

using geo::PositionE7;

constexpr double k_coast_gap_m = 1.0;
constexpr std::int32_t k_quay_foot_mm = -800;
// Cells of the land's sheet along a side: flat cells this small stay within a millimetre of the
// ellipsoid's curve.
constexpr int k_land_cells = 4;

constexpr GroundLook k_land_look = {content::Material::Paving, content::palette::k_paving_warm,
                                    content::k_ground_layer_base, 0};
constexpr GroundLook k_sea_look = {content::Material::Water, content::palette::k_water_deep,
                                   content::k_ground_layer_base, k_sea_height_mm};
constexpr GroundLook k_quay_look = {content::Material::Stone, content::palette::k_kerb, 0, 0};

RectE7 closed_rect(const geo::BoundsE7& bounds) {
  return {bounds.south_e7, bounds.west_e7, bounds.north_e7, bounds.east_e7};
}

bool line_touches(std::span<const PositionE7> line, const RectE7& rect) {
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (segment_touches(line[at - 1], line[at], rect)) return true;
  }
  return false;
}

// The map's own evidence of land in the sector: what never stands in open sea.
bool holds_land(const SectorWriter& writer) {
  const MapData& map = writer.map;
  const RectE7 rect = closed_rect(writer.input.bounds);
  for (const std::uint32_t at : writer.input.roads) {
    const Road& road = map.roads[at];
    if (road.tags.bridge || road.tags.road_class == RoadClass::Pier) continue;
    if (road.box.overlaps(rect) && line_touches(map.at(road.positions), rect)) return true;
  }
  for (const std::uint32_t at : writer.input.buildings) {
    if (area_touches(map, map.areas[at], rect)) return true;
  }
  for (const std::uint32_t at : writer.input.grounds) {
    const Area& area = map.areas[at];
    if (is_water(area.kind) || area.kind == AreaKind::Pier) continue;
    if (area_touches(map, area, rect)) return true;
  }
  return false;
}

// Where a coastline passes nearest to a point, and on which side of it the point lies.
struct NearestCoast {
  std::int64_t distance_mm = INT64_MAX;
  std::int64_t aside_mm = 0;  // distance from the segment's line: positive to the left (land)
  PositionE7 start;

  void offer(const NearestCoast& other) {
    if (other.distance_mm != distance_mm) {
      if (other.distance_mm < distance_mm) *this = other;
      return;
    }
    // At a corner both segments are equally near: the one seen less edge-on knows the side.
    const std::int64_t mine = std::abs(aside_mm);
    const std::int64_t theirs = std::abs(other.aside_mm);
    if (theirs > mine || (theirs == mine && other.start < start)) *this = other;
  }
};

NearestCoast measure_segment(PositionE7 a, PositionE7 b, PositionE7 point,
                             const LocalScale& scale) {
  const auto east = [&](PositionE7 p) {
    return static_cast<double>(static_cast<std::int64_t>(p.lon_e7) - point.lon_e7) *
           scale.east_m_per_e7;
  };
  const auto north = [&](PositionE7 p) {
    return static_cast<double>(static_cast<std::int64_t>(p.lat_e7) - point.lat_e7) *
           scale.north_m_per_e7;
  };
  const double ax = east(a);
  const double ay = north(a);
  const double dx = east(b) - ax;
  const double dy = north(b) - ay;
  const double squared = dx * dx + dy * dy;
  const double along = squared > 0 ? std::clamp(-(ax * dx + ay * dy) / squared, 0.0, 1.0) : 0.0;
  const double nearest_x = ax + dx * along;
  const double nearest_y = ay + dy * along;
  NearestCoast nearest;
  nearest.distance_mm = base::to_mm(std::sqrt(nearest_x * nearest_x + nearest_y * nearest_y));
  // cross(d, point - a), the point being the origin
  nearest.aside_mm = squared > 0 ? base::to_mm((dy * ax - dx * ay) / std::sqrt(squared)) : 0;
  nearest.start = a;
  return nearest;
}

// A sector that no coastline crosses lies on one side of the nearest one within the pad. Without
// any, it is sea only in a world with coast and without anything that stands on land.
bool is_all_sea(const SectorWriter& writer) {
  if (!writer.input.world_has_coast) return false;
  if (holds_land(writer)) return false;
  const geo::BoundsE7& bounds = writer.input.bounds;
  const auto middle = [](std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>((static_cast<std::int64_t>(low) + high) / 2);
  };
  const PositionE7 centre{middle(bounds.south_e7, bounds.north_e7),
                          middle(bounds.west_e7, bounds.east_e7)};
  const LocalScale scale = local_scale(centre.lat_e7);
  const RectE7 rect = padded_rect(bounds, k_water_pad_m);
  NearestCoast nearest;
  for (const std::uint32_t at : writer.input.coasts) {
    const std::span<const PositionE7> line = writer.map.at(writer.map.coasts[at].positions);
    for (std::size_t node = 1; node < line.size(); ++node) {
      if (!segment_touches(line[node - 1], line[node], rect)) continue;
      nearest.offer(measure_segment(line[node - 1], line[node], centre, scale));
    }
  }
  return nearest.distance_mm == INT64_MAX || nearest.aside_mm < 0;
}

void write_land_grid(SectorWriter& writer) {
  const ClipRect rect = clip_rect(sheet_rect(writer.input.bounds));
  content::Vertex corners[k_land_cells + 1][k_land_cells + 1];
  for (int row = 0; row <= k_land_cells; ++row) {
    for (int column = 0; column <= k_land_cells; ++column) {
      const std::int64_t y = rect.south + (rect.north - rect.south) * row / k_land_cells;
      const std::int64_t x = rect.west + (rect.east - rect.west) * column / k_land_cells;
      corners[row][column] = ground_vertex(writer.projector.place_halves(y, x), 0, k_land_look);
    }
  }
  for (int row = 0; row < k_land_cells; ++row) {
    for (int column = 0; column < k_land_cells; ++column) {
      writer.mesh.quad(corners[row][column], corners[row][column + 1], corners[row + 1][column + 1],
                       corners[row + 1][column]);
    }
  }
}

// Upright stone between the land's edge and the sea, seen from the sea. `sea` is on the rings'
// left.
void write_quays(SectorWriter& writer, const ClippedPolygon& sea, const ClipRect& rect) {
  for (const std::vector<PointHalves>& ring : sea.rings) {
    for (std::size_t at = 0; at < ring.size(); ++at) {
      const PointHalves a = ring[at];
      const PointHalves b = ring[at + 1 == ring.size() ? 0 : at + 1];
      if (rect.on_border(a) && rect.on_border(b)) continue;
      const geo::Vec3 pa = writer.projector.place_halves(a.y, a.x);
      const geo::Vec3 pb = writer.projector.place_halves(b.y, b.x);
      const geo::Vec3 towards_sea = geo::cross(geo::Vec3{0, 1, 0}, pb - pa);
      const auto vertex = [&towards_sea](geo::Vec3 place, std::int32_t height_mm) {
        const content::Vertex like = ground_vertex(place, 0, k_quay_look);
        content::Vertex made = content::make_vertex(place, towards_sea, like);
        made.y_mm += height_mm;
        return made;
      };
      writer.mesh.quad(vertex(pb, k_quay_foot_mm), vertex(pa, k_quay_foot_mm), vertex(pa, 0),
                       vertex(pb, 0));
    }
  }
}

std::vector<Chain> reversed(std::vector<Chain> chains) {
  for (Chain& chain : chains) {
    std::reverse(chain.points.begin(), chain.points.end());
    std::swap(chain.from_border, chain.to_border);
  }
  return chains;
}

}  // namespace

void build_land_and_sea(SectorWriter& writer) {
  const RectE7 grown = sheet_rect(writer.input.bounds);
  const ClipRect rect = clip_rect(grown);
  std::vector<Chain> chains;
  for (const std::uint32_t at : writer.input.coasts) {
    const Coast& coast = writer.map.coasts[at];
    if (!coast.box.overlaps(grown)) continue;
    const std::span<const PositionE7> line = writer.map.at(coast.positions);
    clip_line(line, false, rect, coast.way_id, chains);
    add_border_points(writer, line, false, base::hash(0x636f617374, coast.way_id));
  }
  std::vector<Chain> loose;
  stitch_chains(chains, k_coast_gap_m, loose);
  for (const Chain& chain : loose) {
    writer.content.warnings.push_back({"coast_open_end", "way " + std::to_string(chain.source),
                                       "the coastline ends inside the sector: it was left out"});
  }
  if (chains.empty()) {
    if (!is_all_sea(writer)) {
      write_land_grid(writer);
      return;
    }
    for (const ClippedPolygon& sea : close_chains({}, rect, true)) {
      write_sheet(writer, sea, k_sea_look);
    }
    return;
  }
  for (const ClippedPolygon& land : close_chains(chains, rect, true)) {
    write_sheet(writer, land, k_land_look);
  }
  for (const ClippedPolygon& sea : close_chains(reversed(std::move(chains)), rect, false)) {
    write_sheet(writer, sea, k_sea_look);
    write_quays(writer, sea, rect);
  }
}

void build_ground_areas(SectorWriter& writer) {
  const RectE7 own = closed_rect(writer.input.bounds);
  const RectE7 grown = sheet_rect(writer.input.bounds);
  const ClipRect rect = clip_rect(grown);
  for (const std::uint32_t at : writer.input.grounds) {
    const Area& area = writer.map.areas[at];
    if (writer.input.bounds.contains(area.owner)) {
      writer.content.owned.push_back({content::OwnedKind::Area, area.id});
    }
    // What lies in the overlap alone is the neighbour's.
    if (!area_touches(writer.map, area, own)) continue;
    std::vector<Chain> chains;
    for (const Ring& ring : writer.map.rings_of(area)) {
      clip_line(writer.map.at(ring.positions), true, rect, 0, chains);
      if (is_water(area.kind)) {
        add_border_points(writer, writer.map.at(ring.positions), true,
                          base::hash(0x7761746572, area.id));
      }
    }
    const bool covers_all =
        chains.empty() && area_contains(writer.map, area, {grown.south_e7, grown.west_e7});
    for (const ClippedPolygon& polygon : close_chains(chains, rect, covers_all)) {
      write_sheet(writer, polygon, ground_look(area.kind));
    }
  }
}

}  // namespace terrane::osm
