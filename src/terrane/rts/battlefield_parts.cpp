#include "terrane/rts/battlefield_parts.h"

#include <array>

namespace terrane::rts {
namespace {

// Keeps of `open` the cells whose eight neighbours are open too: rows first, then columns.
std::vector<std::uint8_t> eroded(const Battlefield& field, const std::vector<std::uint8_t>& open) {
  const auto width = static_cast<std::size_t>(field.width_cells);
  const auto height = static_cast<std::size_t>(field.height_cells);
  std::vector<std::uint8_t> rows(open.size(), 0);
  for (std::size_t z = 0; z < height; ++z) {
    for (std::size_t x = 1; x + 1 < width; ++x) {
      const std::size_t at = z * width + x;
      rows[at] = static_cast<std::uint8_t>(open[at - 1] & open[at] & open[at + 1]);
    }
  }
  std::vector<std::uint8_t> both(open.size(), 0);
  for (std::size_t z = 1; z + 1 < height; ++z) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t at = z * width + x;
      both[at] = static_cast<std::uint8_t>(rows[at - width] & rows[at] & rows[at + width]);
    }
  }
  return both;
}

}  // namespace

Cell footprint_first(const Battlefield& field, PointMm place, std::int32_t cells) {
  const std::int32_t back_mm = (cells - 1) * k_cell_mm / 2;
  return field.cell_of({place.x_mm - back_mm, place.z_mm - back_mm});
}

std::vector<std::uint8_t> open_cells(const Battlefield& field) {
  std::vector<std::uint8_t> open(field.ground.size());
  for (std::size_t at = 0; at < open.size(); ++at) open[at] = is_walkable(field.ground[at]) ? 1 : 0;
  for (const Spot& spot : field.resources) {
    const std::int32_t cells = node_cells(spot.kind);
    const Cell first = footprint_first(field, spot.place, cells);
    for (std::int32_t z = first.z; z < first.z + cells; ++z) {
      for (std::int32_t x = first.x; x < first.x + cells; ++x) {
        if (field.contains({x, z})) open[field.index({x, z})] = 0;
      }
    }
  }
  return open;
}

FieldParts find_parts(const Battlefield& field, const std::vector<std::uint8_t>& open) {
  const std::vector<std::uint8_t> wide = eroded(field, open);
  FieldParts parts;
  parts.part.assign(wide.size(), 0);
  parts.cells.assign(1, 0);
  const auto width = static_cast<std::size_t>(field.width_cells);
  // Cells at the rim are never wide, so that the four neighbours of a wide cell are inside.
  const std::array<std::size_t, 4> steps = {1, width, std::size_t{0} - 1, std::size_t{0} - width};
  std::vector<std::size_t> waiting;
  for (std::size_t seed = 0; seed < wide.size(); ++seed) {
    if (wide[seed] == 0 || parts.part[seed] != 0) continue;
    const auto number = static_cast<std::uint32_t>(parts.cells.size());
    parts.cells.push_back(0);
    parts.part[seed] = number;
    waiting.push_back(seed);
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      parts.cells[number] += 1;
      for (const std::size_t step : steps) {
        const std::size_t next = at + step;
        if (wide[next] == 0 || parts.part[next] != 0) continue;
        parts.part[next] = number;
        waiting.push_back(next);
      }
    }
    if (parts.cells[number] > parts.cells[parts.largest]) parts.largest = number;
  }
  return parts;
}

}  // namespace terrane::rts
