#include "terrane/play/command_arena.h"

#include <algorithm>
#include <cmath>

#include "terrane/base/hash.h"
#include "terrane/content/mesh_writer.h"
#include "terrane/content/palette.h"
#include "terrane/stream/ring_selector.h"

namespace terrane::play {

using base::Error;
using base::ErrorCode;
using base::Result;
using content::Material;
using stream::PieceKey;

namespace {

namespace palette = content::palette;

constexpr std::int32_t k_rock_mm_max = 1600;  // above the ground, within a field of rocks
constexpr std::int32_t k_rock_mm_min = 500;
constexpr std::int32_t k_top_mm_max = 900;  // of a rock's top over its rim
constexpr std::int32_t k_top_mm_min = 300;
constexpr double k_edge_drop_m = 0.4;  // of what lies around below the field's lowest edge
constexpr std::int32_t k_frame_cells = 16 * ArenaProvider::k_piece_cells;

// The cell whose corner is the origin of the frame of a piece that begins at `first`.
rts::Cell frame_cell(rts::Cell first) {
  return {first.x / k_frame_cells * k_frame_cells, first.z / k_frame_cells * k_frame_cells};
}

}  // namespace

ArenaProvider::ArenaProvider(rts::Battlefield field) : field_(std::move(field)) {
  columns_ = (field_.width_cells + k_piece_cells - 1) / k_piece_cells;
  lines_ = (field_.height_cells + k_piece_cells - 1) / k_piece_cells;
  info_.uri = field_.world_uri;
  info_.surround = Material::Grass;
  std::int32_t lowest_mm = 0;
  for (std::int32_t z = 0; z < field_.height_cells; ++z) {
    for (std::int32_t x = 0; x < field_.width_cells; ++x) {
      const bool is_rim =
          x == 0 || z == 0 || x + 1 == field_.width_cells || z + 1 == field_.height_cells;
      if (is_rim) lowest_mm = std::min(lowest_mm, field_.height_mm[field_.index({x, z})]);
    }
  }
  info_.surround_height_m = lowest_mm / 1000.0 - k_edge_drop_m;
  info_.start.origin = {0, ground_height_m({}), 0};
}

PieceKey ArenaProvider::key_of(std::int32_t column, std::int32_t line) const {
  return PieceKey{static_cast<std::uint64_t>(line) << 32 | static_cast<std::uint64_t>(column)};
}

bool ArenaProvider::has(PieceKey key) const {
  return (key.value & 0xffffffffu) < static_cast<std::uint64_t>(columns_) &&
         key.value >> 32 < static_cast<std::uint64_t>(lines_);
}

rts::Cell ArenaProvider::first_cell(PieceKey key) const {
  return {static_cast<std::int32_t>(key.value & 0xffffffffu) * k_piece_cells,
          static_cast<std::int32_t>(key.value >> 32) * k_piece_cells};
}

// Sixteen pieces a side share a frame: the ground's paint is made in it and shows where it ends.
geo::Frame ArenaProvider::piece_frame(PieceKey key) const {
  const rts::Cell cell = frame_cell(first_cell(key));
  geo::Frame frame;
  frame.origin = {field_.origin_x_mm / 1000.0 + cell.x, 0, field_.origin_z_mm / 1000.0 + cell.z};
  return frame;
}

geo::Vec3 ArenaProvider::corner_of(PieceKey key) const {
  const rts::Cell cell = first_cell(key);
  return {field_.origin_x_mm / 1000.0 + cell.x, 0, field_.origin_z_mm / 1000.0 + cell.z};
}

geo::Frame ArenaProvider::frame_at(geo::Vec3 position) const {
  geo::Frame frame;
  frame.origin = position;
  return frame;
}

double ArenaProvider::ground_height_m(geo::Vec3 position) const {
  const double reach_m = 1e6;
  return field_.height_at_mm(
             {static_cast<std::int32_t>(std::clamp(position.x, -reach_m, reach_m) * 1000.0),
              static_cast<std::int32_t>(std::clamp(position.z, -reach_m, reach_m) * 1000.0)}) /
         1000.0;
}

content::BoundsMm ArenaProvider::rough_bounds(PieceKey key) const {
  const rts::Cell first = first_cell(key);
  content::BoundsMm bounds;
  if (!has(key)) return bounds;
  std::int32_t low = INT32_MAX;
  std::int32_t high = INT32_MIN;
  // A cell more on each side: corners lie between the middles.
  for (std::int32_t z = first.z - 1; z <= first.z + k_piece_cells; ++z) {
    for (std::int32_t x = first.x - 1; x <= first.x + k_piece_cells; ++x) {
      const std::int32_t height = field_.height_mm[field_.index(field_.clamped({x, z}))];
      low = std::min(low, height);
      high = std::max(high, height);
    }
  }
  const rts::Cell origin = frame_cell(first);
  const std::int32_t x_mm = (first.x - origin.x) * rts::k_cell_mm;
  const std::int32_t z_mm = (first.z - origin.z) * rts::k_cell_mm;
  bounds.include(x_mm, low, z_mm);
  bounds.include(x_mm + k_piece_cells * rts::k_cell_mm, high + k_rock_mm_max + k_top_mm_max,
                 z_mm + k_piece_cells * rts::k_cell_mm);
  return bounds;
}

// The pieces as the ring sees them.
class ArenaProvider::Tiles final : public stream::RingGrid {
 public:
  explicit Tiles(const ArenaProvider& arena) : arena_(arena) {}
  void pieces_near(geo::Vec3 position, double radius_m,
                   std::vector<stream::RingCandidate>& pieces) override {
    for (std::int32_t line = 0; line < arena_.lines_; ++line) {
      for (std::int32_t column = 0; column < arena_.columns_; ++column) {
        const PieceKey key = arena_.key_of(column, line);
        const geo::Vec3 corner = arena_.corner_of(key);
        const double dx = outside(position.x, corner.x);
        const double dz = outside(position.z, corner.z);
        const double distance_m = std::sqrt(dx * dx + dz * dz);
        if (distance_m <= radius_m) pieces.push_back({key, distance_m, 0});
      }
    }
  }

 private:
  static double outside(double value, double low) {
    return value < low ? low - value : std::max(0.0, value - low - k_piece_cells);
  }
  const ArenaProvider& arena_;
};

Result<stream::Selection> ArenaProvider::select(std::span<const stream::Observer> observers,
                                                const stream::SelectionLimits& limits,
                                                std::span<const PieceKey> resident) {
  for (const stream::Observer& observer : observers) {
    if (geo::is_finite(observer.position) && geo::is_finite(observer.velocity)) continue;
    return Error{ErrorCode::OutOfRange, "an observer is nowhere", info_.uri, "finite numbers"};
  }
  stream::SelectionLimits near = limits;
  near.load_radius_m = std::min(limits.load_radius_m, k_radius_m_max);
  near.unload_radius_m = std::min(limits.unload_radius_m, k_radius_m_max * 1.2);
  Tiles tiles(*this);
  return stream::select_ring(tiles, observers, near, resident);
}

// One piece being written.
class ArenaProvider::TileBuilder {
 public:
  TileBuilder(const ArenaProvider& arena, PieceKey key, content::Content& out)
      : field_(arena.field_),
        first_(arena.first_cell(key)),
        origin_(frame_cell(first_)),
        writer_(out.mesh_pages) {}

  void build() {
    for (std::int32_t z = 0; z < k_piece_cells; ++z) {
      for (std::int32_t x = 0; x < k_piece_cells; ++x) {
        const rts::Cell cell{first_.x + x, first_.z + z};
        if (field_.contains(cell)) add_cell(cell);
      }
    }
  }

 private:
  rts::Ground ground(rts::Cell cell) const { return field_.ground[field_.index(cell)]; }
  bool is_rock(rts::Cell cell) const {
    return field_.contains(cell) && ground(cell) == rts::Ground::Blocked;
  }

  // A corner of cells: the one whose north-west cell corner it is names it.
  geo::Vec3 corner(rts::Cell at) const {
    const rts::PointMm point{field_.origin_x_mm + at.x * rts::k_cell_mm,
                             field_.origin_z_mm + at.z * rts::k_cell_mm};
    std::int32_t height_mm = field_.height_at_mm(point);
    const bool within_rocks = is_rock(at) && is_rock({at.x - 1, at.z}) &&
                              is_rock({at.x, at.z - 1}) && is_rock({at.x - 1, at.z - 1});
    if (within_rocks) {
      height_mm += static_cast<std::int32_t>(base::draw_integer(
          base::hash(std::uint64_t{91}, at.x, at.z), k_rock_mm_min, k_rock_mm_max));
    }
    return {static_cast<double>(at.x - origin_.x), height_mm / 1000.0,
            static_cast<double>(at.z - origin_.z)};
  }
  // Of the ground, smooth over cells.
  geo::Vec3 normal(rts::Cell at) const {
    const auto height = [&](std::int32_t x, std::int32_t z) {
      return field_.height_at_mm({field_.origin_x_mm + x * rts::k_cell_mm,
                                  field_.origin_z_mm + z * rts::k_cell_mm}) /
             1000.0;
    };
    return geo::normalised({height(at.x - 1, at.z) - height(at.x + 1, at.z), 2,
                            height(at.x, at.z - 1) - height(at.x, at.z + 1)});
  }

  void add_cell(rts::Cell cell) {
    const rts::Cell corners[4] = {
        cell, {cell.x, cell.z + 1}, {cell.x + 1, cell.z + 1}, {cell.x + 1, cell.z}};
    content::Vertex like;
    switch (ground(cell)) {
      case rts::Ground::Free:
        like.material = Material::Grass;
        like.palette = palette::k_grass;
        break;
      case rts::Ground::Rough:
        like.material = Material::Soil;
        like.palette = palette::k_soil;
        break;
      case rts::Ground::Water:
        like.material = Material::Water;
        like.palette = palette::k_water;
        break;
      case rts::Ground::Blocked:
        return add_rock(cell, corners);
    }
    content::Vertex quad[4];
    for (std::size_t at = 0; at < 4; ++at) {
      quad[at] = content::make_vertex(corner(corners[at]), normal(corners[at]), like);
    }
    writer_.quad(quad[0], quad[1], quad[2], quad[3]);
  }

  // Four faces that meet above the middle of the cell.
  void add_rock(rts::Cell cell, const rts::Cell (&corners)[4]) {
    content::Vertex like;
    like.material = Material::Stone;
    like.palette = palette::k_concrete_dark;
    geo::Vec3 rim[4];
    geo::Vec3 top;
    for (std::size_t at = 0; at < 4; ++at) {
      rim[at] = corner(corners[at]);
      top = top + rim[at] * 0.25;
    }
    top.y += static_cast<double>(base::draw_integer(base::hash(std::uint64_t{92}, cell.x, cell.z),
                                                    k_top_mm_min, k_top_mm_max)) /
             1000.0;
    for (std::size_t at = 0; at < 4; ++at) {
      const geo::Vec3 next = rim[(at + 1) % 4];
      const geo::Vec3 face = content::triangle_normal(rim[at], next, top);
      writer_.triangle(content::make_vertex(rim[at], face, like),
                       content::make_vertex(next, face, like),
                       content::make_vertex(top, face, like));
    }
  }

  const rts::Battlefield& field_;
  rts::Cell first_;
  rts::Cell origin_;  // of the piece's frame
  content::MeshWriter writer_;
};

Result<content::Content> ArenaProvider::build_on_worker(const stream::BuildRequest& request,
                                                        std::span<const fetch::Bytes>) const {
  if (!has(request.key)) {
    return Error{ErrorCode::NotFound, "the arena has no such piece",
                 "piece " + std::to_string(request.key.value), "one of its own"};
  }
  content::Content content;
  TileBuilder builder(*this, request.key, content);
  builder.build();
  return content;
}

Result<std::vector<PieceKey>> ArenaProvider::pieces_in(const stream::Area* area) const {
  std::vector<PieceKey> keys;
  for (std::int32_t line = 0; line < lines_; ++line) {
    for (std::int32_t column = 0; column < columns_; ++column) {
      const PieceKey key = key_of(column, line);
      const geo::Vec3 corner = corner_of(key);
      if (area != nullptr &&
          (corner.x >= area->max_x || corner.z >= area->max_y ||
           corner.x + k_piece_cells <= area->min_x || corner.z + k_piece_cells <= area->min_y)) {
        continue;
      }
      keys.push_back(key);
    }
  }
  return keys;
}

std::vector<PieceKey> ArenaProvider::neighbours(PieceKey key) const {
  std::vector<PieceKey> keys;
  const auto column = static_cast<std::int32_t>(key.value & 0xffffffffu);
  const auto line = static_cast<std::int32_t>(key.value >> 32);
  for (std::int32_t z = std::max(0, line - 1); z <= std::min(lines_ - 1, line + 1); ++z) {
    for (std::int32_t x = std::max(0, column - 1); x <= std::min(columns_ - 1, column + 1); ++x) {
      if (x != column || z != line) keys.push_back(key_of(x, z));
    }
  }
  return keys;
}

std::vector<content::OwnedObject> ArenaProvider::objects_in(std::span<const PieceKey>) const {
  return {};
}

std::unique_ptr<stream::RoadFollower> ArenaProvider::follow_roads(geo::Vec3, double,
                                                                  std::uint64_t) const {
  return nullptr;
}

}  // namespace terrane::play
