#include "terrane/rts/battlefield.h"

#include <algorithm>
#include <cstdlib>

#include "terrane/base/digest.h"
#include "terrane/rts/battlefield_parts.h"

namespace terrane::rts {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::int32_t k_height_max_mm = 20'000'000;
constexpr std::int32_t k_origin_max_mm = 8'000'000;

std::string text_of(PointMm place) {
  return std::to_string(place.x_mm) + ", " + std::to_string(place.z_mm) + " mm";
}

Error wrong(std::string what, std::string where, std::string expected) {
  return {ErrorCode::BadData, std::move(what), std::move(where), std::move(expected)};
}

base::Result<void> check_arrays(const Battlefield& field) {
  const auto in_range = [](std::int32_t cells) { return cells >= 1 && cells <= k_side_cells_max; };
  if (!in_range(field.width_cells) || !in_range(field.height_cells)) {
    return wrong("a battlefield of " + std::to_string(field.width_cells) + " x " +
                     std::to_string(field.height_cells) + " cells",
                 "battlefield", "1 to " + std::to_string(k_side_cells_max) + " cells a side");
  }
  const std::size_t cells =
      static_cast<std::size_t>(field.width_cells) * static_cast<std::size_t>(field.height_cells);
  if (field.ground.size() != cells || field.height_mm.size() != cells) {
    return wrong("grounds or heights of a battlefield are not one a cell", "battlefield",
                 std::to_string(cells) + " of each");
  }
  if (std::abs(std::int64_t{field.origin_x_mm}) > k_origin_max_mm ||
      std::abs(std::int64_t{field.origin_z_mm}) > k_origin_max_mm) {
    return wrong("a battlefield's corner lies far off",
                 text_of({field.origin_x_mm, field.origin_z_mm}), "its middle near (0, 0)");
  }
  for (std::size_t at = 0; at < cells; ++at) {
    if (field.ground[at] > Ground::Water ||
        std::abs(std::int64_t{field.height_mm[at]}) > k_height_max_mm) {
      return wrong("a cell's ground or height is not one", "cell " + std::to_string(at),
                   "ground 0 to 3 and at most 20 km up or down");
    }
  }
  return {};
}

// Every cell of the square around `place` is walkable and inside; with nodes kept off when `open`
// says so.
bool square_is_open(const Battlefield& field, const std::vector<std::uint8_t>& open, PointMm place,
                    std::int32_t cells) {
  const Cell first = footprint_first(field, place, cells);
  for (std::int32_t z = first.z; z < first.z + cells; ++z) {
    for (std::int32_t x = first.x; x < first.x + cells; ++x) {
      if (!field.contains({x, z}) || open[field.index({x, z})] == 0) return false;
    }
  }
  return true;
}

// Nodes stand on walkable cells of their own.
base::Result<void> check_nodes(const Battlefield& field) {
  std::vector<std::uint8_t> open(field.ground.size());
  for (std::size_t at = 0; at < open.size(); ++at) open[at] = is_walkable(field.ground[at]) ? 1 : 0;
  for (const Spot& spot : field.resources) {
    if (spot.kind > 1) {
      return wrong("a resource is of kind " + std::to_string(spot.kind), text_of(spot.place),
                   "0 for a gold mine or 1 for a tree");
    }
    const std::int32_t cells = node_cells(spot.kind);
    if (!square_is_open(field, open, spot.place, cells)) {
      return wrong(spot.kind == 0 ? "a gold mine does not fit" : "a tree does not fit",
                   text_of(spot.place), "walkable ground of its own, inside the field");
    }
    const Cell first = footprint_first(field, spot.place, cells);
    for (std::int32_t z = first.z; z < first.z + cells; ++z) {
      for (std::int32_t x = first.x; x < first.x + cells; ++x) open[field.index({x, z})] = 0;
    }
  }
  for (const Spot& spot : field.animals) {
    const Cell cell = field.cell_of(spot.place);
    if (!field.contains(cell) || !is_walkable(field.ground[field.index(cell)])) {
      return wrong("an animal stands where it cannot", text_of(spot.place),
                   "walkable ground inside the field");
    }
  }
  return {};
}

std::int64_t distance_squared(PointMm a, PointMm b) {
  const std::int64_t x = std::int64_t{a.x_mm} - b.x_mm;
  const std::int64_t z = std::int64_t{a.z_mm} - b.z_mm;
  return x * x + z * z;
}

// A node of the kind within reach, with a large unit's cell of the part beside it or so near that
// a worker gets there.
bool has_node(const Battlefield& field, const FieldParts& parts, PointMm start, std::uint32_t part,
              std::uint32_t kind) {
  constexpr std::int64_t k_reach = std::int64_t{k_start_reach_mm} * k_start_reach_mm;
  for (const Spot& spot : field.resources) {
    if (spot.kind != kind || distance_squared(spot.place, start) > k_reach) continue;
    // A worker beside the node is at most one cell from where a large unit could stand.
    const std::int32_t cells = node_cells(kind) + 4;
    const Cell first = footprint_first(field, spot.place, cells);
    for (std::int32_t z = first.z; z < first.z + cells; ++z) {
      for (std::int32_t x = first.x; x < first.x + cells; ++x) {
        if (field.contains({x, z}) && parts.part[field.index({x, z})] == part) return true;
      }
    }
  }
  return false;
}

base::Result<void> check_start(const Battlefield& field, const std::vector<std::uint8_t>& open,
                               const FieldParts& parts, std::uint32_t side) {
  const PointMm start = field.starts[side];
  const std::string where = "start " + std::to_string(side) + " at " + text_of(start);
  if (!square_is_open(field, open, start, k_start_room_cells)) {
    return wrong("a town hall does not fit", where,
                 std::to_string(k_start_room_cells) + " x " + std::to_string(k_start_room_cells) +
                     " walkable cells without mines and trees");
  }
  const std::uint32_t part = parts.part[field.index(field.cell_of(start))];
  const PointMm first = field.starts[0];
  if (part != parts.part[field.index(field.cell_of(first))]) {
    return wrong("there is no way between the sides", where,
                 "a way for the largest unit to start 0 at " + text_of(first));
  }
  for (std::uint32_t other = 0; other < side; ++other) {
    const PointMm place = field.starts[other];
    const std::int64_t apart_mm = std::max(std::abs(std::int64_t{place.x_mm} - start.x_mm),
                                           std::abs(std::int64_t{place.z_mm} - start.z_mm));
    if (apart_mm < k_start_room_cells * k_cell_mm) {
      return wrong("two town halls overlap", where,
                   "a place of its own, away from start " + std::to_string(other));
    }
  }
  const std::string within =
      " that can be reached within " + std::to_string(k_start_reach_mm / 1000) + " m";
  if (!has_node(field, parts, start, part, 0)) {
    return wrong("a start has no gold mine", where, "one" + within);
  }
  if (!has_node(field, parts, start, part, 1)) {
    return wrong("a start has no trees", where, "at least one" + within);
  }
  return {};
}

}  // namespace

Cell Battlefield::clamped(Cell cell) const {
  return {std::clamp(cell.x, 0, width_cells - 1), std::clamp(cell.z, 0, height_cells - 1)};
}

std::int32_t Battlefield::height_at_mm(PointMm point) const {
  constexpr std::int64_t k_half = k_cell_mm / 2;
  const std::int64_t x_mm = std::int64_t{point.x_mm} - origin_x_mm - k_half;
  const std::int64_t z_mm = std::int64_t{point.z_mm} - origin_z_mm - k_half;
  const auto x = static_cast<std::int32_t>(base::floor_divide(x_mm, k_cell_mm));
  const auto z = static_cast<std::int32_t>(base::floor_divide(z_mm, k_cell_mm));
  const std::int64_t along_x = x_mm - std::int64_t{x} * k_cell_mm;
  const std::int64_t along_z = z_mm - std::int64_t{z} * k_cell_mm;
  const Cell low = clamped({x, z});
  const Cell high = clamped({x + 1, z + 1});
  const auto row = [&](std::int32_t z_cell) {
    const std::int64_t west = height_mm[index({low.x, z_cell})];
    const std::int64_t east = height_mm[index({high.x, z_cell})];
    return west * (k_cell_mm - along_x) + east * along_x;
  };
  const std::int64_t sum = row(low.z) * (k_cell_mm - along_z) + row(high.z) * along_z;
  constexpr std::int64_t k_whole = std::int64_t{k_cell_mm} * k_cell_mm;
  return static_cast<std::int32_t>(base::floor_divide(sum + k_whole / 2, k_whole));
}

std::uint64_t digest(const Battlefield& field) {
  base::Digester digester;
  const auto add = [&digester](std::int64_t value) {
    digester.add(static_cast<std::uint64_t>(value));
  };
  add(field.frame_x);
  add(field.frame_z);
  add(field.width_cells);
  add(field.height_cells);
  add(field.origin_x_mm);
  add(field.origin_z_mm);
  for (const Ground ground : field.ground) add(static_cast<std::int64_t>(ground));
  for (const std::int32_t height_mm : field.height_mm) add(height_mm);
  add(static_cast<std::int64_t>(field.starts.size()));
  for (const PointMm& start : field.starts) {
    add(start.x_mm);
    add(start.z_mm);
  }
  for (const std::vector<Spot>* spots : {&field.resources, &field.animals}) {
    add(static_cast<std::int64_t>(spots->size()));
    for (const Spot& spot : *spots) {
      add(spot.place.x_mm);
      add(spot.place.z_mm);
      add(spot.kind);
    }
  }
  return digester.value();
}

base::Result<void> check_battlefield(const Battlefield& field, std::uint32_t sides) {
  TERRANE_TRY(check_arrays(field));
  if (field.starts.size() < sides || sides == 0) {
    return wrong("a battlefield has " + std::to_string(field.starts.size()) + " starts",
                 "battlefield",
                 "at least 1, and one for each of " + std::to_string(sides) + " sides");
  }
  TERRANE_TRY(check_nodes(field));
  const std::vector<std::uint8_t> open = open_cells(field);
  const FieldParts parts = find_parts(field, open);
  for (std::uint32_t side = 0; side < sides; ++side) {
    TERRANE_TRY(check_start(field, open, parts, side));
  }
  return {};
}

}  // namespace terrane::rts
