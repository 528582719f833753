#include "terrane/rts/rasterise.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "terrane/base/trig.h"
#include "terrane/rts/slopes.h"

namespace terrane::rts {
namespace {

// Half of the square in a cell's middle that a collider must overlap.
constexpr std::int64_t k_middle_half_mm = 350;
// A box is taken to be at least this far from its middle line to its side: then each cell that the
// line crosses is blocked, however the line lies. (500 - 350) x the square root of 2, rounded up.
constexpr std::int64_t k_thin_half_mm = 213;
constexpr std::int64_t k_step_over_mm = 300;
constexpr std::int64_t k_walk_under_mm = 2500;
constexpr std::int64_t k_extent_max_mm = 4'000'000;  // of a triangle or box that is taken
constexpr std::int64_t k_axis_one = 65536;

struct Point64 {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
};

// What the meshes say of a cell's middle.
struct Cover {
  bool any = false;
  std::int64_t land_mm = INT64_MIN;  // highest sheet that one could walk on
  std::int64_t water_mm = INT64_MIN;
};

bool is_land(content::Material material) {
  using content::Material;
  return material == Material::Asphalt || material == Material::Paving ||
         material == Material::Grass || material == Material::Soil || material == Material::Stone ||
         material == Material::Paint;
}

// The cells whose middles lie between two coordinates, clamped to the grid; low > high: none.
struct CellRange {
  std::int32_t low = 0;
  std::int32_t high = -1;
};
CellRange middles_between(std::int64_t low_mm, std::int64_t high_mm, std::int32_t origin_mm,
                          std::int32_t cells) {
  constexpr std::int64_t k_half = k_cell_mm / 2;
  const std::int64_t low = base::ceil_divide(low_mm - origin_mm - k_half, k_cell_mm);
  const std::int64_t high = base::floor_divide(high_mm - origin_mm - k_half, k_cell_mm);
  return {static_cast<std::int32_t>(std::clamp<std::int64_t>(low, 0, cells)),
          static_cast<std::int32_t>(std::clamp<std::int64_t>(high, -1, cells - 1))};
}

class Rasteriser {
 public:
  Rasteriser(const RasterArea& area, bool surround_is_water)
      : surround_is_water_(surround_is_water) {
    field_.width_cells = area.width_cells;
    field_.height_cells = area.height_cells;
    field_.origin_x_mm = area.origin_x_mm;
    field_.origin_z_mm = area.origin_z_mm;
    const std::size_t cells =
        static_cast<std::size_t>(area.width_cells) * static_cast<std::size_t>(area.height_cells);
    field_.ground.assign(cells, Ground::Free);
    field_.height_mm.assign(cells, 0);
    cover_.resize(cells);
  }

  void take_heights(const std::function<std::int32_t(PointMm)>& height_at_mm) {
    for (std::int32_t z = 0; z < field_.height_cells; ++z) {
      for (std::int32_t x = 0; x < field_.width_cells; ++x) {
        field_.height_mm[field_.index({x, z})] = height_at_mm(field_.middle_of({x, z}));
      }
    }
  }
  void add_meshes(const PlacedContent& piece);
  // Colliders come after all meshes: covers() settles what is ground first.
  void settle_covers();
  void add_colliders(const PlacedContent& piece);
  Battlefield finish() {
    apply_slopes(field_);
    return std::move(field_);
  }

 private:
  void add_triangle(const std::array<Point64, 3>& corners, content::Material material);
  void add_box(const content::Collider& box, Point64 middle);

  Battlefield field_;
  bool surround_is_water_;
  std::vector<Cover> cover_;
};

void Rasteriser::add_meshes(const PlacedContent& piece) {
  for (const content::MeshPage& page : piece.content->mesh_pages) {
    for (std::size_t at = 0; at + 2 < page.indices.size(); at += 3) {
      std::array<Point64, 3> corners;
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const content::Vertex& vertex = page.vertices[page.indices[at + corner]];
        corners[corner] = {piece.x_mm + vertex.x_mm, piece.y_mm + vertex.y_mm,
                           piece.z_mm + vertex.z_mm};
      }
      add_triangle(corners, page.vertices[page.indices[at]].material);
    }
  }
}

void Rasteriser::add_triangle(const std::array<Point64, 3>& corners, content::Material material) {
  const auto [a, b, c] = corners;
  const std::int64_t low_x = std::min({a.x, b.x, c.x});
  const std::int64_t high_x = std::max({a.x, b.x, c.x});
  const std::int64_t low_z = std::min({a.z, b.z, c.z});
  const std::int64_t high_z = std::max({a.z, b.z, c.z});
  if (high_x - low_x > k_extent_max_mm || high_z - low_z > k_extent_max_mm) return;
  const CellRange xs = middles_between(low_x, high_x, field_.origin_x_mm, field_.width_cells);
  const CellRange zs = middles_between(low_z, high_z, field_.origin_z_mm, field_.height_cells);
  if (xs.low > xs.high || zs.low > zs.high) return;
  // Twice the area seen from above, positive when it looks up.
  const std::int64_t area = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
  if (area <= 0) return;
  for (std::int32_t z = zs.low; z <= zs.high; ++z) {
    for (std::int32_t x = xs.low; x <= xs.high; ++x) {
      const PointMm middle = field_.middle_of({x, z});
      const std::int64_t to_x = middle.x_mm - a.x;
      const std::int64_t to_z = middle.z_mm - a.z;
      const std::int64_t of_b = to_z * (c.x - a.x) - to_x * (c.z - a.z);
      const std::int64_t of_c = (b.z - a.z) * to_x - (b.x - a.x) * to_z;
      if (of_b < 0 || of_c < 0 || of_b + of_c > area) continue;
      Cover& cover = cover_[field_.index({x, z})];
      cover.any = true;
      const std::int64_t height_mm =
          a.y + base::floor_divide(of_b * (b.y - a.y) + of_c * (c.y - a.y), area);
      if (material == content::Material::Water) {
        cover.water_mm = std::max(cover.water_mm, height_mm);
      } else if (is_land(material)) {
        cover.land_mm = std::max(cover.land_mm, height_mm);
      }
    }
  }
}

void Rasteriser::settle_covers() {
  for (std::size_t at = 0; at < cover_.size(); ++at) {
    const Cover& cover = cover_[at];
    const bool under_water = cover.water_mm != INT64_MIN && cover.water_mm >= cover.land_mm;
    if (under_water || (!cover.any && surround_is_water_)) field_.ground[at] = Ground::Water;
  }
}

void Rasteriser::add_colliders(const PlacedContent& piece) {
  for (const content::Collider& box : piece.content->colliders) {
    add_box(box, {piece.x_mm + box.x_mm, piece.y_mm + box.y_mm, piece.z_mm + box.z_mm});
  }
}

void Rasteriser::add_box(const content::Collider& box, Point64 middle) {
  if (box.half_along_mm > k_extent_max_mm || box.half_across_mm > k_extent_max_mm) return;
  const base::SinCos turn = base::sin_cos(base::from_turn16(box.heading_turn16));
  const std::int64_t sine = base::round_to_integer(turn.sin * static_cast<double>(k_axis_one));
  const std::int64_t cosine = base::round_to_integer(turn.cos * static_cast<double>(k_axis_one));
  const std::int64_t along = std::max<std::int64_t>(box.half_along_mm, k_thin_half_mm);
  const std::int64_t across = std::max<std::int64_t>(box.half_across_mm, k_thin_half_mm);
  // A heading looks along (-sin, -cos); what it spans on each axis, rounded up.
  const std::int64_t span_x = (along * std::abs(sine) + across * std::abs(cosine)) / k_axis_one + 1;
  const std::int64_t span_z = (along * std::abs(cosine) + across * std::abs(sine)) / k_axis_one + 1;
  const std::int64_t reach_x = span_x + k_middle_half_mm;
  const std::int64_t reach_z = span_z + k_middle_half_mm;
  const CellRange xs = middles_between(middle.x - reach_x, middle.x + reach_x, field_.origin_x_mm,
                                       field_.width_cells);
  const CellRange zs = middles_between(middle.z - reach_z, middle.z + reach_z, field_.origin_z_mm,
                                       field_.height_cells);
  const std::int64_t square = k_middle_half_mm * (std::abs(sine) + std::abs(cosine));
  for (std::int32_t z = zs.low; z <= zs.high; ++z) {
    for (std::int32_t x = xs.low; x <= xs.high; ++x) {
      const PointMm cell = field_.middle_of({x, z});
      const std::int64_t to_x = cell.x_mm - middle.x;
      const std::int64_t to_z = cell.z_mm - middle.z;
      if (std::abs(to_x * sine + to_z * cosine) > along * k_axis_one + square ||
          std::abs(to_x * cosine - to_z * sine) > across * k_axis_one + square) {
        continue;
      }
      const std::size_t at = field_.index({x, z});
      const std::int64_t ground_mm = field_.height_mm[at];
      if (middle.y > ground_mm + k_walk_under_mm ||
          middle.y + box.height_mm < ground_mm + k_step_over_mm) {
        continue;
      }
      field_.ground[at] = Ground::Blocked;
    }
  }
}

}  // namespace

base::Result<Battlefield> rasterise(std::span<const PlacedContent> pieces, const RasterArea& area,
                                    bool surround_is_water,
                                    const std::function<std::int32_t(PointMm)>& height_at_mm) {
  if (area.width_cells < 1 || area.height_cells < 1 || area.width_cells > k_side_cells_max ||
      area.height_cells > k_side_cells_max) {
    return base::Error{base::ErrorCode::OutOfRange,
                       "a battlefield of " + std::to_string(area.width_cells) + " x " +
                           std::to_string(area.height_cells) + " cells",
                       "area", "1 to " + std::to_string(k_side_cells_max) + " cells a side"};
  }
  Rasteriser rasteriser(area, surround_is_water);
  rasteriser.take_heights(height_at_mm);
  for (const PlacedContent& piece : pieces) rasteriser.add_meshes(piece);
  rasteriser.settle_covers();
  for (const PlacedContent& piece : pieces) rasteriser.add_colliders(piece);
  return rasteriser.finish();
}

}  // namespace terrane::rts
