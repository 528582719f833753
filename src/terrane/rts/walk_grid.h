// Which cells the middle of a unit may be in, a bit each: 32 cells of a row in a word, so that a
// battlefield of 400 m fits the first-level cache. Counts what stands on the cells. Not the ways
// (sectors.h, flow.h); those ask it, and the crowd does. Owner thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "terrane/rts/paths.h"

namespace terrane::rts {

inline constexpr std::int32_t k_sector_cells = 32;

class WalkGrid {
 public:
  // Borrows the battlefield.
  explicit WalkGrid(const Battlefield& field);

  void block(CellRect cells);
  void unblock(CellRect cells);
  void unblock_all();

  const Battlefield& field() const { return *field_; }
  std::int32_t sectors_x() const { return sectors_x_; }
  std::int32_t sectors_z() const { return sectors_z_; }

  bool may_stand(Cell cell, SizeClass size) const {
    return bit(open_[static_cast<std::size_t>(size)], cell);
  }
  bool may_stand(PointMm point, SizeClass size) const {
    return may_stand(field_->cell_of(point), size);
  }
  bool is_rough(Cell cell) const { return bit(rough_, cell); }
  bool is_built_on(Cell cell) const {
    return field_->contains(cell) && counts_[field_->index(cell)] != 0;
  }
  // 32 cells of a row from x = 32 * column on, the first in the lowest bit; 0 outside.
  std::uint32_t open_word(std::int32_t column, std::int32_t z, SizeClass size) const {
    return word(open_[static_cast<std::size_t>(size)], column, z);
  }
  std::uint32_t rough_word(std::int32_t column, std::int32_t z) const {
    return word(rough_, column, z);
  }

  // Whether a straight walk between the points stays where may_stand() is true; a walk through the
  // very corner of a cell needs all the cells around it. Counts the rough cells it enters.
  struct Line {
    bool is_clear = false;
    std::int32_t rough_cells = 0;
  };
  Line line(PointMm from, PointMm to, SizeClass size) const;

  // What stands on the cell (of several the first by corner and size), or the cell alone.
  CellRect footprint_at(Cell cell) const;

  // Grows with every cell that opens or closes and every building that comes or goes.
  std::uint32_t generation() const { return generation_; }
  // Sectors where that happened for the size since the list was last emptied; in no order, each
  // once.
  std::vector<std::uint32_t>& changed_sectors(SizeClass size) {
    return changed_[static_cast<std::size_t>(size)].sectors;
  }
  void forget_changes(SizeClass size);

 private:
  using Bits = std::vector<std::uint32_t>;

  bool bit(const Bits& bits, Cell cell) const {
    if (!field_->contains(cell)) return false;
    const std::size_t at = static_cast<std::size_t>(cell.z) * static_cast<std::size_t>(sectors_x_) +
                           static_cast<std::size_t>(cell.x >> 5);
    return (bits[at] >> (cell.x & 31) & 1u) != 0;
  }
  std::uint32_t word(const Bits& bits, std::int32_t column, std::int32_t z) const {
    if (column < 0 || column >= sectors_x_ || z < 0 || z >= field_->height_cells) return 0;
    return bits[static_cast<std::size_t>(z) * static_cast<std::size_t>(sectors_x_) +
                static_cast<std::size_t>(column)];
  }
  CellRect inside(CellRect cells) const;
  void open_or_close(CellRect cells);
  void put_bit(SizeClass size, Cell cell, bool open);
  bool has_room(Cell cell) const;  // for a large unit
  void note_sectors(CellRect cells, bool is_built);
  void note_change(SizeClass size, std::size_t sector);

  struct Changes {
    std::vector<std::uint32_t> sectors;
    std::vector<std::uint8_t> is_listed;  // by sector
  };

  const Battlefield* field_;
  std::int32_t sectors_x_ = 0;  // words a row
  std::int32_t sectors_z_ = 0;
  std::array<Bits, k_size_classes> open_;
  Bits rough_;
  std::vector<std::uint16_t> counts_;            // buildings and nodes on each cell
  std::vector<std::vector<CellRect>> standing_;  // by sector: what touches it
  std::array<Changes, k_size_classes> changed_;
  std::uint32_t generation_ = 1;
};

}  // namespace terrane::rts
