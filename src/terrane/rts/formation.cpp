#include "terrane/rts/formation.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include "terrane/rts/vector_mm.h"
#include "terrane/rts/walk_grid.h"

namespace terrane::rts {
namespace {

constexpr std::int32_t k_gap_mm = 250;  // between the rims of neighbours
constexpr std::int32_t k_attempts = 8;  // each half as wide and as deep again

int line_of(Role role) {
  switch (role) {
    case Role::Ranged:
    case Role::Animal:
      return 1;
    case Role::Siege:
    case Role::Worker:
      return 2;
    default:
      return 0;
  }
}

std::int32_t spacing_of(const FormationUnit& unit) {
  return 2 * unit.radius_mm + k_gap_mm;
}

// Front lines first, of each line who is ahead already; by index where nothing else tells.
bool stands_before(const FormationUnit& a, const FormationUnit& b) {
  const int line_a = line_of(a.role);
  const int line_b = line_of(b.role);
  return std::tie(line_a, b.ahead, a.index) < std::tie(line_b, a.ahead, b.index);
}

bool stands_left_of(const FormationUnit& a, const FormationUnit& b) {
  return std::tie(a.aside, a.index) < std::tie(b.aside, b.index);
}

// The direction of the march, of length 1024: from the middle of the group, north when it is there.
VectorMm direction(std::span<const FormationUnit> units, PointMm goal) {
  std::int64_t x = 0;
  std::int64_t z = 0;
  for (const FormationUnit& unit : units) {
    x += goal.x_mm - unit.place.x_mm;
    z += goal.z_mm - unit.place.z_mm;
  }
  const auto count = static_cast<std::int64_t>(units.size());
  const VectorMm way =
      with_length(static_cast<std::int32_t>(x / count), static_cast<std::int32_t>(z / count), 1024);
  return way.x == 0 && way.z == 0 ? VectorMm{0, -1024} : way;
}

struct Lattice {
  PointMm goal;
  VectorMm ahead;  // 1024 long
  PointMm at(std::int64_t ahead_mm, std::int64_t aside_mm) const {
    // To the right of (x, z) lies (-z, x).
    const std::int64_t x = ahead_mm * ahead.x - aside_mm * ahead.z;
    const std::int64_t z = ahead_mm * ahead.z + aside_mm * ahead.x;
    return {goal.x_mm + static_cast<std::int32_t>(x / 1024),
            goal.z_mm + static_cast<std::int32_t>(z / 1024)};
  }
};

// Whether who stands there belongs to those at the goal: seen from his neighbour's place, who does,
// or from the goal, or not far to walk.
bool is_near(Paths& paths, PointMm goal, const PointMm* neighbour, PointMm place, SizeClass size) {
  if (neighbour != nullptr && paths.clear_line(*neighbour, place, size)) return true;
  if (paths.clear_line(goal, place, size)) return true;
  constexpr std::int64_t k_detour_mm = 8000;
  const std::int64_t straight_mm = distance_between(goal, place);
  return paths.is_within(goal, place, size, straight_mm * 3 / 2 + k_detour_mm);
}

// A row of the block and who stands in it.
struct Row {
  std::int64_t ahead_mm = 0;
  std::int32_t spacing_mm = 0;
  std::int32_t columns = 0;
  SizeClass size = SizeClass::Small;
};

// Up to `wanted` places of a row, from its middle outwards, sorted from left to right. `middle` is
// the place in the middle of the row before, when there is one, and becomes this row's.
void fill_row(std::vector<PointMm>& places, const Lattice& lattice, Paths& paths, const Row& row,
              std::size_t wanted, std::optional<PointMm>& middle) {
  places.clear();
  const Battlefield& field = paths.grid().field();
  const std::uint32_t home = paths.region(field.cell_of(lattice.goal), row.size);
  std::optional<PointMm> outermost[2] = {middle, middle};  // to the right, to the left
  for (std::int32_t step = 0; step < row.columns && places.size() < wanted; ++step) {
    // 0, 1, -1, 2, -2, … of the spacing; a row of even length lies half a place to the side.
    const std::int32_t column = (step + 1) / 2 * (step % 2 == 0 ? -1 : 1);
    const std::int64_t aside_mm =
        std::int64_t{column} * row.spacing_mm - (row.columns % 2 == 0 ? row.spacing_mm / 2 : 0);
    const PointMm place = lattice.at(row.ahead_mm, aside_mm);
    std::optional<PointMm>& last = outermost[column < 0 ? 1 : 0];
    const PointMm* neighbour = last ? &*last : nullptr;
    const bool is_free = paths.region(field.cell_of(place), row.size) == home &&
                         is_near(paths, lattice.goal, neighbour, place, row.size);
    last = is_free ? std::optional(place) : std::nullopt;
    if (step == 0) middle = outermost[1] = last;
    if (!is_free) continue;
    if (column < 0) {
      places.insert(places.begin(), place);
    } else {
      places.push_back(place);
    }
  }
}

// How wide and deep the units stand where nothing is in the way: twice as wide as deep.
struct Block {
  std::int32_t width_mm = 0;
  std::int32_t deep_mm = 0;
};

// Fills rows from the front of the block to its rear; the units that have a slot then.
std::size_t fill_block(FormationRoom& room, const Lattice& lattice, Paths& paths, Block block) {
  std::vector<FormationUnit>& units = room.units;
  std::int64_t ahead_mm = block.deep_mm / 2;
  std::int32_t spacing_before = 0;
  std::optional<PointMm> middle;
  std::size_t next = 0;
  while (next < units.size()) {
    // The rest of a line; its largest sets the distances.
    const int line = line_of(units[next].role);
    std::size_t past = next;
    std::int32_t spacing = 0;
    while (past < units.size() && line_of(units[past].role) == line) {
      spacing = std::max(spacing, spacing_of(units[past]));
      ++past;
    }
    if (spacing_before != 0) ahead_mm -= (spacing_before + spacing) / 2;
    if (ahead_mm < -block.deep_mm / 2 - 3 * spacing) break;  // lines begin rows of their own
    spacing_before = spacing;
    const std::int32_t columns =
        std::min(std::max(block.width_mm / spacing, 1), static_cast<std::int32_t>(past - next));
    const Row row{ahead_mm, spacing, columns, size_class_of((spacing - k_gap_mm) / 2)};
    fill_row(room.row, lattice, paths, row, past - next, middle);
    const auto first = units.begin() + static_cast<std::ptrdiff_t>(next);
    std::sort(first, first + static_cast<std::ptrdiff_t>(room.row.size()), stands_left_of);
    for (const PointMm place : room.row) units[next++].slot = place;
  }
  return next;
}

}  // namespace

void form_up(FormationRoom& room, Paths& paths, PointMm goal) {
  std::vector<FormationUnit>& units = room.units;
  if (units.empty()) return;
  const Lattice lattice{goal, direction(units, goal)};
  std::int32_t spacing_max = 0;
  for (FormationUnit& unit : units) {
    const std::int64_t x = unit.place.x_mm - goal.x_mm;
    const std::int64_t z = unit.place.z_mm - goal.z_mm;
    unit.ahead = x * lattice.ahead.x + z * lattice.ahead.z;
    unit.aside = -x * lattice.ahead.z + z * lattice.ahead.x;
    spacing_max = std::max(spacing_max, spacing_of(unit));
  }
  std::sort(units.begin(), units.end(), stands_before);
  const auto count = static_cast<std::int32_t>(units.size());
  const auto across = static_cast<std::int32_t>(root_of(static_cast<std::uint32_t>(2 * count)));
  Block block{across * spacing_max, (count + across - 1) / across * spacing_max};
  for (std::int32_t attempt = 0; attempt < k_attempts; ++attempt) {
    const std::size_t placed = fill_block(room, lattice, paths, block);
    if (placed == units.size()) return;
    for (std::size_t at = placed; at < units.size(); ++at) units[at].slot = goal;
    // The next attempt's order is the first one's: rows were sorted from left to right.
    std::sort(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(placed), stands_before);
    block.width_mm += block.width_mm / 2;
    block.deep_mm += block.deep_mm / 2;
  }
}

}  // namespace terrane::rts
