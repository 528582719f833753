#include "terrane/city/inner_lots.h"

#include <algorithm>

#include "terrane/base/hash.h"
#include "terrane/base/trig.h"
#include "terrane/city/density.h"
#include "terrane/city/street_profile.h"

namespace terrane::city {
namespace {

constexpr std::uint64_t k_salt_inner = 95;
constexpr double k_spot_m = 40.0;
constexpr double k_jitter_m = 2.5;
// Half the diagonal of the largest house, so that it stays within its spot and off every side.
constexpr double k_reach_m = 16.0;

}  // namespace

PlanePoint cell_corner(JunctionId cell) {
  return {cell.i * k_cell_size_mm - k_cell_size_mm / 2,
          cell.j * k_cell_size_mm - k_cell_size_mm / 2};
}

Obstacles roads_of_cell(const Lattice& lattice, JunctionId cell) {
  Obstacles roads;
  const double size_m = base::from_mm(k_cell_size_mm);
  gather_obstacles(lattice, cell, cell_corner(cell), {0, 0}, {size_m, size_m},
                   k_side_depth_m + k_reach_m + 4.0, nullptr, roads);
  return roads;
}

bool is_clear_of(const Obstacles& roads, PlaneVector place, double clear_m) {
  return std::none_of(roads.points.begin(), roads.points.end(), [&](PlaneVector road) {
    const PlaneVector way = road - place;
    return dot(way, way) < clear_m * clear_m;
  });
}

std::vector<InnerLot> inner_lots(const Lattice& lattice, JunctionId cell, const Obstacles& roads) {
  std::vector<InnerLot> lots;
  const PlanePoint corner = cell_corner(cell);
  // Houses of a cell share a direction, a little off the lattice's.
  const std::uint64_t cell_key =
      base::hash(lattice.seed(), k_salt_inner, edge_number({cell, Axis::East}));
  const base::SinCos turned = base::sin_cos(base::draw_between(cell_key, -0.35, 0.35));
  for (std::uint32_t spot = 0; spot < k_inner_spots_a_side * k_inner_spots_a_side; ++spot) {
    const std::uint64_t key = base::hash(cell_key, spot);
    const PlaneVector centre{(spot % k_inner_spots_a_side + 0.5) * k_spot_m +
                                 base::draw_between(base::hash(key, 1), -k_jitter_m, k_jitter_m),
                             (spot / k_inner_spots_a_side + 0.5) * k_spot_m +
                                 base::draw_between(base::hash(key, 2), -k_jitter_m, k_jitter_m)};
    if (!is_clear_of(roads, centre, k_side_depth_m + k_reach_m)) continue;
    const double density = density_at(lattice.seed(), moved(corner, centre));
    if (!base::draw_chance(base::hash(key, 3), 0.12 + 0.65 * density)) continue;
    InnerLot inner;
    inner.spot = spot;
    inner.centre = centre;
    Lot& lot = inner.lot;
    lot.key = base::hash(key, 4);
    lot.density = density;
    lot.backdrop = true;
    lot.half_width_m = base::draw_between(base::hash(key, 5), 7.5, 11.0);
    lot.depth_m = base::draw_between(base::hash(key, 6), 14.0, 20.0);
    const PlaneVector axes[4] = {{turned.cos, turned.sin},
                                 {-turned.sin, turned.cos},
                                 {-turned.cos, -turned.sin},
                                 {turned.sin, -turned.cos}};
    lot.inward = axes[base::draw_index(base::hash(key, 7), 4)];
    lot.front = moved(corner, centre - lot.inward * (lot.depth_m * 0.5));
    lot.style = draw_style(base::hash(key, 8), density, true, false);
    lots.push_back(inner);
  }
  return lots;
}

}  // namespace terrane::city
