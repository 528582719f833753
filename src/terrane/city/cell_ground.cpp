#include "terrane/city/cell_ground.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/city/building_kit.h"
#include "terrane/city/roadside.h"
#include "terrane/city/street_profile.h"
#include "terrane/content/palette.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_grove = 91;
constexpr std::uint32_t k_cells = 16;  // a side
constexpr std::int64_t k_spacing_mm = k_cell_size_mm / k_cells;
constexpr double k_clear_of_roads_m = k_side_depth_m + 2.0;
constexpr double k_clear_of_houses_m = 17.0;

void build_sheet(PieceWriter& out, PlanePoint corner) {
  Surface grass;
  grass.material = content::Material::Grass;
  grass.palette = content::palette::k_grass;
  grass.flags = content::k_ground_layer_base;
  std::vector<content::Vertex> vertices;
  std::vector<std::uint32_t> indices;
  vertices.reserve((k_cells + 1) * (k_cells + 1));
  indices.reserve(k_cells * k_cells * 6);
  for (std::uint32_t south = 0; south <= k_cells; ++south) {
    for (std::uint32_t east = 0; east <= k_cells; ++east) {
      const PlanePoint place{corner.x_mm + east * k_spacing_mm, corner.z_mm + south * k_spacing_mm};
      vertices.push_back(out.ground_vertex({place, -k_base_drop_m, 240, 0, 0}, grass));
    }
  }
  const std::uint32_t row = k_cells + 1;
  for (std::uint32_t south = 0; south < k_cells; ++south) {
    for (std::uint32_t east = 0; east < k_cells; ++east) {
      const std::uint32_t nw = south * row + east;
      for (const std::uint32_t index : {nw, nw + row, nw + row + 1, nw, nw + row + 1, nw + 1}) {
        indices.push_back(index);
      }
    }
  }
  out.mesh().mesh(vertices, indices);
}

// Trees on a hashed grid, in groves: thick where a slow field says so.
void plant_grove(PieceWriter& out, const Lattice& lattice, JunctionId cell, const Obstacles& roads,
                 const std::vector<InnerLot>& lots) {
  const PlanePoint corner = cell_corner(cell);
  const double spacing_m = base::from_mm(k_spacing_mm);
  const std::uint64_t cell_key =
      base::hash(lattice.seed(), k_salt_grove, edge_number({cell, Axis::East}));
  for (std::uint32_t place = 0; place < k_cells * k_cells; ++place) {
    const std::uint64_t key = base::hash(cell_key, place);
    const double thick =
        base::draw_between(base::hash(cell_key, 1000 + place / 4 % 4 + place / 64 * 4), 0.15, 0.75);
    if (!base::draw_chance(key, thick)) continue;
    const PlaneVector at{(place % k_cells + base::draw_unit(base::hash(key, 1))) * spacing_m,
                         (place / k_cells + base::draw_unit(base::hash(key, 2))) * spacing_m};
    if (!is_clear_of(roads, at, k_clear_of_roads_m)) continue;
    const bool in_house = std::any_of(lots.begin(), lots.end(), [&](const InnerLot& lot) {
      const PlaneVector way = lot.centre - at;
      return dot(way, way) < k_clear_of_houses_m * k_clear_of_houses_m;
    });
    if (in_house) continue;
    const bool conifer = base::draw_chance(base::hash(key, 3), 0.12);
    out.instance(
        conifer ? content::InstanceKind::ConiferTree : content::InstanceKind::BroadleafTree,
        moved(corner, at), -k_base_drop_m - 0.03, base::draw_between(base::hash(key, 4), 0.0, 6.28),
        base::draw_between(base::hash(key, 5), 0.9, 1.6), draw_leaf_colour(base::hash(key, 6)),
        static_cast<std::uint16_t>(base::draw_index(base::hash(key, 7), 8)));
  }
}

}  // namespace

void build_cell_ground(PieceWriter& out, const Lattice& lattice, JunctionId cell,
                       const Obstacles& roads, const std::vector<InnerLot>& lots) {
  build_sheet(out, cell_corner(cell));
  for (const InnerLot& lot : lots) build_building(out, lot.lot, footprint_of(lot.lot));
  plant_grove(out, lattice, cell, roads, lots);
}

std::vector<JunctionId> cells_beside(JunctionId cell) {
  std::vector<JunctionId> cells;
  for (const JunctionId other : {JunctionId{cell.i - 1, cell.j}, JunctionId{cell.i + 1, cell.j},
                                 JunctionId{cell.i, cell.j - 1}, JunctionId{cell.i, cell.j + 1}}) {
    if (other.i >= -k_cell_limit && other.i <= k_cell_limit && other.j >= -k_cell_limit &&
        other.j <= k_cell_limit) {
      cells.push_back(other);
    }
  }
  return cells;
}

void cell_border(const Ground& ground, JunctionId cell, std::vector<content::BorderPoint>& points) {
  for (const JunctionId other : cells_beside(cell)) {
    // The side between two cells starts at the corner of the eastern or southern one.
    const bool along_south = other.j == cell.j;
    const PlanePoint start = cell_corner({std::max(cell.i, other.i), std::max(cell.j, other.j)});
    for (std::uint32_t step = 0; step <= k_cells; ++step) {
      const std::int64_t way_mm = step * k_spacing_mm;
      const PlanePoint place{start.x_mm + (along_south ? 0 : way_mm),
                             start.z_mm + (along_south ? way_mm : 0)};
      content::BorderPoint point;
      point.kind = content::BorderKind::TerrainEdge;
      // The place itself, counted in grid steps; both signs fit 32 bits.
      const auto count = [](std::int64_t mm) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(mm / k_spacing_mm));
      };
      point.identity = (count(place.x_mm) << 32) | count(place.z_mm);
      point.other_piece = junction_key(other).value;
      point.values[0] = place.x_mm;
      point.values[1] = ground.height_mm(place) + base::to_mm(-k_base_drop_m);
      point.values[2] = place.z_mm;
      points.push_back(point);
    }
  }
}

}  // namespace terrane::city
