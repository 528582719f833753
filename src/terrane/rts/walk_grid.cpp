#include "terrane/rts/walk_grid.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "terrane/base/assert.h"

namespace terrane::rts {
namespace {

bool same(const CellRect& a, const CellRect& b) {
  return a.first == b.first && a.past == b.past;
}

bool covers(const CellRect& rect, Cell cell) {
  return cell.x >= rect.first.x && cell.x < rect.past.x && cell.z >= rect.first.z &&
         cell.z < rect.past.z;
}

bool comes_before(const CellRect& a, const CellRect& b) {
  return std::tie(a.first.z, a.first.x, a.past.z, a.past.x) <
         std::tie(b.first.z, b.first.x, b.past.z, b.past.x);
}

template <typename Use>
void for_each_cell(const CellRect& cells, Use&& use) {
  for (std::int32_t z = cells.first.z; z < cells.past.z; ++z) {
    for (std::int32_t x = cells.first.x; x < cells.past.x; ++x) use(Cell{x, z});
  }
}

}  // namespace

WalkGrid::WalkGrid(const Battlefield& field)
    : field_(&field),
      sectors_x_((field.width_cells + k_sector_cells - 1) / k_sector_cells),
      sectors_z_((field.height_cells + k_sector_cells - 1) / k_sector_cells) {
  const std::size_t words =
      static_cast<std::size_t>(sectors_x_) * static_cast<std::size_t>(field.height_cells);
  const std::size_t sectors =
      static_cast<std::size_t>(sectors_x_) * static_cast<std::size_t>(sectors_z_);
  for (Bits& bits : open_) bits.assign(words, 0);
  rough_.assign(words, 0);
  counts_.assign(field.ground.size(), 0);
  standing_.resize(sectors);
  for (Changes& changes : changed_) changes.is_listed.assign(sectors, 0);
  const CellRect all{{0, 0}, {field.width_cells, field.height_cells}};
  for_each_cell(all, [&](Cell cell) {
    const std::size_t at = static_cast<std::size_t>(cell.z) * static_cast<std::size_t>(sectors_x_) +
                           static_cast<std::size_t>(cell.x >> 5);
    const Ground ground = field.ground[field.index(cell)];
    const std::uint32_t bit = 1u << (cell.x & 31);
    if (is_walkable(ground)) open_[0][at] |= bit;
    if (ground == Ground::Rough) rough_[at] |= bit;
  });
  // Small units' bits above, below and to both sides, a word at a time.
  for (std::int32_t z = 1; z + 1 < field.height_cells; ++z) {
    const auto column_of_three = [&](std::int32_t column) {
      return open_word(column, z - 1, SizeClass::Small) & open_word(column, z, SizeClass::Small) &
             open_word(column, z + 1, SizeClass::Small);
    };
    for (std::int32_t column = 0; column < sectors_x_; ++column) {
      const std::uint32_t here = column_of_three(column);
      const std::uint32_t west = here << 1 | column_of_three(column - 1) >> 31;
      const std::uint32_t east = here >> 1 | column_of_three(column + 1) << 31;
      open_[1][static_cast<std::size_t>(z) * static_cast<std::size_t>(sectors_x_) +
               static_cast<std::size_t>(column)] = here & west & east;
    }
  }
}

CellRect WalkGrid::inside(CellRect cells) const {
  cells.first.x = std::clamp(cells.first.x, 0, field_->width_cells);
  cells.first.z = std::clamp(cells.first.z, 0, field_->height_cells);
  cells.past.x = std::clamp(cells.past.x, cells.first.x, field_->width_cells);
  cells.past.z = std::clamp(cells.past.z, cells.first.z, field_->height_cells);
  return cells;
}

void WalkGrid::note_sectors(CellRect cells, bool is_built) {
  if (cells.first.x >= cells.past.x || cells.first.z >= cells.past.z) return;
  for (std::int32_t z = cells.first.z >> 5; z <= (cells.past.z - 1) >> 5; ++z) {
    for (std::int32_t x = cells.first.x >> 5; x <= (cells.past.x - 1) >> 5; ++x) {
      const std::size_t sector =
          static_cast<std::size_t>(z) * static_cast<std::size_t>(sectors_x_) +
          static_cast<std::size_t>(x);
      note_change(SizeClass::Small, sector);
      note_change(SizeClass::Large, sector);
      std::vector<CellRect>& list = standing_[sector];
      if (is_built) {
        list.push_back(cells);
        continue;
      }
      const auto found = std::find_if(list.begin(), list.end(),
                                      [&](const CellRect& rect) { return same(rect, cells); });
      TERRANE_ASSERT(found != list.end(), "what is taken off stood there");
      if (found == list.end()) continue;
      *found = list.back();
      list.pop_back();
    }
  }
}

void WalkGrid::block(CellRect cells) {
  cells = inside(cells);
  note_sectors(cells, true);
  for_each_cell(cells, [&](Cell cell) { ++counts_[field_->index(cell)]; });
  open_or_close(cells);
}

void WalkGrid::unblock(CellRect cells) {
  cells = inside(cells);
  note_sectors(cells, false);
  for_each_cell(cells, [&](Cell cell) { --counts_[field_->index(cell)]; });
  open_or_close(cells);
}

void WalkGrid::unblock_all() {
  for (std::vector<CellRect>& list : standing_) {
    while (!list.empty()) unblock(list.back());
  }
}

bool WalkGrid::has_room(Cell cell) const {
  bool room = true;
  for_each_cell({{cell.x - 1, cell.z - 1}, {cell.x + 2, cell.z + 2}},
                [&](Cell near) { room = room && may_stand(near, SizeClass::Small); });
  return room;
}

void WalkGrid::note_change(SizeClass size, std::size_t sector) {
  ++generation_;
  Changes& changes = changed_[static_cast<std::size_t>(size)];
  if (changes.is_listed[sector] != 0) return;
  changes.is_listed[sector] = 1;
  changes.sectors.push_back(static_cast<std::uint32_t>(sector));
}

void WalkGrid::put_bit(SizeClass size, Cell cell, bool open) {
  if (may_stand(cell, size) == open) return;
  const std::size_t at = static_cast<std::size_t>(cell.z) * static_cast<std::size_t>(sectors_x_) +
                         static_cast<std::size_t>(cell.x >> 5);
  open_[static_cast<std::size_t>(size)][at] ^= 1u << (cell.x & 31);
  note_change(size, static_cast<std::size_t>(cell.z >> 5) * static_cast<std::size_t>(sectors_x_) +
                        static_cast<std::size_t>(cell.x >> 5));
}

void WalkGrid::open_or_close(CellRect cells) {
  for_each_cell(cells, [&](Cell cell) {
    const std::size_t at = field_->index(cell);
    put_bit(SizeClass::Small, cell, counts_[at] == 0 && is_walkable(field_->ground[at]));
  });
  const CellRect around =
      inside({{cells.first.x - 1, cells.first.z - 1}, {cells.past.x + 1, cells.past.z + 1}});
  for_each_cell(around, [&](Cell cell) { put_bit(SizeClass::Large, cell, has_room(cell)); });
}

void WalkGrid::forget_changes(SizeClass size) {
  Changes& changes = changed_[static_cast<std::size_t>(size)];
  for (const std::uint32_t sector : changes.sectors) changes.is_listed[sector] = 0;
  changes.sectors.clear();
}

CellRect WalkGrid::footprint_at(Cell cell) const {
  CellRect best{cell, {cell.x + 1, cell.z + 1}};
  if (!field_->contains(cell)) return best;
  bool found = false;
  const std::size_t sector =
      static_cast<std::size_t>(cell.z >> 5) * static_cast<std::size_t>(sectors_x_) +
      static_cast<std::size_t>(cell.x >> 5);
  for (const CellRect& rect : standing_[sector]) {
    if (!covers(rect, cell) || (found && !comes_before(rect, best))) continue;
    best = rect;
    found = true;
  }
  return best;
}

WalkGrid::Line WalkGrid::line(PointMm from, PointMm to, SizeClass size) const {
  Line line;
  Cell cell = field_->cell_of(from);
  const Cell last = field_->cell_of(to);
  if (!may_stand(cell, size) || !may_stand(last, size)) return line;
  // Which border the walk meets next: the one whose distance, as a share of the way, is smaller;
  // shares are compared over the product of both lengths.
  const std::int64_t x_length = std::abs(std::int64_t{to.x_mm} - from.x_mm);
  const std::int64_t z_length = std::abs(std::int64_t{to.z_mm} - from.z_mm);
  const std::int32_t x_step = to.x_mm >= from.x_mm ? 1 : -1;
  const std::int32_t z_step = to.z_mm >= from.z_mm ? 1 : -1;
  const std::int64_t x_in =
      std::int64_t{from.x_mm} - field_->origin_x_mm - std::int64_t{cell.x} * k_cell_mm;
  const std::int64_t z_in =
      std::int64_t{from.z_mm} - field_->origin_z_mm - std::int64_t{cell.z} * k_cell_mm;
  // A point on a border belongs to the cell behind it, so walking back leaves it at once.
  std::int64_t x_share = (x_step > 0 ? k_cell_mm - x_in : x_in) * z_length;
  std::int64_t z_share = (z_step > 0 ? k_cell_mm - z_in : z_in) * x_length;
  std::int32_t x_left = std::abs(last.x - cell.x);
  std::int32_t z_left = std::abs(last.z - cell.z);
  while (x_left + z_left > 0) {
    const bool is_corner = x_left > 0 && z_left > 0 && x_share == z_share;
    if (is_corner) {
      if (!may_stand(Cell{cell.x + x_step, cell.z}, size)) return line;
      if (!may_stand(Cell{cell.x, cell.z + z_step}, size)) return line;
    }
    const bool along_x = x_left > 0 && (z_left == 0 || x_share <= z_share);
    const bool along_z = is_corner || !along_x;
    if (along_x) {
      cell.x += x_step;
      x_share += k_cell_mm * z_length;
      --x_left;
    }
    if (along_z) {
      cell.z += z_step;
      z_share += k_cell_mm * x_length;
      --z_left;
    }
    if (!may_stand(cell, size)) return line;
    line.rough_cells += is_rough(cell) ? 1 : 0;
  }
  line.is_clear = true;
  return line;
}

}  // namespace terrane::rts
