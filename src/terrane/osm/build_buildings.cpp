#include "terrane/osm/build_buildings.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/base/quantise.h"
#include "terrane/content/octahedral.h"
#include "terrane/content/triangulate.h"
#include "terrane/osm/facade_looks.h"
#include "terrane/osm/pads.h"

namespace terrane::osm {
namespace {

using content::Material;
using content::PointMm;
using content::Vertex;
using geo::PositionE7;

// The facade frame is in 16-bit centimetres: longer walls and higher rows are cut.
constexpr std::int32_t k_wall_length_limit_mm = 200000;
constexpr std::int32_t k_row_height_limit_mm = 250000;
// What hangs lower than this over the ground shows its underside.
constexpr double k_underside_m = 0.5;
constexpr std::uint8_t k_occlusion_foot = 150;
constexpr std::uint8_t k_occlusion_storey = 235;

// One outline or part, ready to be extruded: its rings in the sector's frame.
struct Solid {
  std::vector<std::vector<PointMm>>
      rings;  // each with its corners only; the first of a group is outer
  std::vector<bool> outer;
  std::int32_t base_mm = 0;  // y of the ground under it
  BuildingHeights heights;
  FacadeLook look;
  bool slab = false;
  std::uint64_t hash = 0;
};

std::uint64_t hash_of(PositionE7 owner) {
  return base::hash(0x6f776e, owner.lat_e7, owner.lon_e7);
}

bool is_straight(PositionE7 a, PositionE7 b, PositionE7 c) {
  const auto east = [&](PositionE7 p) { return static_cast<std::int64_t>(p.lon_e7) - a.lon_e7; };
  const auto north = [&](PositionE7 p) { return static_cast<std::int64_t>(p.lat_e7) - a.lat_e7; };
  // Footprints are far below 2^31 across, so products of differences fit.
  return east(b) * north(c) == north(b) * east(c);
}

std::vector<PointMm> project_ring(const SectorWriter& writer, std::span<const PositionE7> ring) {
  std::vector<PointMm> points;
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PositionE7 before = ring[at == 0 ? ring.size() - 1 : at - 1];
    const PositionE7 after = ring[at + 1 == ring.size() ? 0 : at + 1];
    if (is_straight(before, ring[at], after)) continue;  // no corner
    const geo::Vec3 place = writer.projector.place(ring[at]);
    const PointMm point{base::to_mm32(place.x), base::to_mm32(place.z)};
    if (points.empty() || !(points.back() == point)) points.push_back(point);
  }
  while (points.size() > 1 && points.front() == points.back()) points.pop_back();
  return points;
}

Solid make_solid(const SectorWriter& writer, const Area& area, const BuildingTags& tags) {
  Solid solid;
  for (const Ring& ring : writer.map.rings_of(area)) {
    solid.rings.push_back(project_ring(writer, writer.map.at(ring.positions)));
    solid.outer.push_back(ring.outer);
  }
  solid.hash = hash_of(area.owner);
  solid.base_mm = base::to_mm32(writer.projector.place(area.owner).y);
  solid.heights = building_heights(tags, area.area_m2, solid.hash);
  solid.look = facade_look(tags, solid.heights.top_m, solid.hash);
  solid.slab = tags.slab;
  return solid;
}

struct WallRow {
  std::int32_t foot_mm = 0;  // y
  std::int32_t head_mm = 0;
  std::int32_t above_mm = 0;  // of the row's foot above the wall's, wrapped by whole storeys
  std::uint8_t occlusion_foot = 255;
  std::uint8_t occlusion_head = 255;
};

std::vector<WallRow> rows_of(const Solid& solid) {
  const std::int32_t foot_mm = solid.base_mm + base::to_mm32(solid.heights.bottom_m);
  const std::int32_t head_mm = solid.base_mm + base::to_mm32(solid.heights.top_m);
  const std::int32_t storey_mm = std::max(base::to_mm32(solid.heights.storey_m), 1);
  const bool on_ground = solid.heights.bottom_m < k_underside_m;
  const std::uint8_t at_foot = on_ground ? k_occlusion_foot : k_occlusion_storey;
  std::vector<WallRow> rows;
  std::int32_t y_mm = foot_mm;
  if (on_ground && head_mm - foot_mm > storey_mm * 2) {
    rows.push_back({foot_mm, foot_mm + storey_mm, 0, at_foot, k_occlusion_storey});
    y_mm += storey_mm;
  }
  const std::int32_t step_mm = std::max(k_row_height_limit_mm / storey_mm, 1) * storey_mm;
  while (y_mm < head_mm) {
    const std::int32_t end_mm = std::min(y_mm + step_mm, head_mm);
    rows.push_back({y_mm, end_mm, y_mm == foot_mm ? 0 : storey_mm,
                    rows.empty() ? at_foot : k_occlusion_storey, 255});
    y_mm = end_mm;
  }
  return rows;
}

void write_wall(SectorWriter& writer, const Solid& solid, const std::vector<WallRow>& rows,
                PointMm a, PointMm b) {
  const double dx = static_cast<double>(b.x_mm - a.x_mm);
  const double dz = static_cast<double>(b.z_mm - a.z_mm);
  const std::int64_t length_mm = base::round_to_integer(std::sqrt(dx * dx + dz * dz));
  if (length_mm == 0) return;
  const content::OctahedralNormal normal = content::encode_octahedral({-dz, 0, dx});
  Vertex like;
  like.normal_u = normal.u;
  like.normal_v = normal.v;
  like.palette = solid.look.wall_palette;
  like.material = solid.slab ? Material::Plain : Material::Facade;
  like.variant = static_cast<std::uint8_t>(solid.look.style);
  like.half_width_dm =
      static_cast<std::uint8_t>(base::round_to_integer(solid.heights.storey_m * 10));
  like.flags = static_cast<std::uint8_t>(solid.hash >> 40);
  const std::int64_t cuts = base::ceil_divide(length_mm, k_wall_length_limit_mm);
  for (std::int64_t cut = 0; cut < cuts; ++cut) {
    const auto point = [&](std::int64_t index) {
      return PointMm{
          static_cast<std::int32_t>(a.x_mm + base::floor_divide((b.x_mm - a.x_mm) * index, cuts)),
          static_cast<std::int32_t>(a.z_mm + base::floor_divide((b.z_mm - a.z_mm) * index, cuts))};
    };
    const PointMm from = point(cut);
    const PointMm to = point(cut + 1);
    const auto end_cm = static_cast<std::int16_t>(length_mm / cuts / 10);
    for (const WallRow& row : rows) {
      const auto corner = [&](PointMm p, bool head, std::int16_t u_cm) {
        Vertex vertex = like;
        vertex.x_mm = p.x_mm;
        vertex.y_mm = head ? row.head_mm : row.foot_mm;
        vertex.z_mm = p.z_mm;
        vertex.occlusion = head ? row.occlusion_head : row.occlusion_foot;
        vertex.u_cm = u_cm;
        const std::int32_t up_mm = row.above_mm + (head ? row.head_mm - row.foot_mm : 0);
        vertex.v_cm = static_cast<std::int16_t>(up_mm / 10);
        return vertex;
      };
      writer.mesh.quad(corner(from, false, 0), corner(to, false, end_cm), corner(to, true, end_cm),
                       corner(from, true, 0));
    }
  }
}

// The roof at `y_mm`, or the underside (`up` false).
void write_lid(SectorWriter& writer, const Solid& solid, std::int32_t y_mm, bool up) {
  for (std::size_t first = 0; first < solid.rings.size();) {
    std::size_t end = first + 1;
    while (end < solid.rings.size() && !solid.outer[end]) ++end;
    const std::span<const std::vector<PointMm>> rings(solid.rings.data() + first, end - first);
    std::vector<Vertex> vertices;
    for (const std::vector<PointMm>& ring : rings) {
      for (const PointMm point : ring) {
        Vertex vertex;
        vertex.x_mm = point.x_mm;
        vertex.y_mm = y_mm;
        vertex.z_mm = point.z_mm;
        const content::OctahedralNormal normal =
            content::encode_octahedral({0, up ? 1.0 : -1.0, 0});
        vertex.normal_u = normal.u;
        vertex.normal_v = normal.v;
        vertex.palette = up ? solid.look.roof_palette : solid.look.wall_palette;
        vertex.material = up ? Material::Roof : Material::Plain;
        vertex.occlusion = up ? 255 : k_occlusion_foot;
        vertices.push_back(vertex);
      }
    }
    std::vector<std::uint32_t> triangles = content::triangulate(rings);
    if (!up) {
      for (std::size_t at = 0; at + 2 < triangles.size(); at += 3) {
        std::swap(triangles[at + 1], triangles[at + 2]);
      }
    }
    writer.mesh.mesh(vertices, triangles);
    first = end;
  }
}

// One upright box around the outer rings, along the longest edge of the first.
void write_collider(SectorWriter& writer, const Solid& solid) {
  const std::vector<PointMm>& ring = solid.rings[0];
  double best_squared = 0;
  geo::Vec3 along{1, 0, 0};
  for (std::size_t at = 0; at < ring.size(); ++at) {
    const PointMm a = ring[at];
    const PointMm b = ring[at + 1 == ring.size() ? 0 : at + 1];
    const geo::Vec3 edge{static_cast<double>(b.x_mm - a.x_mm), 0,
                         static_cast<double>(b.z_mm - a.z_mm)};
    const double squared = geo::dot(edge, edge);
    if (squared > best_squared) {
      best_squared = squared;
      along = geo::normalised(edge);
    }
  }
  const geo::Vec3 across{-along.z, 0, along.x};
  double low[2] = {1e12, 1e12};
  double high[2] = {-1e12, -1e12};
  for (std::size_t index = 0; index < solid.rings.size(); ++index) {
    if (!solid.outer[index]) continue;
    for (const PointMm point : solid.rings[index]) {
      const geo::Vec3 place{static_cast<double>(point.x_mm), 0, static_cast<double>(point.z_mm)};
      const double values[2] = {geo::dot(place, along), geo::dot(place, across)};
      for (int axis = 0; axis < 2; ++axis) {
        low[axis] = std::min(low[axis], values[axis]);
        high[axis] = std::max(high[axis], values[axis]);
      }
    }
  }
  const auto whole = [](double value) {
    return static_cast<std::int32_t>(base::round_to_integer(value));
  };
  const geo::Vec3 centre = along * (0.5 * (low[0] + high[0])) + across * (0.5 * (low[1] + high[1]));
  content::Collider box;
  box.x_mm = whole(centre.x);
  box.y_mm = solid.base_mm + base::to_mm32(solid.heights.bottom_m);
  box.z_mm = whole(centre.z);
  box.half_along_mm = whole(0.5 * (high[0] - low[0]));
  box.half_across_mm = whole(0.5 * (high[1] - low[1]));
  box.height_mm = base::to_mm32(solid.heights.top_m - solid.heights.bottom_m);
  box.heading_turn16 = base::to_turn16(geo::heading_of(along));
  writer.content.colliders.push_back(box);
}

void write_solid(SectorWriter& writer, const Solid& solid) {
  if (solid.rings.empty() || solid.rings[0].size() < 3) return;
  const std::vector<WallRow> rows = rows_of(solid);
  for (const std::vector<PointMm>& ring : solid.rings) {
    for (std::size_t at = 0; at < ring.size(); ++at) {
      write_wall(writer, solid, rows, ring[at], ring[at + 1 == ring.size() ? 0 : at + 1]);
    }
  }
  write_lid(writer, solid, solid.base_mm + base::to_mm32(solid.heights.top_m), true);
  if (solid.heights.bottom_m >= k_underside_m) {
    write_lid(writer, solid, solid.base_mm + base::to_mm32(solid.heights.bottom_m), false);
  }
  write_collider(writer, solid);
}

// A part and the outline it stands in, by the rule that any sector applies alike.
struct LinkedPart {
  std::uint32_t part = 0;
  std::uint32_t outline = k_no_outline;
};

std::vector<LinkedPart> link_parts(const SectorWriter& writer) {
  const MapData& map = writer.map;
  const RectE7 reach = padded_rect(writer.input.bounds, k_building_pad_m);
  std::vector<std::uint32_t> outlines;
  for (const std::uint32_t at : writer.input.buildings) {
    const Area& area = map.areas[at];
    if (area.kind == AreaKind::Building && area.box.overlaps(reach)) outlines.push_back(at);
  }
  std::vector<LinkedPart> links;
  for (const std::uint32_t at : writer.input.buildings) {
    const Area& area = map.areas[at];
    if (area.kind != AreaKind::BuildingPart || !reach.contains(area.owner)) continue;
    links.push_back({at, find_outline(map, area, outlines)});
  }
  return links;
}

void warn_bottom(SectorWriter& writer, const Area& area, const BuildingTags& tags,
                 const BuildingHeights& heights) {
  if (tags.min_height_m && *tags.min_height_m > 0 && heights.bottom_m == 0) {
    writer.content.warnings.push_back({"min_height_absurd", area_object(area.id),
                                       "min_height is not below its top: it stands on the ground"});
  }
}

}  // namespace

void build_buildings(SectorWriter& writer) {
  const MapData& map = writer.map;
  const std::vector<LinkedPart> links = link_parts(writer);
  const auto build = [&writer](const Area& area, const BuildingTags& tags) {
    const Solid solid = make_solid(writer, area, tags);
    warn_bottom(writer, area, tags, solid.heights);
    write_solid(writer, solid);
  };
  for (const std::uint32_t at : writer.input.buildings) {
    const Area& area = map.areas[at];
    if (area.kind != AreaKind::Building || !writer.input.bounds.contains(area.owner)) continue;
    writer.content.owned.push_back({content::OwnedKind::Building, area.id});
    std::vector<std::uint32_t> parts;
    for (const LinkedPart& link : links) {
      if (link.outline == at) parts.push_back(link.part);
    }
    if (!parts.empty() && covered_share(map, area, parts) >= k_covered_share) continue;
    build(area, map.buildings[area.building]);
  }
  for (const LinkedPart& link : links) {
    const Area& part = map.areas[link.part];
    BuildingTags tags = map.buildings[part.building];
    bool ours = writer.input.bounds.contains(part.owner);
    if (link.outline != k_no_outline) {
      const Area& outline = map.areas[link.outline];
      inherit(tags, map.buildings[outline.building]);
      // The outline's owner builds the part if its point is near enough to that sector; the point
      // is within our reach, so when the outline is ours the part is.
      if (writer.input.bounds.contains(outline.owner)) {
        ours = true;
      } else if (ours) {
        const std::optional<geo::Tile> other = geo::tile_of(outline.owner);
        ours = other &&
               owner_of_part(part, writer.input.key, geo::sector_key(*other)) == writer.input.key;
      }
    }
    if (!ours) continue;
    writer.content.owned.push_back({content::OwnedKind::Building, part.id});
    build(part, tags);
  }
}

}  // namespace terrane::osm
